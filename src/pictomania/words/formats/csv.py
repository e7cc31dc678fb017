"""A table for spreadsheets: an idea on each row, a column for each language, and whose side it is on."""

import csv
from collections.abc import Iterator
from io import StringIO

from pictomania.rules import NUMBERS
from pictomania.words.deck import WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side
from pictomania.words.formats.shape import level_of
from pictomania.words.languages import Language

PLACES = ("card", "side", "level", "theme")
COLUMNS = (*PLACES, *Language, "draw")


def read(text: str) -> list[DraftSide]:
    """Read rows; where neither card nor side is given, every seven rows are a side."""
    rows = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        return _sides((rows.line_num, row) for row in rows)
    except csv.Error as error:
        sentence = f"not a table with commas: {error}"
        raise DeckError(rows.line_num, Mistake.NOT_THIS_FORM, sentence) from None


class _Columns:
    """Where the columns are; one that stands twice counts where it stands last."""

    def __init__(self, names: list[str]) -> None:
        for name in names:
            if name not in COLUMNS:
                sentence = f"is not a column ({', '.join(COLUMNS)})"
                raise DeckError(1, Mistake.UNKNOWN_NAME, sentence, name)
        self.count = len(names)
        self._places = {name: place for place, name in enumerate(names)}
        if not set(Language).intersection(self._places):
            sentence = f"the first line names no language ({', '.join(Language)})"
            raise DeckError(1, Mistake.NO_LANGUAGE, sentence)

    def cell(self, row: list[str], name: str) -> str:
        place = self._places.get(name, len(row))
        return row[place] if place < len(row) else ""


def _sides(rows: Iterator[tuple[int, list[str]]]) -> list[DraftSide]:
    """Read rows with their line numbers; the first names the columns."""
    columns = _Columns(next(rows, (1, []))[1])
    sides: list[DraftSide] = []
    last: tuple[str, ...] | None = None
    for line, row in rows:
        if not row:
            continue
        if len(row) > columns.count:
            sentence = "has more cells than the first line names"
            raise DeckError(line, Mistake.TOO_MANY_CELLS, sentence)
        key = tuple(columns.cell(row, place) for place in PLACES)
        full = not (key[0] or key[1]) and sides and sides[-1].count == len(NUMBERS)
        if key != last or full:
            add_side(sides, _side(key, line))
            last = key
        cells = ((language.value, columns.cell(row, language)) for language in Language)
        words = {language: word for language, word in cells if word}
        tags = tuple(tag.strip() for tag in columns.cell(row, "draw").split(",") if tag.strip())
        sides[-1].add(DraftIdea(line, words, tags))
    return sides


def _side(key: tuple[str, ...], line: int) -> DraftSide:
    card, _, level, theme = key
    return DraftSide(line, theme, level_of(level or "1", line), card or None)


def write(deck: WordDeck) -> str:
    """Write a whole deck."""
    table = StringIO()
    writer = csv.DictWriter(table, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(deck))
    return table.getvalue()


def _rows(deck: WordDeck) -> Iterator[dict[str, object]]:
    for card in deck.cards:
        for letter, side in zip("ab", card.sides, strict=False):
            for idea in side.ideas:
                place = {"card": card.name, "side": letter, "level": card.level, "theme": side.theme}
                words = {language.value: word for language, word in idea.words.items()}
                yield place | words | {"draw": ", ".join(idea.draw)}
