"""A table for spreadsheets: an idea on each row, a column for each language, and whose side it is on."""

import csv
from collections.abc import Iterator
from io import StringIO

from pictomania.rules import NUMBERS
from pictomania.words.deck import WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake
from pictomania.words.languages import Language

PLACES = ("card", "side", "level", "theme")
COLUMNS = (*PLACES, *Language, "draw")


def read(text: str) -> list[DraftSide]:
    """Read rows; where neither card nor side is given, every seven rows are a side."""
    rows = csv.DictReader(StringIO(text, newline=""), strict=True, restkey="")
    try:
        return _sides(rows)
    except csv.Error as error:
        sentence = f"not a table with commas: {error}"
        raise DeckError(rows.reader.line_num, Mistake.NOT_THIS_FORM, sentence) from None


def _sides(rows: "csv.DictReader[str]") -> list[DraftSide]:
    for column in rows.fieldnames or ():
        if column not in COLUMNS:
            sentence = f"is not a column ({', '.join(COLUMNS)})"
            raise DeckError(1, Mistake.UNKNOWN_NAME, sentence, column)
    if not set(Language).intersection(rows.fieldnames or ()):
        sentence = f"the first line names no language ({', '.join(Language)})"
        raise DeckError(1, Mistake.NO_LANGUAGE, sentence)
    sides: list[DraftSide] = []
    last: tuple[str, ...] | None = None
    for row in rows:
        if "" in row:
            sentence = "has more cells than the first line names"
            raise DeckError(rows.line_num, Mistake.TOO_MANY_CELLS, sentence)
        key = tuple(row.get(place) or "" for place in PLACES)
        full = not (key[0] or key[1]) and sides and len(sides[-1].ideas) == len(NUMBERS)
        if key != last or full:
            sides.append(_side(key, rows.line_num))
            last = key
        words = {language.value: row[language] for language in Language if row.get(language)}
        tags = tuple(tag.strip() for tag in (row.get("draw") or "").split(",") if tag.strip())
        sides[-1].ideas.append(DraftIdea(rows.line_num, words, tags))
    return sides


def _side(key: tuple[str, ...], line: int) -> DraftSide:
    card, _, level, theme = key
    if level and not level.isdecimal():
        raise DeckError(line, Mistake.NO_SUCH_LEVEL, "is not a level", level)
    return DraftSide(line, theme, int(level or 1), card or None)


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
