"""Whatever anybody sends at whatever time, a table neither breaks nor forgets."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.ink import BadInk, Missing
from pictomania.rules import Phase, broken_law
from pictomania.table import arrivals, wishes
from pictomania.table.names import is_taken
from pictomania.table.seat import Member
from pictomania.table.table import replayed
from pictomania.wire import from_client as said
from pictomania.wire.gate import heard, written
from tests.table import messages
from tests.table.crowd import likeness
from tests.table.evening import CODE, NAMES, Evening

EARLIEST, LATEST = 0, 10**13  # the year 2286
UNSEEN = (Phase.LAYING, Phase.DEALING, Phase.CHOOSING)
Event = tuple[int, int, said.FromClient | bytes | str]

beginnings = st.sampled_from([None, *(phase for phase in Phase if phase not in UNSEEN)])
times = st.one_of(st.integers(0, 200_000), st.integers(-(10**12), 10**12))
events = st.tuples(
    st.integers(0, 9),  # who
    times,  # how much later
    st.one_of(messages.anything, messages.pieces, st.sampled_from(("tick", "goes", "stores"))),
)


def test_the_strategy_knows_every_message() -> None:
    kinds: set[type] = set()

    @given(messages.anything)
    @settings(max_examples=150, derandomize=True)
    def gather(message: said.FromClient) -> None:
        kinds.add(type(message))
        assert heard(written(message)) == message

    gather()
    assert kinds == set(get_args(said.FromClient))


class Anybody(Evening):
    """An evening at which those who have gone may still be heard."""

    def __init__(self, beginning: Phase | None) -> None:
        """Begin somewhere in a game, or before it."""
        super().__init__(*NAMES[:4])
        self.all = [*self.people, self.comes("Wim", watch=True)]
        if beginning is not None:
            self.until(beginning)

    def happens(self, who: int, event: said.FromClient | bytes | str) -> None:
        """Let it happen."""
        member = self.all[who % len(self.all)]
        match event:
            case "tick":
                self.sitting.tick(self.now)
            case "goes":
                arrivals.went(self.sitting, member, self.now)
            case "stores":
                self.store()
            case bytes():
                self.inks(member, event)
            case said.Hello():
                came = arrivals.greet(self.sitting, event, self.now)
                self.all += [came] if isinstance(came, Member) else []
            case _:
                assert not isinstance(event, str)
                wishes.hear(self.sitting, member, event, self.now)

    def inks(self, member: Member, piece: bytes) -> None:
        """Let somebody send ink."""
        seat = self.sitting.seat_of(member)
        if seat is not None:
            try:
                self.sitting.drew(seat, piece, self.now)
            except (BadInk, Missing):
                return


def live(beginning: Phase | None, happening: list[Event]) -> None:
    """Let all of it happen, and look whether anything is broken."""
    evening = Anybody(beginning)
    for who, later, event in happening:
        evening.now = min(max(evening.now + later, EARLIEST), LATEST)
        evening.happens(who, event)
        for member in evening.sitting.members:
            written(evening.state(member))
    table = evening.table
    assert likeness(replayed(CODE, evening.store())) == likeness(table)
    assert table.game is None or broken_law(table.game) is None
    assert (table.host is None) == (not table.seats)
    assert len({seat.key for seat in table.seats if seat.key}) == sum(
        seat.key is not None for seat in table.seats
    )
    assert len({seat.colour for seat in table.seats}) == len(table.seats)
    keys = [member.key for member in evening.sitting.members]
    assert len(keys) == len(set(keys))
    assert set(table.barred).isdisjoint(keys)
    names = [seat.name for seat in table.seats if seat.key] + [one.name for one in evening.sitting.watchers]
    assert not any(is_taken(name, names[:place]) for place, name in enumerate(names))


@given(beginning=beginnings, happening=st.lists(events, max_size=25))
@settings(max_examples=60)
def test_nothing_breaks_a_table(beginning: Phase | None, happening: list[Event]) -> None:
    live(beginning, happening)


@pytest.mark.long
@given(beginning=beginnings, happening=st.lists(events, max_size=60))
@settings(max_examples=3000)
def test_nothing_breaks_a_table_that_much_happens_at(beginning: Phase | None, happening: list[Event]) -> None:
    live(beginning, happening)
