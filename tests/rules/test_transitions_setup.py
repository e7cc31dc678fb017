"""From a new game to the start of the drawing: levels, cards, unknown words, dealing, the host."""

from collections import Counter
from random import Random

import pytest

from pictomania.rules import (
    NUMBERS,
    PLAYERS,
    TABLE,
    ChooseLevel,
    Deal,
    Game,
    MakeHost,
    Phase,
    Ready,
    Refusal,
    Refused,
    Replace,
    Rules,
    Start,
    TimeUp,
    Vote,
    apply,
    new_game,
    rules_for,
    sample_chance,
    seats,
    view_for,
    why_not,
)
from tests.rules.legal_actions import chance_outcomes, legal_actions
from tests.rules.tables import (
    BOTH,
    DECK,
    FIRST_DECK,
    after,
    by_chance,
    deck_of,
    first,
    reading,
    second,
    until,
)

EVERY_SIZE = pytest.mark.parametrize(
    "rules", [edition(players) for edition in (first, second) for players in PLAYERS], ids=str
)


# Setting up a round.


@pytest.mark.rule("R8", "D4")
def test_first_edition_the_host_chooses_the_level_before_cards_are_laid() -> None:
    game = new_game(first(), FIRST_DECK, host=1)
    assert game.phase is Phase.CHOOSING
    assert view_for(game, 0).level is None
    assert why_not(game, 0, ChooseLevel(2)) is Refusal.NOT_THE_HOST
    assert why_not(game, 1, ChooseLevel(5)) is Refusal.NO_SUCH_LEVEL
    game = apply(game, 1, ChooseLevel(3))
    assert view_for(game, 0).level == 3  # everyone sees the choice before any card
    assert view_for(game, 0).holder == (None,) * 6
    assert why_not(game, 1, ChooseLevel(1)) is Refusal.NOT_NOW
    game = by_chance(game)
    assert all(face and face.card.startswith("3.") for face in game.round.holder)
    game = until(game, Phase.SCORES)
    assert apply(game, 1, Start()).phase is Phase.CHOOSING  # the same before each round


@pytest.mark.rule("D4", "D5")
def test_without_a_choice_the_level_stays_the_same_and_starts_with_the_easiest() -> None:
    game = apply(new_game(first(), FIRST_DECK), TABLE, TimeUp())
    assert (game.phase, game.round.level) == (Phase.LAYING, 1)
    game = apply(until(reading(first(), FIRST_DECK, level=3), Phase.SCORES), 0, Start())
    assert apply(game, TABLE, TimeUp()).round.level == 3


def test_second_edition_levels_rise_each_round() -> None:
    game, levels = new_game(second(), DECK), []
    for _ in range(4):
        levels.append(game.round.level)
        game = until(game, Phase.SCORES)
        game = apply(game, 0, Start())
    assert levels == [1, 2, 3, 4]


@BOTH
@pytest.mark.rule("R5", "R7")
def test_everyone_reads_before_anyone_knows_their_word(rules: Rules) -> None:
    game = reading(rules)
    assert game.round.hands == (None, None, None)
    assert all(player.word is None for seat in seats(game) for player in view_for(game, seat).players)


@BOTH
@pytest.mark.rule("D6")
def test_a_round_starts_when_all_are_ready_or_the_host_starts_it(rules: Rules) -> None:
    game = reading(rules)
    assert why_not(game, 1, Start()) is Refusal.NOT_THE_HOST
    assert apply(game, 0, Start()).phase is Phase.DEALING
    game = after(game, (0, Ready()), (2, Ready()))
    assert game.phase is Phase.READING
    assert why_not(game, 2, Ready()) is Refusal.ALREADY_READY
    assert [player.ready for player in view_for(game, None).players] == [True, False, True]
    game = apply(game, 1, Ready())
    assert game.phase is Phase.DEALING
    assert not game.round.ready


@pytest.mark.rule("D6", "D5")
def test_the_table_can_start_without_absent_players() -> None:
    game = after(reading(second()), (0, Ready()), (2, Ready()), (TABLE, TimeUp()))
    assert game.phase is Phase.DEALING


@EVERY_SIZE
@pytest.mark.rule("R6", "R1")
def test_marks_and_numbers_are_dealt_without_replacement(rules: Rules) -> None:
    for seed in range(20):
        game = by_chance(apply(reading(rules), TABLE, TimeUp()), Random(seed))
        assert len({hand.number for hand in game.round.hands if hand}) == rules.players
        assert len({hand.mark for hand in game.round.hands if hand}) == rules.players
        words = [view_for(game, seat).players[seat].word for seat in seats(game)]
        assert len(set(words)) == rules.players
        places = Counter(word.place for word in words if word)
        assert max(places.values()) <= (1 if rules.holder_size == 6 else 2)


@pytest.mark.rule("R6", "R1")
def test_all_marks_and_numbers_are_used_at_every_player_count() -> None:
    game = apply(reading(second(3)), TABLE, TimeUp())
    assert set(chance_outcomes(game)) == {Deal(mark, number) for mark in range(6) for number in NUMBERS}
    game = apply(game, TABLE, Deal(5, 7))
    assert why_not(game, TABLE, Deal(5, 1)) is Refusal.MARK_NOT_LEFT
    assert why_not(game, TABLE, Deal(4, 7)) is Refusal.NUMBER_NOT_LEFT
    assert why_not(game, TABLE, Deal(6, 1)) is Refusal.MARK_NOT_LEFT
    assert why_not(game, TABLE, Deal(None, 1)) is Refusal.MARK_NOT_LEFT
    assert why_not(game, TABLE, Deal(4, 8)) is Refusal.NUMBER_NOT_LEFT
    assert len(chance_outcomes(game)) == 5 * 6
    assert why_not(reading(second(3)), TABLE, Deal(0, 1)) is Refusal.NOT_NOW


@pytest.mark.rule("R6")
def test_all_deals_are_equally_likely() -> None:
    game, random = apply(reading(second(3)), TABLE, TimeUp()), Random(1)
    counts = Counter(sample_chance(game, random.choice) for _ in range(42_000))
    assert len(counts) == 42
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.rule("R7")
def test_all_players_see_their_own_word_at_the_same_time() -> None:
    game = apply(reading(second(3)), TABLE, TimeUp())
    for hand in (Deal(0, 3), Deal(2, 5)):
        game = apply(game, TABLE, hand)
        assert all(player.word is None for seat in seats(game) for player in view_for(game, seat).players)
    game = apply(game, TABLE, Deal(4, 1))
    assert game.phase is Phase.DRAWING
    for seat in seats(game):
        assert [player.word is not None for player in view_for(game, seat).players] == [
            other == seat for other in seats(game)
        ]
    assert all(player.word is None for player in view_for(game, None).players)
    own = view_for(game, 1).players[1].word
    assert own is not None
    assert (own.place, own.number) == (1, 5)


@pytest.mark.rule("V3")
def test_one_card_variant_deals_only_numbers() -> None:
    rules = rules_for("first", ["one-card"], 4)
    game = apply(reading(rules), TABLE, TimeUp())
    assert len(game.round.holder) == 1
    assert set(chance_outcomes(game)) == {Deal(None, number) for number in NUMBERS}
    assert why_not(game, TABLE, Deal(0, 1)) is Refusal.MARK_NOT_LEFT
    game = by_chance(game)
    assert {word.place for seat in seats(game) if (word := view_for(game, seat).players[seat].word)} == {0}


# Unknown words.


@pytest.mark.rule("R5", "D3")
def test_second_edition_replacements_are_unlimited() -> None:
    game = reading(second())
    for _ in range(5):
        before = game.round.holder
        out = game.round.replaced | {before[0]}
        game = apply(after(game, (0, Ready())), 1, Replace(0))
        assert game.round.replaced == out
        assert game.phase is Phase.LAYING
        assert game.round.ready == frozenset()  # the new card has to be read
        game = by_chance(game)
        assert game.round.holder[1:] == before[1:]
        assert game.round.holder[0] not in before
    assert game.replacements == (0, 5, 0)


@pytest.mark.rule("R5", "D3", "R3")
def test_a_replaced_card_does_not_come_back() -> None:
    game = reading(second(), deck_of(5, 3, 3, 3))
    for place in (0, 0):
        game = by_chance(apply(game, 0, Replace(place)))
    assert len({face.card for face in (*game.round.replaced, *game.round.holder) if face}) == 5
    assert why_not(game, 0, Replace(0)) is Refusal.NO_OTHER_CARD
    assert view_for(game, 0).may is not None
    assert why_not(game, 0, Replace(3)) is Refusal.NO_SUCH_PLACE
    assert why_not(game, 0, Replace(-1)) is Refusal.NO_SUCH_PLACE
    assert why_not(apply(game, 0, Start()), 0, Replace(0)) is Refusal.NOT_NOW


@pytest.mark.rule("D3", "R5")
def test_first_edition_one_replacement_each_and_more_if_all_agree() -> None:
    game = by_chance(apply(reading(first()), 1, Replace(0)))
    asked = apply(game, 1, Replace(4))
    assert asked.phase is Phase.READING
    assert asked.round.holder == game.round.holder
    assert why_not(asked, 1, Vote(yes=True)) is Refusal.ALREADY_VOTED
    assert why_not(asked, 0, Ready()) is Refusal.VOTE_IS_ON
    assert why_not(asked, 0, Replace(1)) is Refusal.VOTE_IS_ON
    assert why_not(apply(asked, 0, Start()), 1, Replace(4)) is Refusal.OVERRULED  # the host ends the vote
    one_yes = apply(asked, 2, Vote(yes=True))
    assert one_yes.round.motion is not None
    agreed = apply(one_yes, 0, Vote(yes=True))
    assert agreed.phase is Phase.LAYING
    assert agreed.round.holder[4] is None
    assert agreed.round.motion is None
    assert agreed.replacements == (0, 1, 0)
    refused = apply(one_yes, 0, Vote(yes=False))
    assert refused.phase is Phase.READING
    assert refused.round.holder == game.round.holder
    assert why_not(refused, 1, Replace(4)) is Refusal.OVERRULED
    assert why_not(refused, 0, Vote(yes=True)) is Refusal.NO_VOTE_IS_ON
    assert apply(refused, 2, Replace(4)).phase is Phase.LAYING  # this player has a free replacement left


@pytest.mark.rule("D3")
def test_first_edition_the_free_replacement_is_per_game() -> None:
    game = until(by_chance(apply(reading(first()), 1, Replace(0))), Phase.SCORES)
    game = until(apply(game, 0, Start()), Phase.READING)
    asked = apply(game, 1, Replace(0))
    assert asked.round.motion is not None
    timed_out = apply(asked, TABLE, TimeUp())
    assert timed_out.phase is Phase.READING
    assert timed_out.round.motion is None
    assert why_not(timed_out, 1, Replace(0)) is Refusal.OVERRULED


@pytest.mark.rule("D3")
def test_no_limit_as_in_the_french_rulebook() -> None:
    game = reading(rules_for("first", (), 3, replacements=None))
    for _ in range(3):
        game = by_chance(apply(game, 0, Replace(0)))
    assert game.round.motion is None


# Host, seats and watchers.


@pytest.mark.rule("D6")
def test_the_host_can_change() -> None:
    game = reading(second())
    assert why_not(game, TABLE, MakeHost(0)) is Refusal.ALREADY_THE_HOST
    assert why_not(game, TABLE, MakeHost(3)) is Refusal.NO_SUCH_SEAT
    assert why_not(game, TABLE, MakeHost(-1)) is Refusal.NO_SUCH_SEAT
    game = apply(game, TABLE, MakeHost(2))
    assert view_for(game, None).host == 2
    assert why_not(game, 0, Start()) is Refusal.NOT_THE_HOST
    assert why_not(game, 2, Start()) is None
    assert why_not(until(game, Phase.OVER), TABLE, MakeHost(1)) is Refusal.NOT_NOW
    with pytest.raises(ValueError, match="one of 3 seats"):
        new_game(second(), DECK, host=3)


@pytest.mark.rule("D7")
def test_watchers_always_have_a_view_but_may_do_nothing() -> None:
    game = new_game(first(), FIRST_DECK)
    while game.phase is not Phase.OVER:
        view = view_for(game, None)
        assert (view.seat, view.may) == (None, None)
        game = one_step(game)


def one_step(game: Game) -> Game:
    """Take the first legal step of any actor."""
    for seat in (TABLE, *seats(game)):
        for action in legal_actions(game, seat):
            if not isinstance(action, MakeHost):
                return apply(game, seat, action)
    raise AssertionError("no legal action")


def test_seats_and_the_table_have_separate_actions() -> None:
    game = reading(second())
    assert why_not(game, 0, TimeUp()) is Refusal.NOT_FOR_A_SEAT
    assert why_not(game, TABLE, Ready()) is Refusal.ONLY_FOR_A_SEAT
    assert why_not(game, 3, Ready()) is Refusal.NO_SUCH_SEAT
    assert why_not(game, -1, Ready()) is Refusal.NO_SUCH_SEAT
    with pytest.raises(Refused, match=r"^no-such-seat$") as caught:
        apply(game, 3, Ready())
    assert caught.value.refusal is Refusal.NO_SUCH_SEAT
