"""Facts as the bytes that a log keeps: checked against damage, and against servers of another time."""

from zlib import crc32

import msgspec

from pictomania.table import facts

VERSION = 2  # raised when an older server could not read what a newer one writes
OLDEST = 1  # still read; what lies between is brought up to date here

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[facts.Any] = msgspec.msgpack.Decoder(facts.Any)


class Unreadable(Exception):  # noqa: N818 (a state that needs a person)
    """An entry that is damaged, or of a newer server: the table it belongs to is left alone."""


def entry(fact: facts.Any) -> bytes:
    """Write a fact: a check sum, the version, the fact."""
    data = bytes((VERSION,)) + _encoder.encode(fact)
    return crc32(data).to_bytes(4, "big") + data


def fact(entry: bytes) -> facts.Any:
    """Read a fact, or raise `Unreadable`."""
    check, data = entry[:4], entry[4:]
    if len(check) < 4 or not data or crc32(data).to_bytes(4, "big") != check:
        raise Unreadable("an entry is damaged")
    if not OLDEST <= data[0] <= VERSION:
        raise Unreadable(f"an entry was written by another version of the server ({data[0]}, ours {VERSION})")
    try:
        return _decoder.decode(data[1:])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(f"an entry is not a fact ({type(error).__name__})") from None
