"""What a view contains."""

import pytest

from pictomania.rules import (
    TABLE,
    Admit,
    CardView,
    Colour,
    EditionName,
    Fate,
    Fault,
    Finish,
    Guess,
    MotionView,
    Object,
    PastRoundView,
    Phase,
    Praise,
    Ready,
    Replace,
    Rules,
    Start,
    TimeUp,
    Variant,
    Vote,
    Word,
    apply,
    new_game,
    rules_for,
    view_for,
)
from tests.rules.tables import (
    BOTH,
    DECK,
    FIRST_DECK,
    after,
    by_chance,
    drawing,
    first,
    reading,
    second,
    until,
)


def test_public_information() -> None:
    rules = rules_for("second", ["learning", "children"], 3)
    view = view_for(reading(rules), 2)
    assert (view.seat, view.edition, view.host, view.phase) == (2, EditionName.SECOND, 0, Phase.READING)
    assert view.variants == (Variant.CHILDREN, Variant.LEARNING)
    assert (view.round, view.rounds, view.level) == (1, 4, 1)
    assert len(view.holder) == 3
    assert (view.scoring_tokens, view.black_tokens) == ((2, 1), (2, 2, 1))
    assert [player.colour for player in view.players] == list(Colour)[:3]
    assert (view.artist, view.motion, view.score, view.winners, view.coolest) == (None, None, None, (), ())


@BOTH
@pytest.mark.rule("R12", "R30")
def test_players_in_the_drawing_phase(rules: Rules) -> None:
    game = after(drawing(rules), (0, Guess(1, 2)), (0, Finish(2)))
    players = view_for(game, 1).players
    assert [player.finished for player in players] == [True, False, False]
    assert [player.token for player in players] == [2, None, None]
    assert [player.drawing for player in players] == [False, True, True]
    assert [(card.guesser, card.number, card.fate, card.stars) for card in players[1].pile] == [
        (0, None, None, 0)
    ]


def test_a_vote_is_public() -> None:
    game = apply(until(drawing(second(4)), Phase.WORD), 2, Object(Fault.HINT))
    assert view_for(game, None).motion == MotionView(2, None, 0, Fault.HINT, (1, 2, 3), 2, (2,), ())
    game = apply(game, 1, Vote(yes=False))
    assert view_for(game, 0).motion == MotionView(2, None, 0, Fault.HINT, (1, 2, 3), 2, (2,), (1,))
    asked = apply(by_chance(apply(reading(first(3)), 0, Replace(0))), 0, Replace(1))
    assert view_for(asked, 1).motion == MotionView(0, 1, None, None, (0, 1, 2), 3, (0,), ())
    assert [player.replacements for player in view_for(asked, 1).players] == [1, 0, 0]


def test_stars_and_totals_round_by_round() -> None:
    game = until(after(drawing(second(3)), (1, Guess(0, 1))), Phase.SCORES)
    game = until(apply(game, TABLE, TimeUp()), Phase.SCORES)
    view = view_for(game, 0)
    assert [player.stars for player in view.players] == [(-1, -3), (-1, -3), (-3, -3)]
    assert [player.total for player in view.players] == [-4, -4, -6]
    assert view.score == game.past[1].score


def test_a_card_on_a_turned_pile_shows_its_fate() -> None:
    game = until(after(drawing(second(3)), (1, Guess(0, 1)), (2, Guess(0, 4))), Phase.PILE)
    assert view_for(game, 0).players[0].pile == (CardView(1, 1, Fate.RIGHT, 2), CardView(2, 4, Fate.WRONG, 0))


def test_faults_are_public() -> None:
    game = apply(until(drawing(second(3)), Phase.WORD), 0, Admit(Fault.HINT))
    assert [player.fault for player in view_for(game, None).players] == [Fault.HINT, None, None]


def test_a_view_spares_clients_the_rules() -> None:
    game = drawing(second(3, "learning"))
    assert view_for(game, 0).learning
    assert not view_for(drawing(second(3)), 0).learning
    assert not view_for(until(apply(until(game, Phase.SCORES), 0, Start()), Phase.DRAWING), 0).learning
    assert not view_for(game, 0).last_token_ends
    assert view_for(drawing(first(3)), 0).last_token_ends


def test_awaited_seats() -> None:
    choosing = view_for(new_game(first(3), FIRST_DECK, host=2), 0)
    assert (choosing.awaited, choosing.hurry, choosing.talk) == ((2,), None, True)
    assert view_for(new_game(second(3), DECK), 0).awaited == ()
    assert view_for(apply(reading(second(3)), 1, Ready()), 0).awaited == (0, 2)
    assert view_for(apply(drawing(second(3)), 1, Finish(None)), 0).awaited == (0, 2)
    word = until(drawing(second(4)), Phase.WORD)
    assert view_for(apply(word, 2, Object(Fault.HINT)), 0).awaited == (1, 3)
    praising = until(drawing(second(3)), Phase.PRAISING)
    assert view_for(after(praising, (0, Praise(1, 1)), (2, Ready())), 0).awaited == (1,)
    assert view_for(apply(praising, TABLE, TimeUp()), 0).awaited == ()


def test_past_rounds_are_shown_at_the_end() -> None:
    game = until(drawing(second(3)), Phase.SCORES)
    assert view_for(game, 0).past == ()
    game = until(game, Phase.PRAISING)
    past = view_for(game, None).past
    assert len(past) == 4
    assert past[0] == PastRoundView(
        level=1,
        holder=game.past[0].round.holder,
        words=(Word(0, 1), Word(0, 2), Word(1, 3)),
        faults=(None, None, None),
        score=game.past[0].score,
    )


def test_no_view_from_a_missing_seat() -> None:
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="no seat"):
            view_for(reading(second(3)), seat)
