"""Laws: properties that hold at every moment of every game; each function raises if its law is broken."""

from dataclasses import asdict
from random import Random

import pytest

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    Finish,
    Game,
    Guess,
    Refused,
    advance,
    apply,
    awaited,
    may_draw,
    may_talk,
    seats,
    view_for,
    violated_invariant,
    why_not,
)
from tests.laws.universe import seat_actions, table_actions
from tests.laws.worlds import other_world
from tests.rules.legal_actions import legal_actions


def check_invariants(game: Game) -> None:
    """No invariant is violated."""
    assert violated_invariant(game) is None


def check_legal_actions(game: Game) -> None:
    """`legal_actions` lists exactly the actions that the referee allows, out of all actions."""
    for seat in seats(game):
        allowed = {action for action in seat_actions(len(seats(game))) if why_not(game, seat, action) is None}
        listed = legal_actions(game, seat)
        assert len(listed) == len(set(listed))
        assert set(listed) == allowed
    allowed = {action for action in table_actions(game.deck) if why_not(game, TABLE, action) is None}
    assert set(legal_actions(game, TABLE)) == allowed


def check_may(game: Game) -> None:
    """What a view says its owner may do is exactly what is legal."""
    for seat in seats(game):
        view = view_for(game, seat)
        may, listed = view.may, set(legal_actions(game, seat))
        assert may is not None
        guesses = {Guess(artist, number) for artist in may.guess for number in may.numbers}
        assert guesses == {action for action in listed if isinstance(action, Guess)}
        finishes = {Finish(token) for token in may.take} | ({Finish(None)} if may.finish else set())
        assert finishes == {action for action in listed if isinstance(action, Finish)}
        kinds = {type(action).__name__: sum(type(a) is type(action) for a in listed) for action in listed}
        for name, count in (
            ("ChooseLevel", len(may.choose_level)),
            ("Replace", len(may.replace)),
            ("Vote", 2 * may.vote),
            ("Ready", may.ready),
            ("Start", may.start),
            ("Draw", may.draw and not view.players[seat].drawn),
            ("Wipe", may.wipe),
            ("Admit", len(may.admit)),
            ("Retract", may.retract),
            ("KeepPlaying", may.keep_playing),
            ("Object", len(may.object) * len(may.object_to)),
            ("Praise", len(may.praise)),
        ):
            assert kinds.get(name, 0) == count, name
        assert may.draw == may_draw(game, seat)
        assert view.talk == may_talk(game)
        assert view.awaited == awaited(game)


def check_apply(game: Game, seat: Actor, action: Action) -> None:
    """`apply` raises exactly what `why_not` returns; otherwise it equals `advance`."""
    refusal = why_not(game, seat, action)
    if refusal is None:
        assert apply(game, seat, action) == advance(game, seat, action)
        return
    with pytest.raises(Refused) as caught:
        apply(game, seat, action)
    assert caught.value.refusal is refusal


def check_two_worlds(game: Game, random: Random) -> None:
    """A seat's view and refusals do not depend on anything that it must not know."""
    for seat in (None, *seats(game)):
        other = other_world(game, seat, random)
        assert view_bytes(other, seat) == view_bytes(game, seat)
        if seat is not None:
            assert legal_actions(other, seat) == legal_actions(game, seat)
            for action in seat_actions(len(seats(game))):
                assert why_not(other, seat, action) is why_not(game, seat, action)


def view_bytes(game: Game, seat: int | None) -> bytes:
    """Serialize every field of a view."""
    return repr(asdict(view_for(game, seat))).encode()
