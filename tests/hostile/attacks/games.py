"""Whole games of an attacker's own: begun and ended rapidly, full of bots, and looked at afterwards."""

import asyncio
from collections.abc import Sequence

from pictomania.wire import from_client as say
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import State
from tests.hostile.attack import Steps, attack
from tests.hostile.attacks.ink import hostile_sheet
from tests.hostile.foe import Foe, Seat, message
from tests.hostile.http import head

PLAY_S = 15.0
ACT_S = 0.06  # between two acts of one seat


async def play(seats: Sequence[Seat]) -> str:
    """Play as quickly as the limits allow until the game is over; return the game's name."""
    async with asyncio.timeout(PLAY_S), asyncio.TaskGroup() as group:
        for seat in seats:
            group.create_task(seat.until(is_over))
            group.create_task(_play(seat))
    return str(seats[0].state.game)


def is_over(state: State) -> bool:
    """Has the game come to its end?"""
    return state.view is not None and state.view.phase == "over"


async def _play(seat: Seat) -> None:
    while not is_over(seat.state):
        said = _next(seat.state)
        if said is not None:
            await seat.link.send(message(said))
        await asyncio.sleep(ACT_S)


def _next(state: State) -> say.Played | None:
    """Do what ends the game soonest: finish at once, and do not wait for anybody."""
    may = state.view.may if state.view is not None else None
    if may is None:
        return None
    if may.choose_level:
        return say.ChooseLevel(state.stop, may.choose_level[0])
    if may.start:
        return say.Start(state.stop)
    if may.praise:
        return say.Praise(state.stop, may.praise[0].round, may.praise[0].artist)
    if may.ready:
        return say.Ready(state.stop)
    if may.finish:
        return say.Finish(state.stop, may.take[0] if may.take else None)
    return None


async def finished(foe: Foe) -> str:
    """Play a game with hostile sheets in its first round; return its name."""
    seats = await foe.game()
    for seat in seats:
        await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()))
    game = await play(seats)
    for seat in seats:
        seat.link.drop()
    return game


async def unread(foe: Foe, path: str) -> None:
    """Ask for something several times, and read nothing until the attack is over."""
    link = await foe.open(narrow=True)
    try:
        await link.send(head("GET", path) * 3)
        await asyncio.Event().wait()
    finally:
        link.drop()


@attack(short=True, proof="pictures asked", memory_mb=400)
async def pictures_of_hostile_drawings(foe: Foe) -> Steps:
    """Ask for pictures of the fullest sheets there can be, in every form, and read half of the answers."""
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
    """Ask for pictures and replays on many connections, and read nothing."""
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
    """Play quick games with hostile sheets over and over at the same tables, so that all have to be kept."""
    tables = [await foe.game() for _ in range(4)]
    yield

    async def session(number: int) -> None:
        seats = tables[number]
        for seat in seats:
            await seat.link.send(*(seat.ink(piece) for piece in hostile_sheet()[:2]))
        foe.count("rounds")
        await play(seats)
        foe.count("games")
        await seats[0].link.send(message(say.Again()), message(say.Begin()))
        for seat in seats:
            await seat.until(lambda state: not is_over(state) and state.view is not None)

    await foe.swarm(len(tables), session)


@attack(proof="games")
async def games_begun_and_left(foe: Foe) -> Steps:
    """Begin games, leave the table, come back and begin again."""
    yield

    async def session(_: int) -> None:
        seats = await foe.company()
        try:
            await seats[0].link.send(message(say.Begin()))
            foe.count("games")
            for seat in seats:
                await seat.link.send(message(say.Leave()))
            await asyncio.sleep(0.02)
        finally:
            for seat in seats:
                seat.link.drop()

    await foe.swarm(6 * foe.scale, session)


@attack(short=True, proof="bots called", memory_mb=700)
async def bots_called_and_sent_away(foe: Foe) -> Steps:
    """Have bots sit down at many tables, and send them away again."""
    hosts = [await foe.seat(await foe.table(), f"H{number}") for number in range(10)]
    for host in hosts:
        host.link.ignore()
    away = message(say.Settle(Settings(bots=False)))
    back = message(say.Settle(Settings(bots=True)))
    yield

    async def session(number: int) -> None:
        host = hosts[number]
        if host.link.is_over:
            host.link = (await foe.seat(host.code, f"H{number}", host.key)).link
            host.link.ignore()
        await host.link.send(*[message(say.AddBot())] * 5)
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
        await host.link.send(*[message(say.AddBot())] * 5)
    while foe.is_on:
        for host in hosts:
            if not host.link.is_over:
                await host.link.send(message(say.Begin()), message(say.Start(1)))
                foe.count("games")
        await asyncio.sleep(0.5)
