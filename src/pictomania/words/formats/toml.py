"""TOML, which the house deck uses: one idea per line with its words, easy to review in a diff."""

import re
import tomllib
from collections.abc import Iterator, Mapping

from pictomania.words.deck import Idea, WordCard, WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side
from pictomania.words.formats.cursor import Cursor, IndexCursor
from pictomania.words.formats.legacy_cursor import LegacyCursor
from pictomania.words.formats.schema import (
    expect_boolean,
    expect_integer,
    expect_list,
    expect_string,
    expect_table,
    expect_tags,
    reject_unknown_keys,
)
from pictomania.words.formats.toml_tokens import decode_strings, index_tokens

SIDES = ("a", "b")
LOCATION = re.compile(r"\(at line (\d+), column \d+\)\Z")  # at the end of the parser's message


def read(text: str, *, stored: bool = False) -> list[DraftSide]:
    """Parse cards as tables `[[card]]` with sides `[card.a]` and `[card.b]`.

    A deck that version 0.1.0 `stored` may have cards without a side, and keeps its line numbers.
    """
    index = index_tokens(text)
    document = _parse(text)
    index.decode(decode_strings)
    cursor: Cursor = LegacyCursor(text, '"{}"'.format, '""') if stored else IndexCursor(text, index)
    reject_unknown_keys(document, ("card",), cursor)
    sides: list[DraftSide] = []
    for number, card in enumerate(expect_list(document.get("card", []), "card", cursor)):
        before = len(sides)
        for side in _card(expect_table(card, "card", cursor), number, cursor):
            add_side(sides, side)
        if len(sides) == before and not stored:
            raise DeckError(cursor.line, Mistake.NOT_SEVEN, "this card has no sides", number=0)
    return sides


def _parse(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"not valid TOML: {str(error).rpartition(' (at')[0]}"
        raise DeckError(_line_of(error, text), Mistake.NOT_THIS_FORM, message) from None
    except (RecursionError, ValueError):  # a number with too many digits
        raise DeckError(1, Mistake.NOT_THIS_FORM, "this TOML is too complex for a deck") from None


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = LOCATION.search(str(error))
    return int(found[1]) if found else text.count("\n") + 1


def _card(table: Mapping[str, object], number: int, cursor: Cursor) -> Iterator[DraftSide]:
    name = table.get("name", "")
    line = cursor.item(number, name if isinstance(name, str) else "")
    reject_unknown_keys(table, ("name", "level", *SIDES), cursor)
    name = expect_string(name, "the name of a card", cursor)
    level = expect_integer(table.get("level", 1), "the level of a card", cursor)
    for letter in SIDES:
        if letter in table:
            side = expect_table(table[letter], f"side {letter}", cursor)
            yield _side(side, level, name or None, line, cursor)


def _side(table: Mapping[str, object], level: int, name: str | None, line: int, cursor: Cursor) -> DraftSide:
    reject_unknown_keys(table, ("theme", "bots", "ideas"), cursor)
    theme = expect_string(table.get("theme", ""), "a theme", cursor)
    draft = DraftSide(cursor.theme(theme) if theme else line, theme, level, name)
    draft.bots = expect_boolean(table.get("bots", False), "bots", cursor)
    for idea in expect_list(table.get("ideas", []), "ideas", cursor):
        words = dict(expect_table(idea, "an idea", cursor))
        tags = expect_tags(words.pop("draw", []), cursor)
        by_language = {language: expect_string(word, "a word", cursor) for language, word in words.items()}
        first = next(iter(by_language.values()), "")
        draft.add(DraftIdea(cursor.word(first), by_language, tags))
    return draft


def write(deck: WordDeck) -> str:
    """Write a whole deck."""
    return "\n".join(line for card in deck.cards for line in _card_lines(card))


def _card_lines(card: WordCard) -> Iterator[str]:
    yield "[[card]]"
    yield f"name = {_literal(card.name)}"
    yield f"level = {card.level}"
    for letter, side in zip(SIDES, card.sides, strict=False):
        yield f"[card.{letter}]"
        yield f"theme = {_literal(side.theme)}"
        if side.bots:
            yield "bots = true"
        yield "ideas = ["
        yield from (f"  {_idea(idea)}," for idea in side.ideas)
        yield "]"
    yield ""


def _idea(idea: Idea) -> str:
    words = [f"{language} = {_literal(word)}" for language, word in idea.words.items()]
    tags = [f"draw = [{', '.join(map(_literal, idea.draw))}]"] if idea.draw else []
    return "{ " + ", ".join(words + tags) + " }"


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
