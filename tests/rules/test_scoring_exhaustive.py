"""Every possible round of three players, scored by the engine and by the naive scorer."""

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from random import Random

import pytest

from pictomania.rules import DrawingResult, Fault, LaidCard, rules_for, score
from tests.rules.naive_scorer import BLACK_TOKENS, NaiveScore, naive_score

Pile = tuple[tuple[int, int], ...]  # of (guesser, number)
Taken = tuple[int | None, ...]

NUMBERS = (1, 2, 3)
SEATS = (0, 1, 2)
FLAGS = tuple(product((False, True), repeat=3))  # which of the three drew a wrong word

# the naive scorer's name of the game, its rules, is it a learning round, which token may be taken
GAMES = {
    "second": ("second", rules_for("second", players=3), False, "any"),
    "learning": ("second", rules_for("second", ["learning"], 3), True, "any"),
    "competitive": ("competitive", rules_for("second", ["competitive"], 3), False, "any"),
    "first": ("first", rules_for("first", players=3), False, "highest"),
    "calm-three": ("calm-three", rules_for("first", ["calm-three"], 3), False, "highest"),
}
TAKINGS = {"second": 19, "learning": 19, "competitive": 13, "first": 10, "calm-three": 16}

# The short form sees every pile and wrong word in each of these; one's games differ in their tokens only.
MIXTURES = (("second", "competitive"), ("learning",), ("first", "calm-three"))


def piles_on(artist: int) -> tuple[Pile, ...]:
    """List all possible piles: empty, one guess, or two in either order, each right or wrong."""

    def guess(guesser: int, is_right: bool) -> tuple[int, int]:
        return guesser, NUMBERS[artist] if is_right else 5 + artist  # a number not used elsewhere (R24)

    others = [seat for seat in SEATS if seat != artist]
    return tuple(
        tuple(map(guess, guessers, rights))
        for count in range(3)
        for guessers in permutations(others, count)
        for rights in product((True, False), repeat=count)
    )


PILES = tuple(piles_on(artist) for artist in SEATS)
DRAWINGS = {
    (artist, pile, token, is_wrong): DrawingResult(
        NUMBERS[artist],
        tuple(LaidCard(*guess) for guess in pile),
        token,
        Fault.OTHER_WORD if is_wrong else None,
    )
    for artist in SEATS
    for pile in PILES[artist]
    for token in (None, 1, 2, 3)
    for is_wrong in (False, True)
}


def possible_takings(centre: Sequence[int], which: str) -> list[Taken]:
    """List who can end up with which black token, for all orders of finishing (R31, R33)."""
    found: set[Taken] = set()

    def finish(order: Sequence[int], left: Sequence[int], taken: dict[int, int]) -> None:
        if not order:
            found.add(tuple(taken.get(seat) for seat in SEATS))
            return
        finish(order[1:], left, taken)
        for token in {max(left)} if left and which == "highest" else set(left):
            rest = list(left)
            rest.remove(token)
            finish(order[1:], rest, {**taken, order[0]: token})

    for order in permutations(SEATS):
        finish(order, centre, {})
    return sorted(found, key=str)


def ways(name: str) -> list[tuple[str, Taken]]:
    """List the possible takings of a game with its name."""
    game, _, _, which = GAMES[name]
    return [(name, tokens) for tokens in possible_takings(BLACK_TOKENS[game][3], which)]


def compare(rounds: Iterable[tuple[tuple[Pile, ...], tuple[bool, ...], tuple[str, Taken]]]) -> int:
    """Score rounds with both scorers and count them."""
    count = 0
    for piles, flags, (name, tokens) in rounds:
        game, rules, learning, _ = GAMES[name]
        drawings = [DRAWINGS[key] for key in zip(SEATS, piles, tokens, flags, strict=True)]
        engine = score(rules, drawings, learning=learning)
        wrong = [seat for seat in SEATS if flags[seat]]
        naive = naive_score(game, NUMBERS, piles, tokens, wrong, learning=learning)
        worths = [player.token_worth for player in engine.players]
        assert naive == NaiveScore(engine.black_sheep, list(engine.stars), worths), (name, drawings)
        count += 1
    return count


def test_three_players_have_2197_pile_configurations() -> None:
    """The rounds compared below are all different, and lay each number card at most once (R22 to R24)."""
    configurations = set(product(*PILES))
    assert len(configurations) == 13**3 == 2197
    for piles in configurations:
        for guesser in SEATS:
            laid = [(artist, number) for artist in SEATS for who, number in piles[artist] if who == guesser]
            assert len({number for _, number in laid}) == len(laid) == len({artist for artist, _ in laid})


@pytest.mark.parametrize("name", GAMES)
def test_number_of_ways_to_take_black_tokens(name: str) -> None:
    game, rules, _, which = GAMES[name]
    assert rules.black_tokens == tuple(BLACK_TOKENS[game][3])
    assert rules.any_black_token == (which == "any")
    assert len(set(ways(name))) == TAKINGS[name]


@pytest.mark.rule("R42", "R43", "R44", "R45", "R46", "R47", "R48", "R51", "R52", "R53")
@pytest.mark.parametrize("names", MIXTURES, ids="+".join)
def test_two_scorers_agree_on_every_pile_and_wrong_word(names: tuple[str, ...]) -> None:
    """Choose the black tokens with a seed: a rotation would correlate with the flags or piles."""
    configurations = list(product(product(*PILES), FLAGS))
    every_way = [way for name in names for way in ways(name)]
    chosen = Random("+".join(names)).choices(every_way, k=len(configurations))
    assert set(chosen) == set(every_way)
    rounds = ((*pair, way) for pair, way in zip(configurations, chosen, strict=True))
    assert compare(rounds) == 2197 * 8


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_two_scorers_agree_on_every_round_of_three_players(name: str) -> None:
    assert compare(product(product(*PILES), FLAGS, ways(name))) == 2197 * 8 * TAKINGS[name]
