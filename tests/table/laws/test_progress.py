"""From wherever a table is, one active person comes to the end of the game in a bounded time (D9, D10)."""

import pytest

from pictomania.rules import Phase
from pictomania.table.seat import Member
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from tests.table.support.all_requests import allowed_requests
from tests.table.support.harness import NAMES
from tests.table.support.random_table import SETTINGS, RandomTable

MAX_ROUND_S = 600.0  # with nobody else doing anything
STEPS = 40
ESSENTIAL = (from_client.ChooseLevel, from_client.Vote, from_client.Ready, from_client.Praise)


def press_what_is_needed(table: RandomTable, member: Member) -> None:
    """Do the least that a willing player does: come back, go on, be ready, finish."""
    requests = allowed_requests(table.state(member))
    for wanted in (from_client.ComeBack, from_client.Pause, *ESSENTIAL, from_client.Finish):
        for request in requests:
            is_pause = isinstance(request, from_client.Pause) and request.yes
            if isinstance(request, wanted) and not is_pause:
                assert table.request(member, request) is None
                return


def play_to_the_end(table: RandomTable, member: Member) -> float:
    """Let time pass while only one player does something; return the seconds until the game is over."""
    began, limit = table.now, MAX_ROUND_S * 1000 * (table.game.rules.rounds + 1)
    while not table.table.is_over:
        press_what_is_needed(table, member)
        table.wait(5)
        assert table.now - began < limit, (table.phase(), table.game.round, table.table.paused_by)
    return (table.now - began) / 1000


@pytest.mark.rule("D9", "D10", "D12")
@pytest.mark.parametrize("seed", range(12))
def test_one_active_person_is_never_stuck(seed: int) -> None:
    """The others may have left, vanished, paused or sat out before they stopped doing anything."""
    table = RandomTable(seed, 3 + seed % 4, SETTINGS[seed % len(SETTINGS)], bots=0)
    for _ in range(STEPS * (1 + seed % 5)):
        table.step()
    if table.table.game is None or table.table.is_over:
        return
    free = [seat for seat in table.table.seats if seat.key is not None and not seat.bot]
    if not free:
        return
    member = table.join(free[0].name, key=None) if free[0].name in NAMES else None
    if member is None or table.session.seat_of(member) is None:
        return
    table.wait(15)  # an absent host is replaced
    assert play_to_the_end(table, member) >= 0


@pytest.mark.rule("D9", "D10")
def test_an_evening_with_an_idle_and_a_vanished_player() -> None:
    """Two of four play on: a whole game at the default settings costs them a few minutes of waiting."""
    table = RandomTable(0, 4, Settings())
    if table.table.game is None:
        table.begin()
    ada, ben, _, dov = table.players
    table.disconnect(dov)
    began = table.now
    while not table.table.is_over:
        for member in (ada, ben):
            press_what_is_needed(table, member)
        table.wait(1)
    assert table.game.phase is Phase.OVER
    assert (table.now - began) / 1000 < 4 * 240
