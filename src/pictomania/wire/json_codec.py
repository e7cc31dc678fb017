"""JSON codec: the only place where bytes from a socket become typed messages, and back."""

import re
from typing import get_args

import msgspec

from pictomania.wire.from_client import FromClient
from pictomania.wire.to_client import ToClient

_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_to_client: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_TO_CLIENT_TYPES = frozenset(kind.__struct_config__.tag for kind in get_args(ToClient))
_encoder = msgspec.json.Encoder()
_QUOTED = re.compile(r"""(['"]).*\1""", re.DOTALL)  # from the first quote to the last one of its kind


class BadMessage(Exception):  # noqa: N818 (the message is bad, not the server)
    """Bytes that are not a valid message; the error text repeats nothing of them."""


class UnknownMessage(BadMessage):
    """A message of a type that only a newer server knows."""


class _AnyMessage(msgspec.Struct):
    type: str


_any: msgspec.json.Decoder[_AnyMessage] = msgspec.json.Decoder(_AnyMessage)


def decode_from_client(data: bytes) -> FromClient:
    """Decode a message from a client, or raise `BadMessage`."""
    try:
        data.decode()  # msgspec skips unknown fields without checking their encoding
        return _from_client.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadMessage(_describe(error)) from None


def decode_to_client(data: bytes) -> ToClient:
    """Decode a message to a client, or raise `BadMessage`; `UnknownMessage` is one to ignore."""
    try:
        return _to_client.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        bad = UnknownMessage if _is_unknown(data) else BadMessage
        raise bad(_describe(error)) from None


def _is_unknown(data: bytes) -> bool:
    try:
        return _any.decode(data).type not in _TO_CLIENT_TYPES
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False


def encode(message: FromClient | ToClient) -> bytes:
    """Encode a message of either direction."""
    return _encoder.encode(message)


def _describe(error: Exception) -> str:
    """Describe what is wrong and where, without the values, which may be secret or hostile."""
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else _QUOTED.sub("...", str(error))
