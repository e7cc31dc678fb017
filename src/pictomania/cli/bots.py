"""`pictomania bots`: how well bots guess."""

import argparse
import sys

from pictomania.cli.input_error import InputError
from pictomania.rules import PLAYERS

BAD_INPUT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may follow `pictomania bots`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    evaluate = commands.add_parser("evaluate", help="have the guesser name drawings", allow_abbrev=False)
    evaluate.description = (
        "Put each drawing of FILE on a random holder of our cards that has its word, and see how often the "
        'guesser finds the word and the number. FILE has one {"word": ..., "drawing": [[xs, ys], ...]} on '
        "each line, plain or packed with gzip; a word is an idea of our cards, the name of a drawing of it, "
        "or a class of the Quick, Draw! collection."
    )
    evaluate.add_argument("file", metavar="FILE", help="drawings")
    evaluate.add_argument("--cards", type=int, choices=(3, 6), default=3, help="in a holder (%(default)s)")
    evaluate.add_argument(
        "--players",
        type=int,
        choices=PLAYERS,
        default=4,
        metavar="N",
        help=f"at the table, {PLAYERS[0]} to {PLAYERS[-1]} (%(default)s)",
    )
    evaluate.add_argument(
        "--seed", type=int, default=1, metavar="N", help="where chance begins (%(default)s)"
    )
    evaluate.add_argument("--json", action="store_true", help="print the report as JSON")
    evaluate.set_defaults(do=_evaluate)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    try:
        status: int = args.do(args)
    except InputError as error:
        print(f"pictomania bots: {error}", file=sys.stderr)
        return BAD_INPUT
    return status


def _evaluate(args: argparse.Namespace) -> int:
    # The network takes half a second to load: only those who want it should wait.
    from pictomania.cli.evaluation import evaluated  # noqa: PLC0415

    evaluated(args)
    return 0
