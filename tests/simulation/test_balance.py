"""Counts of games: what is counted in two ways comes out the same, and parts add up to the whole."""

from dataclasses import astuple, replace
from typing import Any

import pytest

from pictomania.rules import EditionName, Rules, TokenReason, rules_for, totals
from pictomania.simulation import Balance, balance_of, blank_balance, random_of, whole_game
from pictomania.simulation.balance import WHOLE_WIN, Guesses
from tests.simulation.games import DECKS, EVERY_RULES, name, played, total

GAMES = 6
TABLES = [
    rules_for("first", (), 4),
    rules_for("second", (), 4),
    rules_for("second", ("learning", "competitive"), 5),
]


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_every_star_is_counted_once(rules: Rules) -> None:
    """The rows by finishing order hold every player's round, so their stars are those of all totals."""
    balance = total(rules, GAMES)
    rows = (*balance.takers, balance.done, balance.stopped)
    stars = sum(sum(totals(played(rules, number).game)) for number in range(1, GAMES + 1))
    assert sum(row.stars for row in rows) == balance.ends.everybody == stars
    assert sum(row.count for row in rows) == balance.rounds * rules.players == balance.talk.drawings


@pytest.mark.parametrize("rules", TABLES, ids=name)
def test_every_guess_is_counted_once_by_place_and_once_by_level(rules: Rules) -> None:
    balance = total(rules, GAMES)
    by_place, by_level = (_summed(rows) for rows in (balance.pile, balance.levels))
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
    assert sheep.unwatched + sheep.spotless + sheep.tied + sheep.struck == balance.rounds
    assert sum(row.sheep for row in rows) == sheep.struck
    assert balance.tokens[list(TokenReason).index(TokenReason.BLACK_SHEEP)] == sheep.with_token
    assert sum(balance.tokens) == balance.rounds * rules.players
    assert balance.tokens[list(TokenReason).index(TokenReason.NOT_TAKEN)] == sum(
        row.count for row in (balance.done, balance.stopped)
    )
    assert all(row.worth == 0 for row in (balance.done, balance.stopped))


def test_a_learning_round_has_no_black_sheep() -> None:
    assert total(rules_for("second", ("learning",), 5), 2).sheep.unwatched == 2
    assert total(rules_for("second", (), 5), 2).sheep.unwatched == 0


def test_a_black_sheep_whose_token_went_back_lost_nothing() -> None:
    """A wrong word sends the token back in the second edition, whoever drew it (R53)."""
    one = played(rules_for("second", (), 3))
    [*_, past] = one.game.past
    player = replace(past.score.players[0], token=2, token_worth=0, token_reason=TokenReason.FAULT)
    scores = replace(past.score, black_sheep=0, players=(player, *past.score.players[1:]))
    balance = balance_of(replace(one, game=replace(one.game, past=(replace(past, score=scores),) * 4)))
    assert (balance.sheep.returned, balance.sheep.struck, balance.sheep.lost) == (4, 4, 0)


@pytest.mark.parametrize("rules", EVERY_RULES[::7], ids=name)
def test_every_victory_is_counted_once(rules: Rules) -> None:
    balance = balance_of(played(rules))
    assert sum(balance.wins) == WHOLE_WIN
    assert (max(balance.wins) < WHOLE_WIN) == (balance.ends.shared == 1)


def test_a_shared_victory_is_counted_in_parts() -> None:
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
    front, back = sum(parts[:2], blank_balance(rules)), sum(parts[2:], blank_balance(rules))
    assert front + back == back + front == total(rules, GAMES)
    assert (front + back).longest == max(len(played(rules, number).steps) for number in range(1, GAMES + 1))


@pytest.mark.parametrize("edition", EditionName)
def test_only_whole_numbers_are_kept(edition: EditionName) -> None:
    """Sums of fractions differ between versions of Python."""
    assert all(type(number) is int for number in _numbers(astuple(total(rules_for(edition), GAMES))))


def test_no_seat_is_better_than_another() -> None:
    _assert_fair(total(rules_for("second", (), 3), 40))


@pytest.mark.long
@pytest.mark.parametrize("edition", EditionName)
def test_no_seat_is_better_than_another_in_the_long_run(edition: EditionName) -> None:
    rules = rules_for(edition, (), 3)
    games = (whole_game(rules, DECKS[edition], random_of(3, number), watch=False) for number in range(3000))
    _assert_fair(sum(map(balance_of, games), blank_balance(rules)))


def _assert_fair(balance: Balance) -> None:
    fair = 1 / len(balance.wins)
    luck = 4 * (fair * (1 - fair) / balance.games) ** 0.5
    assert all(abs(parts / WHOLE_WIN / balance.games - fair) < luck for parts in balance.wins)


def _summed(rows: tuple[Guesses, ...]) -> Guesses:
    return Guesses(*map(sum, zip(*map(astuple, rows), strict=True)))


def _numbers(row: tuple[Any, ...]) -> list[Any]:
    return [number for part in row for number in (_numbers(part) if isinstance(part, tuple) else [part])]
