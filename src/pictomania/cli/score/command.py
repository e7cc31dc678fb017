"""`pictomania score`: read rounds, score them, and print the results."""

import argparse
import json
import sys

from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable
from pictomania.cli.score.round_input import RoundInput, parse_round
from pictomania.cli.score.score_json import score_as_json
from pictomania.cli.score.score_sheet import score_sheet
from pictomania.cli.score.source import STANDARD_INPUT, read_values
from pictomania.rules import RoundScore, score

BAD_INPUT = 2
UNDERLINE = "\u0332"

EXAMPLE = """\
{"edition": "second", "players": [{"name": "Ann", "number": 1, "token": 2},
 {"name": "Bob", "number": 2, "token": 2}, {"name": "Cy", "number": 6, "token": 1}],
 "piles": {"Ann": [["Bob", 1], ["Cy", 5]], "Bob": [["Ann", 2], ["Cy", 7]], "Cy": [["Ann", 6], ["Bob", 6]]}}
"""

EPILOG = f"""\
A round is a JSON object, for example

{EXAMPLE}
edition   "first" or "second"
variants  any of "competitive", "children", "one-card", "calm-three", "learning"
          that fit the edition; "learning" says that this is the learning round
players   3 to 6, each with a name and the number card dealt; "token": the stars
          of the black token taken, if any; "wrong_word": true if the drawing showed
          another word or broke the rules; "drew": false if the sheet stayed empty
piles     for each artist, who guessed what on the drawing, in the order laid
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania score`."""
    parser.description = "Score rounds played at a real table, and print one JSON result per line."
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "files",
        nargs="*",
        default=[STANDARD_INPUT],
        metavar="FILE",
        help="one round per line, or a single one over several lines; - is standard input (the default)",
    )
    parser.add_argument("--explain", action="store_true", help="print a readable score sheet instead of JSON")


def run(args: argparse.Namespace) -> int:
    """Score each round; stop at the first that is invalid."""
    index = 0
    try:
        for file in args.files:
            for place, value in read_values(file):
                played = _parse(place, value)
                scored = score(played.rules, played.drawings, learning=played.rules.learning_round)
                index += 1
                print(_sheet(played, scored, index) if args.explain else _line(played, scored), flush=True)
    except InputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    return 0


def _parse(place: str, value: object) -> RoundInput:
    try:
        return parse_round(value)
    except InputError as error:
        raise error.within(place) from None


def _line(played: RoundInput, scored: RoundScore) -> str:
    value = score_as_json(played, scored)
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if text == _encodable(text) else json.dumps(value)


def _sheet(played: RoundInput, scored: RoundScore, index: int) -> str:
    text = score_sheet(played, scored, index)
    if text != _encodable(text):
        text = text.replace(UNDERLINE, "_")  # which every terminal has
    return _encodable(text) if index == 1 else "\n" + _encodable(text)


def _encodable(text: str) -> str:
    """Escape characters that standard output cannot encode."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
