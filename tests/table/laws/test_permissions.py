"""`permissions.why_not`, the `may` that clients see and `requests.handle` agree about every request."""

from typing import get_args

import pytest

from pictomania.rules import Phase
from pictomania.table.permissions import why_not
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import TableMay
from tests.table.support.all_requests import (
    BY_TABLE_MAY,
    UNMENTIONED,
    all_requests,
    allowed_requests,
    unpromised_requests,
)
from tests.table.support.harness import NAMES, drawing_phase
from tests.table.support.random_table import RandomTable, random_table

ALL_TYPES = set(get_args(from_client.AnyRequest))
GAME_TYPES = set(get_args(from_client.AnyGameRequest))
MOMENTS = 30
STEPS = 8  # from one moment to the next
PER_TYPE = 2  # requests of each type that are tried out


# The enumeration is complete.


def test_every_type_of_request_is_enumerated() -> None:
    assert {type(request) for request in all_requests(0, NAMES)} == ALL_TYPES


def test_every_type_is_a_game_request_or_mentioned_in_a_state_or_known_to_be_neither() -> None:
    mentioned = set(BY_TABLE_MAY.values())
    assert GAME_TYPES | mentioned | set(UNMENTIONED) == ALL_TYPES
    assert len(GAME_TYPES) + len(mentioned) + len(UNMENTIONED) == len(ALL_TYPES)


def test_every_field_of_may_is_about_a_request() -> None:
    assert {*BY_TABLE_MAY, "begin_not"} == set(TableMay.__struct_fields__)


# The law.


def check_member(table: RandomTable, member: Member) -> None:
    """Compare what a member's state allows with `why_not` for all requests, and with `handle` for some."""
    state = table.state(member)
    allowed = allowed_requests(state)
    requests = all_requests(state.stop, [seat.name for seat in state.seats])
    assert set(allowed) <= set(requests)
    for request in requests:
        is_allowed = why_not(table.session, member, request) is None
        assert type(request) in UNMENTIONED or is_allowed == (request in allowed), request
    sample = [
        request
        for kind in sorted(ALL_TYPES, key=lambda kind: kind.__name__)
        for request in _some(table, [request for request in requests if type(request) is kind])
    ]
    for request in (*sample, *_some(table, allowed), *unpromised_requests()):
        if why_not(table.session, member, request) is None:
            assert not table.is_refused(member, request), request
        else:
            assert table.request(member, request) is not None, request
    _check_begin_not(table, member, state.may)


def _some(table: RandomTable, requests: list[from_client.AnyRequest]) -> list[from_client.AnyRequest]:
    return table.random.sample(requests, min(PER_TYPE, len(requests)))


def _check_begin_not(table: RandomTable, member: Member, may: TableMay) -> None:
    """Only a host in the lobby learns why the game cannot begin."""
    reason = why_not(table.session, member, from_client.Begin())
    is_secret = reason in (Reason.NOT_SEATED, Reason.NOT_THE_HOST, Reason.GAME_IS_ON)
    assert may.begin_not == (None if is_secret else reason)


def check_permissions(table: RandomTable) -> None:
    """Check a random member, and the host, again and again."""
    for _ in range(MOMENTS):
        for _ in range(STEPS):
            table.step()
        members = [table.random_member(), *table.session.with_key(_host_key(table))]
        for member in members:
            if member is not None:
                check_member(table, member)


def _host_key(table: RandomTable) -> str | None:
    host = table.table.host
    return None if host is None else table.table.seats[host].key


@pytest.mark.parametrize("seed", range(6))
def test_a_state_allows_exactly_what_is_not_refused(seed: int) -> None:
    check_permissions(random_table(seed))


@pytest.mark.long
def test_a_state_allows_exactly_what_is_not_refused_at_many_tables() -> None:
    for seed in range(100, 300):
        check_permissions(random_table(seed))


# The law reaches the situations that matter.


def situations(table: RandomTable) -> set[str]:
    """Name the situations that a table is in."""
    seats, game = table.table.seats, table.table.game
    found = {
        "house bot": any(seat.is_house_bot for seat in seats),
        "stand-in": any(seat.has_stand_in for seat in seats),
        "stand-in for a removed player": any(seat.has_stand_in and seat.key is None for seat in seats),
        "stand-in that is connected": any(
            seat.has_stand_in and table.session.with_key(seat.bot_key) for seat in seats
        ),
        "removed player": any(seat.left and seat.key is None for seat in seats),
        "player who left": any(seat.left and seat.key is not None for seat in seats),
        "absent player": len(table.session.present) < len(seats),
        "sitting out": game is not None and bool(game.out),
        "paused": table.table.paused_by is not None,
        "held": table.session.time.held_by is not None,
        "latecomer": game is not None and any(start is not None for start in game.head_starts),
        "watcher": bool(table.session.watchers),
        "lobby": game is None,
        "drawing": game is not None and game.phase is Phase.DRAWING,
        "vote": game is not None and game.round.motion is not None,
        "game over": table.table.is_over,
    }
    return {name for name, is_so in found.items() if is_so} | {"any"}


def test_random_tables_reach_every_situation() -> None:
    found: set[str] = set()
    for seed in range(6):
        table = random_table(seed)
        for _ in range(MOMENTS * STEPS):
            table.step()
            found |= situations(table)
    assert found == {
        *("any", "house bot", "stand-in", "stand-in for a removed player", "stand-in that is connected"),
        *("removed player", "player who left", "absent player", "watcher"),
        *("lobby", "drawing", "vote", "game over", "sitting out", "paused", "held", "latecomer"),
    }


def test_the_host_sees_that_a_stand_in_for_a_removed_player_can_be_removed() -> None:
    harness = drawing_phase(*NAMES[:4])
    ada = harness.players[0]
    assert harness.request(ada, from_client.Remove("Cleo")) is None
    assert harness.state(ada).may.remove == (1, 3)
    assert harness.request(ada, from_client.StandIn("Cleo")) is None
    for _ in range(2):  # before and after the bot joins
        assert harness.state(ada).may.remove == (1, 2, 3)
        for invite in list(harness.invite_bots()):
            harness.join_bot(invite)
    assert harness.request(ada, from_client.Remove("Cleo")) is None
    assert harness.state(ada).may.remove == (1, 3)
