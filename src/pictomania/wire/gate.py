"""The one gate: bytes become typed messages here, or are bad; and messages become bytes."""

import re

import msgspec

from pictomania.wire.from_client import FromClient
from pictomania.wire.to_client import ToClient

_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_to_client: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_encoder = msgspec.json.Encoder()
_QUOTED = re.compile(r"""(['"]).*\1""", re.DOTALL)  # from the first to the last, whatever is in between


class BadMessage(Exception):  # noqa: N818 (what it is)
    """Bytes that no client of ours sends; the sentence names what is wrong and repeats nothing of it."""


def heard(data: bytes) -> FromClient:
    """Read what a client says, or raise `BadMessage`."""
    try:
        data.decode()  # fields that are not known are skipped, but not even they may be no text
        return _from_client.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage(_tidied(error)) from None


def told(data: bytes) -> ToClient:
    """Read what a table says, on a client's side, or raise `BadMessage`."""
    try:
        return _to_client.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage(_tidied(error)) from None


def written(message: FromClient | ToClient) -> bytes:
    """Write a message of either direction."""
    return _encoder.encode(message)


def _tidied(error: Exception) -> str:
    """Say what is wrong and where, without the values, which may be secret or hostile."""
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else _QUOTED.sub("...", str(error))
