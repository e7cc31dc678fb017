"""Facts as log entries: a checksum against damage, and a version against other releases."""

from zlib import crc32

import msgspec

from pictomania.table import facts

VERSION = 4  # raised when an older server could not read what a newer one writes
OLDEST = 1  # oldest version that is still read
LEVEL_CHOICE = 3  # first version that says who chooses the level

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[facts.AnyFact] = msgspec.msgpack.Decoder(facts.AnyFact)


class UnreadableEntry(Exception):  # noqa: N818 (a state that needs an operator)
    """A damaged entry, or one of a newer server: its table is left alone."""


class NewerEntry(UnreadableEntry):
    """An entry of a newer server; that one can read it."""


def encode_entry(fact: facts.AnyFact) -> bytes:
    """Encode a fact: checksum, version, MessagePack."""
    data = bytes((VERSION,)) + _encoder.encode(fact)
    return crc32(data).to_bytes(4, "big") + data


def decode_entry(entry: bytes) -> facts.AnyFact:
    """Decode a fact, or raise `UnreadableEntry`."""
    check, data = entry[:4], entry[4:]
    if len(check) < 4 or not data or crc32(data).to_bytes(4, "big") != check:
        raise UnreadableEntry("an entry is damaged")
    if not OLDEST <= data[0] <= VERSION:
        kind = NewerEntry if data[0] > VERSION else UnreadableEntry
        raise kind(f"an entry was written by another version of the server ({data[0]}, ours {VERSION})")
    try:
        fact = _decoder.decode(data[1:])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnreadableEntry(f"an entry is not a fact ({type(error).__name__})") from None
    return fact if data[0] >= LEVEL_CHOICE else _add_level_choice(fact)


def _add_level_choice(fact: facts.AnyFact) -> facts.AnyFact:
    """Say explicitly what was implied before: the host chose the level (D4)."""
    if isinstance(fact, facts.SettingsChanged):
        settings = msgspec.structs.replace(fact.settings, level_choice="host")
        return msgspec.structs.replace(fact, settings=settings)
    return fact
