"""The form of our own cards: an idea on each line with its words, easy to read in a diff."""

import re
import tomllib
from collections.abc import Iterator, Mapping

from pictomania.words.deck import Idea, WordCard, WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake, add_side
from pictomania.words.formats.cursor import Cursor, IndexCursor
from pictomania.words.formats.earlier_cursor import EarlierCursor
from pictomania.words.formats.shape import flag_of, known, list_of, table_of, tags_of, text_of, whole_of
from pictomania.words.formats.toml_tokens import decode, index_of

SIDES = ("a", "b")
PLACE = re.compile(r"\(at line (\d+), column \d+\)\Z")  # at the end of what the parser says


def read(text: str, *, stored: bool = False) -> list[DraftSide]:
    """Read cards as tables `[[card]]` with sides `[card.a]` and `[card.b]`.

    A deck that an earlier version `stored` may have cards without a side, and keeps the lines that it named.
    """
    index = index_of(text)
    document = _parsed(text)
    index.decode(decode)
    cursor: Cursor = EarlierCursor(text, '"{}"'.format, '""') if stored else IndexCursor(text, index)
    known(document, ("card",), cursor)
    sides: list[DraftSide] = []
    for number, card in enumerate(list_of(document.get("card", []), "card", cursor)):
        before = len(sides)
        for side in _card(table_of(card, "card", cursor), number, cursor):
            add_side(sides, side)
        if len(sides) == before and not stored:
            raise DeckError(cursor.line, Mistake.NOT_SEVEN, "this card has no side", number=0)
    return sides


def _parsed(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        sentence = f"not TOML: {str(error).rpartition(' (at')[0]}"
        raise DeckError(_line_of(error, text), Mistake.NOT_THIS_FORM, sentence) from None
    except (RecursionError, ValueError):  # a number with too many digits
        raise DeckError(1, Mistake.NOT_THIS_FORM, "not TOML that could be a deck") from None


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = PLACE.search(str(error))
    return int(found[1]) if found else text.count("\n") + 1


def _card(table: Mapping[str, object], number: int, cursor: Cursor) -> Iterator[DraftSide]:
    name = table.get("name", "")
    line = cursor.item(number, name if isinstance(name, str) else "")
    known(table, ("name", "level", *SIDES), cursor)
    name = text_of(name, "the name of a card", cursor)
    level = whole_of(table.get("level", 1), "the level of a card", cursor)
    for letter in SIDES:
        if letter in table:
            side = table_of(table[letter], f"side {letter}", cursor)
            yield _side(side, level, name or None, line, cursor)


def _side(table: Mapping[str, object], level: int, name: str | None, line: int, cursor: Cursor) -> DraftSide:
    known(table, ("theme", "bots", "ideas"), cursor)
    theme = text_of(table.get("theme", ""), "a theme", cursor)
    draft = DraftSide(cursor.theme(theme) if theme else line, theme, level, name)
    draft.bots = flag_of(table.get("bots", False), "bots", cursor)
    for idea in list_of(table.get("ideas", []), "ideas", cursor):
        words = dict(table_of(idea, "an idea", cursor))
        tags = tags_of(words.pop("draw", []), cursor)
        written = {language: text_of(word, "a word", cursor) for language, word in words.items()}
        first = next(iter(written.values()), "")
        draft.add(DraftIdea(cursor.word(first), written, tags))
    return draft


def write(deck: WordDeck) -> str:
    """Write a whole deck."""
    return "\n".join(line for card in deck.cards for line in _card_lines(card))


def _card_lines(card: WordCard) -> Iterator[str]:
    yield "[[card]]"
    yield f"name = {_quoted(card.name)}"
    yield f"level = {card.level}"
    for letter, side in zip(SIDES, card.sides, strict=False):
        yield f"[card.{letter}]"
        yield f"theme = {_quoted(side.theme)}"
        if side.bots:
            yield "bots = true"
        yield "ideas = ["
        yield from (f"  {_idea(idea)}," for idea in side.ideas)
        yield "]"
    yield ""


def _idea(idea: Idea) -> str:
    words = [f"{language} = {_quoted(word)}" for language, word in idea.words.items()]
    tags = [f"draw = [{', '.join(map(_quoted, idea.draw))}]"] if idea.draw else []
    return "{ " + ", ".join(words + tags) + " }"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
