"""`pictomania decks`: list our word cards, or check and convert a custom deck."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pictomania.cli.quoting import printable
from pictomania.rules import LEVELS
from pictomania.words import (
    ENGLISH,
    FORMATS,
    LANGUAGE_HINT,
    DeckError,
    Language,
    Mistake,
    WordCard,
    WordDeck,
    card_languages,
    format_of,
    house_deck,
    is_language,
    read_deck,
)
from pictomania.words.formats import csv as csv_form
from pictomania.words.formats import json as json_form
from pictomania.words.formats import text as text_form
from pictomania.words.formats import toml as toml_form
from pictomania.words.reader import MAX_DECK_BYTES

BAD_INPUT = 2
STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania decks`."""
    parser.description = "List our word cards, or check and convert your own deck."
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = commands.add_parser("list", help="list our own cards")
    listing.add_argument(
        "--level", type=int, choices=LEVELS, help="only this level, from 1 (easiest) to 4 (hardest)"
    )
    listing.add_argument("--language", choices=card_languages(), help="only this language")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(deck_command=_list)
    checking = commands.add_parser("check", help="check your own deck for mistakes")
    _add_file(checking)
    checking.add_argument(
        "--blind", action="store_true", help="show no words, since you may want to play with them"
    )
    checking.set_defaults(deck_command=_check)
    converting = commands.add_parser("convert", help="convert your own deck to another format")
    _add_file(converting)
    converting.add_argument("--to", choices=FORMATS, required=True, help="the format to write")
    converting.set_defaults(deck_command=_convert, blind=False)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="text, .csv, .toml or .json; - reads text from standard input"
    )
    parser.add_argument(
        "--language",
        type=_language,
        default=ENGLISH,
        metavar="TAG",
        help="language of plain text, such as en or pt-BR (%(default)s)",
    )


def _language(tag: str) -> Language:
    if not is_language(tag):
        raise argparse.ArgumentTypeError(f"{printable(repr(tag))} is not {LANGUAGE_HINT}")
    return tag


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    try:
        args.deck_command(args)
    except DeckError as error:
        print(printable(error.describe(_source(args.file), blind=args.blind)), file=sys.stderr)
        return BAD_INPUT
    return 0


def _source(file: str) -> str:
    return "standard input" if file == STANDARD_INPUT else file


def _list(args: argparse.Namespace) -> None:
    cards = [card for card in house_deck().cards if args.level in (None, card.level)]
    if args.json:
        sides = [entry for card in cards for entry in json_form.entries(card, args.language)]
        print(json.dumps(sides, ensure_ascii=False, indent=1))
        return
    for card in cards:
        print("\n".join(_card_lines(card, args.language)))


def _card_lines(card: WordCard, language: Language | None) -> Iterator[str]:
    for letter, side in zip("ab", card.sides, strict=False):
        bots = ", bots can draw it" if side.bots else ""
        yield f"{card.name}{letter}  {side.theme} (level {card.level}{bots})"
        languages = side.languages if language is None else (language,)
        rows = zip(*(side.words(each) for each in languages), strict=True)
        yield from (f"  {number}  {' · '.join(row)}" for number, row in enumerate(rows, start=1))
        yield ""


def _check(args: argparse.Namespace) -> None:
    deck = _deck(args)
    sides = sum(len(card.sides) for card in deck.cards)
    levels = ", ".join(str(level) for level in sorted({card.level for card in deck.cards}))
    editions = [name for name, size in (("second", 3), ("first", 6)) if deck.for_rules().levels(size)]
    enough = f"enough for the {' and the '.join(editions)} edition" if editions else "too few to play with"
    where = printable(_source(args.file))
    print(f"{where}: {sides} sides in {', '.join(deck.languages)}, level {levels}, {enough}")


def _convert(args: argparse.Namespace) -> None:
    deck = _deck(args)
    match args.to:
        case "csv":
            converted = csv_form.write(deck)
        case "toml":
            converted = toml_form.write(deck)
        case "json":
            converted = json_form.write(deck)
        case _:
            converted = "\n".join(text_form.write(deck, args.language)) + "\n"
    print(converted, end="")


def _deck(args: argparse.Namespace) -> WordDeck:
    if args.file == STANDARD_INPUT:
        return read_deck(sys.stdin.buffer.read(MAX_DECK_BYTES + 1), "text", args.language)
    try:
        with Path(args.file).open("rb") as stream:
            raw = stream.read(MAX_DECK_BYTES + 1)
    except OSError as error:
        raise DeckError(1, Mistake.UNREADABLE, f"cannot be read: {error.strerror or error}") from None
    return read_deck(raw, format_of(args.file), args.language)
