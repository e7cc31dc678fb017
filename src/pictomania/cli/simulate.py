"""`pictomania simulate`: simulate whole games, and report how balanced the rules are."""

import argparse
import json
import sys
from contextlib import suppress

from pictomania.cli.misfits import find_misfit
from pictomania.cli.progress_bar import ProgressBar
from pictomania.rules import PLAYERS, EditionName, Rules, Variant, rules_for
from pictomania.simulation import (
    Balance,
    SimulationError,
    balance_as_json,
    balance_as_text,
    balance_of,
    empty_balance,
    play_game,
    seeded_random,
)
from pictomania.words import house_deck

FAILED = 1
BAD_OPTION = 2
MAX_GAMES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania simulate`."""
    parser.description = (
        "Simulate whole games, check every invariant on the way, and report on the balance: scores by "
        "finishing order, how often there is a black sheep, the value of guessing early. "
        "The same options give the same report."
    )
    parser.add_argument(
        "--games", type=_games, default=1000, metavar="N", help="number of games (%(default)s)"
    )
    parser.add_argument(
        "--players",
        type=int,
        default=4,
        metavar="N",
        help=f"number of players, {PLAYERS[0]} to {PLAYERS[-1]} (%(default)s)",
    )
    parser.add_argument(
        "--edition", choices=[*map(str, EditionName)], default="second", help="rules to play by (%(default)s)"
    )
    parser.add_argument(
        "--variant",
        choices=[*map(str, Variant)],
        action="append",
        default=[],
        help="play with this variant; may be repeated",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Play the games, with a progress bar on a terminal, and print the report."""
    misfit = find_misfit(args.edition, args.variant, args.players)
    if misfit is not None:
        option = misfit.field.replace("variants", "variant")
        print(f"pictomania simulate: --{option}: {misfit.message}", file=sys.stderr)
        return BAD_OPTION
    rules = rules_for(args.edition, args.variant, args.players)
    try:
        balance = _balance(rules, args.games, args.seed)
    except SimulationError as error:
        print(f"pictomania simulate: {error}", file=sys.stderr)
        return FAILED
    if args.json:
        print(json.dumps(balance_as_json(rules, args.seed, balance), indent=2))
    else:
        print(balance_as_text(rules, args.seed, balance), end="")
    return 0


def _balance(rules: Rules, games: int, seed: int) -> Balance:
    deck = house_deck(rules.edition).for_rules()
    balance = empty_balance(rules)
    with ProgressBar(games, "games", sys.stderr) as bar:
        for number in range(1, games + 1):
            try:
                balance += balance_of(play_game(rules, deck, seeded_random(seed, number)))
            except SimulationError as error:
                raise SimulationError(f"game {number} with --seed {seed}: {error}") from error
            bar.show(number)
    return balance


def _games(text: str) -> int:
    with suppress(ValueError):
        if 1 <= int(text) <= MAX_GAMES:
            return int(text)
    raise argparse.ArgumentTypeError(f"not a number from 1 to {MAX_GAMES:,}: {text!r}")
