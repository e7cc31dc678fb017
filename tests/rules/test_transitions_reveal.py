"""From the reveal to the end: faults and votes, the learning round, victory, the coolest drawing."""

import pytest

from pictomania.rules import (
    TABLE,
    Admit,
    Draw,
    Fate,
    Fault,
    Finish,
    Game,
    Guess,
    MakeHost,
    Object,
    Phase,
    Praise,
    Ready,
    Refusal,
    Retract,
    Rules,
    SitOut,
    Start,
    TimeUp,
    TokenReason,
    Vote,
    apply,
    coolest,
    new_game,
    seats,
    totals,
    view_for,
    why_not,
    winners,
)
from tests.rules.legal_actions import legal_actions
from tests.rules.tables import (
    BOTH,
    DECK,
    after,
    drawing,
    second,
    until,
)

# The reveal.


@BOTH
@pytest.mark.rule("R41", "R42")
def test_the_reveal_shows_word_and_pile_of_each_drawing_in_turn(rules: Rules) -> None:
    game = after(drawing(rules), (1, Guess(0, 1)), (2, Guess(0, 5)), (0, Guess(1, 2)), (TABLE, TimeUp()))
    for artist in range(3):
        assert (game.phase, view_for(game, None).artist) == (Phase.WORD, artist)
        view = view_for(game, None)
        assert [player.word is not None for player in view.players] == [seat <= artist for seat in range(3)]
        assert all(card.fate is None for card in view.players[artist].pile)
        game = after(game, (0, Ready()), (1, Ready()))
        assert game.phase is Phase.WORD
        game = apply(game, 2, Ready())
        assert (game.phase, view_for(game, None).artist) == (Phase.PILE, artist)
        assert all(card.fate is not None for card in view_for(game, None).players[artist].pile)
        game = after(game, (0, Ready()), (1, Ready()), (2, Ready()))
    assert game.phase is Phase.SCORES
    assert view_for(game, None).score is not None
    pile = view_for(game, None).players[0].pile
    assert [(card.fate, card.stars) for card in pile] == [(Fate.RIGHT, 2), (Fate.WRONG, 0)]


def revealed(rules: Rules, *steps: tuple[int, Guess | Finish]) -> Game:
    """Advance a game to the reveal of the first word."""
    return until(after(drawing(rules), *steps), Phase.WORD)


@BOTH
@pytest.mark.rule("R51", "D2", "R17")
def test_the_artist_can_admit_a_wrong_word(rules: Rules) -> None:
    game = revealed(rules, (1, Guess(0, 1)), (2, Guess(0, 5)), (0, Guess(1, 2)))
    assert why_not(game, 1, Admit(Fault.OTHER_WORD)) is Refusal.NOT_NOW  # their turn will come
    assert why_not(game, 0, Admit(Fault.EMPTY)) is Refusal.NO_SUCH_FAULT
    game = apply(game, 0, Admit(Fault.OTHER_WORD))
    assert game.phase is Phase.WORD
    assert why_not(game, 0, Admit(Fault.WRITING)) is Refusal.ALREADY_AT_FAULT
    assert why_not(game, 1, Object(Fault.WRITING)) is Refusal.ALREADY_AT_FAULT
    game = apply(game, TABLE, TimeUp())
    assert why_not(game, 0, Admit(Fault.WRITING)) is Refusal.ALREADY_AT_FAULT
    assert [card.fate for card in view_for(game, None).players[0].pile] == [Fate.RETURNED, Fate.RETURNED]
    score = until(game, Phase.SCORES).past[0].score
    assert score.black_sheep is None
    assert score.players[0].left == (2, 1)
    assert [given.artist for given in score.players[0].received] == [1]  # R52: own guesses count


@BOTH
@pytest.mark.rule("D2", "R17", "R18", "R55")
def test_a_strict_majority_of_the_others_upholds_an_objection(rules: Rules) -> None:
    game = revealed(rules, (1, Guess(0, 1)))
    assert why_not(game, 0, Object(Fault.WRITING)) is Refusal.YOU_ARE_THE_ARTIST
    assert why_not(game, 1, Object(Fault.EMPTY)) is Refusal.NO_SUCH_FAULT
    game = after(game, (0, Ready()), (1, Object(Fault.WRITING)))
    assert game.round.ready == frozenset()
    assert why_not(game, 0, Vote(yes=False)) is Refusal.NOT_A_VOTER
    assert why_not(game, 1, Vote(yes=False)) is Refusal.ALREADY_VOTED
    assert why_not(game, 2, Object(Fault.HINT)) is Refusal.VOTE_IS_ON
    assert why_not(game, 0, Ready()) is Refusal.VOTE_IS_ON
    upheld = apply(game, 2, Vote(yes=True))
    assert upheld.round.faults[0] is Fault.WRITING
    assert upheld.round.motion is None
    refused = apply(game, 2, Vote(yes=False))
    assert refused.round.faults[0] is None
    assert why_not(refused, 1, Object(Fault.TALK)) is Refusal.OVERRULED
    assert why_not(refused, 2, Object(Fault.TALK)) is None
    both = after(refused, (2, Object(Fault.TALK)), (1, Vote(yes=False)))
    assert why_not(both, 2, Object(Fault.WRITING)) is Refusal.OVERRULED
    following = until(apply(both, TABLE, TimeUp()), Phase.WORD)
    assert following.round.artist == 1
    assert why_not(following, 2, Object(Fault.WRITING)) is None  # a new drawing allows a new objection


@pytest.mark.parametrize("fault", [Fault.ANIMATION, Fault.FIRST_LETTER, Fault.SURROUNDINGS])
@pytest.mark.rule("R16", "R18", "R55", "D2")
def test_every_forbidden_trick_is_a_reason_to_object(fault: Fault) -> None:
    game = revealed(second(3), (1, Guess(0, 1)))
    for upheld in (apply(game, 0, Admit(fault)), after(game, (1, Object(fault)), (2, Vote(yes=True)))):
        assert upheld.round.faults[0] is fault
        pile = view_for(until(upheld, Phase.PILE), None).players[0].pile
        assert [card.fate for card in pile] == [Fate.RETURNED]


@pytest.mark.parametrize(("players", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.rule("D2")
def test_how_many_votes_an_objection_needs(players: int, needed: int) -> None:
    for yes in range(1, players):
        game = apply(revealed(second(players)), 1, Object(Fault.HINT))
        for seat in range(2, players):
            if game.round.motion is not None:
                game = apply(game, seat, Vote(yes=seat <= yes))
        assert game.round.motion is None
        assert (game.round.faults[0] is Fault.HINT) == (yes >= needed)


@pytest.mark.rule("D2", "D5")
def test_votes_not_cast_in_time_count_against_an_objection() -> None:
    game = apply(revealed(second(3)), 1, Object(Fault.HINT))
    game = apply(game, TABLE, TimeUp())
    assert (game.phase, game.round.motion, game.round.faults[0]) == (Phase.WORD, None, None)


@pytest.mark.rule("D2")
def test_an_artist_who_admits_ends_the_vote() -> None:
    game = after(revealed(second(3)), (1, Object(Fault.HINT)), (0, Admit(Fault.WRITING)))
    assert (game.round.motion, game.round.faults[0]) == (None, Fault.WRITING)


@BOTH
@pytest.mark.rule("D2")
def test_until_the_scores_are_confirmed_drawings_can_be_doubted(rules: Rules) -> None:
    """Objections and admissions stay possible, and change the scores."""
    game = until(revealed(rules, (1, Guess(0, 1))), Phase.SCORES)
    before = game.past[0].score
    assert why_not(game, 1, Object(Fault.WRITING, 9)) is Refusal.NO_SUCH_DRAWING
    admitted = apply(game, 0, Admit(Fault.OTHER_WORD))
    assert admitted.past[0].score.players[1].returned != ()
    assert view_for(admitted, 1).players[0].admitted
    assert apply(admitted, 0, Retract()).past[0].score == before
    upheld = after(game, (2, Object(Fault.WRITING, 0)), (1, Vote(yes=True)))
    assert (upheld.phase, upheld.past) == (Phase.SCORES, upheld.past[:1])
    assert upheld.past[0].score.players[1].received == ()
    assert why_not(upheld, 0, Retract()) is Refusal.NOT_NOW  # it was not their word
    assert why_not(until(game, Phase.READING), 0, Admit(Fault.OTHER_WORD)) is Refusal.NOT_NOW


@pytest.mark.rule("D2")
def test_an_earlier_drawing_can_be_doubted_during_the_reveal() -> None:
    game = revealed(second(4))
    while game.round.artist < 2:
        game = apply(game, TABLE, TimeUp())
    assert why_not(game, 0, Object(Fault.HINT, 3)) is Refusal.NO_SUCH_DRAWING  # it is still secret
    game = apply(game, 2, Object(Fault.HINT, 0))
    assert why_not(game, 0, Vote(yes=True)) is Refusal.NOT_A_VOTER
    assert apply(game, 1, Admit(Fault.TALK)).round.motion == game.round.motion  # that is another drawing
    assert apply(game, 3, Vote(yes=True)).round.faults == (Fault.HINT, None, None, None)


@pytest.mark.rule("D2")
def test_only_players_who_are_asked_vote() -> None:
    game = apply(revealed(second(6)), 1, Object(Fault.HINT, 0, (0, 1, 4)))
    motion = view_for(game, None).motion
    assert motion is not None
    assert (motion.voters, motion.needed) == ((1, 4), 2)
    assert why_not(game, 2, Vote(yes=True)) is Refusal.NOT_A_VOTER
    alone = after(revealed(second(3)), (2, Ready()), (1, Object(Fault.HINT, 0, (1,))))
    assert (alone.round.motion, alone.round.faults[0]) == (None, Fault.HINT)
    assert alone.round.ready == {2}  # the table waits for the same as before


@pytest.mark.rule("D2", "D6")
def test_a_host_does_not_end_a_vote_on_their_own_drawing() -> None:
    game = apply(revealed(second(3)), 1, Object(Fault.HINT))
    assert why_not(game, 0, Start()) is Refusal.YOU_ARE_THE_ARTIST
    other = apply(apply(game, TABLE, MakeHost(2)), 2, Start())
    assert (other.round.motion, other.round.faults[0]) == (None, None)


@pytest.mark.rule("D2", "D10")
def test_players_who_sit_out_do_not_object() -> None:
    game = until(apply(until(drawing(second(4)), Phase.SCORES), TABLE, SitOut(3)), Phase.DRAWING)
    game = until(apply(game, 0, Draw()), Phase.WORD)
    assert why_not(game, 3, Object(Fault.HINT)) is Refusal.SITS_OUT
    assert why_not(game, 0, Object(Fault.HINT, 3)) is Refusal.NO_SUCH_DRAWING
    praising = until(game, Phase.PRAISING)
    assert why_not(praising, 3, Praise(1, 0)) is Refusal.SITS_OUT


@pytest.mark.rule("D2")
def test_without_an_objection_there_is_no_vote() -> None:
    score = until(revealed(second(3), (1, Guess(0, 1))), Phase.SCORES).past[0].score
    assert [given.stars for given in score.players[1].received] == [2]
    assert why_not(drawing(second()), 1, Vote(yes=True)) is Refusal.NOT_NOW
    assert why_not(drawing(second()), 1, Object(Fault.HINT)) is Refusal.NOT_NOW
    assert why_not(revealed(second()), 1, Vote(yes=True)) is Refusal.NO_VOTE_IS_ON


@BOTH
@pytest.mark.rule("R54")
def test_an_empty_sheet_counts_as_a_wrong_word(rules: Rules) -> None:
    game = after(drawing(rules, drawn=False), (1, Draw()), (2, Draw()), (0, Guess(1, 2)), (1, Guess(0, 1)))
    game = after(game, (2, Guess(0, 7)), (2, Finish(2)), (TABLE, TimeUp()))
    assert game.round.faults == (Fault.EMPTY, None, None)
    assert why_not(game, 0, Admit(Fault.OTHER_WORD)) is Refusal.ALREADY_AT_FAULT
    score = until(game, Phase.SCORES).past[0].score
    assert score.players[0].left == (2, 1)
    assert score.players[1].returned != ()
    assert score.players[0].received != ()
    assert score.black_sheep is None


@pytest.mark.rule("R48", "V5")
def test_only_the_first_round_is_a_learning_round() -> None:
    game = after(drawing(second(3, "learning")), (0, Finish(2)), (TABLE, TimeUp()))
    reasons = []
    for _ in range(2):
        game = until(game, Phase.SCORES)
        reasons.append(game.past[-1].score.players[0].token_reason)
        game = until(apply(game, 0, Start()), Phase.DRAWING)
        game = after(game, (0, Draw()), (0, Finish(2)))
    assert reasons == [TokenReason.LEARNING, TokenReason.NOT_GUESSED]


# The end.


@BOTH
@pytest.mark.rule("R61")
def test_the_most_stars_win_and_ties_share_victory(rules: Rules) -> None:
    game = after(drawing(rules), (1, Guess(0, 1)), (2, Guess(1, 2)))
    assert winners(game) == ()
    game = until(game, Phase.PRAISING)
    assert len(game.past) == rules.rounds
    assert totals(game) == tuple(sum(past.score.stars[seat] for past in game.past) for seat in seats(game))
    assert totals(game) == (2 - 3 * rules.rounds, 4 - 3 * rules.rounds, 2 - 3 * rules.rounds)
    assert winners(game) == (1,)
    level = until(new_game(rules, DECK), Phase.OVER)
    assert totals(level) == (-3 * rules.rounds,) * 3
    assert winners(level) == (0, 1, 2)
    assert view_for(level, None).winners == (0, 1, 2)


@pytest.mark.rule("R61")
def test_the_table_votes_for_the_coolest_drawing() -> None:
    game = until(drawing(second(3)), Phase.PRAISING)  # three drawings in round 1, none after
    may = view_for(game, 0).may
    assert may is not None
    assert may.praise == (Praise(1, 1), Praise(1, 2))
    assert why_not(game, 0, Praise(1, 0)) is Refusal.OWN_DRAWING
    assert why_not(game, 0, Praise(2, 1)) is Refusal.NO_SUCH_DRAWING
    assert why_not(drawing(second(3)), 0, Praise(1, 1)) is Refusal.NOT_NOW
    game = apply(game, 0, Praise(1, 2))
    assert why_not(game, 0, Praise(1, 1)) is Refusal.ALREADY_VOTED
    assert why_not(game, 0, Ready()) is Refusal.ALREADY_VOTED
    assert [player.praised for player in view_for(game, 1).players] == [True, False, False]
    assert view_for(game, 1).coolest == ()  # votes are secret until the end
    game = apply(game, 1, Ready())
    assert why_not(game, 1, Praise(1, 2)) is Refusal.ALREADY_READY
    game = apply(game, 2, Praise(1, 1))
    assert game.phase is Phase.OVER
    assert view_for(game, None).coolest == (Praise(1, 1), Praise(1, 2))
    assert coolest((Praise(1, 2), None, Praise(1, 2), Praise(1, 1))) == (Praise(1, 2),)
    assert totals(game) == (-12, -12, -12)  # it is worth no stars


@pytest.mark.rule("R61", "D5")
def test_the_clock_ends_the_vote_for_the_coolest_drawing() -> None:
    game = until(new_game(second(3), DECK), Phase.PRAISING)
    game = apply(game, TABLE, TimeUp())
    assert game.phase is Phase.OVER
    assert coolest(game.praise) == ()
    for seat in seats(game):
        assert legal_actions(game, seat) == ()
    assert legal_actions(game, TABLE) == ()
