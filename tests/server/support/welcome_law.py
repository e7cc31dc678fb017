"""The welcome law: after any history, a client knows the same as one that just joined."""

from contextlib import AsyncExitStack

from msgspec.structs import replace

from pictomania.client import Client
from pictomania.ink import Mark
from pictomania.table import views
from pictomania.wire import from_client
from pictomania.wire.to_client import ChatLine, State, TicketIssued
from tests.server.support.ink_samples import marks
from tests.server.support.running_server import RunningServer
from tests.server.support.waiting import wait_until

Known = tuple[State, list[list[Mark]], list[ChatLine]]


def _known(client: Client) -> Known:
    """What a client knows about its table, except the clock."""
    return replace(client.state, clock=None), marks(client.sheets), client.chat


def _to_know(server: RunningServer, code: str, seat: int | None) -> Known | None:
    """What there is to know for a seat that has exactly one member."""
    if code not in server.live_tables.tables:
        return None
    session = server.live_table(code).session
    there = [member for member in session.members if session.seat_of(member) == seat]
    if len(there) != 1:
        return None
    state = replace(views.state(session, there[0], server.live_tables.clock.ms()), clock=None)
    return state, marks(session.table.sheets), list(session.table.chat)


async def _sheets(client: Client, count: int) -> None:
    """Wait for the sheets, which follow the welcome."""
    await wait_until(lambda: len(client.sheets) == count)


async def wait_until_informed(server: RunningServer, code: str, people: list[Client]) -> None:
    """Wait until all clients are connected and up to date."""
    await wait_until(lambda: all(_is_informed(server, code, client) for client in people))


def _is_informed(server: RunningServer, code: str, client: Client) -> bool:
    return client.is_connected and _known(client) == _to_know(server, code, client.state.seat)


async def _answered(client: Client) -> None:
    """Wait until all requests of a client have been handled."""
    await wait_until(lambda: client.is_connected)
    client.send(from_client.RequestTicket())
    await client.receive(TicketIssued)


async def check_welcome_law(server: RunningServer, code: str, people: list[Client]) -> None:
    """Wait until all clients are up to date, and compare each with a fresh client at its seat."""
    for client in people:
        await _answered(client)
    await wait_until_informed(server, code, people)
    knew = [_known(client) for client in people]
    async with AsyncExitStack() as stack:
        for client, known in zip(people, knew, strict=True):
            fresh = await stack.enter_async_context(server.client(code, "Fresh", key=client.key))
            await _sheets(fresh, len(known[1]))
            assert _known(fresh) == known
