"""Parsing any deck takes time and memory in proportion to its size."""

import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

import pytest

from pictomania.words import FORMATS, DeckError, Mistake, WordDeck, pack, read_deck, unpack
from pictomania.words.draft import MAX_SIDES
from tests.hostile.fuzz.fuzz_decks import WRITERS, good_deck
from tests.hostile.growth.linear import assert_linear

LANGUAGES = ("en", "es", "pt", "pt-BR")
SEVEN = ",".join(f'{{en="w{number}"}}' for number in range(7))
GOOD_TOML = f"[[card]]\n[card.a]\nideas=[{SEVEN}]\n"
MARKS = "\u0301\u0316"  # in the wrong order, so that they have to be sorted
MAX_BYTES_PER_BYTE = 250  # of memory for one byte of a deck, while it is read


def each(piece: str) -> Callable[[int], str]:
    """Repeat a piece with a number in it."""
    return lambda count: "".join(piece.format(number) for number in range(count))


@dataclass(frozen=True)
class Shape:
    """A text that grows, and what is wrong with it."""

    name: str
    make: Callable[[int], str]
    mistake: Mistake | None
    size: int  # so that it takes long enough to measure, and not minutes where growth is quadratic


JSON = (
    Shape("blanks before an empty key", lambda n: "[{" + " " * n + '"":1}]', Mistake.UNKNOWN_NAME, 5_000),
    Shape("escaped words", lambda n: _json_words('"\\u0041"', n), Mistake.NOT_SEVEN, 8_000),
    Shape(
        "escaped names", lambda n: _json_sides(each('{{"id":"\\u0041{}"}},')(n)), Mistake.TOO_MANY_SIDES, 4000
    ),
    Shape("escaped keys", lambda n: "[{" + each('"\\u0041{}":1,')(n) + '"":1}]', Mistake.UNKNOWN_NAME, 5_000),
    Shape("words not there", lambda n: _json_sides('{"id":"\\n"},' * n), Mistake.TOO_MANY_SIDES, 5_000),
    Shape("keys", lambda n: "[{" + each('"k{}":1,')(n) + '"":1}]', Mistake.UNKNOWN_NAME, 10_000),
    Shape("languages", lambda n: _json_languages(each('"l{}":["a"],')(n)), Mistake.NOT_SEVEN, 5_000),
    Shape("empty sides", lambda n: _json_sides("{}," * n), Mistake.TOO_MANY_SIDES, 10_000),
    Shape("drawings", lambda n: '[{"draw":[' + '["a"],' * n + "[]]}]", Mistake.NOT_SEVEN, 5_000),
    Shape("nested lists", lambda n: "[" * n, Mistake.NOT_THIS_FORM, 200_000),
    Shape("nested tables", lambda n: '{"a":' * n, Mistake.NOT_THIS_FORM, 50_000),
    Shape("backslashes", lambda n: '["' + "\\" * n, Mistake.NOT_THIS_FORM, 200_000),
    Shape("long numbers", lambda n: "[" + ("1" * 4000 + ",") * n + "1]", Mistake.WRONG_SHAPE, 20),
    Shape("a long fraction", lambda n: "[0." + "1" * n + "]", Mistake.WRONG_SHAPE, 200_000),
    Shape("newlines", lambda n: "[" + "\n" * n + "{}]", Mistake.NOT_SEVEN, 200_000),
)
TOML = (
    Shape("blanks behind an empty key", lambda n: '""' + " " * n + "=1", Mistake.UNKNOWN_NAME, 5_000),
    Shape("a dotted key", lambda n: "a." * n + "a=1", Mistake.NOT_THIS_FORM, 2_000),
    Shape("a dotted table", lambda n: "[" + "a." * n + "a]", Mistake.NOT_THIS_FORM, 2_000),
    Shape("a dotted key in a table", lambda n: "a={" + "a." * n + "a=1}", Mistake.NOT_THIS_FORM, 2_000),
    Shape("short dotted keys", each("a.b.c.d{}=1\n"), Mistake.UNKNOWN_NAME, 500),
    Shape("other dotted keys", each("a{}.b.c.d=1\n"), Mistake.UNKNOWN_NAME, 500),
    Shape("dotted tables", each("[a.b.c.d{}]\n"), Mistake.UNKNOWN_NAME, 500),
    Shape("empty cards", lambda n: "[[card]]\n" * n, Mistake.NOT_SEVEN, 1_000),
    Shape("empty cards behind a good one", lambda n: GOOD_TOML + "[[card]]\n" * n, Mistake.NOT_SEVEN, 1_000),
    Shape("sides", lambda n: "[[card]]\n[card.a]\n" * n, Mistake.NOT_SEVEN, 500),
    Shape("ideas", lambda n: "[[card]]\n" + "[[card.a.ideas]]\nen='a'\n" * n, Mistake.NOT_SEVEN, 500),
    Shape("inline ideas", lambda n: "[[card]]\na.ideas=[" + "{en='a'}," * n + "]", Mistake.NOT_SEVEN, 500),
    Shape("keys", each("a{}=1\n"), Mistake.UNKNOWN_NAME, 1_000),
    Shape("tables", each("[a{}]\n"), Mistake.UNKNOWN_NAME, 1_000),
    Shape("inline tables", each("a{}={{}}\n"), Mistake.UNKNOWN_NAME, 1_000),
    Shape("keys of a table", lambda n: "a={" + each("a{}={{}},")(n) + "b=1}", Mistake.UNKNOWN_NAME, 1_000),
    Shape("lists", lambda n: "a=[" + "[]," * n + "]", Mistake.UNKNOWN_NAME, 2_000),
    Shape("an open text", lambda n: 'a="' + "x" * n, Mistake.NOT_THIS_FORM, 50_000),
    Shape("an open long text", lambda n: 'a="""' + 'x""' * n, Mistake.NOT_THIS_FORM, 20_000),
    Shape("backslashes", lambda n: 'a="' + "\\" * n, Mistake.NOT_THIS_FORM, 30_000),
    Shape("escapes", lambda n: 'a="' + "\\n\\u00e9" * n + '"', Mistake.UNKNOWN_NAME, 4_000),
    Shape("escaped texts", lambda n: "a=[" + '"\\n",' * n + "]", Mistake.UNKNOWN_NAME, 1_000),
    Shape("quotes", lambda n: '"' * n, Mistake.NOT_THIS_FORM, 50_000),
    Shape("apostrophes", lambda n: "'" * n, Mistake.NOT_THIS_FORM, 50_000),
    Shape("nested lists", lambda n: "a=" + "[" * n, Mistake.NOT_THIS_FORM, 100_000),
    Shape("nested tables", lambda n: "a=" + "{a=" * n, Mistake.NOT_THIS_FORM, 100_000),
    Shape("a long number", lambda n: "a=" + "1" * n, Mistake.NOT_THIS_FORM, 50_000),
    Shape(
        "a long level", lambda n: f"[[card]]\nlevel=0x{'f' * n}{GOOD_TOML[8:]}", Mistake.NO_SUCH_LEVEL, 50_000
    ),
    Shape("remarks", lambda n: "#\n" * n, Mistake.NO_SIDES, 5_000),
    Shape("carriage returns", lambda n: "\r\n" * n, Mistake.NO_SIDES, 10_000),
)
CSV = (
    Shape("quotes", lambda n: 'en\n"' + '""' * n, Mistake.NOT_THIS_FORM, 60_000),
    Shape("columns", lambda n: "en," * n + "other\n", Mistake.UNKNOWN_NAME, 20_000),
    Shape("languages", lambda n: ",".join(_tags(n)), Mistake.TOO_MANY_LANGUAGES, 5_000),
    Shape("columns and rows", lambda n: "en," * n + "en\n" + "x\n" * n, Mistake.NO_WORD, 3_500),
    Shape("cells", lambda n: "en\n" + "," * n, Mistake.TOO_MANY_CELLS, 100_000),
    Shape("a long cell", lambda n: "en\n" + "x" * n, Mistake.NOT_SEVEN, 50_000),
    Shape("a cell that is too long", lambda n: "en\n" + "x" * n, Mistake.NOT_THIS_FORM, 150_000),
    Shape("one side", lambda n: "side,en\n" + "a,b\n" * n, Mistake.NOT_SEVEN, 1_000),
    Shape("cards", lambda n: "card,en\n" + each("{},a\n")(n), Mistake.TOO_MANY_SIDES, 5_000),
    Shape("blank rows", lambda n: "en\n" + "\n" * n, Mistake.NO_SIDES, 30_000),
    Shape("a long level", lambda n: "level,en\n" + "1" * n + ",a", Mistake.NO_SUCH_LEVEL, 60_000),
    Shape("combining marks", lambda n: "en\n" + f"a{MARKS * n}\n" * 7, Mistake.TOO_LONG, 500),
    Shape("drawings", lambda n: "en,draw\n" + f'a,"{"a," * n}"\n' * 7, Mistake.WRONG_SHAPE, 5_000),
)
TEXT = (
    Shape("remarks", lambda n: "# a\n" * n, Mistake.NO_SIDES, 10_000),
    Shape("languages", lambda n: "# language: en\n" * n, Mistake.NO_SIDES, 5_000),
    Shape("a long remark", lambda n: "#" + " " * n + "x", Mistake.NO_SIDES, 200_000),
    Shape("nearly a level", lambda n: "# level" + " " * n + "x", Mistake.NO_SIDES, 200_000),
    Shape("a long level", lambda n: "# level: " + "1" * n, Mistake.NO_SUCH_LEVEL, 200_000),
    Shape("combining marks in a theme", lambda n: f"# {MARKS * n}\n" + _seven("w"), Mistake.TOO_LONG, 2_000),
    Shape("combining marks in words", lambda n: _seven(MARKS * n), Mistake.TOO_LONG, 2_000),
    Shape("one line", lambda n: "x" * n, Mistake.NOT_SEVEN, 200_000),
    Shape("lines", lambda n: "x\n" * n, Mistake.NOT_SEVEN, 5_000),
    Shape("sides", lambda n: "x\n\n" * n, Mistake.TOO_MANY_SIDES, 50_000),
    Shape("newlines", lambda n: "\n" * n, Mistake.NO_SIDES, 50_000),
    Shape("blanks in words", lambda n: _seven(" " * n), None, 5_000),
)
SHAPES = {"json": JSON, "toml": TOML, "csv": CSV, "text": TEXT}
HOSTILE = [
    pytest.param(form, shape, id=f"{form}: {shape.name}") for form in FORMATS for shape in SHAPES[form]
]


def _json_words(word: str, count: int) -> str:
    return '[{"words":{"en":[' + ",".join([word] * count) + "]}}]"


def _json_sides(sides: str) -> str:
    return f"[{sides}{{}}]"


def _json_languages(languages: str) -> str:
    return '[{"words":{' + languages + '"en":[]}}]'


def _tags(count: int) -> Iterator[str]:
    """Yield different language tags."""
    letters = product("abcdefghijklmnopqrst", repeat=3)
    return islice(
        (f"{''.join(language)}-{region}" for language in letters for region in (111, 222, 333)), count
    )


def _seven(word: str) -> str:
    return "\n".join(f"{number}{word}{number}" for number in range(7))


def read(raw: bytes, form: str, *, stored: bool = False) -> WordDeck | Mistake:
    """Read a deck, or say what is wrong with it."""
    try:
        return read_deck(raw, form, stored=stored)
    except DeckError as error:
        return error.mistake


@cache
def valid(form: str, sides: int) -> bytes:
    """Write a deck of N sides, in as many languages as the form has."""
    languages = LANGUAGES[:1] if form == "text" else LANGUAGES
    return WRITERS[form](good_deck(sides // 2, languages)).encode()


@pytest.mark.parametrize("sides", [MAX_SIDES // 8, pytest.param(MAX_SIDES // 4, marks=pytest.mark.long)])
@pytest.mark.parametrize("form", FORMATS)
def test_valid_decks_take_time_in_proportion(form: str, sides: int) -> None:
    assert_linear(lambda count: valid(form, count), lambda raw: read_deck(raw, form), sides, doublings=2)


@pytest.mark.parametrize("form", FORMATS)
def test_the_largest_deck_is_read_and_none_larger(form: str) -> None:
    assert sum(len(card.sides) for card in read_deck(valid(form, MAX_SIDES), form).cards) == MAX_SIDES
    assert read(valid(form, MAX_SIDES + 2), form) is Mistake.TOO_MANY_SIDES


def test_packing_and_unpacking_take_time_in_proportion() -> None:
    sides = MAX_SIDES // 8
    decks = {count: read_deck(valid("csv", count), "csv") for count in (sides, 2 * sides)}
    packed = {count: pack(deck) for count, deck in decks.items()}
    assert_linear(decks.__getitem__, pack, sides)
    assert_linear(packed.__getitem__, unpack, sides)


@pytest.mark.parametrize(("form", "shape"), HOSTILE)
def test_hostile_decks_take_time_in_proportion(form: str, shape: Shape) -> None:
    assert_linear(
        lambda size: shape.make(size).encode(), lambda raw: read(raw, form), shape.size, doublings=2
    )


STORED = (
    Shape("toml", lambda n: GOOD_TOML + "[[card]]\n" * n, None, 1_000),
    Shape("toml", lambda n: valid("toml", n).decode().replace("name = ", "#"), None, 125),
    Shape("json", lambda n: valid("json", n).decode().replace('"id":', '"side":'), None, 125),
    Shape("json", lambda n: _json_words('"\\u0041"', n), Mistake.NOT_SEVEN, 8_000),
    Shape("json", lambda n: _json_sides(each('{{"id":"\\u0041{}"}},')(n)), Mistake.TOO_MANY_SIDES, 4_000),
)


@pytest.mark.parametrize("shape", STORED)
def test_decks_that_the_last_version_stored_take_time_in_proportion(shape: Shape) -> None:
    def again(raw: bytes) -> WordDeck | Mistake:
        return read(raw, shape.name, stored=True)

    answer = again(shape.make(shape.size).encode())
    assert answer is shape.mistake if shape.mistake else isinstance(answer, WordDeck)
    assert_linear(lambda size: shape.make(size).encode(), again, shape.size, doublings=2)


@pytest.mark.parametrize(("form", "shape"), HOSTILE)
def test_hostile_decks_take_memory_in_proportion(form: str, shape: Shape) -> None:
    raw = shape.make(shape.size).encode()
    read(raw, form)  # what is made once for all decks does not count
    tracemalloc.start()
    try:
        answer = read(raw, form)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answer is shape.mistake if shape.mistake else isinstance(answer, WordDeck)
    assert most < MAX_BYTES_PER_BYTE * len(raw) + 100_000
