"""How fast the rules are: random full games of six players on one core, and what a move and a view cost.

    python bench/rules.py [--games N] [--json]

Times are processor time of this one process, the best of several repeats. Each is also given in turns of a
fixed loop of plain Python, timed in the same run: on a busy or a slow machine read those.
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
    chance,
    legal,
    new_game,
    rules_for,
    seats,
    seen_by,
)
from pictomania.simulation import Step, random_of
from pictomania.words import house_deck

PLAYERS = 6
REPEATS = 5
LEAST_GAMES_PER_S = 200.0  # of the second edition
MOST_VIEWS_US = 1000.0  # for all six seats after a guess
LOOP_TURNS = 50_000


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured with one edition."""

    edition: str
    games_per_s: float
    steps_per_game: float
    apply_ns: float
    apply_guess_ns: float
    seen_by_ns: float
    six_views_us: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A game before and after a step of it."""

    before: Game
    step: Step
    after: Game


# Random games.


def random_game(rules: Rules, deck: Deck, random: Random) -> Game:
    """Play a game to its end, each step a random one of those allowed."""
    game = new_game(rules, deck)
    while game.phase is not Phase.OVER:
        game = apply(game, *random_step(game, random))
    return game


def random_step(game: Game, random: Random) -> Step:
    """Choose any step of any seat while all draw, once all sheets have a line; else let the table move on."""
    owed = chance(game, random.choice)
    if owed is not None:
        return TABLE, owed
    if game.phase is Phase.CHOOSING:
        return game.host, ChooseLevel(random.choice(game.levels))
    if game.phase is not Phase.DRAWING:
        return TABLE, TimeUp()
    if len(game.round.drawn) < PLAYERS and not any(game.round.piles) and not game.round.finished:
        return next(seat for seat in seats(game) if seat not in game.round.drawn), Draw()
    seat = random.choice([seat for seat in seats(game) if seat not in game.round.finished])
    return seat, random.choice(legal(game, seat))


def moments_of(rules: Rules, deck: Deck, random: Random) -> list[Moment]:
    """Play a game and keep all of it."""
    moments, game = [], new_game(rules, deck)
    while game.phase is not Phase.OVER:
        step = random_step(game, random)
        moments.append(Moment(game, step, apply(game, *step)))
        game = moments[-1].after
    return moments


# Measuring.


def best_s(work: Callable[[], object], repeats: int) -> float:
    """Time some work several times and give the shortest, in seconds of processor time."""
    times = []
    for _ in range(repeats):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)


def loop_ns(repeats: int) -> float:
    """Time one turn of the loop that all other times are compared with."""
    return best_s(_loop, repeats) / LOOP_TURNS * 1e9


def _loop() -> int:
    total = 0
    for turn in range(LOOP_TURNS):
        pair = (turn, turn & 7)
        total += pair[1]
    return total


def speed(edition: EditionName, games: int, repeats: int) -> Speed:
    """Measure the rules of one edition."""
    rules, deck = rules_for(edition, (), PLAYERS), house_deck(edition).for_rules()
    numbers = range(games)
    moments = [moment for number in numbers for moment in moments_of(rules, deck, random_of(1, number))]
    guesses = [moment for moment in moments if isinstance(moment.step[1], Guess)]

    def play_all() -> None:
        for number in numbers:
            random_game(rules, deck, random_of(1, number))

    def apply_all(moments: Sequence[Moment]) -> None:
        for moment in moments:
            apply(moment.before, *moment.step)

    def see_all() -> None:
        for moment in guesses:
            for seat in range(PLAYERS):
                seen_by(moment.after, seat)

    views_s = best_s(see_all, repeats) / len(guesses)
    return Speed(
        edition=edition.value,
        games_per_s=games / best_s(play_all, repeats),
        steps_per_game=len(moments) / games,
        apply_ns=best_s(lambda: apply_all(moments), repeats) / len(moments) * 1e9,
        apply_guess_ns=best_s(lambda: apply_all(guesses), repeats) / len(guesses) * 1e9,
        seen_by_ns=views_s / PLAYERS * 1e9,
        six_views_us=views_s * 1e6,
    )


# Telling.


def rows_of(each: Speed) -> list[tuple[str, str, float, float]]:
    """List name, unit and figure of what was measured, and the nanoseconds behind it."""
    return [
        ("random full games", "/s", each.games_per_s, 1e9 / each.games_per_s),
        ("apply, any action", "ns", each.apply_ns, each.apply_ns),
        ("apply, a guess", "ns", each.apply_guess_ns, each.apply_guess_ns),
        ("seen_by", "ns", each.seen_by_ns, each.seen_by_ns),
        ("seen_by, six seats after a guess", "us", each.six_views_us, each.six_views_us * 1e3),
    ]


def table(speeds: Sequence[Speed], turn_ns: float) -> str:
    """Set the figures out, each with its worth in turns of the loop."""
    lines = [
        "six players, one core".ljust(34) + "".join(f"{f'{each.edition} edition':>27}" for each in speeds)
    ]
    for row in zip(*map(rows_of, speeds), strict=True):
        cells = (f"{figure:>10,.0f} {unit}{ns / turn_ns:>8,.0f} turns" for _, unit, figure, ns in row)
        lines.append(row[0][0].ljust(34) + "".join(cells))
    steps = ", ".join(f"{each.steps_per_game:.0f} ({each.edition})" for each in speeds)
    lines.append(f"A game has {steps} steps on average; a turn of the loop takes {turn_ns:.1f} ns.")
    return "\n".join(lines)


def shortfalls(speeds: Sequence[Speed]) -> list[str]:
    """Say in a sentence each what is slower than promised."""
    slow = [
        f"only {each.games_per_s:.0f} games a second in the {each.edition} edition; "
        f"{LEAST_GAMES_PER_S:.0f} are promised"
        for each in speeds
        if each.edition == EditionName.SECOND and each.games_per_s < LEAST_GAMES_PER_S
    ]
    return slow + [
        f"six views take {each.six_views_us:.0f} us in the {each.edition} edition; "
        f"less than {MOST_VIEWS_US:.0f} are promised"
        for each in speeds
        if each.six_views_us >= MOST_VIEWS_US
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 where a promise is not kept."""
    parser = argparse.ArgumentParser(description="Measure how fast the rules are.")
    parser.add_argument(
        "--games", type=int, default=100, help="of each edition, in each repeat (%(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args(argv)
    if args.games < 1:
        parser.error("--games must be 1 or more")
    turn_ns = loop_ns(REPEATS)
    speeds = [speed(edition, args.games, REPEATS) for edition in EditionName]
    turn_ns = min(turn_ns, loop_ns(REPEATS))
    if args.json:
        figures = {"loop_ns": turn_ns, "editions": [asdict(each) for each in speeds]}
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        sys.stdout.write(table(speeds, turn_ns) + "\n")
    slow = shortfalls(speeds)
    sys.stderr.writelines(f"too slow: {sentence}\n" for sentence in slow)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
