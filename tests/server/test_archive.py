"""Finished games: kept once whatever happens, to be seen again by their link, and forgotten in the end."""

import asyncio
import gzip
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pictomania.ink import Sheet, take
from pictomania.log import SqliteLog
from pictomania.rules import Colour, Phase, TimeUp
from pictomania.server import archive, jobs, keeping, workers
from pictomania.server.archive import PREFIX
from pictomania.server.keeping import Gallery
from pictomania.server.workers import Queues
from pictomania.table import facts
from pictomania.table.replay import Replay
from pictomania.wire import from_client as say
from tests.server.caller import caller, hello
from tests.server.gamer import Gamer, is_over, play
from tests.server.inks import line
from tests.server.served import Served, doomed, opened, quiet_port, served, until
from tests.server.shaky import ShakyLog

OLD = "20200229-0123456789ABCDEFGHJKMN"


def _end(server: Served, code: str, *, again: bool = False) -> str:
    """Let time be up until the game is over, and the table go back to the lobby at once; name the game."""
    sitting = server.hosted(code).sitting

    def end(now: int) -> None:
        while not sitting.table.is_over:
            sitting.act(None, TimeUp(), now)

    server.hosted(code).do(end)
    if again:
        server.hosted(code).do(lambda now: sitting.do(facts.Returned(now, 99, 99)))
    assert sitting.table.game_id is not None
    return sitting.table.game_id


def _sheet(gallery: Gallery, number: int, artist: int) -> Sheet:
    """A sheet of a game that was kept."""
    drawing, sheet = gallery.drawing(number, artist), Sheet()
    assert drawing is not None
    take(drawing.ink, sheet)
    return sheet


def _pieces(entries: list[bytes], kind: bytes) -> list[bytes]:
    """What entries of a kind have in them."""
    return [entry[1:] for entry in entries if entry[:1] == kind]


async def _kept(log: SqliteLog, game: str) -> list[bytes]:
    """Wait until a game is kept, and see what is."""
    while not (entries := await log.read(PREFIX + game)):
        pass
    return [data for _, data in entries]


async def test_a_game_that_was_played(tmp_path: Path) -> None:
    """Every step and every sheet of it can be seen again, also by another server."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.party(code, 4) as people:
            await play(
                [Gamer(client, seat) for seat, client in enumerate(people)], lambda: is_over(people[0])
            )
            game = people[0].state.game
            assert game is not None
            await _kept(log, game)
            table, view = server.table(code), people[0].view
            assert view is not None
            await until(lambda: server.metrics.games_finished == 1)
    async with opened(tmp_path) as log, served(log) as server:
        whole = await server.hosting.archive.replay(game)
        assert whole is not None
        replay = msgspec.json.decode(gzip.decompress(whole), type=Replay)
        assert (replay.game, [player.name for player in replay.players]) == (
            game,
            ["Ada", "Ben", "Cleo", "Dov"],
        )
        assert replay.steps[-1].view.phase is Phase.OVER
        assert replay.steps[-1].view.winners == view.winners
        gallery = await server.hosting.archive.gallery(game)
        assert gallery is not None
        assert (gallery.players, gallery.drawings) == (replay.players, replay.drawings)
        for (number, artist), drawn in table.drawings().items():
            assert _sheet(gallery, number, artist).marks == drawn.marks
            assert gallery.players[artist].colour is list(Colour)[artist]
        assert gallery.drawing(0, 4) is None


async def test_a_busy_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is too long for one entry is kept in several."""
    monkeypatch.setattr(keeping, "LARGEST_ENTRY", 300)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            people[1].draw(line(200))
            await until(lambda: people[0].sheets[1].end == (0, 200))
            game = _end(server, code)
            kept = await _kept(log, game)
            stored = [data for _, data in await log.read(code)]
        entries = list(jobs.keep_game([code.encode(), game.encode(), *stored]))
        assert [b"".join(_pieces(entries, kind)) for kind in (b"G", b"R")] == [
            b"".join(_pieces(kept, kind)) for kind in (b"G", b"R")
        ]
        await log.drop(PREFIX + game)
        await log.append(PREFIX + game, 0, entries)
        assert max(map(len, entries)) == 300
        assert [entry[:1] for entry in entries].count(b"G") > 1
        gallery = await server.hosting.archive.gallery(game)
        assert gallery is not None
        assert _sheet(gallery, 1, 1).marks == [line(200)]
        assert gzip.decompress(await server.hosting.archive.replay(game) or b"")[:11] == b'{"version":'


async def test_keeping_is_done_once(tmp_path: Path) -> None:
    """However often, and by however many at a time."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = _end(server, code)
            entries = await _kept(log, game)
            await until(lambda: server.metrics.games_finished == 1)
            await asyncio.gather(*(server.hosting.archive.keep(code, game) for _ in range(3)))
            await log.drop(PREFIX + game)
            await asyncio.gather(*(server.hosting.archive.keep(code, game) for _ in range(3)))
            assert await _kept(log, game) == entries
            assert server.metrics.games_finished == 2


async def test_a_log_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again until it does."""
    monkeypatch.setattr(archive, "RETRY_S", 0.001)
    complaints = ["a game cannot be kept now"]
    async with opened(tmp_path) as real, served(log := ShakyLog(real), complaints=complaints) as server:
        code = await server.hosting.make()
        async with server.round(code):
            log.is_silent_for = PREFIX
            game = _end(server, code)
            await until(lambda: len([table for table, *_ in log.asked if table == PREFIX + game]) > 2)
            log.is_silent_for = "nothing"
            await _kept(real, game)


async def test_the_lobby_comes_right_behind_the_end(tmp_path: Path) -> None:
    """The game is kept all the same."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            game = _end(server, code, again=True)
            await people[0].until(lambda state: state.view is None)
            await _kept(log, game)


@pytest.mark.parametrize("again", [False, True])
async def test_a_kill_between_the_end_and_the_keeping(tmp_path: Path, again: bool) -> None:
    """It is kept as soon as somebody comes, even if the table is in the lobby again or plays another game."""
    port = quiet_port()
    async with opened(tmp_path) as real:
        async with doomed(log := ShakyLog(real), port=port) as server:
            code = await server.hosting.make()
            async with server.round(code) as people:
                log.hold_reads()  # so that nothing is kept
                game = _end(server, code, again=again)
                await people[0].until(lambda state: (state.view is None) is again and state.stop > 5)
                if again:
                    people[0].say(say.Begin())
                    await people[0].until(lambda state: state.view is not None)
        assert await real.read(PREFIX + game) == []
        async with served(real, port=port) as server, caller(server, hello(code, watch=True)) as guest:
            await guest.welcome()
            await _kept(real, game)
            await until(lambda: server.metrics.games_finished == 1)


async def test_what_cannot_be_kept(tmp_path: Path) -> None:
    """A game that is not there, or not over, and one whose table cannot be read: somebody should know."""
    complaints = ["a game that is over cannot be found", "a job was given up", "a game cannot be kept"]
    async with opened(tmp_path) as log, served(log, complaints=complaints) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = server.table(code).game_id
            assert game is not None
            await server.hosting.archive.keep(code, game)
            end = (await log.read(code))[-1][0]
            await log.append(code, end, [b"no fact"])
            await server.hosting.archive.keep(code, game)
            await server.hosting.archive.keep("no code", game)  # a mistake of ours
            assert await server.hosting.archive.replay(game) is None
            assert await server.hosting.archive.gallery(game) is None
            assert server.metrics.games_finished == 0


async def test_a_game_that_takes_too_much_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The journal says so in one line, and the table goes on."""
    monkeypatch.setattr(jobs, "GAME", replace(jobs.GAME, answer_bytes=10))
    complaints = ["a job was given up", "a game cannot be kept"]
    async with opened(tmp_path) as log, served(log, complaints=complaints) as server:
        code = await server.hosting.make()
        async with server.round(code) as people:
            game = _end(server, code)
            await until(lambda: "a game cannot be kept" in caplog.messages)
            assert await log.read(PREFIX + game) == []
            people[0].say(say.Again())
            await people[0].until(lambda state: state.view is None)
    assert not any(record.exc_info for record in caplog.records)


async def test_workers_that_have_too_much_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again until they have time."""
    monkeypatch.setattr(archive, "RETRY_S", 0.001)
    room = Queues(jobs_each=0)
    monkeypatch.setattr(workers, "Queues", lambda: room)
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = _end(server, code)
            await until(lambda: server.metrics.jobs_busy > 2)
            server.hosting.archive._workers._queues = Queues()
            await _kept(log, game)


async def test_a_server_that_stops_meanwhile(tmp_path: Path) -> None:
    """Waits for no game to be kept: that is done when the table is read back."""
    async with opened(tmp_path) as log, served(log) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = server.table(code).game_id
            assert game is not None
            await server.hosting.archive._workers.close()
            assert _end(server, code) == game
            await server.hosting.archive.keep(code, game)
    async with opened(tmp_path) as log, served(log) as server:
        assert await log.read(PREFIX + game) == []
        await server.hosting.find(code)
        await _kept(log, game)


async def test_reading_is_shared(tmp_path: Path) -> None:
    """A game is read from the log once, however often it is asked for, until it is forgotten."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = _end(server, code)
            await _kept(real, game)
        log.reads.clear()
        for ask in (server.hosting.archive.replay, server.hosting.archive.gallery):
            answers = [*await asyncio.gather(*(ask(game) for _ in range(5))), await ask(game)]
            assert all(answer == answers[0] for answer in answers)
        assert len(log.reads) == 2
        await real.drop(PREFIX + game)
        await server.hosting.archive.sweep()
        assert await server.hosting.archive.replay(game) is None


@pytest.mark.parametrize("nonsense", ["", "nothing", "20201301-" + "A" * 22, "../etc/passwd", "x" * 100])
async def test_what_is_no_game(tmp_path: Path, nonsense: str) -> None:
    """The log is not even asked."""
    async with opened(tmp_path) as real, served(log := ShakyLog(real)) as server:
        log.reads.clear()
        assert await server.hosting.archive.replay(nonsense) is None
        assert await server.hosting.archive.gallery(nonsense) is None
        assert log.reads == []


async def test_games_are_forgotten(tmp_path: Path) -> None:
    """After so many days, and not kept again then; what is no game is not touched, and no table either."""
    async with opened(tmp_path) as log, served(log, keep_games_days=30) as server:
        code = await server.hosting.make()
        async with server.round(code):
            game = _end(server, code)
            await _kept(log, game)
            names = [PREFIX + OLD, PREFIX + "whatever", "20200229"]
            for name in names:
                await log.append(name, 0, [b"G"])
            assert await server.hosting.archive.sweep() == 1
            assert await log.tables() == sorted([*names[1:], PREFIX + game, code])
            await server.hosting.archive.keep(code, OLD)
            assert await server.hosting.archive.sweep() == 0
