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
    KeepPlaying,
    LaidCard,
    Phase,
    Refusal,
    Rules,
    Start,
    TimeUp,
    Wipe,
    apply,
    awaited,
    last_unfinished,
    may_draw,
    may_talk,
    new_game,
    rules_for,
    seats,
    view_for,
    why_not,
)
from tests.rules.legal_actions import legal_actions
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
def test_all_draw_at_the_same_time_on_sheets_that_all_can_see(rules: Rules) -> None:
    game = drawing(rules, drawn=False)
    assert all(may_draw(game, seat) for seat in seats(game))
    game = apply(game, 1, Draw())
    for seat in (0, 1, 2, None):
        assert [player.drawn for player in view_for(game, seat).players] == [False, True, False]
    assert why_not(game, 1, Draw()) is Refusal.SHEET_NOT_EMPTY
    assert all(may_draw(game, seat) for seat in seats(game))


@pytest.mark.rule("R13")
def test_second_edition_a_first_guess_freezes_your_sheet() -> None:
    game = apply(drawing(second()), 0, Guess(1, 2))
    assert not may_draw(game, 0)
    assert may_draw(game, 1)
    assert why_not(game, 0, Wipe()) is Refusal.FROZEN
    game = apply(drawing(second(), drawn=False), 0, Guess(1, 2))
    assert why_not(game, 0, Draw()) is Refusal.FROZEN
    assert [player.drawing for player in view_for(game, 2).players] == [False, True, True]


@pytest.mark.rule("R14")
def test_first_edition_drawing_and_guessing_mix_freely() -> None:
    game = after(drawing(first()), (0, Guess(1, 2)), (0, Wipe()), (0, Draw()), (0, Guess(2, 3)))
    assert may_draw(game, 0)


@BOTH
@pytest.mark.rule("R15", "R31")
def test_finished_players_cannot_draw_or_guess(rules: Rules) -> None:
    for token in (2,) if rules.last_token_ends else (2, None):
        game = apply(drawing(rules), 0, Finish(token))
        assert not may_draw(game, 0)
        for action in (Draw(), Wipe(), Guess(1, 2), Finish(None), Finish(1)):
            assert why_not(game, 0, action) is Refusal.FINISHED
        assert legal_actions(game, 0) == ()


@pytest.mark.rule("R38")
@pytest.mark.parametrize("rules", [first(4), second(4, "competitive")], ids=["first", "competitive"])
def test_players_who_decline_only_agree_to_end(rules: Rules) -> None:
    """Until all players without a token have agreed, each may still guess or change their mind."""
    game = apply(drawing(rules), 0, Finish(None))
    assert why_not(game, 0, Draw()) is why_not(game, 0, Finish(None)) is Refusal.FINISHED
    game = apply(game, 0, Guess(1, 5))
    assert game.phase is Phase.DRAWING
    assert awaited(game) == (1, 2, 3)
    assert view_for(game, 1).players[0].declined
    changed = apply(game, 0, KeepPlaying())
    assert (awaited(changed), view_for(changed, 1).players[0].declined) == ((0, 1, 2, 3), False)
    assert why_not(changed, 0, KeepPlaying()) is Refusal.NOT_NOW
    taken = apply(game, 0, Finish(3))
    assert (taken.round.finished, taken.round.tokens[0]) == ((0,), 3)
    assert why_not(taken, 0, KeepPlaying()) is Refusal.NOT_NOW
    ended = after(game, (1, Finish(3)), (2, Finish(None)), (3, Finish(None)))
    assert ended.phase is Phase.WORD
    assert view_for(ended, 1).stopped_by is None


@pytest.mark.rule("R38")
def test_the_taker_of_the_last_token_calls_stop() -> None:
    game = after(drawing(first(3)), (2, Finish(2)), (1, Finish(1)))
    assert game.phase is Phase.WORD
    assert [view_for(game, seat).stopped_by for seat in (None, 0)] == [1, 1]
    assert view_for(until(game, Phase.SCORES), None).stopped_by is None
    assert view_for(until(drawing(second(3)), Phase.WORD), None).stopped_by is None


@BOTH
@pytest.mark.rule("R16")
def test_erasing_is_an_option_of_the_table(rules: Rules) -> None:
    game = drawing(rules)
    assert 1 not in apply(game, 1, Wipe()).round.drawn
    assert why_not(drawing(rules, drawn=False), 1, Wipe()) is Refusal.SHEET_EMPTY
    strict = drawing(rules_for(rules.edition, (), 3, erasing=False))
    assert why_not(strict, 1, Wipe()) is Refusal.NO_ERASING


@BOTH
@pytest.mark.rule("R19")
def test_no_chat_while_reading_and_drawing(rules: Rules) -> None:
    assert not may_talk(reading(rules))
    game = drawing(rules)
    assert not may_talk(game)
    assert not view_for(game, 0).talk
    assert not view_for(game, None).talk
    assert may_talk(until(game, Phase.WORD))


# Guessing.


@BOTH
@pytest.mark.rule("R21")
def test_only_the_number_counts_never_the_mark(rules: Rules) -> None:
    game = apply(drawing(rules, (4, 5, 6)), 1, Guess(0, 4))
    for place in range(rules.holder_size):  # whichever card the guesser meant
        hands = (Hand(rules.marks.index(place), 4), *game.round.hands[1:])
        marked = until(with_hands(game, hands), Phase.SCORES)
        (given,) = marked.past[0].score.players[1].received
        assert (given.artist, given.number, given.stars) == (0, 4, 2)


def with_hands(game: Game, hands: tuple[Hand | None, ...]) -> Game:
    """Replace the hands in the middle of a round."""
    return replace(game, round=replace(game.round, hands=hands))


@BOTH
@pytest.mark.rule("R21", "R22", "R23", "R24", "R25")
def test_illegal_guesses(rules: Rules) -> None:
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
    game = after(drawing(rules, drawn=False), (0, Draw()), (1, Guess(0, 7)), (0, Finish(None)))
    assert why_not(game, 2, Guess(0, 7)) is None
    assert why_not(game, 2, Guess(1, 7)) is None


@BOTH
@pytest.mark.rule("R54")
def test_first_edition_no_card_for_a_player_who_finished_without_drawing(rules: Rules) -> None:
    game = drawing(rules, drawn=False)
    assert why_not(game, 2, Guess(0, 7)) is None  # they may still draw
    refusal = Refusal.NOTHING_DRAWN if rules.edition == "first" else None
    assert why_not(apply(game, 0, Finish(None)), 2, Guess(0, 7)) is refusal


@BOTH
@pytest.mark.rule("R28")
def test_guessing_your_own_number_is_pointless_but_legal(rules: Rules) -> None:
    game = drawing(rules, (1, 2, 3))
    assert why_not(game, 0, Guess(1, 1)) is None


@BOTH
@pytest.mark.rule("R29", "D1")
def test_arrival_order_is_pile_order_and_decides_the_tokens(rules: Rules) -> None:
    for order in ((1, 2), (2, 1)):
        game = drawing(rules)
        for seat in order:
            game = apply(game, seat, Guess(0, 1))
        assert game.round.piles[0] == tuple(LaidCard(seat, 1) for seat in order)
        score = until(game, Phase.SCORES).past[0].score
        assert [score.players[seat].received[0].stars for seat in order] == [2, 1]


@BOTH
@pytest.mark.rule("R30")
def test_piles_are_face_down_until_the_reveal(rules: Rules) -> None:
    game = after(drawing(rules), (1, Guess(0, 1)), (2, Guess(0, 6)))
    seen = {
        seat: [(card.guesser, card.number) for card in view_for(game, seat).players[0].pile]
        for seat in range(3)
    }
    assert seen == {0: [(1, None), (2, None)], 1: [(1, 1), (2, None)], 2: [(1, None), (2, 6)]}
    assert [card.number for card in view_for(game, None).players[0].pile] == [None, None]
    game = until(game, Phase.PILE)
    assert [(card.number, card.fate) for card in view_for(game, None).players[0].pile] == [
        (1, Fate.RIGHT),
        (6, Fate.WRONG),
    ]


# Finishing.


@pytest.mark.rule("R31", "R33")
def test_first_edition_only_a_token_with_the_most_stars_can_be_taken() -> None:
    game = drawing(first(5))  # 3 3 2 1
    assert why_not(game, 0, Finish(2)) is Refusal.TOKEN_NOT_HIGHEST
    assert why_not(game, 0, Finish(4)) is Refusal.TOKEN_NOT_LEFT
    game = after(game, (0, Finish(3)), (1, Finish(3)))
    assert why_not(game, 2, Finish(3)) is Refusal.TOKEN_NOT_LEFT
    assert apply(game, 2, Finish(2)).round.tokens == (3, 3, 2, None, None)


@pytest.mark.rule("R31", "R33")
def test_second_edition_any_token_left_can_be_taken() -> None:
    game = drawing(second(3))  # 2 2 1
    game = apply(game, 0, Finish(1))
    assert why_not(game, 1, Finish(1)) is Refusal.TOKEN_NOT_LEFT
    assert why_not(game, 1, Finish(3)) is Refusal.TOKEN_NOT_LEFT
    game = apply(game, 1, Finish(2))
    assert view_for(game, None).black_tokens == (2,)


@BOTH
@pytest.mark.rule("R32")
def test_a_player_who_drew_nothing_cannot_take_a_token(rules: Rules) -> None:
    game = drawing(rules, drawn=False)
    assert why_not(game, 0, Finish(2)) is Refusal.SHEET_EMPTY
    assert why_not(game, 0, Finish(None)) is None
    assert why_not(after(game, (0, Draw())), 0, Finish(2)) is None
    assert why_not(after(game, (0, Draw()), (0, Wipe())), 0, Finish(2)) is Refusal.SHEET_EMPTY


@pytest.mark.rule("R37")
def test_second_edition_the_phase_ends_when_all_have_finished() -> None:
    game = after(drawing(second(3)), (0, Finish(2)))
    assert last_unfinished(game) is None
    game = apply(game, 1, Finish(None))
    assert game.phase is Phase.DRAWING
    assert last_unfinished(game) == 2
    assert view_for(game, 0).hurry == 2  # who is asked to hurry
    game = apply(game, 2, Finish(2))
    assert game.phase is Phase.WORD
    assert last_unfinished(game) is None


@pytest.mark.parametrize("rules", [first(4), second(4, "competitive")], ids=["first", "competitive"])
@pytest.mark.rule("R38", "V1")
def test_the_last_token_ends_the_phase_at_once(rules: Rules) -> None:
    game = after(drawing(rules), (2, Finish(3)), (0, Finish(2)))
    assert game.phase is Phase.DRAWING
    game = apply(game, 3, Finish(1))
    assert game.phase is Phase.WORD
    assert game.round.finished == (2, 0, 3)
    assert game.round.tokens == (2, None, 3, 1)
    assert why_not(game, 1, Guess(0, 1)) is Refusal.NOT_NOW  # stopped mid-stroke


@pytest.mark.parametrize("rules", [first(4), second(4, "competitive")], ids=["first", "competitive"])
@pytest.mark.rule("R38")
def test_players_who_decline_a_token_do_not_delay_the_end(rules: Rules) -> None:
    one = after(drawing(rules), (1, Finish(None)), (2, Finish(3)), (0, Finish(2)))
    assert one.phase is Phase.DRAWING
    assert apply(one, 3, Finish(1)).phase is Phase.WORD
    assert apply(one, 3, Finish(None)).phase is Phase.WORD
    many = after(drawing(rules), (1, Finish(None)), (2, Finish(None)), (0, Finish(3)))
    assert many.phase is Phase.DRAWING
    assert apply(many, 3, Finish(None)).phase is Phase.WORD


@pytest.mark.rule("R39", "V4")
def test_calm_three_ends_when_all_tokens_are_taken_or_all_have_finished() -> None:
    game = after(drawing(first(3, "calm-three")), (0, Finish(3)), (1, Finish(2)))
    assert game.phase is Phase.DRAWING
    assert apply(game, 2, Finish(1)).phase is Phase.WORD
    assert apply(game, 2, Finish(None)).phase is Phase.WORD


@BOTH
@pytest.mark.rule("D5")
def test_when_time_runs_out_players_finish_without_a_token(rules: Rules) -> None:
    game = after(drawing(rules), (1, Finish(2)), (TABLE, TimeUp()))
    assert game.phase is Phase.WORD
    assert game.round.tokens == (None, 2, None)
    assert game.round.finished == (1, 0, 2)


@pytest.mark.rule("D5")
def test_time_cannot_run_out_while_the_game_waits_for_chance_or_is_over() -> None:
    assert why_not(new_game(second(), DECK), TABLE, TimeUp()) is Refusal.NOT_NOW
    assert why_not(until(new_game(second(), DECK), Phase.OVER), TABLE, TimeUp()) is Refusal.NOT_NOW
