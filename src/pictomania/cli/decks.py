"""`pictomania decks`: our own word cards to read, and decks of one's own to check and convert."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pictomania.cli.quoting import printable
from pictomania.rules import LEVELS
from pictomania.words import (
    FORMATS,
    DeckError,
    Language,
    Mistake,
    WordCard,
    WordDeck,
    format_of,
    house_deck,
    read_deck,
)
from pictomania.words.formats import csv as csv_form
from pictomania.words.formats import json as json_form
from pictomania.words.formats import text as text_form
from pictomania.words.formats import toml as toml_form
from pictomania.words.reader import LARGEST

BAD_INPUT = 2
STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may follow `pictomania decks`."""
    parser.description = "Read our own word cards, or check and convert a deck of your own."
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = commands.add_parser("list", help="show our own cards")
    listing.add_argument("--level", type=int, choices=LEVELS, help="only this one, 1 easiest to 4 hardest")
    listing.add_argument("--language", choices=[*map(str, Language)], help="only this one")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(deck_command=_list)
    checking = commands.add_parser("check", help="say what is wrong with a deck of your own")
    _add_file(checking)
    checking.add_argument("--blind", action="store_true", help="show no word: you may want to play with them")
    checking.set_defaults(deck_command=_check)
    converting = commands.add_parser("convert", help="write a deck of your own in another form")
    _add_file(converting)
    converting.add_argument("--to", choices=FORMATS, required=True, help="the form to write")
    converting.set_defaults(deck_command=_convert, blind=False)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="text, .csv, .toml or .json; - is standard input, as text"
    )
    parser.add_argument(
        "--language", choices=[*map(str, Language)], default="en", help="of plain text (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked for."""
    try:
        args.deck_command(args)
    except DeckError as error:
        print(printable(error.told(_source(args.file), blind=args.blind)), file=sys.stderr)
        return BAD_INPUT
    return 0


def _source(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


def _list(args: argparse.Namespace) -> None:
    languages = [Language(args.language)] if args.language else list(Language)
    cards = [card for card in house_deck().cards if args.level in (None, card.level)]
    if args.json:
        sides = [entry for card in cards for entry in json_form.entries(card, languages)]
        print(json.dumps(sides, ensure_ascii=False, indent=1))
        return
    for card in cards:
        print("\n".join(_read_out(card, languages)))


def _read_out(card: WordCard, languages: list[Language]) -> Iterator[str]:
    for letter, side in zip("ab", card.sides, strict=False):
        bots = ", bots can draw it" if side.bots else ""
        yield f"{card.name}{letter}  {side.theme} (level {card.level}{bots})"
        for number, idea in enumerate(side.ideas, start=1):
            yield f"  {number}  {' · '.join(idea.word(language) for language in languages)}"
        yield ""


def _check(args: argparse.Namespace) -> None:
    deck = _deck(args)
    sides = sum(len(card.sides) for card in deck.cards)
    levels = ", ".join(str(level) for level in sorted({card.level for card in deck.cards}))
    fits = [name for name, size in (("second", 3), ("first", 6)) if deck.for_rules().levels(size)]
    enough = f"enough for the {' and the '.join(fits)} edition" if fits else "too few to play with"
    where = printable(_source(args.file))
    print(f"{where}: {sides} sides in {', '.join(deck.languages)}, level {levels}, {enough}")


def _convert(args: argparse.Namespace) -> None:
    deck = _deck(args)
    match args.to:
        case "csv":
            written = csv_form.write(deck)
        case "toml":
            written = toml_form.write(deck)
        case "json":
            written = json_form.write(deck)
        case _:
            written = "\n".join(text_form.write(deck, Language(args.language))) + "\n"
    print(written, end="")


def _deck(args: argparse.Namespace) -> WordDeck:
    if args.file == STANDARD_INPUT:
        return read_deck(sys.stdin.buffer.read(LARGEST + 1), "text", args.language)
    try:
        with Path(args.file).open("rb") as stream:
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise DeckError(1, Mistake.UNREADABLE, f"cannot be read: {error.strerror or error}") from None
    return read_deck(raw, format_of(args.file), args.language)
