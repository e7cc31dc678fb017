"""Speed of the rules: random full games of six players on one core, and the cost of an action and a view.

    python bench/rules.py [--games N] [--json]

Times are CPU time of this process, the best of several runs. Each is also given in iterations of a fixed
loop of plain Python, timed in the same run; compare those on a busy or slow machine.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import process_time

from pictomania.rules import (
    TABLE,
    ChooseLevel,
    Deck,
    Draw,
    EditionName,
    Game,
    Guess,
    Phase,
    Rules,
    TimeUp,
    apply,
    new_game,
    rules_for,
    sample_chance,
    seats,
    view_for,
)
from pictomania.simulation import GameStep, seeded_random
from pictomania.words import house_deck
from tests.rules.legal_actions import legal_actions

PLAYERS = 6
RUNS = 5
MIN_GAMES_PER_S = 200.0  # target for the second edition
MAX_VIEWS_US = 1000.0  # target for the views of all six seats after a guess
ITERATIONS = 50_000


@dataclass(frozen=True, slots=True)
class RulesSpeed:
    """Measurements for one edition."""

    edition: str
    games_per_s: float
    steps_per_game: float
    apply_ns: float
    apply_guess_ns: float
    view_ns: float
    six_views_us: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A game before and after one step."""

    before: Game
    step: GameStep
    after: Game


# Random games.


def random_game(rules: Rules, deck: Deck, random: Random) -> Game:
    """Play a game to its end with random legal steps."""
    game = new_game(rules, deck)
    while game.phase is not Phase.OVER:
        game = apply(game, *random_step(game, random))
    return game


def random_step(game: Game, random: Random) -> GameStep:
    """Choose any legal step while drawing, once every sheet has a line; otherwise let the table move on."""
    chosen = sample_chance(game, random.choice)
    if chosen is not None:
        return TABLE, chosen
    if game.phase is Phase.CHOOSING:
        return game.host, ChooseLevel(random.choice(game.levels))
    if game.phase is not Phase.DRAWING:
        return TABLE, TimeUp()
    if len(game.round.drawn) < PLAYERS and not any(game.round.piles) and not game.round.finished:
        return next(seat for seat in seats(game) if seat not in game.round.drawn), Draw()
    seat = random.choice([seat for seat in seats(game) if seat not in game.round.finished])
    return seat, random.choice(legal_actions(game, seat))


def moments_of(rules: Rules, deck: Deck, random: Random) -> list[Moment]:
    """Play a game and keep every moment."""
    moments, game = [], new_game(rules, deck)
    while game.phase is not Phase.OVER:
        step = random_step(game, random)
        moments.append(Moment(game, step, apply(game, *step)))
        game = moments[-1].after
    return moments


# Measuring.


def best_s(work: Callable[[], object], runs: int) -> float:
    """Time some work several times and return the shortest, in seconds of CPU time."""
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def loop_ns(runs: int) -> float:
    """Time one iteration of the loop that all other times are compared with."""
    return best_s(_loop, runs) / ITERATIONS * 1e9


def _loop() -> int:
    total = 0
    for number in range(ITERATIONS):
        pair = (number, number & 7)
        total += pair[1]
    return total


def speed(edition: EditionName, games: int, runs: int) -> RulesSpeed:
    """Measure the rules of one edition."""
    rules, deck = rules_for(edition, (), PLAYERS), house_deck(edition).for_rules()
    numbers = range(games)
    moments = [moment for number in numbers for moment in moments_of(rules, deck, seeded_random(1, number))]
    guesses = [moment for moment in moments if isinstance(moment.step[1], Guess)]

    def play_all() -> None:
        for number in numbers:
            random_game(rules, deck, seeded_random(1, number))

    def apply_all(moments: Sequence[Moment]) -> None:
        for moment in moments:
            apply(moment.before, *moment.step)

    def view_all() -> None:
        for moment in guesses:
            for seat in range(PLAYERS):
                view_for(moment.after, seat)

    views_s = best_s(view_all, runs) / len(guesses)
    return RulesSpeed(
        edition=edition.value,
        games_per_s=games / best_s(play_all, runs),
        steps_per_game=len(moments) / games,
        apply_ns=best_s(lambda: apply_all(moments), runs) / len(moments) * 1e9,
        apply_guess_ns=best_s(lambda: apply_all(guesses), runs) / len(guesses) * 1e9,
        view_ns=views_s / PLAYERS * 1e9,
        six_views_us=views_s * 1e6,
    )


# Output.


def rows_of(each: RulesSpeed) -> list[tuple[str, str, float, float]]:
    """List name, unit and value of each measurement, and the same in nanoseconds."""
    return [
        ("random full games", "/s", each.games_per_s, 1e9 / each.games_per_s),
        ("apply, any action", "ns", each.apply_ns, each.apply_ns),
        ("apply, a guess", "ns", each.apply_guess_ns, each.apply_guess_ns),
        ("view_for", "ns", each.view_ns, each.view_ns),
        ("view_for, six seats after a guess", "us", each.six_views_us, each.six_views_us * 1e3),
    ]


def table(speeds: Sequence[RulesSpeed], iteration_ns: float) -> str:
    """Format the results, each also in iterations of the loop."""
    lines = [
        "six players, one core".ljust(34) + "".join(f"{f'{each.edition} edition':>32}" for each in speeds)
    ]
    for row in zip(*map(rows_of, speeds), strict=True):
        cells = (f"{value:>10,.0f} {unit}{ns / iteration_ns:>8,.0f} iterations" for _, unit, value, ns in row)
        lines.append(row[0][0].ljust(34) + "".join(cells))
    steps = ", ".join(f"{each.steps_per_game:.0f} ({each.edition})" for each in speeds)
    lines.append(
        f"A game has {steps} steps on average; one iteration of the loop takes {iteration_ns:.1f} ns."
    )
    return "\n".join(lines)


def shortfalls(speeds: Sequence[RulesSpeed]) -> list[str]:
    """List what misses its target, one sentence each."""
    slow = [
        f"only {each.games_per_s:.0f} games a second in the {each.edition} edition; "
        f"the target is {MIN_GAMES_PER_S:.0f}"
        for each in speeds
        if each.edition == EditionName.SECOND and each.games_per_s < MIN_GAMES_PER_S
    ]
    return slow + [
        f"six views take {each.six_views_us:.0f} us in the {each.edition} edition; "
        f"the target is under {MAX_VIEWS_US:.0f} us"
        for each in speeds
        if each.six_views_us >= MAX_VIEWS_US
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description="Measure how fast the rules are.")
    parser.add_argument("--games", type=int, default=100, help="games per edition and run (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    args = parser.parse_args(argv)
    if args.games < 1:
        parser.error("--games must be 1 or more")
    iteration_ns = loop_ns(RUNS)
    speeds = [speed(edition, args.games, RUNS) for edition in EditionName]
    iteration_ns = min(iteration_ns, loop_ns(RUNS))
    if args.json:
        results = {"loop_ns": iteration_ns, "editions": [asdict(each) for each in speeds]}
        sys.stdout.write(json.dumps(results, indent=2) + "\n")
    else:
        sys.stdout.write(table(speeds, iteration_ns) + "\n")
    slow = shortfalls(speeds)
    sys.stderr.writelines(f"too slow: {sentence}\n" for sentence in slow)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
