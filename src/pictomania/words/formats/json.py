"""JSON for programs: a list of sides, each with seven words per language."""

import json
import re
from collections.abc import Iterator

from pictomania.rules import NUMBERS
from pictomania.words.deck import WordCard, WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side
from pictomania.words.formats.cursor import Cursor, IndexCursor, TokenIndex
from pictomania.words.formats.legacy_cursor import LegacyCursor
from pictomania.words.formats.schema import (
    expect_integer,
    expect_list,
    expect_string,
    expect_table,
    expect_tags,
    reject_unknown_keys,
)
from pictomania.words.languages import Language

KEYS = ("id", "level", "side", "theme", "words", "draw")
# Strings, with the colon after keys, and brackets. Possessive throughout, so matching takes linear time.
TOKEN = re.compile(r'"((?:[^"\\]++|\\.)*+)"(?P<key>[ \t\r\n]*+:)?|[][{}]', re.DOTALL)


def read(text: str, *, stored: bool = False) -> list[DraftSide]:
    """Parse a list of sides; decks that version 0.1.0 `stored` keep its line numbers."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DeckError(error.lineno, Mistake.NOT_THIS_FORM, f"not valid JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        raise DeckError(1, Mistake.NOT_THIS_FORM, "this JSON is too complex for a deck") from None
    cursor: Cursor = LegacyCursor(text, _literal, "{") if stored else IndexCursor(text, _index(text))
    sides: list[DraftSide] = []
    for number, side in enumerate(expect_list(document, "the document", cursor)):
        add_side(sides, _side(side, number, cursor))
    return sides


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _index(text: str) -> TokenIndex:
    """Index a text that is known to be valid JSON."""
    index = TokenIndex()
    depth = 0
    for token in TOKEN.finditer(text):
        match token[0]:
            case "[" | "{" as bracket:
                if depth == 1 and bracket == "{":
                    index.items.append(token.start())
                depth += 1
            case "]" | "}":
                depth -= 1
            case _:
                positions = index.keys if token["key"] else index.strings
                if "\\" in token[1]:
                    index.escaped.append((token[1], token.start(), positions))
                else:
                    positions.setdefault(token[1], []).append(token.start())
    index.decode(lambda literals: json.loads("[" + ",".join(f'"{text}"' for text in literals) + "]"))
    return index


def _side(value: object, number: int, cursor: Cursor) -> DraftSide:
    side = expect_table(value, "a side", cursor)
    name = side.get("id", "")
    line = cursor.item(number, name if isinstance(name, str) else "")
    reject_unknown_keys(side, KEYS, cursor)
    name = expect_string(name, "an id", cursor)
    level = expect_integer(side.get("level", 1), "a level", cursor)
    theme = expect_string(side.get("theme", ""), "a theme", cursor)
    draft = DraftSide(line, theme, level, name or None)
    languages = expect_table(side.get("words", {}), "words", cursor)
    tags = [expect_tags(tag, cursor) for tag in expect_list(side.get("draw", []), "draw", cursor)]
    for language, words in languages.items():
        listed = expect_list(words, f"words in {language!r}", cursor)
        for place, word in enumerate(listed[: len(NUMBERS)]):
            at = cursor.word(expect_string(word, "a word", cursor))
            if place == draft.count:
                draft.add(DraftIdea(at, {}, tags[place] if place < len(tags) else ()))
            draft.ideas[place].words[language] = str(word)
        draft.count = max(draft.count, len(listed))
    return draft


def write(deck: WordDeck) -> str:
    """Write a whole deck, one side per line."""
    lines = [json.dumps(entry, ensure_ascii=False) for card in deck.cards for entry in _full_entries(card)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _full_entries(card: WordCard) -> Iterator[dict[str, object]]:
    for side, entry in zip(card.sides, entries(card), strict=True):
        yield entry | {"draw": [idea.draw for idea in side.ideas]}


def entries(card: WordCard, language: Language | None = None) -> Iterator[dict[str, object]]:
    """Yield the entry of each side of a card, without drawings, in its languages or as read in one."""
    for letter, side in zip("ab", card.sides, strict=False):
        languages = side.languages if language is None else (language,)
        words = {language: list(side.words(language)) for language in languages}
        yield {"id": card.name, "level": card.level, "side": letter, "theme": side.theme, "words": words}
