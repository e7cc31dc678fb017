"""What a state says that its owner may do, spelt out as messages, and everything that could be asked at all.

Knows no rule: a client could do the same.
"""

from collections.abc import Iterator, Sequence

from pictomania.rules import Fault, May
from pictomania.wire import from_client as said
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State, TableMay

Message = said.Wish | said.Played

SEATS = range(7)
SAY, REACT, SETTLE = said.Say("hello"), said.React(Reaction.CLAP), said.Settle(Settings())


def allowed(state: State) -> list[Message]:
    """List everything that somebody who sees this may ask."""
    played = state.view.may if state.view is not None else None
    names = [seat.name for seat in state.seats]
    return [
        *_beside_the_rules(state.may, names),
        *(_by_the_rules(played, state.stop) if played is not None else ()),
    ]


def _beside_the_rules(may: TableMay, names: Sequence[str]) -> Iterator[Message]:
    if may.sit:
        yield said.Sit()
    yield from map(said.Sit, may.sit)
    yield from (said.Remove(names[seat]) for seat in may.remove)
    yield from (said.HandOver(names[seat]) for seat in may.hand_over)
    yield from map(said.Dismiss, may.dismiss)
    switches: list[tuple[bool, Message]] = [
        (may.settle, SETTLE),
        (may.begin, said.Begin()),
        (may.again, said.Again()),
        (may.talk, SAY),
        (may.react, REACT),
    ]
    yield from (message for is_allowed, message in switches if is_allowed)


def _by_the_rules(may: May, stop: int) -> Iterator[Message]:
    yield from (said.ChooseLevel(stop, level) for level in may.choose_level)
    yield from (said.Replace(stop, place) for place in may.replace)
    yield from (said.Vote(stop, yes) for yes in (True, False) if may.vote)
    yield from (said.Ready(stop) for _ in range(may.ready))
    yield from (said.Start(stop) for _ in range(may.start))
    yield from (said.Guess(stop, artist, number) for artist in may.guess for number in may.numbers)
    yield from (said.Finish(stop, token) for token in ((None, *may.take) if may.finish else ()))
    yield from (said.Admit(stop, fault) for fault in may.admit)
    yield from (said.Object(stop, fault) for fault in may.object)
    yield from (said.Praise(stop, praise.round, praise.artist) for praise in may.praise)


def everything(stop: int, names: Sequence[str]) -> list[Message]:
    """List everything that can be asked of people called so at a stop, far more than is ever allowed."""
    return [
        *(said.Sit(), SETTLE, said.Begin(), said.Again(), SAY, REACT),
        *(kind(seat) for kind in (said.Sit, said.Dismiss) for seat in SEATS),
        *(kind(name) for kind in (said.Remove, said.HandOver) for name in (*names, "Nobody")),
        *(said.ChooseLevel(stop, level) for level in (1, 2, 3, 4)),
        *(said.Replace(stop, place) for place in range(7)),
        *(said.Vote(stop, yes) for yes in (True, False)),
        *(said.Ready(stop), said.Start(stop), said.Ready(stop + 1), said.Start(max(0, stop - 1))),
        *(said.Guess(stop, artist, number) for artist in SEATS for number in range(9)),
        *(said.Finish(stop, token) for token in (None, 0, 1, 2, 3, 4)),
        *(kind(stop, fault) for kind in (said.Admit, said.Object) for fault in Fault),
        *(said.Praise(stop, number, artist) for number in range(6) for artist in SEATS),
    ]
