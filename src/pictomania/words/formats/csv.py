"""CSV for spreadsheets: one idea per row, one column per language."""

import csv
from collections.abc import Iterator
from io import StringIO

from pictomania.rules import NUMBERS
from pictomania.words.deck import WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side, check_languages
from pictomania.words.formats.schema import parse_level
from pictomania.words.languages import LANGUAGE_HINT, in_order, is_language

SIDE_COLUMNS = ("card", "side", "level", "theme")
COLUMNS = (*SIDE_COLUMNS, "draw")


def read(text: str) -> list[DraftSide]:
    """Parse rows; without card and side, every seven rows form a side."""
    rows = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        return _sides((rows.line_num, row) for row in rows)
    except csv.Error as error:
        message = f"not valid CSV: {error}"
        raise DeckError(rows.line_num, Mistake.NOT_THIS_FORM, message) from None


class _Columns:
    """Positions of the columns; of duplicate columns, the last one counts."""

    def __init__(self, names: list[str]) -> None:
        for name in names:
            if name not in COLUMNS and not is_language(name):
                message = f"is neither a known column ({', '.join(COLUMNS)}) nor {LANGUAGE_HINT}"
                raise DeckError(1, Mistake.UNKNOWN_NAME, message, name)
        self.count = len(names)
        self._positions = {name: position for position, name in enumerate(names)}
        self.languages = in_order(self._positions.keys() - COLUMNS)
        check_languages(self.languages, 1)
        if not self.languages:
            message = f"the first line has no language column: {LANGUAGE_HINT}"
            raise DeckError(1, Mistake.NO_LANGUAGE, message)

    def cell(self, row: list[str], name: str) -> str:
        position = self._positions.get(name, len(row))
        return row[position] if position < len(row) else ""


def _sides(rows: Iterator[tuple[int, list[str]]]) -> list[DraftSide]:
    """Parse rows with their line numbers; the first one is the header."""
    columns = _Columns(next(rows, (1, []))[1])
    sides: list[DraftSide] = []
    last: tuple[str, ...] | None = None
    for line, row in rows:
        if not row:
            continue
        if len(row) > columns.count:
            message = "this row has more cells than the first line"
            raise DeckError(line, Mistake.TOO_MANY_CELLS, message)
        key = tuple(columns.cell(row, name) for name in SIDE_COLUMNS)
        is_full = not (key[0] or key[1]) and sides and sides[-1].count == len(NUMBERS)
        if key != last or is_full:
            add_side(sides, _side(key, line))
            last = key
        cells = ((language, columns.cell(row, language)) for language in columns.languages)
        words = {language: word for language, word in cells if word}
        tags = tuple(tag.strip() for tag in columns.cell(row, "draw").split(",") if tag.strip())
        sides[-1].add(DraftIdea(line, words, tags))
    return sides


def _side(key: tuple[str, ...], line: int) -> DraftSide:
    card, _, level, theme = key
    return DraftSide(line, theme, parse_level(level or "1", line), card or None)


def write(deck: WordDeck) -> str:
    """Write a whole deck."""
    table = StringIO()
    writer = csv.DictWriter(table, (*SIDE_COLUMNS, *deck.languages, "draw"), lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(deck))
    return table.getvalue()


def _rows(deck: WordDeck) -> Iterator[dict[str, object]]:
    for card in deck.cards:
        for letter, side in zip("ab", card.sides, strict=False):
            for idea in side.ideas:
                place = {"card": card.name, "side": letter, "level": card.level, "theme": side.theme}
                yield place | dict(idea.words) | {"draw": ", ".join(idea.draw)}
