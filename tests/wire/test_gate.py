"""Whatever comes through the gate is a message or a `BadMessage`, and that repeats nothing of what came."""

import json
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.wire.from_client import FromClient, Guess, Hello, Leave, Rename
from pictomania.wire.gate import BadMessage, heard, told, written
from pictomania.wire.to_client import TicketIssued, ToClient
from tests.wire import examples

Gate = Callable[[bytes], FromClient | ToClient]

HELLO = examples.FROM_CLIENT[0]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def read_or_bad(gate: Gate, data: bytes) -> FromClient | ToClient | None:
    """Let bytes through the gate; nothing but `BadMessage` may be raised, and what is read can be written."""
    try:
        message = gate(data)
    except BadMessage:
        return None
    assert gate(written(message)) == message
    return message


def why_bad(data: bytes | str, gate: Gate = heard) -> str:
    """Say why something is bad."""
    with pytest.raises(BadMessage) as bad:
        gate(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return str(bad.value)


# What is right.


@pytest.mark.parametrize("message", examples.FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_what_a_client_says_survives(message: FromClient) -> None:
    assert heard(written(message)) == message


def test_what_a_client_is_told_survives() -> None:
    for message in examples.to_client():
        assert told(written(message)) == message


def test_what_may_be_left_out() -> None:
    assert isinstance(HELLO, Hello)
    short = {"type": "hello", "table": HELLO.table, "key": HELLO.key, "name": "Ada", "language": "en"}
    assert heard(json.dumps(short).encode()) == HELLO


# What is wrong.


def flips(data: bytes, others: Iterator[int] | range) -> Iterator[bytes]:
    """Change every byte in turn."""
    for other in others:
        for at, byte in enumerate(data):
            yield data[:at] + bytes((byte ^ other,)) + data[at + 1 :]


@pytest.mark.parametrize("message", examples.FROM_CLIENT, ids=lambda message: type(message).__name__)
def test_every_cut_and_every_changed_byte_of_what_a_client_says(message: FromClient) -> None:
    data = written(message)
    for end in range(len(data)):
        assert read_or_bad(heard, data[:end]) is None
    for flipped in flips(data, range(1, 256)):
        read_or_bad(heard, flipped)


def test_every_cut_and_every_changed_bit_of_what_a_client_is_told() -> None:
    for message in examples.to_client():
        data = written(message)
        for end in range(len(data)):
            assert read_or_bad(told, data[:end]) is None
        for flipped in flips(data, iter(1 << bit for bit in range(8))):
            read_or_bad(told, flipped)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    read_or_bad(heard, data)
    read_or_bad(told, data)


@given(json_values)
def test_any_json(value: object) -> None:
    data = json.dumps(value).encode("utf-8", "surrogatepass")
    read_or_bad(heard, data)
    read_or_bad(told, data)


@given(
    st.sampled_from(examples.FROM_CLIENT + examples.to_client()), st.text(max_size=5), json_values, st.data()
)
def test_a_message_in_which_one_thing_is_anything(
    message: FromClient | ToClient, name: str, value: object, data: st.DataObject
) -> None:
    whole = json.loads(written(message))
    inner = whole
    while True:
        key = data.draw(st.sampled_from([*inner, name]))
        if not isinstance(inner.get(key), dict) or not inner[key] or data.draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = value
    changed = json.dumps(whole).encode("utf-8", "surrogatepass")
    read_or_bad(heard, changed)
    read_or_bad(told, changed)


GUESS = '{"type": "guess", "stop": %s, "artist": 0, "number": 1}'
HUGE = "9" * 100_000


NO_NUMBERS = (
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


@pytest.mark.parametrize("number", NO_NUMBERS)
def test_numbers_that_are_none(number: str) -> None:
    why = why_bad(GUESS % number)
    assert len(why) < 100
    assert "999" not in why


def test_numbers_that_are_just_right() -> None:
    assert heard((GUESS % "-0").encode()) == Guess(0, 0, 1)
    assert heard((GUESS % "2147483648").encode()) == Guess(2**31, 0, 1)


@pytest.mark.parametrize(
    "deep",
    ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, '{"type":' * 100_000],
    ids=["open", "closed", "objects", "types"],
)
def test_depths(deep: str) -> None:
    """As a message, in a field that is known, and in one that is not."""
    for text in (deep, f'{{"type": "rename", "name": {deep}}}', f'{{"type": "leave", "x": {deep}}}'):
        assert len(why_bad(text)) < 100
        assert len(why_bad(text, told)) < 100


def test_unknown_fields_are_dropped() -> None:
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
            assert heard(f'{{"type": "leave", "{name}": {value}}}'.encode()) == Leave()
            assert heard(f'{{"{name}": {value}, "type": "leave"}}'.encode()) == Leave()
    message = heard(b'{"type": "rename", "name": "__proto__", "__class__": "Game", "__dict__": {}}')
    assert written(message) == b'{"type":"rename","name":"__proto__"}'
    assert not hasattr(message, "__dict__")


def test_fields_that_are_there_twice() -> None:
    """The last one counts, but a message cannot be of two types."""
    assert heard(b'{"type": "rename", "name": "a", "name": "b"}') == Rename("b")
    assert why_bad('{"type": "rename", "name": "a", "name": 1}')
    assert why_bad('{"type": "rename", "name": 1, "name": "a"}')
    assert why_bad('{"type": "leave", "type": "rename", "name": "a"}')
    assert why_bad('{"type": "rename", "type": "leave", "name": "a"}')


@pytest.mark.parametrize(
    "text",
    ['"\\ud800"', '"\\udc00"', '"\\ud800\\ud800"', '"\\udc00\\ud800"', '"\ud800"', '"a\\ud83d"', '"\\u12"'],
)
def test_halves_of_characters(text: str) -> None:
    why_bad(f'{{"type": "rename", "name": {text}}}')
    why_bad(f'{{"type": "ticket", "ticket": {text}, "valid_ms": 1}}', told)


@pytest.mark.parametrize("wrong", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_bytes_that_are_no_text(wrong: bytes) -> None:
    assert why_bad(b'{"type": "rename", "name": "' + wrong + b'"}') == "not UTF-8"
    assert why_bad(b'{"type": "' + wrong + b'"}') == "not UTF-8"
    why_bad(wrong + b'{"type": "leave"}')


NO_MESSAGES = (
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


@pytest.mark.parametrize("text", NO_MESSAGES)
def test_what_is_no_message(text: str) -> None:
    why_bad(text)


def test_directions_are_not_mixed_up() -> None:
    for message in examples.FROM_CLIENT:
        why_bad(written(message), told)
    for answer in examples.to_client():
        why_bad(written(answer))
    assert isinstance(told(written(TicketIssued("t", 1))), TicketIssued)


# What is said about it.

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
    whole: dict[str, object] = json.loads(written(HELLO))
    for value in (secret, [secret], {secret: secret}, secret * 100):
        broken = json.dumps(whole | {"watch": 7} | {field: value})
        for gate in (heard, told):
            for data in (broken, broken[:-9], broken.replace("{", "{{", 1)):
                why = why_bad(data, gate)
                assert "S3CR3T" not in why
                assert why.isascii()
                assert why.isprintable()


@given(st.text(min_size=1), st.sampled_from(["colour", "type"]))
def test_no_name_that_is_not_in_the_list_is_repeated(text: str, field: str) -> None:
    message = {"type": "wear", "colour": "red", field: f"S3CR3T{text}S3CR3T"}
    assert why_bad(json.dumps(message)) in {
        f"Invalid enum value ... - at `$.{field}`",
        f"Invalid value ... - at `$.{field}`",
    }


def test_what_is_wrong_is_named() -> None:
    assert why_bad(GUESS % "1.5") == "Expected `int`, got `float` - at `$.stop`"
    assert why_bad('{"type": "dance"}') == "Invalid value ... - at `$.type`"
    assert why_bad('{"type": "wear", "colour": "pink"}') == "Invalid enum value ... - at `$.colour`"
