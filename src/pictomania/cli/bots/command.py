"""The arguments of `pictomania bots`."""

import argparse
import sys

from pictomania.cli.input_error import InputError
from pictomania.rules import PLAYERS

BAD_INPUT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania bots`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    evaluate = commands.add_parser(
        "evaluate", help="measure how well bots recognize drawings", allow_abbrev=False
    )
    evaluate.description = (
        "Show each drawing of FILE to the guesser with a random holder of our cards that has its word, and "
        'measure how often it finds the word and the number. FILE has one {"word": ..., "drawing": '
        "[[xs, ys], ...]} per line and may be gzipped; a word is one on our cards, the name of a drawing of "
        "it, or a class of the Quick, Draw! dataset."
    )
    evaluate.add_argument("file", metavar="FILE", help="labeled drawings")
    evaluate.add_argument(
        "--cards", type=int, choices=(3, 6), default=3, help="cards in a holder (%(default)s)"
    )
    evaluate.add_argument(
        "--players",
        type=int,
        choices=PLAYERS,
        default=4,
        metavar="N",
        help=f"players at the table, {PLAYERS[0]} to {PLAYERS[-1]} (%(default)s)",
    )
    evaluate.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    evaluate.add_argument("--json", action="store_true", help="print the report as JSON")
    evaluate.set_defaults(subcommand=_evaluate)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    try:
        status: int = args.subcommand(args)
    except InputError as error:
        print(f"pictomania bots: {error}", file=sys.stderr)
        return BAD_INPUT
    return status


def _evaluate(args: argparse.Namespace) -> int:
    # Not at the top: the network takes half a second to load.
    from pictomania.cli.bots.evaluation import evaluate  # noqa: PLC0415

    evaluate(args)
    return 0
