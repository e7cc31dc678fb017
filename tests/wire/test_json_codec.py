"""Tests of `pictomania.wire.json_codec`: bytes are a message or a `BadMessage` that repeats none of them."""

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.wire.from_client import FromClient, Guess, Hello, Leave, Rename
from pictomania.wire.json_codec import BadMessage, decode_from_client, decode_to_client, encode
from pictomania.wire.to_client import TicketIssued, ToClient
from tests.wire import examples

Decode = Callable[[bytes], FromClient | ToClient]

HELLO = examples.FROM_CLIENT[0]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def decode_or_fail(decode: Decode, data: bytes) -> FromClient | ToClient | None:
    """Decode bytes; nothing but `BadMessage` may be raised, and a decoded message can be encoded again."""
    try:
        message = decode(data)
    except BadMessage:
        return None
    assert decode(encode(message)) == message
    return message


def why_bad(data: bytes | str, decode: Decode = decode_from_client) -> str:
    """Return the text of the `BadMessage`."""
    with pytest.raises(BadMessage) as bad:
        decode(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return str(bad.value)


# Valid messages.


@pytest.mark.parametrize("message", examples.FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_messages_from_a_client_round_trip(message: FromClient) -> None:
    assert decode_from_client(encode(message)) == message


def test_messages_to_a_client_round_trip() -> None:
    for message in examples.to_client():
        assert decode_to_client(encode(message)) == message


def test_fields_with_a_default_may_be_left_out() -> None:
    assert isinstance(HELLO, Hello)
    short = {"type": "hello", "table": HELLO.table, "key": HELLO.key, "name": "Ada", "language": "en"}
    assert decode_from_client(json.dumps(short).encode()) == HELLO


# Invalid messages.


def flips(data: bytes, masks: Iterator[int] | range) -> Iterator[bytes]:
    """Yield the data with each byte changed in turn, once per mask."""
    for mask in masks:
        for at, byte in enumerate(data):
            yield data[:at] + bytes((byte ^ mask,)) + data[at + 1 :]


@pytest.mark.parametrize("message", examples.FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_every_truncation_and_every_changed_byte_of_messages_from_a_client(message: FromClient) -> None:
    data = encode(message)
    for end in range(len(data)):
        assert decode_or_fail(decode_from_client, data[:end]) is None
    for flipped in flips(data, range(1, 256)):
        decode_or_fail(decode_from_client, flipped)


def test_every_truncation_and_every_changed_bit_of_messages_to_a_client() -> None:
    for message in examples.to_client():
        data = encode(message)
        for end in range(len(data)):
            assert decode_or_fail(decode_to_client, data[:end]) is None
        for flipped in flips(data, iter(1 << bit for bit in range(8))):
            decode_or_fail(decode_to_client, flipped)


@given(st.binary())
def test_arbitrary_bytes(data: bytes) -> None:
    decode_or_fail(decode_from_client, data)
    decode_or_fail(decode_to_client, data)


@given(json_values)
def test_arbitrary_json(value: object) -> None:
    data = json.dumps(value).encode("utf-8", "surrogatepass")
    decode_or_fail(decode_from_client, data)
    decode_or_fail(decode_to_client, data)


@given(
    st.sampled_from(examples.FROM_CLIENT + examples.to_client()), st.text(max_size=5), json_values, st.data()
)
def test_messages_with_one_arbitrary_value(
    message: FromClient | ToClient, name: str, value: object, data: st.DataObject
) -> None:
    whole = json.loads(encode(message))
    inner = whole
    while True:
        key = data.draw(st.sampled_from([*inner, name]))
        if not isinstance(inner.get(key), dict) or not inner[key] or data.draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = value
    changed = json.dumps(whole).encode("utf-8", "surrogatepass")
    decode_or_fail(decode_from_client, changed)
    decode_or_fail(decode_to_client, changed)


GUESS = '{"type": "guess", "stop": %s, "artist": 0, "number": 1}'
HUGE = "9" * 100_000


INVALID_NUMBERS = (
    *(
        "NaN",
        "Infinity",
        "-Infinity",
        "1e308",
        "1e999",
        "-1e999",
        "1.0",
        "-0.0",
        "0.5",
        "01",
        "0x1",
        "+1",
        "1_0",
    ),
    *("-1", "2147483649", "9" * 30, HUGE, "-" + HUGE, '"1"', "true", "null", "[]", "{}", ""),
)


@pytest.mark.parametrize("number", INVALID_NUMBERS)
def test_invalid_numbers(number: str) -> None:
    why = why_bad(GUESS % number)
    assert len(why) < 100
    assert "999" not in why


def test_extreme_valid_numbers() -> None:
    assert decode_from_client((GUESS % "-0").encode()) == Guess(0, 0, 1)
    assert decode_from_client((GUESS % "2147483648").encode()) == Guess(2**31, 0, 1)


@pytest.mark.parametrize(
    "deep",
    ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, '{"type":' * 100_000],
    ids=["open", "closed", "objects", "types"],
)
def test_deep_nesting(deep: str) -> None:
    """As a message, in a known field, and in an unknown one."""
    for text in (deep, f'{{"type": "rename", "name": {deep}}}', f'{{"type": "leave", "x": {deep}}}'):
        assert len(why_bad(text)) < 100
        assert len(why_bad(text, decode_to_client)) < 100


def test_unknown_fields_are_ignored() -> None:
    names = ("__proto__", "constructor", "toString", "", "typ", "TYPE", "seat")
    for value in (
        "1",
        '"x"',
        "null",
        '{"__proto__": {"type": "begin"}}',
        "[[[]]]",
        HUGE,
        "1e999",
        '"\\ud83d\\ude00"',
    ):
        for name in names:
            assert decode_from_client(f'{{"type": "leave", "{name}": {value}}}'.encode()) == Leave()
            assert decode_from_client(f'{{"{name}": {value}, "type": "leave"}}'.encode()) == Leave()
    message = decode_from_client(
        b'{"type": "rename", "name": "__proto__", "__class__": "Game", "__dict__": {}}'
    )
    assert encode(message) == b'{"type":"rename","name":"__proto__"}'
    assert not hasattr(message, "__dict__")


def test_duplicate_fields() -> None:
    """The last one counts, but a message cannot have two types."""
    assert decode_from_client(b'{"type": "rename", "name": "a", "name": "b"}') == Rename("b")
    assert why_bad('{"type": "rename", "name": "a", "name": 1}')
    assert why_bad('{"type": "rename", "name": 1, "name": "a"}')
    assert why_bad('{"type": "leave", "type": "rename", "name": "a"}')
    assert why_bad('{"type": "rename", "type": "leave", "name": "a"}')


@pytest.mark.parametrize(
    "text",
    ['"\\ud800"', '"\\udc00"', '"\\ud800\\ud800"', '"\\udc00\\ud800"', '"\ud800"', '"a\\ud83d"', '"\\u12"'],
)
def test_lone_surrogates(text: str) -> None:
    why_bad(f'{{"type": "rename", "name": {text}}}')
    why_bad(f'{{"type": "ticket", "ticket": {text}, "valid_ms": 1}}', decode_to_client)


@pytest.mark.parametrize("wrong", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_invalid_utf_8(wrong: bytes) -> None:
    assert why_bad(b'{"type": "rename", "name": "' + wrong + b'"}') == "not UTF-8"
    assert why_bad(b'{"type": "' + wrong + b'"}') == "not UTF-8"
    why_bad(wrong + b'{"type": "leave"}')


NOT_MESSAGES = (
    *(
        "",
        " ",
        "null",
        "[]",
        '"leave"',
        '["leave"]',
        "{}",
        '{"type": null}',
        '{"type": 1}',
        '{"type": ["leave"]}',
    ),
    *('{"type": ""}', '{"type": "Leave"}', '{"type": "state"}', '{"type": "leave"', '{"type": "leave"}}'),
    *(
        "{'type': 'leave'}",
        '{"type": "leave",}',
        '\ufeff{"type": "leave"}',
        '{"type": "leave"} {"type": "leave"}',
    ),
)


@pytest.mark.parametrize("text", NOT_MESSAGES)
def test_values_that_are_not_messages(text: str) -> None:
    why_bad(text)


def test_each_direction_has_its_own_messages() -> None:
    for message in examples.FROM_CLIENT:
        why_bad(encode(message), decode_to_client)
    for reply in examples.to_client():
        why_bad(encode(reply))
    assert isinstance(decode_to_client(encode(TicketIssued("t", 1))), TicketIssued)


# Error texts.

SECRETS = [
    "S3CR3T",
    "S3CR3T's",
    'S3CR3T "s"',
    "'S3CR3T\"",
    "S3CR3T' - at `$.S3CR3T`",
    "\n\x1b[31mS3CR3T",
    "'",
    "\"'",
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "field", ["table", "key", "name", "language", "watch", "bot", "ticket", "type", "S3CR3T"]
)
def test_nothing_of_a_bad_message_is_repeated(secret: str, field: str) -> None:
    whole: dict[str, object] = json.loads(encode(HELLO))
    for value in (secret, [secret], {secret: secret}, secret * 100):
        broken = json.dumps(whole | {"watch": 7} | {field: value})
        for decode in (decode_from_client, decode_to_client):
            for data in (broken, broken[:-9], broken.replace("{", "{{", 1)):
                why = why_bad(data, decode)
                assert "S3CR3T" not in why
                assert why.isascii()
                assert why.isprintable()


@given(st.text(min_size=1), st.sampled_from(["colour", "type"]))
def test_unknown_enum_values_are_not_repeated(text: str, field: str) -> None:
    message = {"type": "set-colour", "colour": "red", field: f"S3CR3T{text}S3CR3T"}
    assert why_bad(json.dumps(message)) in {
        f"Invalid enum value ... - at `$.{field}`",
        f"Invalid value ... - at `$.{field}`",
    }


def test_error_texts_name_the_field() -> None:
    assert why_bad(GUESS % "1.5") == "Expected `int`, got `float` - at `$.stop`"
    assert why_bad('{"type": "dance"}') == "Invalid value ... - at `$.type`"
    assert why_bad('{"type": "set-colour", "colour": "pink"}') == "Invalid enum value ... - at `$.colour`"
