"""The simplest form: one language, seven lines a side, a blank line between sides.

A line that begins with # is a remark: `# language: fr` and `# level: 2` hold from there on, any other is the
theme of the side that follows.
"""

import re
from collections.abc import Iterator
from io import StringIO

from pictomania.words.deck import WordDeck
from pictomania.words.draft import DraftIdea, DraftSide, add_side
from pictomania.words.formats.shape import level_of
from pictomania.words.languages import Language

SETTING = re.compile(r"#\s*(language|level)\s*:\s*(.*)")


def read(text: str, language: str) -> list[DraftSide]:
    """Read sides as they are written."""
    sides: list[DraftSide] = []
    level, theme, open_side = 1, "", False
    for number, line in enumerate(StringIO(text, newline="\n"), start=1):
        written = line.strip()
        setting = SETTING.fullmatch(written) if written.startswith("#") else None
        if setting is not None and setting[1] == "language":
            language = setting[2]
        elif setting is not None:
            level = level_of(setting[2], number)
        elif written.startswith("#"):
            theme, open_side = written.lstrip("# "), False
        elif not written:
            open_side = False
        else:
            if not open_side:
                add_side(sides, DraftSide(number, theme, level))
                theme, open_side = "", True
            sides[-1].add(DraftIdea(number, {language: line.rstrip("\r\n")}))
    return sides


def write(deck: WordDeck, language: Language) -> Iterator[str]:
    """Write a deck in one language, line by line; the two sides of a card become cards of their own."""
    yield f"# language: {language}"
    level = None
    for card in deck.cards:
        if card.level != level:
            level = card.level
            yield ""
            yield f"# level: {level}"
        for side in card.sides:
            yield ""
            if side.theme:
                yield f"# {side.theme}"
            yield from side.words(language)
