"""Fuzz the deck parsers: one property, used by Hypothesis in a test and by Atheris from the command line.

    python -m tests.hostile.fuzz.fuzz_decks [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is not a dependency of the project: run it in a separate environment with the project
on its path. Shrink what it finds, keep it as `corpus/decks/NAME.FORM`, and a test will replay it for good.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from pictomania.rules import TABLE, Colour, Phase, apply, sample_chance
from pictomania.table.dealer import Box, begin_game, box_of, why_not_begin
from pictomania.wire.settings import Settings
from pictomania.words import (
    FORMATS,
    DeckError,
    Idea,
    Language,
    WordCard,
    WordDeck,
    WordSide,
    pack,
    read_deck,
    unpack,
)
from pictomania.words.draft import MAX_MESSAGE_LENGTH, MAX_QUOTE_LENGTH
from pictomania.words.formats import csv, json, text, toml
from tests.hostile.fuzz.fuzzer import fuzz

CORPUS = Path(__file__).parent / "corpus" / "decks"
LANGUAGES = ("en", "pt-BR", "ru", "zh-Hant")
COLOURS = (Colour.RED, Colour.GREEN, Colour.BLUE)
WRITERS: dict[str, Callable[[WordDeck], str]] = {
    "text": lambda words: "\n".join(text.write(words, "en")),
    "csv": csv.write,
    "toml": toml.write,
    "json": json.write,
}
# What a mutation puts in: pieces that mean something to a parser, and characters that are trouble.
PIECES: dict[str, tuple[str, ...]] = {
    "text": ("#", "# level: ", "# language: ru", "# language: ", "\n\n", "\r\n", "5", "1" * 5000, "\u0661"),
    "csv": (",", '"', '""', "\r", "\n", "\n\n", "card", "level", "draw", "en", "1" * 5000, ",,,,,,,,,"),
    "toml": (
        *('"', "'", '"""', "'''", "[[card]]", "[card.a]", "[card]", "[", "]", "{", "}", "=", ".", ",", "#"),
        *("name", "a", "b.", "ideas", "[[card.a.ideas]]\n", "level = ", "0x" + "f" * 5000, "9" * 5000, "1.5"),
        *("\\", "\\u00e9", "\\U0010ffff", "inf", "1979-05-27T07:32:00Z", "true", "\n", "a." * 9, "[" * 40),
    ),
    "json": (
        *('"', "\\", "\\n", "\\ud800", "\\u0041", "[", "]", "{", "}", ":", ",", "1" * 5000, "1e999", "NaN"),
        *('"id"', '"words"', '"draw"', '"side"', '"level": 7', '"en": []', "null", "true", "[" * 2000, "{}"),
    ),
}
TROUBLE = ("\0", "\ufeff", "\u202e", "\u200d", "\u0301\u0316" * 300, "\U0001d160" * 30, "\u2028", " " * 900)


def fuzz_one(data: bytes) -> None:
    """Read a deck whose form and language the first byte chooses."""
    if data:
        form = FORMATS[data[0] % len(FORMATS)]
        language = LANGUAGES[data[0] // len(FORMATS) % len(LANGUAGES)]
        check_deck(data[1:], form, language)


def as_input(raw: bytes, form: str) -> bytes:
    """Say it to `fuzz_one`."""
    return bytes([FORMATS.index(form)]) + raw


def check_deck(raw: bytes, form: str, language: Language = "en") -> bool:
    """Expect a deck that can be stored, or a `DeckError`; tell whether a round could be dealt from it."""
    try:
        deck = read_deck(raw, form, language)
    except DeckError as error:
        _check_error(error, raw)
        return False
    again = unpack(pack(deck))
    assert again.cards == deck.cards
    box = box_of(again)
    assert box.fingerprint == box_of(deck).fingerprint
    assert read_deck(raw, form, language, stored=True).cards
    return _is_dealt(box)


def _check_error(error: DeckError, raw: bytes) -> None:
    sentence = error.describe("deck")
    assert "\n" not in sentence
    assert len(sentence) <= MAX_MESSAGE_LENGTH + 11 * MAX_QUOTE_LENGTH  # a character is quoted by ten at most
    assert 1 <= error.line <= len(raw) + 1
    again = DeckError.from_bytes(error.to_bytes())
    assert (again.describe("deck"), again.mistake, again.number) == (sentence, error.mistake, error.number)


def _is_dealt(box: Box) -> bool:
    """Lay the cards of a round, unless the table says by name why it cannot be played."""
    settings = Settings(deck="own")
    if why_not_begin(settings, box, len(COLOURS)) is not None:
        return False
    game = begin_game(settings, box, COLOURS, 0)
    random = Random(1)
    while action := sample_chance(game, random.choice):
        game = apply(game, TABLE, action)
    assert game.phase is Phase.READING
    return True


def good_deck(cards: int = 4, languages: tuple[Language, ...] = ("en", "ru")) -> WordDeck:
    """Make up a deck that is enough for a game, and has everything in it that a deck can have."""
    return WordDeck(
        WordCard(f"c{card}", 1 + card // 3 % 4, tuple(_side(f"{card}{letter}", languages) for letter in "ab"))
        for card in range(cards)
    )


def _side(name: str, languages: tuple[Language, ...]) -> WordSide:
    ideas = (
        Idea({language: f"{language} {name}{letter}" for language in languages}, (f"quickdraw/{letter}",))
        for letter in "tuvwxyz"
    )
    return WordSide(f"theme {name}", tuple(ideas), bots=True)


def corpus() -> Iterator[tuple[str, bytes]]:
    """List what once made a parser fail, by form."""
    for file in sorted(CORPUS.iterdir()):
        yield file.suffix.removeprefix("."), file.read_bytes()


if __name__ == "__main__":
    good = [(write(good_deck()).encode(), form) for form, write in WRITERS.items()]
    stored = [(raw, form) for form, raw in corpus()]
    fuzz(
        fuzz_one,
        [as_input(raw, form) for raw, form in (*good, *stored)],
        [piece.encode() for form in FORMATS for piece in PIECES[form]],
        longest=6_000,
    )
