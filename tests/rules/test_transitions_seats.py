"""Who plays: sitting out, coming back, latecomers; and how many rounds (D10 to D12)."""

import pytest

from pictomania.rules import (
    TABLE,
    AddSeat,
    ChooseLevel,
    Colour,
    ComeBack,
    Deal,
    Draw,
    Fault,
    Finish,
    Game,
    Guess,
    Object,
    Phase,
    Ready,
    Refusal,
    Replace,
    Rules,
    SetRounds,
    SitOut,
    TimeUp,
    Vote,
    apply,
    awaited,
    may,
    new_game,
    rules_for,
    totals,
    view_for,
    why_not,
    winners,
)
from pictomania.rules.game import drawing_result
from tests.rules.tables import BOTH, FIRST_DECK, after, by_chance, drawing, first, reading, second, until


def out(game: Game, *seats: int) -> Game:
    return after(game, *((TABLE, SitOut(seat)) for seat in seats))


@BOTH
@pytest.mark.rule("D10")
def test_a_seat_that_sits_out_gets_no_word_and_no_tokens(rules: Rules) -> None:
    """It is not awaited, nobody guesses it, and the token tables are those of the others."""
    four = rules_for(rules.edition, (), 4)
    game = until(out(until(drawing(four), Phase.SCORES), 1), Phase.DRAWING)
    assert game.round.playing == (0, 2, 3)
    assert (game.rules.scoring_tokens, game.rules.black_tokens) == (rules.scoring_tokens, rules.black_tokens)
    assert [hand is None for hand in game.round.hands] == [False, True, False, False]
    assert awaited(game) == (0, 2, 3)
    assert why_not(game, 0, Guess(1, 4)) is Refusal.NO_SUCH_SEAT
    for action in (Draw(), Guess(0, 4), Finish(None)):
        assert why_not(game, 1, action) is Refusal.SITS_OUT
    view = view_for(game, 1)
    assert (view.players[1].sits_out, view.players[1].out, view.players[1].word) == (True, True, None)
    game = until(game, Phase.SCORES)
    assert game.past[1].score.players[1].sat_out
    assert view_for(game, None).players[1].stars[1] is None


@BOTH
@pytest.mark.rule("D10")
def test_it_keeps_its_stars_and_comes_back_at_the_start_of_a_round(rules: Rules) -> None:
    four = rules_for(rules.edition, (), 4)
    game = until(drawing(four), Phase.SCORES)
    before = totals(game)[1]
    game = until(out(game, 1), Phase.DRAWING)
    assert totals(game)[1] == before
    game = apply(game, TABLE, ComeBack(1))
    assert game.round.playing == (0, 2, 3)  # not in the middle of a round
    assert until(until(game, Phase.SCORES), Phase.READING).round.playing == (0, 1, 2, 3)


@pytest.mark.rule("D10")
def test_until_the_cards_are_dealt_it_takes_effect_at_once() -> None:
    game = out(reading(second(4)), 2)
    assert (game.round.playing, game.rules.players, awaited(game)) == ((0, 1, 3), 3, (0, 1, 3))
    assert why_not(game, 2, Ready()) is why_not(game, 2, Replace(0)) is Refusal.SITS_OUT
    game = apply(game, TABLE, ComeBack(2))
    assert (game.round.playing, game.rules.players) == ((0, 1, 2, 3), 4)


@BOTH
@pytest.mark.rule("D10")
def test_in_the_round_in_which_it_is_lost(rules: Rules) -> None:
    """Its drawing can still be guessed, and it loses no stars for tokens that nobody earns."""
    game = out(drawing(rules_for(rules.edition, (), 4)), 3)
    assert awaited(game) == (0, 1, 2)
    assert view_for(game, 0).players[3].lost
    game = until(apply(game, 0, Guess(3, 4)), Phase.SCORES)
    scored = game.past[0].score.players[3]
    assert (scored.left, scored.stars, scored.excused) == ((1, 1), 0, True)
    assert game.past[0].score.players[0].received[0].stars == 2
    assert not until(game, Phase.DRAWING).round.lost


@pytest.mark.rule("D10")
def test_a_player_who_is_back_within_the_round_plays_on() -> None:
    game = after(drawing(second(4)), (3, Guess(0, 2)), (TABLE, SitOut(3)))
    assert why_not(game, 3, Guess(1, 5)) is Refusal.FINISHED
    game = apply(game, TABLE, ComeBack(3))
    assert awaited(game) == (0, 1, 2, 3)
    assert may(game, 3).guess == (1, 2)
    assert not view_for(game, 3).players[3].lost


@pytest.mark.rule("D10")
def test_a_player_who_had_finished_has_played_the_round() -> None:
    game = out(apply(drawing(second(4)), 3, Finish(3)), 3)
    assert not game.round.lost
    game = apply(game, TABLE, ComeBack(3))
    assert awaited(game) == (0, 1, 2)


@pytest.mark.rule("D10")
def test_the_others_need_not_wait() -> None:
    game = out(after(drawing(second(4)), *((seat, Finish(None)) for seat in (0, 1, 2))), 3)
    assert game.phase is Phase.WORD
    game = out(after(reading(second(4)), (0, Ready()), (1, Ready()), (2, Ready())), 3)
    assert game.phase is Phase.DEALING
    game = out(after(until(drawing(second(4)), Phase.PRAISING), (0, Ready()), (1, Ready()), (2, Ready())), 3)
    assert game.phase is Phase.OVER


@pytest.mark.rule("D10")
def test_at_least_three_seats_play() -> None:
    """Seats that nobody plays fill up the table, lose nothing and are not awaited."""
    game = until(out(until(drawing(second(3)), Phase.SCORES), 0, 1), Phase.DRAWING)
    assert game.round.playing == (0, 1, 2)
    assert (awaited(game), game.round.lost) == ((2,), frozenset({0, 1}))
    game = until(apply(game, 2, Finish(None)), Phase.SCORES)
    assert [player.stars for player in game.past[1].score.players] == [0, 0, -3]
    assert why_not(game, TABLE, SitOut(2)) is Refusal.NOBODY_LEFT


@pytest.mark.rule("D10")
def test_refused_changes_of_seats() -> None:
    game = out(drawing(second(4)), 1)
    assert why_not(game, TABLE, SitOut(1)) is Refusal.ALREADY_OUT
    assert why_not(game, TABLE, ComeBack(0)) is Refusal.NOT_OUT
    assert why_not(game, TABLE, SitOut(4)) is why_not(game, TABLE, ComeBack(4)) is Refusal.NO_SUCH_SEAT
    over = until(game, Phase.OVER)
    assert why_not(over, TABLE, SitOut(0)) is Refusal.NOT_NOW


@pytest.mark.rule("D10")
def test_a_vote_goes_on_when_a_player_sits_out() -> None:
    game = by_chance(apply(reading(first(4)), 1, Replace(0)))
    game = out(apply(game, 1, Replace(0, (0, 1, 3))), 2)
    assert awaited(game) == (0, 3)
    assert awaited(out(game, 3)) == (0,)


@pytest.mark.rule("D2", "D3", "D10")
def test_a_vote_does_not_wait_for_players_who_sit_out() -> None:
    """Votes that were cast stay, and the vote ends once they decide it."""
    game = reading(rules_for("second", [], 4, replacements=0))
    asked = after(game, (0, Replace(1)), (1, Vote(yes=True)))
    asked = out(asked, 1)
    assert asked.round.motion is not None
    assert (tuple(asked.round.motion.ayes), awaited(asked)) == ((0, 1), (2, 3))
    assert out(apply(asked, 2, Vote(yes=True)), 3).phase is Phase.LAYING
    objected = apply(until(drawing(second(4)), Phase.WORD), 1, Object(Fault.HINT, 0))
    assert objected.round.motion is not None
    assert out(objected, 2, 3).round.faults[0] is Fault.HINT


@BOTH
@pytest.mark.rule("D11")
def test_a_latecomer_starts_with_the_lowest_score(rules: Rules) -> None:
    game = until(after(drawing(rules), (0, Guess(1, 2)), (2, Guess(1, 2))), Phase.SCORES)
    assert min(totals(game)) < 0
    joined = apply(game, TABLE, AddSeat(Colour.BLUE))
    assert (totals(joined)[3], joined.head_starts) == (0, (None, None, None, 0))
    assert awaited(joined) == (0, 1, 2)
    playing = until(joined, Phase.DRAWING)
    assert (playing.round.playing, playing.rules.players) == ((0, 1, 2, 3), 4)
    assert playing.rules.scoring_tokens == (2, 1, 1)
    later = until(playing, Phase.SCORES)
    view = view_for(later, 3)
    assert view.players[3].stars == (None, -4)
    assert (view.players[3].head_start, view.players[3].total) == (0, -4)


@pytest.mark.rule("D11")
def test_a_latecomer_among_leaders() -> None:
    game = after(
        drawing(second(3)),
        *((seat, Guess(artist, artist + 1)) for seat in range(3) for artist in range(3) if seat != artist),
        *((seat, Finish(token)) for seat, token in enumerate((2, 2, 1))),
    )
    game = until(game, Phase.SCORES)
    assert totals(game) == (6, 5, 3)
    assert totals(apply(game, TABLE, AddSeat(Colour.BLUE)))[3] == 3


@pytest.mark.rule("D11")
def test_a_latecomer_while_the_cards_are_read_plays_at_once() -> None:
    game = apply(reading(second(3)), TABLE, AddSeat(Colour.PURPLE))
    assert awaited(game) == (0, 1, 2, 3)
    game = until(game, Phase.OVER)
    assert len(view_for(game, None).past[0].words) == 4


@pytest.mark.rule("D11")
def test_refused_latecomers() -> None:
    game = reading(second(3))
    assert why_not(game, TABLE, AddSeat(Colour.RED)) is Refusal.COLOUR_NOT_LEFT
    assert why_not(drawing(second(3)), TABLE, AddSeat(Colour.BLUE)) is Refusal.NOT_NOW
    assert why_not(reading(second(6)), TABLE, AddSeat(Colour.BLUE)) is Refusal.NO_SEAT_LEFT
    last = apply(until(drawing(second(3)), Phase.SCORES), TABLE, SetRounds(1))
    assert why_not(last, TABLE, AddSeat(Colour.BLUE)) is Refusal.NOT_NOW  # there is no round left to play


@pytest.mark.rule("V4", "D11")
def test_the_calm_game_is_for_three() -> None:
    game = apply(reading(first(3, "calm-three")), TABLE, AddSeat(Colour.BLUE))
    assert game.rules.black_tokens == (3, 2, 1)
    five = apply(game, TABLE, AddSeat(Colour.PURPLE))
    assert five.rules.black_tokens == (3, 3, 2, 1)


@BOTH
@pytest.mark.rule("D12")
def test_ending_the_game_after_a_round(rules: Rules) -> None:
    """The ranking counts the rounds played."""
    game = until(after(drawing(rules), (0, Guess(1, 2))), Phase.SCORES)
    assert winners(game) == ()
    game = until(apply(game, TABLE, SetRounds(1)), Phase.OVER)
    assert (len(game.past), totals(game), winners(game)) == (1, (-1, -1, -3), (0, 1))


@pytest.mark.rule("D12")
def test_more_rounds_repeat_the_last_level() -> None:
    assert rules_for("second", rounds=6).levels == (1, 2, 3, 4, 4, 4)
    assert rules_for("second", rounds=2).levels == (1, 2)
    assert rules_for("first", ("children",), rounds=8).levels == (1,) * 8
    assert rules_for("first", rounds=3).levels is None
    game = apply(reading(second(3)), TABLE, SetRounds(6))
    assert game.rules.levels == (1, 2, 3, 4, 4, 4)
    assert apply(reading(first(3)), TABLE, SetRounds(2)).rules.rounds == 2


@pytest.mark.rule("D12")
def test_refused_numbers_of_rounds() -> None:
    game = until(until(drawing(second(3)), Phase.SCORES), Phase.READING)
    assert why_not(game, TABLE, SetRounds(1)) is Refusal.NO_SUCH_ROUND
    assert why_not(game, TABLE, SetRounds(9)) is Refusal.NO_SUCH_ROUND
    assert why_not(until(game, Phase.PRAISING), TABLE, SetRounds(8)) is Refusal.NOT_NOW
    with pytest.raises(ValueError, match="rounds-out-of-range"):
        rules_for("second", rounds=9)


@pytest.mark.rule("D4")
def test_the_players_vote_on_the_level() -> None:
    """Everyone sees the votes, most votes win, and the last vote decides."""
    game = new_game(rules_for("first", (), 4, level_vote=True), FIRST_DECK, host=1)
    game = after(game, (0, ChooseLevel(3)), (1, ChooseLevel(2)), (2, ChooseLevel(2)), (0, ChooseLevel(4)))
    assert awaited(game) == (3,)
    assert [player.level_vote for player in view_for(game, None).players] == [4, 2, 2, None]
    assert view_for(game, 3).level_vote
    assert apply(game, 3, ChooseLevel(4)).round.level == 2  # a tie: the host's vote counts
    assert apply(game, 3, ChooseLevel(2)).round.level == 2


@pytest.mark.rule("D4")
@pytest.mark.parametrize(("votes", "level"), [({}, 1), ({0: 4, 2: 3}, 3), ({0: 4, 1: 4, 2: 1}, 4)])
def test_the_level_when_the_table_waits_no_longer(votes: dict[int, int], level: int) -> None:
    """The easier one of a tie without the host; the easiest without any votes."""
    game = new_game(rules_for("first", (), 4, level_vote=True), FIRST_DECK, host=3)
    game = after(game, *((seat, ChooseLevel(vote)) for seat, vote in votes.items()))
    assert apply(game, TABLE, TimeUp()).round.level == level


@pytest.mark.rule("D4", "D10")
def test_players_who_sit_out_do_not_vote_on_the_level() -> None:
    game = new_game(rules_for("first", (), 4, level_vote=True), FIRST_DECK)
    game = after(game, (0, ChooseLevel(3)), (1, ChooseLevel(3)), (2, ChooseLevel(3)))
    decided = out(game, 3)
    assert (decided.phase, decided.round.level) == (Phase.LAYING, 3)
    assert why_not(out(new_game(game.rules, FIRST_DECK), 3), 3, ChooseLevel(1)) is Refusal.SITS_OUT


@pytest.mark.rule("R6", "D10")
def test_hands_go_to_the_seats_that_play() -> None:
    game = apply(out(reading(second(4)), 0), TABLE, TimeUp())
    game = apply(game, TABLE, Deal(5, 7))
    assert [hand is not None for hand in game.round.hands] == [False, True, False, False]


@pytest.mark.rule("R54", "D10")
def test_only_players_who_play_can_leave_a_sheet_empty() -> None:
    game = out(until(drawing(second(4)), Phase.SCORES), 1)
    game = until(until(game, Phase.DRAWING), Phase.WORD)
    assert game.round.faults == (Fault.EMPTY, None, Fault.EMPTY, Fault.EMPTY)


@pytest.mark.rule("D10")
def test_a_seat_that_sits_out_has_no_result() -> None:
    game = until(out(reading(second(4)), 2), Phase.SCORES)
    with pytest.raises(ValueError, match="seat 2 sits out"):
        drawing_result(game, 2)
