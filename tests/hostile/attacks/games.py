"""Attacks with whole games: played rapidly, full of bots, and downloaded afterwards."""

import asyncio
from collections.abc import Sequence

from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State
from tests.hostile.arena.attack import Steps, attack
from tests.hostile.arena.foe import Foe, Seat, message
from tests.hostile.arena.http import head
from tests.hostile.attacks.ink import hostile_sheet

PLAY_S = 15.0
ACT_S = 0.06  # between two acts of one seat


async def play(seats: Sequence[Seat]) -> str:
    """Play as quickly as the limits allow until the game is over; return the game id."""
    async with asyncio.timeout(PLAY_S), asyncio.TaskGroup() as group:
        for seat in seats:
            group.create_task(seat.until(is_over))
            group.create_task(_play(seat))
    return str(seats[0].state.game)


def is_over(state: State) -> bool:
    """Whether the game is over."""
    return state.view is not None and state.view.phase == "over"


async def _play(seat: Seat) -> None:
    while not is_over(seat.state):
        said = _next(seat.state)
        if said is not None:
            await seat.link.send(message(said))
        await asyncio.sleep(ACT_S)


def _next(state: State) -> from_client.AnyGameRequest | None:
    """Do what ends the game soonest: finish at once, and never wait."""
    may = state.view.may if state.view is not None else None
    if may is None:
        return None
    if may.choose_level:
        return from_client.ChooseLevel(state.stop, may.choose_level[0])
    if may.start:
        return from_client.Start(state.stop)
    if may.praise:
        return from_client.Praise(state.stop, may.praise[0].round, may.praise[0].artist)
    if may.ready:
        return from_client.Ready(state.stop)
    if may.finish:
        return from_client.Finish(state.stop, may.take[0] if may.take else None)
    return None


async def finished(foe: Foe) -> str:
    """Play a game with hostile sheets in its first round; return its id."""
    seats = await foe.game()
    for seat in seats:
        await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()))
    game = await play(seats)
    for seat in seats:
        seat.link.drop()
    return game


async def unread(foe: Foe, path: str) -> None:
    """Send several requests, and read nothing until the attack is over."""
    link = await foe.open(narrow=True)
    try:
        await link.send(head("GET", path) * 3)
        await asyncio.Event().wait()
    finally:
        link.drop()


@attack(short=True, proof="pictures asked", memory_mb=400)
async def pictures_of_hostile_drawings(foe: Foe) -> Steps:
    """Request pictures of the fullest possible sheets in every form, and read half of the responses."""
    game = await finished(foe)
    yield

    async def session(number: int) -> None:
        form = ("svg", "png", "apng")[number % 3]
        path = f"/api/games/{game}/drawings/1/{number % 3}.{form}"
        foe.count("pictures asked")
        if number % 2:
            await unread(foe, path)
        status, body = await foe.request("GET", path)
        foe.count(f"pictures answered {status}")
        foe.count("bytes", len(body))

    await foe.swarm(12 * foe.scale, session)


@attack(proof="asked", memory_mb=250)
async def answers_that_nobody_reads(foe: Foe) -> Steps:
    """Request pictures and replays on many connections, and read nothing."""
    game = await finished(foe)
    paths = [f"/api/games/{game}", *(f"/api/games/{game}/drawings/1/{artist}.svg" for artist in range(3))]
    yield

    async def session(number: int) -> None:
        foe.count("asked", 3)
        await unread(foe, paths[number % len(paths)])

    await foe.swarm(min(80, 30 * foe.scale), session)


@attack(proof="replays", memory_mb=250, most={"bytes": (10e6, 400e6)})
async def replays_without_end(foe: Foe) -> Steps:
    """Fetch a whole game over and over, unpacked."""
    game = await finished(foe)
    yield

    async def session(_: int) -> None:
        status, body = await foe.request("GET", f"/api/games/{game}")
        foe.count("replays")
        foe.count(f"answered {status}")
        foe.count("bytes", len(body))

    await foe.swarm(20 * foe.scale, session)


@attack(proof="rounds", disk_mb=40)
async def games_played_to_the_end(foe: Foe) -> Steps:
    """Play quick games with hostile sheets over and over at the same tables, so that all are archived."""
    tables = [await foe.game() for _ in range(4)]
    yield

    async def session(number: int) -> None:
        seats = tables[number]
        for seat in seats:
            await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()[:2]))
        foe.count("rounds")
        await play(seats)
        foe.count("games")
        await seats[0].link.send(message(from_client.ReturnToLobby()), message(from_client.Begin()))
        for seat in seats:
            await seat.until(lambda state: not is_over(state) and state.view is not None)

    await foe.swarm(len(tables), session)


@attack(proof="games")
async def games_begun_and_left(foe: Foe) -> Steps:
    """Begin games, leave the table, come back and begin again."""
    yield

    async def session(_: int) -> None:
        seats = await foe.seat_players()
        try:
            await seats[0].link.send(message(from_client.Begin()))
            foe.count("games")
            for seat in seats:
                await seat.link.send(message(from_client.Leave()))
            await asyncio.sleep(0.02)
        finally:
            for seat in seats:
                seat.link.drop()

    await foe.swarm(6 * foe.scale, session)


@attack(short=True, proof="bots called", memory_mb=700)
async def bots_called_and_sent_away(foe: Foe) -> Steps:
    """Add bots at many tables, and remove them again."""
    hosts = [await foe.seat(await foe.table(), f"H{number}") for number in range(10)]
    for host in hosts:
        host.link.ignore()
    away = message(from_client.ChangeSettings(Settings(bots=False)))
    back = message(from_client.ChangeSettings(Settings(bots=True)))
    yield

    async def session(number: int) -> None:
        host = hosts[number]
        if host.link.is_over:
            host.link = (await foe.seat(host.code, f"H{number}", host.key)).link
            host.link.ignore()
        await host.link.send(*[message(from_client.AddBot())] * 5)
        foe.count("bots called", 5)
        await asyncio.sleep(0.3)
        await host.link.send(away, back)

    await foe.swarm(len(hosts), session)


@attack(proof="games", memory_mb=900)
async def games_full_of_bots(foe: Foe) -> Steps:
    """Begin games of five bots each at as many tables as possible."""
    hosts = [await foe.seat(await foe.table(), f"H{number}") for number in range(20)]
    for host in hosts:
        host.link.ignore()
    yield
    for host in hosts:
        await host.link.send(*[message(from_client.AddBot())] * 5)
    while foe.is_on:
        for host in hosts:
            if not host.link.is_over:
                await host.link.send(message(from_client.Begin()), message(from_client.Start(1)))
                foe.count("games")
        await asyncio.sleep(0.5)
