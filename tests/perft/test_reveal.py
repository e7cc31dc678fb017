"""The number of ways through the reveal and to decide a vote, by walking the game and by formula."""

from math import comb, factorial, perm

import pytest

from pictomania.rules import TABLE, Action, Admit, Game, Object, Phase, Ready, Replace, TimeUp, Vote, apply
from tests.perft.walk import count_deep, count_whole, moves, reaches
from tests.rules.tables import FIRST_DECK, after, by_chance, drawing, first, reading, second

READY_ORDERS = {3: 6, 4: 24, 5: 120, 6: 720}  # players: orders of getting ready at each stop

# What can be claimed: another word (R17), four things on the sheet (R18), animation (R16), talk (R19).
CLAIMS = 1 + 4 + 1 + 1

# players: sequences of votes that decide an objection, and a replacement that needs all votes
VOTES = {3: (2, 6), 4: (6, 21), 5: (36, 88), 6: (228, 445)}


def is_ready(action: Action) -> bool:
    return isinstance(action, Ready)


def is_vote(action: Action) -> bool:
    return isinstance(action, Vote)


def is_claim(action: Action) -> bool:
    return isinstance(action, Admit | Object)


def is_objection(action: Action) -> bool:
    return isinstance(action, Object)


def is_decided(game: Game) -> bool:
    return game.round.motion is None


def revealing(players: int) -> Game:
    return apply(drawing(second(players)), TABLE, TimeUp())


@pytest.mark.rule("R41", "D6")
@pytest.mark.parametrize(("players", "orders"), READY_ORDERS.items())
def test_reveal_has_two_stops_for_each_drawing(players: int, orders: int) -> None:
    assert orders == factorial(players)
    assert count_whole(revealing(players), reaches(Phase.SCORES), is_ready) == orders ** (2 * players)
    assert count_whole(revealing(players), reaches(Phase.LAYING), is_ready) == orders ** (2 * players + 1)


@pytest.mark.rule("R41", "D6")
@pytest.mark.parametrize("players", READY_ORDERS)
def test_reveal_goes_drawing_by_drawing(players: int) -> None:
    game = revealing(players)
    stops = []
    while game.phase is not Phase.SCORES:
        stops.append((game.round.artist, game.phase))
        game = after(game, *((seat, Ready()) for seat in range(players)))
    assert stops == [(artist, stop) for artist in range(players) for stop in (Phase.WORD, Phase.PILE)]


def votes(voters: int, needed: int) -> int:
    """Count the sequences of votes until the motion is carried or can no longer be; its author has voted.

    The last vote decides; the votes before it may come in any order, from any voters.
    """
    ayes, noes = needed - 1, voters - needed + 1
    carried = sum(comb(ayes - 1 + no, no) * perm(voters - 1, ayes + no) for no in range(noes))
    failed = sum(comb(noes - 1 + yes, yes) * perm(voters - 1, noes + yes) for yes in range(ayes))
    return carried + failed


@pytest.mark.rule("D2")
@pytest.mark.parametrize(("players", "expected"), [(players, count) for players, (count, _) in VOTES.items()])
def test_votes_on_an_objection(players: int, expected: int) -> None:
    voters = players - 1  # all but the artist
    assert votes(voters, voters // 2 + 1) == expected
    game = revealing(players)
    objections = [apply(game, *move) for move in moves(game, is_objection)]
    assert len(objections) == voters * CLAIMS
    assert {count_whole(objection, is_decided, is_vote) for objection in objections} == {expected}


@pytest.mark.rule("R16", "R17", "R18", "R19", "D2")
@pytest.mark.parametrize("players", READY_ORDERS)
def test_everyone_can_make_every_claim(players: int) -> None:
    """The artist admits and the others object."""
    assert count_deep(revealing(players), 1, is_claim) == players * CLAIMS


@pytest.mark.rule("D3")
@pytest.mark.parametrize(("players", "expected"), [(players, count) for players, (_, count) in VOTES.items()])
def test_votes_on_a_second_replacement(players: int, expected: int) -> None:
    assert votes(players, players) == expected
    game = by_chance(apply(reading(first(players), FIRST_DECK), 0, Replace(0)))
    assert count_whole(apply(game, 0, Replace(0)), is_decided, is_vote) == expected
