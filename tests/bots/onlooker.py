"""A player who takes a seat next to bots and leaves the game to them."""

from collections.abc import Callable

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.to_client import State


def all_here(seats: int) -> Callable[[State], bool]:
    """Return a condition: this many seats, all of them present."""
    return lambda state: len(state.seats) == seats and all(seat.present for seat in state.seats)


async def look_on(ada: Client, until: Phase = Phase.OVER) -> State:
    """Get ready, finish once all others have, and return the first state in a phase."""
    async for state in ada:
        view = state.view
        if view is None or view.may is None:
            continue
        if view.phase is until:
            break
        if view.may.ready:
            ada.ready()
        elif view.may.praise:
            ada.send(from_client.Praise(state.stop, view.may.praise[0].round, view.may.praise[0].artist))
        elif view.may.finish and all(one.finished for one in view.players[1:]):
            ada.finish()
    return ada.state
