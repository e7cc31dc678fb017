"""Plain text, the simplest format: one language, seven lines per side, a blank line between sides.

Lines that start with # are special: `# language: fr` and `# level: 2` apply from there on; any other is the
theme of the next side.
"""

import re
from collections.abc import Iterator
from io import StringIO

from pictomania.words.deck import WordDeck
from pictomania.words.draft import DraftIdea, DraftSide, add_side
from pictomania.words.formats.schema import parse_level
from pictomania.words.languages import Language

SETTING = re.compile(r"#\s*(language|level)\s*:\s*(.*)")


def read(text: str, language: str) -> list[DraftSide]:
    """Parse sides."""
    sides: list[DraftSide] = []
    level, theme, in_side = 1, "", False
    for number, line in enumerate(StringIO(text, newline="\n"), start=1):
        stripped = line.strip()
        setting = SETTING.fullmatch(stripped) if stripped.startswith("#") else None
        if setting is not None and setting[1] == "language":
            language = setting[2]
        elif setting is not None:
            level = parse_level(setting[2], number)
        elif stripped.startswith("#"):
            theme, in_side = stripped.lstrip("# "), False
        elif not stripped:
            in_side = False
        else:
            if not in_side:
                add_side(sides, DraftSide(number, theme, level))
                theme, in_side = "", True
            sides[-1].add(DraftIdea(number, {language: line.rstrip("\r\n")}))
    return sides


def write(deck: WordDeck, language: Language) -> Iterator[str]:
    """Yield the lines of a deck in one language; each side becomes a card of its own."""
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
