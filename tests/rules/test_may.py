"""What a seat may do, in selected situations; tests/laws compares it with the referee in all of them."""

from dataclasses import replace

import pytest

from pictomania.rules import (
    NUMBERS,
    TABLE,
    AddSeat,
    Admit,
    ChooseLevel,
    Colour,
    Draw,
    Fault,
    Finish,
    Guess,
    Lay,
    MakeHost,
    May,
    Object,
    Phase,
    Praise,
    Ready,
    Replace,
    SetRounds,
    SitOut,
    Start,
    TimeUp,
    Vote,
    Wipe,
    apply,
    may,
    new_game,
    rules_for,
    sample_chance,
)
from tests.rules.legal_actions import chance_outcomes, legal_actions
from tests.rules.tables import DECK, FIRST_DECK, by_chance, drawing, first, reading, second, until

CLAIMS = (
    Fault.OTHER_WORD,
    Fault.WRITING,
    Fault.HINT,
    Fault.FIRST_LETTER,
    Fault.SURROUNDINGS,
    Fault.ANIMATION,
    Fault.TALK,
)


def test_while_drawing_the_second_edition() -> None:
    game = drawing(second(3))
    allowed = may(game, 0)
    assert (allowed.draw, allowed.wipe, allowed.finish, allowed.guess_freezes) == (True, True, True, True)
    assert (allowed.guess, allowed.numbers, allowed.take) == ((1, 2), NUMBERS, (2, 1))
    allowed = may(apply(game, 0, Guess(2, 5)), 0)
    assert (allowed.draw, allowed.wipe, allowed.guess_freezes) == (False, False, False)
    assert (allowed.guess, allowed.numbers) == ((1,), (1, 2, 3, 4, 6, 7))
    allowed = may(drawing(second(3), drawn=False), 0)
    assert (allowed.draw, allowed.wipe, allowed.take) == (True, False, ())


def test_while_drawing_the_first_edition() -> None:
    game = apply(drawing(first(5)), 0, Guess(2, 5))
    allowed = may(game, 0)
    assert (allowed.draw, allowed.wipe, allowed.take, allowed.guess_freezes) == (True, True, (3,), False)
    assert may(drawing(rules_for("first", erasing=False)), 0).wipe is False


def test_finished_players_may_do_nothing() -> None:
    game = apply(drawing(second(3)), 0, Finish(2))
    allowed = may(game, 0)
    assert not any((allowed.draw, allowed.wipe, allowed.guess, allowed.numbers, allowed.finish, allowed.take))
    assert may(game, 1).take == (2, 1)


def test_while_reading_and_revealing() -> None:
    game = reading(second(3))
    assert (may(game, 0).start, may(game, 1).start) == (True, False)
    assert (may(game, 1).ready, may(game, 1).replace, may(game, 1).replace_asks) == (True, (0, 1, 2), False)
    game = until(drawing(second(3)), Phase.WORD)
    assert (may(game, 0).admit, may(game, 0).object) == (CLAIMS, ())
    assert (may(game, 1).admit, may(game, 1).object, may(game, 1).object_to) == ((), CLAIMS, (0,))
    assert set(legal_actions(game, 0)) == {Ready(), Start(), *map(Admit, CLAIMS)}
    assert set(legal_actions(game, 1)) == {Ready(), *(Object(fault, 0) for fault in CLAIMS)}


def test_legal_actions_lists_every_action() -> None:
    game = reading(second(3))
    assert {Ready(), Start()} < set(legal_actions(game, 0))
    assert {TimeUp(), MakeHost(1), MakeHost(2), SitOut(0), AddSeat(Colour.BLUE), SetRounds(1)} < set(
        legal_actions(game, TABLE)
    )
    game = drawing(second(3), drawn=False)
    assert Draw() in legal_actions(game, 0)
    assert Wipe() not in legal_actions(game, 0)
    game = apply(game, 0, Draw())
    assert Draw() not in legal_actions(game, 0)
    assert Wipe() in legal_actions(game, 0)
    assert len(legal_actions(game, 0)) == 1 + 2 * 7 + 3
    game = apply(until(game, Phase.WORD), 1, Object(Fault.HINT))
    assert set(legal_actions(game, 2)) == {Vote(yes=True), Vote(yes=False)}


def test_chance_acts_only_when_the_game_waits_for_it() -> None:
    game = new_game(second(3), DECK)
    assert sample_chance(game, lambda row: row[0]) == chance_outcomes(game)[0] == Lay("1.0", 0)
    game = reading(second(3))
    assert sample_chance(game, lambda row: row[0]) is None
    assert chance_outcomes(game) == ()
    game = apply(game, TABLE, TimeUp())
    assert sample_chance(game, lambda row: row[0]) == chance_outcomes(game)[0]


@pytest.mark.rule("D3")
def test_a_second_replacement_needs_a_vote() -> None:
    game = by_chance(apply(reading(first(3)), 1, Replace(0)))
    assert [may(game, seat).replace_asks for seat in (0, 1)] == [False, True]
    assert not may(apply(game, 1, Replace(0)), 1).replace_asks  # no second vote at the same time


def test_while_choosing_scoring_and_praising() -> None:
    game = new_game(first(3), FIRST_DECK, host=1)
    assert (may(game, 0), may(game, 1)) == (May(), May(choose_level=(1, 2, 3, 4)))
    assert legal_actions(game, 1) == tuple(map(ChooseLevel, (1, 2, 3, 4)))
    game = until(drawing(second(3)), Phase.PILE)
    doubts = [May(ready=True, start=True, admit=CLAIMS), May(ready=True, object=CLAIMS, object_to=(0,))]
    assert [may(game, seat) for seat in (0, 1)] == doubts
    game = until(game, Phase.SCORES)
    everything = May(ready=True, admit=CLAIMS, object=CLAIMS, object_to=(0, 2))
    assert may(game, 1) == everything
    assert may(game, 0) == replace(everything, start=True, object_to=(1, 2))
    game = until(game, Phase.PRAISING)
    assert may(game, 0) == May(ready=True, start=True, praise=(Praise(1, 1), Praise(1, 2)))
    assert may(until(game, Phase.OVER), 0) == May()


def test_while_a_vote_is_on() -> None:
    game = by_chance(apply(reading(first(3)), 1, Replace(0)))
    game = apply(game, 1, Replace(0))
    assert [may(game, seat) for seat in (0, 1, 2)] == [May(vote=True, start=True), May(), May(vote=True)]


@pytest.mark.rule("R38")
def test_after_declining() -> None:
    game = apply(drawing(first(4)), 0, Finish(None))
    allowed = may(game, 0)
    assert (allowed.guess, allowed.take, allowed.keep_playing) == ((1, 2, 3), (3,), True)
    assert not any((allowed.draw, allowed.wipe, allowed.finish))


@pytest.mark.rule("D4")
def test_while_voting_on_the_level() -> None:
    game = new_game(rules_for("first", (), 3, level_vote=True), FIRST_DECK)
    assert may(game, 1) == May(choose_level=(1, 2, 3, 4))
    assert may(game, 0) == May(choose_level=(1, 2, 3, 4), start=True)
