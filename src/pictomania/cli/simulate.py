"""`pictomania simulate`: whole games of simulated people, and what they say about the rules."""

import argparse
import json
import sys
from contextlib import suppress

from pictomania.cli.bar import Bar
from pictomania.cli.misfits import blame
from pictomania.rules import PLAYERS, EditionName, Rules, Variant, rules_for
from pictomania.simulation import (
    Balance,
    Broken,
    balance_of,
    blank_balance,
    json_form,
    random_of,
    text_form,
    whole_game,
)
from pictomania.words import house_deck

BROKEN = 1
BAD_OPTION = 2
MOST_GAMES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what may follow `pictomania simulate`."""
    parser.description = (
        "Play whole games with simulated people, check every law on the way, and report on the balance: "
        "scores by finishing order, how often the black sheep strikes, the worth of guessing early. "
        "The same options give the same report."
    )
    parser.add_argument(
        "--games", type=_games, default=1000, metavar="N", help="how many to play (%(default)s)"
    )
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help=f"{PLAYERS[0]} to {PLAYERS[-1]} (%(default)s)"
    )
    parser.add_argument(
        "--edition", choices=[*map(str, EditionName)], default="second", help="whose rules (%(default)s)"
    )
    parser.add_argument(
        "--variant",
        choices=[*map(str, Variant)],
        action="append",
        default=[],
        help="play it with a variant; may be given more than once",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where chance begins (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Play, then print the report; a progress bar is shown on a terminal meanwhile."""
    blamed = blame(args.edition, args.variant, args.players)
    if blamed is not None:
        option = blamed.field.replace("variants", "variant")
        print(f"pictomania simulate: --{option}: {blamed.sentence}", file=sys.stderr)
        return BAD_OPTION
    rules = rules_for(args.edition, args.variant, args.players)
    try:
        balance = _balance(rules, args.games, args.seed)
    except Broken as broken:
        print(f"pictomania simulate: {broken}", file=sys.stderr)
        return BROKEN
    if args.json:
        print(json.dumps(json_form(rules, args.seed, balance), indent=2))
    else:
        print(text_form(rules, args.seed, balance), end="")
    return 0


def _balance(rules: Rules, games: int, seed: int) -> Balance:
    deck = house_deck(rules.edition).for_rules()
    balance = blank_balance(rules)
    with Bar(games, "games", sys.stderr) as bar:
        for number in range(1, games + 1):
            try:
                balance += balance_of(whole_game(rules, deck, random_of(seed, number)))
            except Broken as broken:
                raise Broken(f"game {number} with --seed {seed}: {broken}") from broken
            bar.show(number)
    return balance


def _games(text: str) -> int:
    with suppress(ValueError):
        if 1 <= int(text) <= MOST_GAMES:
            return int(text)
    raise argparse.ArgumentTypeError(f"not a number from 1 to {MOST_GAMES:,}: {text!r}")
