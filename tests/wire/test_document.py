"""The examples and tables of docs/wire.md are true."""

import json
import re
from enum import Enum

import msgspec
import pytest

from pictomania.ink import Sheet, apply_piece, encode_piece
from pictomania.ink.sheet import MAX_MARKS, MAX_POINTS, MAX_STROKE_POINTS
from pictomania.table.identity.display_names import MAX_LINE_LENGTH, MAX_NAME_LENGTH
from pictomania.wire.frames import (
    INK,
    SHEETS,
    decode_ink_from_client,
    decode_ink_to_client,
    encode_ink_from_client,
    encode_ink_to_client,
)
from pictomania.wire.from_client import FromClient
from pictomania.wire.json_codec import decode_from_client, decode_to_client, encode
from pictomania.wire.limits import MAX_FRAME_BYTES
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import ToClient
from scripts.ink_samples import piece_as_json
from scripts.wire_page import (
    BYTES_FROM_CLIENT,
    BYTES_TO_CLIENT,
    FROM_CLIENT,
    PAGE,
    TO_CLIENT,
    Block,
    byte_examples,
    messages,
)
from tests.ink.decoding import decode_piece
from tests.wire import examples

TEXT = PAGE.read_text(encoding="utf-8")
SENT, RECEIVED = messages(TEXT, FROM_CLIENT), messages(TEXT, TO_CLIENT)


def heading_of(block: Block) -> str:
    """Return the test id of an example."""
    return block.heading


def tag(kind: type) -> str:
    """Return the `type` of a message."""
    assert issubclass(kind, msgspec.Struct)
    return str(kind.__struct_config__.tag)


def test_the_examples_come_from_a_real_table(request: pytest.FixtureRequest) -> None:
    """With --rewrite, the page is updated."""
    current = TEXT
    real = {
        section: {tag(type(message)): message for message in row}
        for section, row in ((FROM_CLIENT, examples.FROM_CLIENT), (TO_CLIENT, examples.to_client()))
    }
    for block in reversed(SENT + RECEIVED):
        begin, end = block.span
        message = real[block.section][block.heading]
        current = current[:begin] + examples.pretty(message) + "\n" + current[end:]
    if request.config.getoption("--rewrite"):
        PAGE.write_text(current, encoding="utf-8")
    assert current == TEXT, "pytest tests/wire --rewrite updates them"


def test_every_message_has_exactly_one_example() -> None:
    assert [block.heading for block in SENT] == [tag(kind) for kind in FromClient.__args__]
    assert [block.heading for block in RECEIVED] == [tag(kind) for kind in ToClient.__args__]


@pytest.mark.parametrize("block", SENT, ids=heading_of)
def test_examples_from_the_client_are_valid(block: Block) -> None:
    message = decode_from_client(block.text.encode())
    assert tag(type(message)) == block.heading
    assert json.loads(encode(message)) == json.loads(block.text)


@pytest.mark.parametrize("block", RECEIVED, ids=heading_of)
def test_examples_to_the_client_are_valid(block: Block) -> None:
    message = decode_to_client(block.text.encode())
    assert tag(type(message)) == block.heading
    assert json.loads(encode(message)) == json.loads(block.text)


def test_bytes_from_the_client_match_their_description() -> None:
    """Each example continues the one before, on one sheet."""
    frames = byte_examples(TEXT, BYTES_FROM_CLIENT)
    assert len(frames) > 3
    sheet = Sheet()
    for example in frames:
        paper, piece = decode_ink_from_client(example.data)
        ink = decode_piece(piece, sheet)
        assert ink is not None
        assert {"paper": paper, **piece_as_json(ink)} == example.says
        before = sheet.point_before(ink.place, ink.known)
        assert before is not None
        again = encode_piece(ink, before, short=piece[0] > 0)
        assert encode_ink_from_client(paper, again) == example.data
        apply_piece(piece, sheet)
    assert sheet.is_empty
    assert sheet.is_landscape


def test_bytes_to_the_client_match_their_description() -> None:
    """All sheets come first; new ink continues them."""
    sheets: dict[int, Sheet] = {}
    kinds = []
    for example in byte_examples(TEXT, BYTES_TO_CLIENT):
        kind, paper, pieces = decode_ink_to_client(example.data)
        kinds.append(kind)
        says, again = [], []
        for seat, piece in pieces:
            sheet = sheets.setdefault(seat, Sheet())
            ink = decode_piece(piece, sheet)
            assert ink is not None
            before = sheet.point_before(ink.place, ink.known)
            assert before is not None
            says.append({"seat": seat, **piece_as_json(ink)})
            again.append((seat, encode_piece(ink, before, short=piece[0] > 0)))
            apply_piece(piece, sheet)
        assert {"kind": ("ink", "sheets")[kind - INK], "paper": paper, "pieces": says} == example.says
        assert encode_ink_to_client(kind, paper, again) == example.data
    assert kinds == [SHEETS, INK]
    assert [len(sheet.strokes) for sheet in sheets.values()] == [0, 1, 0]


def first_column(heading: str) -> list[str]:
    """Return the first column of the table under a heading."""
    table = TEXT.split(f"### {heading}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `?([\w-]+)`? \|", table, re.MULTILINE)[1:]


@pytest.mark.parametrize(("heading", "names"), [("Close codes", Close), ("Reasons for refusals", Reason)])
def test_every_close_code_and_reason_is_explained(heading: str, names: type[Enum]) -> None:
    assert first_column(heading) == [str(name.value) for name in names]


def test_close_codes_are_shown_with_their_names() -> None:
    for code in Close:
        assert f"| {code.value} | `{code.name}` |" in TEXT


@pytest.mark.parametrize(
    "limit",
    [
        f"at most {MAX_FRAME_BYTES:,} bytes",
        f"up to {MAX_NAME_LENGTH} visible characters",
        f"a line of chat {MAX_LINE_LENGTH};",
        f"at most {MAX_MARKS:,} marks and {MAX_POINTS:,} points, a stroke {MAX_STROKE_POINTS:,} points",
    ],
)
def test_limits_match_the_code(limit: str) -> None:
    assert limit in TEXT
