"""The form of our own cards: an idea on each line with its words, easy to read in a diff."""

import tomllib
from collections.abc import Iterator

from pictomania.words.deck import Idea, WordCard, WordDeck
from pictomania.words.draft import DeckError, DraftIdea, DraftSide, Mistake
from pictomania.words.formats.cursor import Cursor
from pictomania.words.formats.shape import flag_of, known, list_of, table_of, tags_of, text_of, whole_of

SIDES = ("a", "b")


def read(text: str) -> list[DraftSide]:
    """Read cards as tables `[[card]]` with sides `[card.a]` and `[card.b]`."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        sentence = f"not TOML: {str(error).partition(' (at')[0]}"
        raise DeckError(_line_of(error, text), Mistake.NOT_THIS_FORM, sentence) from None
    cursor = Cursor(text)
    known(document, ("card",), cursor)
    return [
        side
        for card in list_of(document.get("card", []), "card", cursor)
        for side in _card(table_of(card, "card", cursor), cursor)
    ]


def _line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    _, _, place = str(error).partition("(at line ")
    number = place.partition(",")[0]
    return int(number) if number.isdecimal() else text.count("\n") + 1


def _card(card: dict[str, object] | object, cursor: Cursor) -> Iterator[DraftSide]:
    table = table_of(card, "card", cursor)
    known(table, ("name", "level", *SIDES), cursor)
    name = text_of(table.get("name", ""), "the name of a card", cursor)
    line = cursor.line_of(f'"{name}"')
    level = whole_of(table.get("level", 1), "the level of a card", cursor)
    for letter in SIDES:
        if letter in table:
            side = table_of(table[letter], f"side {letter}", cursor)
            yield _side(side, level, name or None, line, cursor)


def _side(side: object, level: int, name: str | None, line: int, cursor: Cursor) -> DraftSide:
    table = table_of(side, "a side", cursor)
    known(table, ("theme", "bots", "ideas"), cursor)
    theme = text_of(table.get("theme", ""), "a theme", cursor)
    draft = DraftSide(cursor.line_of(theme) if theme else line, theme, level, name)
    draft.bots = flag_of(table.get("bots", False), "bots", cursor)
    for idea in list_of(table.get("ideas", []), "ideas", cursor):
        words = dict(table_of(idea, "an idea", cursor))
        tags = tags_of(words.pop("draw", []), cursor)
        written = {language: text_of(word, "a word", cursor) for language, word in words.items()}
        first = next(iter(written.values()), "")
        draft.ideas.append(DraftIdea(cursor.line_of(f'"{first}"'), written, tags))
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
