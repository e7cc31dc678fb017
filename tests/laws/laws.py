"""The laws that hold at every moment of every game, each as one function that raises where it is broken."""

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
    apply,
    awaited,
    broken_law,
    legal,
    may_draw,
    may_talk,
    seats,
    seen_by,
    why_not,
)
from tests.laws.universe import seat_actions, table_actions
from tests.laws.worlds import other_world


def nothing_is_broken(game: Game) -> None:
    """Every card and token is in exactly one place, and the rest of the invariants."""
    assert broken_law(game) is None


def legal_is_what_the_referee_allows(game: Game) -> None:
    """What is listed as legal is exactly what the referee allows, of everything there is."""
    for seat in seats(game):
        allowed = {
            action for action in seat_actions(game.rules.players) if why_not(game, seat, action) is None
        }
        listed = legal(game, seat)
        assert len(listed) == len(set(listed))
        assert set(listed) == allowed
    allowed = {action for action in table_actions(game.deck) if why_not(game, TABLE, action) is None}
    assert set(legal(game, TABLE)) == allowed


def the_view_says_what_is_legal(game: Game) -> None:
    """What the view says one may do, without any knowledge of rules, is exactly what is legal."""
    for seat in seats(game):
        view = seen_by(game, seat)
        may, listed = view.may, set(legal(game, seat))
        assert may is not None
        guesses = {Guess(artist, number) for artist in may.guess for number in may.numbers}
        assert guesses == {action for action in listed if isinstance(action, Guess)}
        finishes = {Finish(token) for token in may.take} | ({Finish(None)} if may.finish else set())
        assert finishes == {action for action in listed if isinstance(action, Finish)}
        kinds = {type(action).__name__: sum(type(a) is type(action) for a in listed) for action in listed}
        for name, told in (
            ("ChooseLevel", len(may.choose_level)),
            ("Replace", len(may.replace)),
            ("Vote", 2 * may.vote),
            ("Ready", may.ready),
            ("Start", may.start),
            ("Draw", may.draw and not view.players[seat].drawn),
            ("Wipe", may.wipe),
            ("Admit", len(may.admit)),
            ("Object", len(may.object)),
            ("Praise", len(may.praise)),
        ):
            assert kinds.get(name, 0) == told, name
        assert may.draw == may_draw(game, seat)
        assert view.talk == may_talk(game)
        assert view.awaited == awaited(game)


def apply_raises_exactly_when_why_not_speaks(game: Game, seat: Actor, action: Action) -> None:
    """Applying an action raises its refusal, and nothing else ever."""
    refusal = why_not(game, seat, action)
    if refusal is None:
        apply(game, seat, action)
        return
    with pytest.raises(Refused) as caught:
        apply(game, seat, action)
    assert caught.value.refusal is refusal


def a_seat_cannot_tell_two_worlds_apart(game: Game, random: Random) -> None:
    """Change everything a seat must not know: its view stays byte-equal, and so does every refusal."""
    for seat in (None, *seats(game)):
        other = other_world(game, seat, random)
        assert as_bytes(other, seat) == as_bytes(game, seat)
        if seat is not None:
            assert legal(other, seat) == legal(game, seat)
            for action in seat_actions(game.rules.players):
                assert why_not(other, seat, action) is why_not(game, seat, action)


def as_bytes(game: Game, seat: int | None) -> bytes:
    """Write a view out whole, every field of it."""
    return repr(asdict(seen_by(game, seat))).encode()
