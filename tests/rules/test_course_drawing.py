"""The drawing phase: drawing, guessing, finishing, and how it ends."""

from dataclasses import replace

import pytest

from pictomania.rules import (
    TABLE,
    Draw,
    Fate,
    Finish,
    Game,
    Guess,
    Hand,
    Laid,
    Phase,
    Refusal,
    Rules,
    Start,
    TimeUp,
    Wipe,
    apply,
    last_one,
    legal,
    may_draw,
    may_talk,
    new_game,
    rules_for,
    seats,
    seen_by,
    why_not,
)
from tests.rules.tables import (
    BOTH,
    DECK,
    after,
    drawing,
    first,
    reading,
    second,
    until,
)

# Drawing.


@BOTH
@pytest.mark.rule("R11", "R12")
def test_all_draw_at_the_same_time_each_on_their_own_sheet_seen_by_all(rules: Rules) -> None:
    game = drawing(rules, drawn=False)
    assert all(may_draw(game, seat) for seat in seats(game))
    game = apply(game, 1, Draw())
    for seat in (0, 1, 2, None):
        assert [player.drawn for player in seen_by(game, seat).players] == [False, True, False]
    assert why_not(game, 1, Draw()) is Refusal.SHEET_NOT_EMPTY
    assert all(may_draw(game, seat) for seat in seats(game))


@pytest.mark.rule("R13")
def test_second_edition_the_first_guess_freezes_the_own_sheet() -> None:
    game = apply(drawing(second()), 0, Guess(1, 2))
    assert not may_draw(game, 0)
    assert may_draw(game, 1)
    assert why_not(game, 0, Wipe()) is Refusal.FROZEN
    game = apply(drawing(second(), drawn=False), 0, Guess(1, 2))
    assert why_not(game, 0, Draw()) is Refusal.FROZEN
    assert [player.drawing for player in seen_by(game, 2).players] == [False, True, True]


@pytest.mark.rule("R14")
def test_first_edition_drawing_and_guessing_mix_freely() -> None:
    game = after(drawing(first()), (0, Guess(1, 2)), (0, Wipe()), (0, Draw()), (0, Guess(2, 3)))
    assert may_draw(game, 0)


@BOTH
@pytest.mark.rule("R15", "R31")
def test_after_finishing_no_drawing_and_no_guessing(rules: Rules) -> None:
    for token in (2, None):
        game = apply(drawing(rules), 0, Finish(token))
        assert not may_draw(game, 0)
        for action in (Draw(), Wipe(), Guess(1, 2), Finish(None), Finish(1)):
            assert why_not(game, 0, action) is Refusal.FINISHED
        assert legal(game, 0) == ()


@BOTH
@pytest.mark.rule("R16")
def test_rubbing_out_is_allowed_where_the_table_allows_it(rules: Rules) -> None:
    game = drawing(rules)
    assert 1 not in apply(game, 1, Wipe()).round.drawn
    assert why_not(drawing(rules, drawn=False), 1, Wipe()) is Refusal.SHEET_EMPTY
    strict = drawing(rules_for(rules.edition, (), 3, erasing=False))
    assert why_not(strict, 1, Wipe()) is Refusal.NO_ERASING


@BOTH
@pytest.mark.rule("R19")
def test_no_talk_while_the_drawing_phase_runs(rules: Rules) -> None:
    game = reading(rules)
    assert may_talk(game)
    game = drawing(rules)
    assert not may_talk(game)
    assert not seen_by(game, 0).talk
    assert not seen_by(game, None).talk
    assert may_talk(until(game, Phase.WORD))


# Guessing.


@BOTH
@pytest.mark.rule("R21")
def test_only_the_number_counts_never_the_mark(rules: Rules) -> None:
    game = apply(drawing(rules, (4, 5, 6)), 1, Guess(0, 4))
    for place in range(rules.holder_size):  # whichever card the guesser had in mind
        hands = (Hand(rules.marks.index(place), 4), *game.round.hands[1:])
        marked = until(swapped(game, hands), Phase.SCORES)
        (given,) = marked.past[0].score.players[1].received
        assert (given.artist, given.number, given.stars) == (0, 4, 2)


def swapped(game: Game, hands: tuple[Hand, ...]) -> Game:
    """Deal other hands in the middle of a round."""
    return replace(game, round=replace(game.round, hands=hands))


@BOTH
@pytest.mark.rule("R21", "R22", "R23", "R24", "R25")
def test_what_cannot_be_guessed(rules: Rules) -> None:
    game = apply(drawing(rules), 0, Guess(1, 4))
    assert why_not(game, 0, Guess(0, 5)) is Refusal.OWN_DRAWING
    assert why_not(game, 0, Guess(1, 5)) is Refusal.PILE_HAS_YOURS
    assert why_not(game, 0, Guess(1, 4)) is Refusal.PILE_HAS_YOURS
    assert why_not(game, 0, Guess(2, 4)) is Refusal.NUMBER_USED
    assert why_not(game, 0, Guess(2, 0)) is Refusal.NO_SUCH_NUMBER
    assert why_not(game, 0, Guess(2, 8)) is Refusal.NO_SUCH_NUMBER
    assert why_not(game, 0, Guess(3, 5)) is Refusal.NO_SUCH_SEAT
    assert why_not(game, 0, Guess(-1, 5)) is Refusal.NO_SUCH_SEAT
    assert why_not(reading(rules), 0, Guess(1, 1)) is Refusal.NOT_NOW


@pytest.mark.rule("R24")
def test_numbers_come_back_with_the_next_round() -> None:
    game = until(apply(drawing(second()), 0, Guess(1, 4)), Phase.SCORES)
    game = until(apply(game, 0, Start()), Phase.DRAWING)
    assert why_not(game, 0, Guess(1, 4)) is None


@BOTH
@pytest.mark.rule("R26")
def test_no_guess_at_all_is_legal(rules: Rules) -> None:
    game = apply(drawing(rules), 0, Finish(2))
    assert game.round.tokens[0] == 2


@BOTH
@pytest.mark.rule("R27")
def test_unfinished_empty_and_finished_drawings_can_be_guessed(rules: Rules) -> None:
    game = after(drawing(rules, drawn=False), (1, Guess(0, 7)), (0, Finish(None)))
    assert why_not(game, 2, Guess(0, 7)) is None
    assert why_not(game, 2, Guess(1, 7)) is None


@BOTH
@pytest.mark.rule("R28")
def test_guessing_ones_own_number_is_pointless_but_not_forbidden(rules: Rules) -> None:
    game = drawing(rules, (1, 2, 3))
    assert why_not(game, 0, Guess(1, 1)) is None


@BOTH
@pytest.mark.rule("R29", "D1")
def test_the_order_of_arrival_is_the_order_of_the_pile_and_decides_the_tokens(rules: Rules) -> None:
    for order in ((1, 2), (2, 1)):
        game = drawing(rules)
        for seat in order:
            game = apply(game, seat, Guess(0, 1))
        assert game.round.piles[0] == tuple(Laid(seat, 1) for seat in order)
        score = until(game, Phase.SCORES).past[0].score
        assert [score.players[seat].received[0].stars for seat in order] == [2, 1]


@BOTH
@pytest.mark.rule("R30")
def test_piles_are_seen_face_down_until_the_reveal(rules: Rules) -> None:
    game = after(drawing(rules), (1, Guess(0, 1)), (2, Guess(0, 6)))
    seen = {
        seat: [(card.guesser, card.number) for card in seen_by(game, seat).players[0].pile]
        for seat in range(3)
    }
    assert seen == {0: [(1, None), (2, None)], 1: [(1, 1), (2, None)], 2: [(1, None), (2, 6)]}
    assert [card.number for card in seen_by(game, None).players[0].pile] == [None, None]
    game = until(game, Phase.PILE)
    assert [(card.number, card.fate) for card in seen_by(game, None).players[0].pile] == [
        (1, Fate.RIGHT),
        (6, Fate.WRONG),
    ]


# Finishing.


@pytest.mark.rule("R31", "R33")
def test_first_edition_only_the_token_with_most_stars() -> None:
    game = drawing(first(5))  # 3 3 2 1
    assert why_not(game, 0, Finish(2)) is Refusal.TOKEN_NOT_HIGHEST
    assert why_not(game, 0, Finish(4)) is Refusal.TOKEN_NOT_LEFT
    game = after(game, (0, Finish(3)), (1, Finish(3)))
    assert why_not(game, 2, Finish(3)) is Refusal.TOKEN_NOT_LEFT
    assert apply(game, 2, Finish(2)).round.tokens == (3, 3, 2, None, None)


@pytest.mark.rule("R31", "R33")
def test_second_edition_any_token_that_is_left() -> None:
    game = drawing(second(3))  # 2 2 1
    game = apply(game, 0, Finish(1))
    assert why_not(game, 1, Finish(1)) is Refusal.TOKEN_NOT_LEFT
    assert why_not(game, 1, Finish(3)) is Refusal.TOKEN_NOT_LEFT
    game = apply(game, 1, Finish(2))
    assert seen_by(game, None).black_tokens == (2,)


@BOTH
@pytest.mark.rule("R32")
def test_who_has_drawn_nothing_takes_no_token(rules: Rules) -> None:
    game = drawing(rules, drawn=False)
    assert why_not(game, 0, Finish(2)) is Refusal.SHEET_EMPTY
    assert why_not(game, 0, Finish(None)) is None
    assert why_not(after(game, (0, Draw())), 0, Finish(2)) is None
    assert why_not(after(game, (0, Draw()), (0, Wipe())), 0, Finish(2)) is Refusal.SHEET_EMPTY


@pytest.mark.rule("R37")
def test_second_edition_the_phase_ends_when_everybody_has_finished() -> None:
    game = after(drawing(second(3)), (0, Finish(2)))
    assert last_one(game) is None
    game = apply(game, 1, Finish(None))
    assert game.phase is Phase.DRAWING
    assert last_one(game) == 2
    assert seen_by(game, 0).hurry == 2  # and is asked to be quick
    game = apply(game, 2, Finish(2))
    assert game.phase is Phase.WORD
    assert last_one(game) is None


@pytest.mark.parametrize("rules", [first(4), second(4, "competitive")], ids=["first", "competitive"])
@pytest.mark.rule("R38", "V1")
def test_the_phase_ends_at_once_with_the_last_token(rules: Rules) -> None:
    game = after(drawing(rules), (2, Finish(3)), (0, Finish(2)))
    assert game.phase is Phase.DRAWING
    game = apply(game, 3, Finish(1))
    assert game.phase is Phase.WORD
    assert game.round.finished == (2, 0, 3)
    assert game.round.tokens == (2, None, 3, 1)
    assert why_not(game, 1, Guess(0, 1)) is Refusal.NOT_NOW  # stopped mid-stroke


@pytest.mark.parametrize("rules", [first(4), second(4, "competitive")], ids=["first", "competitive"])
@pytest.mark.rule("R38")
def test_one_who_declines_does_not_hold_the_end_up_and_many_end_it_by_being_done(rules: Rules) -> None:
    one = after(drawing(rules), (1, Finish(None)), (2, Finish(3)), (0, Finish(2)))
    assert one.phase is Phase.DRAWING
    assert apply(one, 3, Finish(1)).phase is Phase.WORD
    assert apply(one, 3, Finish(None)).phase is Phase.WORD
    many = after(drawing(rules), (1, Finish(None)), (2, Finish(None)), (0, Finish(3)))
    assert many.phase is Phase.DRAWING
    assert apply(many, 3, Finish(None)).phase is Phase.WORD


@pytest.mark.rule("R39", "V4")
def test_calmer_game_for_three_ends_when_all_tokens_are_taken_or_all_are_done() -> None:
    game = after(drawing(first(3, "calm-three")), (0, Finish(3)), (1, Finish(2)))
    assert game.phase is Phase.DRAWING
    assert apply(game, 2, Finish(1)).phase is Phase.WORD
    assert apply(game, 2, Finish(None)).phase is Phase.WORD


@BOTH
@pytest.mark.rule("D5")
def test_when_time_runs_out_players_are_done_without_a_token(rules: Rules) -> None:
    game = after(drawing(rules), (1, Finish(2)), (TABLE, TimeUp()))
    assert game.phase is Phase.WORD
    assert game.round.tokens == (None, 2, None)
    assert game.round.finished == (1, 0, 2)


@pytest.mark.rule("D5")
def test_the_clock_stops_no_game_that_waits_for_chance() -> None:
    assert why_not(new_game(second(), DECK), TABLE, TimeUp()) is Refusal.NOT_NOW
    assert why_not(until(new_game(second(), DECK), Phase.OVER), TABLE, TimeUp()) is Refusal.NOT_NOW
