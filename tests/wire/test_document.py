"""docs/wire.md is true: the gate reads its example of each message, and bytes say what is said of them."""

import json
import re
from enum import Enum

import msgspec
import pytest

from pictomania.ink import Sheet, decode, encode, take
from pictomania.ink.sheet import MOST_MARKS, MOST_POINTS, MOST_POINTS_OF_A_STROKE
from pictomania.table.names import LONGEST_LINE, LONGEST_NAME
from pictomania.wire.frames import INK, SHEETS, heard_ink, ink_from_client, ink_to_client, told_ink
from pictomania.wire.from_client import FromClient
from pictomania.wire.gate import heard, told, written
from pictomania.wire.limits import LARGEST_FRAME
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.to_client import ToClient
from scripts.ink_samples import told as told_of
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
from tests.wire import examples

TEXT = PAGE.read_text(encoding="utf-8")
SAID, TOLD = messages(TEXT, FROM_CLIENT), messages(TEXT, TO_CLIENT)


def by_heading(block: Block) -> str:
    """Name a test after its example."""
    return block.heading


def tag(kind: type) -> str:
    """The `type` of a message."""
    assert issubclass(kind, msgspec.Struct)
    return str(kind.__struct_config__.tag)


def test_the_examples_are_those_of_a_real_table(request: pytest.FixtureRequest) -> None:
    """With --rewrite, the page gets them anew."""
    fresh = TEXT
    real = {tag(type(message)): message for message in (*examples.FROM_CLIENT, *examples.to_client())}
    for block in reversed(SAID + TOLD):
        begin, end = block.span
        fresh = fresh[:begin] + examples.laid_out(real[block.heading]) + "\n" + fresh[end:]
    if request.config.getoption("--rewrite"):
        PAGE.write_text(fresh, encoding="utf-8")
    assert fresh == TEXT, "pytest tests/wire --rewrite puts in those of now"


def test_every_message_has_one_example_and_there_are_no_others() -> None:
    assert [block.heading for block in SAID] == [tag(kind) for kind in FromClient.__args__]
    assert [block.heading for block in TOLD] == [tag(kind) for kind in ToClient.__args__]


@pytest.mark.parametrize("block", SAID, ids=by_heading)
def test_what_a_client_says_goes_through_the_gate(block: Block) -> None:
    message = heard(block.text.encode())
    assert tag(type(message)) == block.heading
    assert json.loads(written(message)) == json.loads(block.text)


@pytest.mark.parametrize("block", TOLD, ids=by_heading)
def test_what_a_client_is_told_goes_through_the_gate(block: Block) -> None:
    message = told(block.text.encode())
    assert tag(type(message)) == block.heading
    assert json.loads(written(message)) == json.loads(block.text)


def test_bytes_from_a_client_say_what_is_said_of_them() -> None:
    """They follow on each other, on one sheet."""
    found = byte_examples(TEXT, BYTES_FROM_CLIENT)
    assert len(found) > 3
    sheet = Sheet()
    for example in found:
        paper, piece = heard_ink(example.data)
        ink = decode(piece, sheet)
        assert ink is not None
        assert {"paper": paper, **told_of(ink)} == example.says
        before = sheet.before(ink.place, ink.known)
        assert before is not None
        again = encode(ink, before, goes_on=piece[0] > 0)
        assert ink_from_client(paper, again) == example.data
        take(piece, sheet)
    assert sheet.is_empty
    assert sheet.across


def test_bytes_to_a_client_say_what_is_said_of_them() -> None:
    """All sheets come first; what is new goes on from there."""
    sheets: dict[int, Sheet] = {}
    kinds = []
    for example in byte_examples(TEXT, BYTES_TO_CLIENT):
        kind, paper, pieces = told_ink(example.data)
        kinds.append(kind)
        says, again = [], []
        for seat, piece in pieces:
            sheet = sheets.setdefault(seat, Sheet())
            ink = decode(piece, sheet)
            assert ink is not None
            before = sheet.before(ink.place, ink.known)
            assert before is not None
            says.append({"seat": seat, **told_of(ink)})
            again.append((seat, encode(ink, before, goes_on=piece[0] > 0)))
            take(piece, sheet)
        assert {"kind": ("ink", "sheets")[kind - INK], "paper": paper, "pieces": says} == example.says
        assert ink_to_client(kind, paper, again) == example.data
    assert kinds == [SHEETS, INK]
    assert [len(sheet.strokes) for sheet in sheets.values()] == [0, 1, 0]


def first_column(heading: str) -> list[str]:
    """Read the first cells of the table under a heading."""
    table = TEXT.split(f"### {heading}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `?([\w-]+)`? \|", table, re.MULTILINE)[1:]


@pytest.mark.parametrize(
    ("heading", "names"), [("When the socket is closed", Close), ("Why something is not done", Reason)]
)
def test_codes_and_reasons_are_all_explained(heading: str, names: type[Enum]) -> None:
    assert first_column(heading) == [str(name.value) for name in names]


def test_close_codes_have_their_names() -> None:
    for code in Close:
        assert f"| {code.value} | `{code.name}` |" in TEXT


@pytest.mark.parametrize(
    "limit",
    [
        f"at most {LARGEST_FRAME:,} bytes",
        f"up to {LONGEST_NAME} signs",
        f"a line of chat {LONGEST_LINE};",
        f"at most {MOST_MARKS:,} marks and {MOST_POINTS:,} points, a line {MOST_POINTS_OF_A_STROKE:,} points",
    ],
)
def test_limits_are_those_of_the_code(limit: str) -> None:
    assert limit in TEXT
