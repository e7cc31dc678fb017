"""Balances: figures counted in two ways agree, and parts add up to the whole."""

from dataclasses import astuple, replace
from typing import Any

import pytest

from pictomania.rules import EditionName, Rules, TokenReason, rules_for, totals
from pictomania.simulation import Balance, balance_of, empty_balance, play_game, seeded_random
from pictomania.simulation.balance import WIN_PARTS, GuessTally
from tests.simulation.games import ALL_RULES, DECKS, name, played, total

GAMES = 6
TABLES = [
    rules_for("first", (), 4),
    rules_for("second", (), 4),
    rules_for("second", ("learning", "competitive"), 5),
]


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_every_star_is_counted_once(rules: Rules) -> None:
    """The rows by finishing order cover every player's round, so their stars add up to all totals."""
    balance = total(rules, GAMES)
    rows = (*balance.takers, balance.done, balance.stopped)
    stars = sum(sum(totals(played(rules, number).game)) for number in range(1, GAMES + 1))
    assert sum(row.stars for row in rows) == balance.ends.total == stars
    assert sum(row.count for row in rows) == balance.rounds * rules.players == balance.talk.drawings


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_every_guess_is_counted_once_by_place_and_once_by_level(rules: Rules) -> None:
    balance = total(rules, GAMES)
    by_place, by_level = (_sum(rows) for rows in (balance.pile, balance.levels))
    piles = [
        len(pile)
        for number in range(1, GAMES + 1)
        for past in played(rules, number).game.past
        for pile in past.round.piles
    ]
    assert by_place == by_level
    assert by_place.count == sum(piles)
    assert [row.count for row in balance.pile] == [
        sum(height > place for height in piles) for place in range(rules.players - 1)
    ]


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_black_tokens_and_black_sheep_are_counted_once(rules: Rules) -> None:
    balance = total(rules, GAMES)
    sheep = balance.sheep
    rows = (*balance.takers, balance.done, balance.stopped)
    assert sheep.learning_rounds + sheep.spotless + sheep.tied + sheep.struck == balance.rounds
    assert sum(row.sheep for row in rows) == sheep.struck
    assert balance.tokens[list(TokenReason).index(TokenReason.BLACK_SHEEP)] == sheep.with_token
    assert sum(balance.tokens) == balance.rounds * rules.players
    assert balance.tokens[list(TokenReason).index(TokenReason.NOT_TAKEN)] == sum(
        row.count for row in (balance.done, balance.stopped)
    )
    assert all(row.worth == 0 for row in (balance.done, balance.stopped))


def test_a_learning_round_has_no_black_sheep() -> None:
    assert total(rules_for("second", ("learning",), 5), 2).sheep.learning_rounds == 2
    assert total(rules_for("second", (), 5), 2).sheep.learning_rounds == 0


def test_a_black_sheep_whose_token_was_returned_loses_nothing() -> None:
    """In the second edition a wrong word returns the token (R53)."""
    one = played(rules_for("second", (), 3))
    [*_, past] = one.game.past
    player = replace(past.score.players[0], token=2, token_worth=0, token_reason=TokenReason.FAULT)
    scores = replace(past.score, black_sheep=0, players=(player, *past.score.players[1:]))
    balance = balance_of(replace(one, game=replace(one.game, past=(replace(past, score=scores),) * 4)))
    assert (balance.sheep.returned, balance.sheep.struck, balance.sheep.lost) == (4, 4, 0)


@pytest.mark.parametrize("rules", ALL_RULES[::7], ids=name)
def test_every_win_is_counted_once(rules: Rules) -> None:
    balance = balance_of(played(rules))
    assert sum(balance.wins) == WIN_PARTS
    assert (max(balance.wins) < WIN_PARTS) == (balance.ends.shared == 1)


def test_a_shared_win_is_counted_in_parts() -> None:
    rules = rules_for("second", (), 3)
    one = played(rules)
    [*_, past] = one.game.past
    level = replace(past, score=replace(past.score, players=(past.score.players[0],) * 3))
    balance = balance_of(replace(one, game=replace(one.game, past=(level,) * rules.rounds)))
    assert balance.wins == (20, 20, 20)
    assert balance.ends.shared == 1


def test_parts_of_a_run_add_up_to_the_whole() -> None:
    rules = rules_for("first", (), 4)
    parts = [balance_of(played(rules, number)) for number in range(1, GAMES + 1)]
    front, back = sum(parts[:2], empty_balance(rules)), sum(parts[2:], empty_balance(rules))
    assert front + back == back + front == total(rules, GAMES)
    assert (front + back).longest == max(len(played(rules, number).steps) for number in range(1, GAMES + 1))


@pytest.mark.parametrize("edition", EditionName)
def test_a_balance_has_only_integers(edition: EditionName) -> None:
    """Sums of floats differ between Python versions."""
    assert all(type(number) is int for number in _leaves(astuple(total(rules_for(edition), GAMES))))


def test_no_seat_has_an_advantage() -> None:
    _assert_fair(total(rules_for("second", (), 3), 40))


@pytest.mark.long
@pytest.mark.parametrize("edition", EditionName)
def test_no_seat_has_an_advantage_in_the_long_run(edition: EditionName) -> None:
    rules = rules_for(edition, (), 3)
    games = (
        play_game(rules, DECKS[edition], seeded_random(3, number), check=False) for number in range(3000)
    )
    _assert_fair(sum(map(balance_of, games), empty_balance(rules)))


def _assert_fair(balance: Balance) -> None:
    fair = 1 / len(balance.wins)
    tolerance = 4 * (fair * (1 - fair) / balance.games) ** 0.5
    assert all(abs(parts / WIN_PARTS / balance.games - fair) < tolerance for parts in balance.wins)


def _sum(rows: tuple[GuessTally, ...]) -> GuessTally:
    return GuessTally(*map(sum, zip(*map(astuple, rows), strict=True)))


def _leaves(row: tuple[Any, ...]) -> list[Any]:
    return [number for part in row for number in (_leaves(part) if isinstance(part, tuple) else [part])]
