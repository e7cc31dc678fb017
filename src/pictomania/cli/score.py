"""`pictomania score`: what rounds played at a real table are worth."""

import argparse
import json
import sys

from pictomania.cli.explanation import explanation
from pictomania.cli.input_error import InputError
from pictomania.cli.played import Played, played_from
from pictomania.cli.quoting import printable
from pictomania.cli.result import result
from pictomania.cli.source import STANDARD_INPUT, values_in
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
    """Say what may follow `pictomania score`."""
    parser.description = "Score rounds played at a real table: one JSON result on a line for each round."
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "files",
        nargs="*",
        default=[STANDARD_INPUT],
        metavar="FILE",
        help="one round on each line, or a single one over several; - is standard input (the default)",
    )
    parser.add_argument("--explain", action="store_true", help="print a score sheet to read instead of JSON")


def run(args: argparse.Namespace) -> int:
    """Score round after round and stop at the first that is impossible."""
    index = 0
    try:
        for file in args.files:
            for place, value in values_in(file):
                played = _placed(place, value)
                scored = score(played.rules, played.drawings, learning=played.rules.learning_round)
                index += 1
                print(_sheet(played, scored, index) if args.explain else _line(played, scored), flush=True)
    except InputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    return 0


def _placed(place: str, value: object) -> Played:
    try:
        return played_from(value)
    except InputError as error:
        raise error.within(place) from None


def _line(played: Played, scored: RoundScore) -> str:
    value = result(played, scored)
    text = printable(json.dumps(value, ensure_ascii=False))
    return text if text == _shown(text) else json.dumps(value)


def _sheet(played: Played, scored: RoundScore, index: int) -> str:
    text = explanation(played, scored, index)
    if text != _shown(text):
        text = text.replace(UNDERLINE, "_")  # no terminal lacks this one
    return _shown(text) if index == 1 else "\n" + _shown(text)


def _shown(text: str) -> str:
    """Write what standard output has no letters for as escapes."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
