"""What a player gets who comes back to a table with six full sheets, and what everyone gets after a guess."""

from dataclasses import dataclass

from pictomania.cli.bench.crowd import SEATS, create_table, read_metric
from pictomania.cli.bench.recording import record_strokes
from pictomania.cli.bench.servers import BenchServer
from pictomania.wire import from_client


@dataclass(frozen=True, slots=True)
class Rejoin:
    """What was measured."""

    points: int  # on each sheet
    bytes: int  # of the welcome and all sheets
    server_ms: float  # CPU time for each player, with what the others at the table are sent


async def measure_rejoin(server: BenchServer, points: int, times: int) -> Rejoin:
    """Fill six sheets, let players come back in turn, and measure what that costs."""
    table = await create_table(server.address)
    try:
        await table.sit_down(SEATS)
        await table.begin()
        await table.fill_sheets(record_strokes(points))
        cpu_s = server.cpu_s
        for turn in range(times):
            player = table.players[turn % SEATS]
            player.socket.close()
            await player.connect()
        server_ms = (server.cpu_s - cpu_s) * 1000 / times
        return Rejoin(points, table.players[0].welcome_bytes, server_ms)
    finally:
        table.close()


async def measure_guess(server: BenchServer) -> int:
    """Return how many bytes all six at a table are sent after a guess."""
    table = await create_table(server.address)
    try:
        await table.sit_down(SEATS)
        await table.begin()
        player = table.players[-1]
        before = await read_metric(server.address, "bytes_sent_total")
        may = player.state.may
        await player.send(from_client.Guess(player.state.stop, may.guess[0], may.numbers[0]))
        for each in table.players:
            await each.until_next_state()
        return round(await read_metric(server.address, "bytes_sent_total") - before)
    finally:
        table.close()
