"""What somebody knows of a table, what there is to know, and what somebody knows who has just come."""

from contextlib import AsyncExitStack

from msgspec.structs import replace

from pictomania.client import Client
from pictomania.ink import Mark
from pictomania.table import seen
from pictomania.wire import from_client as say
from pictomania.wire.to_client import Line, State, TicketIssued
from tests.server.inks import marks
from tests.server.served import Served, until

Known = tuple[State, list[list[Mark]], list[Line]]


def _known(client: Client) -> Known:
    """What somebody knows of a table, but for the time."""
    return replace(client.state, clock=None), marks(client.sheets), client.chat


def _to_know(server: Served, code: str, seat: int | None) -> Known | None:
    """What there is to know for a seat whose owner is there, once."""
    if code not in server.hosting.tables:
        return None
    sitting = server.hosted(code).sitting
    there = [member for member in sitting.members if sitting.seat_of(member) == seat]
    if len(there) != 1:
        return None
    state = replace(seen.state(sitting, there[0], server.hosting.time.ms()), clock=None)
    return state, marks(sitting.table.sheets), list(sitting.table.chat)


async def _sheets(client: Client, count: int) -> None:
    """Wait for the sheets, which come right behind the welcome."""
    await until(lambda: len(client.sheets) == count)


async def informed(server: Served, code: str, people: list[Client]) -> None:
    """Wait until everybody is there and knows everything."""
    await until(lambda: all(_is_informed(server, code, client) for client in people))


def _is_informed(server: Served, code: str, client: Client) -> bool:
    return client.is_heard and _known(client) == _to_know(server, code, client.state.seat)


async def _answered(client: Client) -> None:
    """Wait until everything that somebody said has been done."""
    await until(lambda: client.is_heard)
    client.say(say.AskTicket())
    await client.reply(TicketIssued)


async def law(server: Served, code: str, people: list[Client]) -> None:
    """Wait until everybody knows everything, and compare them with others who come to their seats."""
    for client in people:
        await _answered(client)
    await informed(server, code, people)
    knew = [_known(client) for client in people]
    async with AsyncExitStack() as stack:
        for client, known in zip(people, knew, strict=True):
            fresh = await stack.enter_async_context(server.client(code, "Fresh", key=client.key))
            await _sheets(fresh, len(known[1]))
            assert _known(fresh) == known
