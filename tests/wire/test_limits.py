"""Values just inside the limits of `wire.limits` are decoded, values just outside are not."""

import json

import pytest

from pictomania.wire.json_codec import BadMessage, decode_from_client, encode
from pictomania.wire.limits import MAX_FRAME_BYTES
from tests.wire import examples

EXAMPLES = {json.loads(encode(message))["type"]: encode(message) for message in examples.FROM_CLIENT}


def is_valid(kind: str, field: str, value: object) -> bool:
    """Decode a message in which one field, or setting, has this value."""
    message = json.loads(EXAMPLES[kind])
    (message["settings"] if kind == "change-settings" else message)[field] = value
    try:
        decode_from_client(json.dumps(message).encode())
    except BadMessage:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "field", "inside", "outside"),
    [
        ("hello", "table", ["A", "A" * 24], ["", "A" * 25, None]),
        (
            "hello",
            "key",
            ["k" * 22, "-_09azAZ" * 8],
            ["k" * 21, "k" * 65, "k" * 21 + "!", "k" * 22 + "\n", None],
        ),
        ("hello", "ticket", ["k" * 22, "k" * 64, None], ["k" * 21, "k" * 65, " " + "k" * 22, "é" * 22]),
        ("hello", "name", ["A", "é" * 200, "\U0001f600" * 200, "\0"], ["", "A" * 201]),
        ("hello", "watch", [True, False], [0, 1, "true", None]),
        ("rename", "name", ["A"], ["", "A" * 201]),
        ("chat", "text", ["A", "A" * 1000], ["", "A" * 1001]),
        ("take-seat", "seat", [0, 99, None], [-1, 100, 0.0]),
        ("guess", "stop", [0, 2**31], [-1, 2**31 + 1, None]),
        ("guess", "artist", [0, 99], [-1, 100]),
        ("finish", "token", [0, 99, None], [-1, 100, False]),
        ("choose-level", "level", [1, 4], [0, 5]),
        (
            "change-settings",
            "variants",
            [[], ["learning"] * 5],
            [["learning"] * 6, ["unknown"], "learning", {}],
        ),
        (
            "change-settings",
            "levels",
            ["book", "ask", [], [1, 2, 3, 4, 4], [1] * 8],
            ["any", [0], [5], [1] * 9, 1, None],
        ),
        ("change-settings", "rounds", ["book", 1, 8], [0, 9, "ask", None]),
        ("change-settings", "level_choice", ["vote", "host"], ["any", None]),
        ("change-settings", "reveal", ["show", "steps"], ["ask", None]),
        ("change-settings", "idle_s", [60, 600, None], [59, 601]),
        ("change-settings", "replacements", ["book", "any", 0, 9], [-1, 10, "ask", None, 1.0]),
        ("change-settings", "drawing_s", [20, 3600, None], [19, 3601]),
        ("change-settings", "hurry_s", [5, 600, None], [4, 601]),
        ("change-settings", "reveal_s", [3, 600, None], [2, 601]),
        ("change-settings", "deck", ["house", "own"], ["other", None]),
    ],
)
def test_limits(kind: str, field: str, inside: list[object], outside: list[object]) -> None:
    assert [value for value in inside if not is_valid(kind, field, value)] == []
    assert [value for value in outside if is_valid(kind, field, value)] == []


def test_the_longest_valid_message_fits_into_a_frame() -> None:
    longest = json.dumps({"type": "chat", "text": "\U0001f600" * 1000})  # twelve bytes each
    decode_from_client(longest.encode())
    assert len(longest) < MAX_FRAME_BYTES
