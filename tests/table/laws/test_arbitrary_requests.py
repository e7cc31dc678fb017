"""No sequence of messages, ink and time breaks a table."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.ink import BadInk, MissingInk
from pictomania.rules import Phase, violated_invariant
from pictomania.table import arrivals, requests
from pictomania.table.identity.display_names import is_taken
from pictomania.table.seat import Member
from pictomania.table.table import replay_facts
from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_from_client, encode
from tests.table.support import strategies
from tests.table.support.harness import CODE, NAMES, TableHarness
from tests.table.support.random_table import snapshot

EARLIEST, MAX_TICK = 0, 10**13  # the year 2286
UNSEEN = (Phase.LAYING, Phase.DEALING, Phase.CHOOSING)
Event = tuple[int, int, from_client.FromClient | bytes | str]

start_phases = st.sampled_from([None, *(phase for phase in Phase if phase not in UNSEEN)])
times = st.one_of(st.integers(0, 200_000), st.integers(-(10**12), 10**12))
events = st.tuples(
    st.integers(0, 9),  # who
    times,  # how much later
    st.one_of(strategies.messages, strategies.pieces, st.sampled_from(("tick", "disconnect", "store"))),
)


def test_the_strategy_covers_every_message() -> None:
    kinds: set[type] = set()

    @given(strategies.messages)
    @settings(max_examples=400, derandomize=True)
    def gather(message: from_client.FromClient) -> None:
        kinds.add(type(message))
        assert decode_from_client(encode(message)) == message

    gather()
    assert kinds == set(get_args(from_client.FromClient))


class ChaoticTable(TableHarness):
    """A table that also gets requests from disconnected members."""

    def __init__(self, start_phase: Phase | None) -> None:
        """Begin somewhere in a game, or before it."""
        super().__init__(*NAMES[:4])
        self.everyone = [*self.players, self.join("Wim", watch=True)]
        if start_phase is not None:
            self.play_until(start_phase)

    def handle_event(self, who: int, event: from_client.FromClient | bytes | str) -> None:
        """Handle one event."""
        member = self.everyone[who % len(self.everyone)]
        match event:
            case "tick":
                self.session.tick(self.now)
            case "disconnect":
                self.session.drop(member, self.now)
            case "store":
                self.store()
            case bytes():
                self.draw_ink(member, event)
            case from_client.Hello():
                came = arrivals.join(self.session, event, self.now)
                self.everyone += [came] if isinstance(came, Member) else []
            case _:
                assert not isinstance(event, str)
                requests.handle(self.session, member, event, self.now)

    def draw_ink(self, member: Member, piece: bytes) -> None:
        """Send ink, which may be invalid."""
        seat = self.session.seat_of(member)
        if seat is not None:
            try:
                self.session.draw(seat, piece, self.now)
            except (BadInk, MissingInk):
                return


def run_events(start_phase: Phase | None, history: list[Event]) -> None:
    """Handle all events, and check that the table is consistent."""
    harness = ChaoticTable(start_phase)
    for who, later, event in history:
        harness.now = min(max(harness.now + later, EARLIEST), MAX_TICK)
        harness.handle_event(who, event)
        for member in harness.session.members:
            encode(harness.state(member))
    table = harness.table
    assert snapshot(replay_facts(CODE, harness.store())) == snapshot(table)
    assert table.game is None or violated_invariant(table.game) is None
    assert (table.host is None) == (not table.seats)
    assert len({seat.key for seat in table.seats if seat.key}) == sum(
        seat.key is not None for seat in table.seats
    )
    assert len({seat.colour for seat in table.seats}) == len(table.seats)
    keys = [member.key for member in harness.session.members]
    assert len(keys) == len(set(keys))
    assert set(table.banned).isdisjoint(keys)
    names = [seat.name for seat in table.seats if seat.key] + [one.name for one in harness.session.watchers]
    assert not any(is_taken(name, names[:place]) for place, name in enumerate(names))


@given(start_phase=start_phases, history=st.lists(events, max_size=25))
@settings(max_examples=60)
def test_no_sequence_of_historybreaks_a_table(start_phase: Phase | None, history: list[Event]) -> None:
    run_events(start_phase, history)


@pytest.mark.long
@given(start_phase=start_phases, history=st.lists(events, max_size=60))
@settings(max_examples=3000)
def test_no_long_sequence_of_historybreaks_a_table(start_phase: Phase | None, history: list[Event]) -> None:
    run_events(start_phase, history)
