"""The form for programs: a list of sides, each with its seven words in each language."""

import json
import re
from collections.abc import Iterator, Sequence

from pictomania.rules import NUMBERS
from pictomania.words.deck import WordCard, WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side
from pictomania.words.formats.cursor import Cursor, Index, IndexCursor
from pictomania.words.formats.earlier_cursor import EarlierCursor
from pictomania.words.formats.shape import known, list_of, table_of, tags_of, text_of, whole_of
from pictomania.words.languages import Language

KEYS = ("id", "level", "side", "theme", "words", "draw")
# Strings, with the colon behind keys, and brackets. No part of it ever goes back, so it is linear.
TOKEN = re.compile(r'"((?:[^"\\]++|\\.)*+)"(?P<key>[ \t\r\n]*+:)?|[][{}]', re.DOTALL)


def read(text: str, *, stored: bool = False) -> list[DraftSide]:
    """Read a list of sides; those that an earlier version `stored` keep the lines that it named."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DeckError(error.lineno, Mistake.NOT_THIS_FORM, f"not JSON: {error.msg}") from None
    except (RecursionError, ValueError):
        raise DeckError(1, Mistake.NOT_THIS_FORM, "not JSON that could be a deck") from None
    cursor: Cursor = EarlierCursor(text, _quoted, "{") if stored else IndexCursor(text, _index(text))
    sides: list[DraftSide] = []
    for number, side in enumerate(list_of(document, "the document", cursor)):
        add_side(sides, _side(side, number, cursor))
    return sides


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _index(text: str) -> Index:
    """Index a text that is known to be JSON."""
    index = Index()
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
                places = index.keys if token["key"] else index.strings
                if "\\" in token[1]:
                    index.escaped.append((token[1], token.start(), places))
                else:
                    places.setdefault(token[1], []).append(token.start())
    index.decode(lambda literals: json.loads("[" + ",".join(f'"{text}"' for text in literals) + "]"))
    return index


def _side(value: object, number: int, cursor: Cursor) -> DraftSide:
    side = table_of(value, "a side", cursor)
    name = side.get("id", "")
    line = cursor.item(number, name if isinstance(name, str) else "")
    known(side, KEYS, cursor)
    name = text_of(name, "an id", cursor)
    level = whole_of(side.get("level", 1), "a level", cursor)
    theme = text_of(side.get("theme", ""), "a theme", cursor)
    draft = DraftSide(line, theme, level, name or None)
    languages = table_of(side.get("words", {}), "words", cursor)
    tags = [tags_of(tag, cursor) for tag in list_of(side.get("draw", []), "draw", cursor)]
    for language, words in languages.items():
        written = list_of(words, f"words in {language!r}", cursor)
        for place, word in enumerate(written[: len(NUMBERS)]):
            at = cursor.word(text_of(word, "a word", cursor))
            if place == draft.count:
                draft.add(DraftIdea(at, {}, tags[place] if place < len(tags) else ()))
            draft.ideas[place].words[language] = str(word)
        draft.count = max(draft.count, len(written))
    return draft


def write(deck: WordDeck) -> str:
    """Write a whole deck, a side on each line."""
    lines = [
        json.dumps(entry, ensure_ascii=False) for card in deck.cards for entry in _whole(card, deck.languages)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _whole(card: WordCard, languages: Sequence[Language]) -> Iterator[dict[str, object]]:
    for side, entry in zip(card.sides, entries(card, languages), strict=True):
        yield entry | {"draw": [idea.draw for idea in side.ideas]}


def entries(card: WordCard, languages: Sequence[Language]) -> Iterator[dict[str, object]]:
    """Describe each side of a card in some languages."""
    for letter, side in zip("ab", card.sides, strict=False):
        words = {language.value: list(side.words(language)) for language in languages}
        yield {"id": card.name, "level": card.level, "side": letter, "theme": side.theme, "words": words}
