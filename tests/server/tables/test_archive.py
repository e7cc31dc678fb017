"""The archive: finished games are stored exactly once, found by their id, and deleted after a while."""

import asyncio
import gzip
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pictomania.ink import Sheet, apply_piece
from pictomania.log import SqliteLog
from pictomania.rules import Colour, Phase, TimeUp
from pictomania.server.tables import archive, table_log
from pictomania.server.tables.archive import PREFIX
from pictomania.server.workers import finished_game, jobs, pool
from pictomania.server.workers.finished_game import Gallery
from pictomania.server.workers.pool import QueueLimits
from pictomania.table import facts
from pictomania.table.entries import decode_entry
from pictomania.table.replay import Replay
from pictomania.wire import from_client
from tests.ports import free_port
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.ink_samples import line
from tests.server.support.random_client import RandomClient, is_over, play
from tests.server.support.running_server import (
    RunningServer,
    doomed_server,
    open_log,
    run_server,
)
from tests.server.support.socket_client import connect_client, hello
from tests.server.support.waiting import wait_until

OLD = "20200229-0123456789ABCDEFGHJKMN"


def _end(server: RunningServer, code: str, *, again: bool = False) -> str:
    """Let the clock run out until the game is over and the table is back in the lobby; return the game id."""
    session = server.live_table(code).session

    def end(now: int) -> None:
        while not session.table.is_over:
            session.act(None, TimeUp(), now)

    server.live_table(code).do(end)
    if again:
        server.live_table(code).do(lambda now: session.record(facts.ReturnedToLobby(now, 99, 99)))
    assert session.table.game_id is not None
    return session.table.game_id


def _sheet(gallery: Gallery, number: int, artist: int) -> Sheet:
    """A sheet of an archived game."""
    drawing, sheet = gallery.drawing(number, artist), Sheet()
    assert drawing is not None
    apply_piece(drawing.ink, sheet)
    return sheet


def _pieces(entries: list[bytes], kind: bytes) -> list[bytes]:
    """The joined content of all entries of a kind."""
    return [entry[1:] for entry in entries if entry[:1] == kind]


async def _kept(log: SqliteLog, game: str) -> list[bytes]:
    """Wait until a game is archived, and return its replay."""
    while not (entries := await log.read(PREFIX + game)):
        pass
    return [data for _, data in entries]


async def test_a_finished_game_is_archived(tmp_path: Path) -> None:
    """Every step and every sheet can be replayed, also by another server."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.party(code, 4) as people:
            await play(
                [RandomClient(client, seat) for seat, client in enumerate(people)], lambda: is_over(people[0])
            )
            game = people[0].state.game
            assert game is not None
            await _kept(log, game)
            table, view = server.table(code), people[0].view
            assert view is not None
            await wait_until(lambda: server.metrics.games_finished == 1)
    async with open_log(tmp_path) as log, run_server(log) as server:
        whole = await server.live_tables.archive.replay(game)
        assert whole is not None
        replay = msgspec.json.decode(gzip.decompress(whole), type=Replay)
        assert (replay.game, [player.name for player in replay.players]) == (
            game,
            ["Ada", "Ben", "Cleo", "Dov"],
        )
        assert replay.steps[-1].view.phase is Phase.OVER
        assert replay.steps[-1].view.winners == view.winners
        gallery = await server.live_tables.archive.gallery(game)
        assert gallery is not None
        assert (gallery.players, gallery.drawings) == (replay.players, replay.drawings)
        for (number, artist), drawn in table.drawings().items():
            assert _sheet(gallery, number, artist).marks == drawn.marks
            assert gallery.players[artist].colour is list(Colour)[artist]
        assert gallery.drawing(0, 4) is None


async def test_a_large_game_is_split_into_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data too large for one entry is split."""
    monkeypatch.setattr(finished_game, "MAX_ENTRY_BYTES", 300)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            people[1].draw(line(200))
            await wait_until(lambda: people[0].sheets[1].end == (0, 200))
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
        gallery = await server.live_tables.archive.gallery(game)
        assert gallery is not None
        assert _sheet(gallery, 1, 1).marks == [line(200)]
        assert gzip.decompress(await server.live_tables.archive.replay(game) or b"")[:11] == b'{"version":'


async def test_a_game_is_archived_once(tmp_path: Path) -> None:
    """However often and in parallel it is requested."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = _end(server, code)
            entries = await _kept(log, game)
            await wait_until(lambda: server.metrics.games_finished == 1)
            await asyncio.gather(*(server.live_tables.archive.keep(code, game) for _ in range(3)))
            await log.drop(PREFIX + game)
            await asyncio.gather(*(server.live_tables.archive.keep(code, game) for _ in range(3)))
            assert await _kept(log, game) == entries
            assert server.metrics.games_finished == 2


async def test_a_failed_append_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is retried until it succeeds."""
    monkeypatch.setattr(archive, "RETRY_S", 0.001)
    warnings = ["archiving delayed"]
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real), warnings=warnings) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            log.is_silent_for = PREFIX
            game = _end(server, code)
            await wait_until(lambda: len([table for table, *_ in log.asked if table == PREFIX + game]) > 2)
            log.is_silent_for = "nothing"
            await _kept(real, game)


async def test_a_game_whose_table_returns_to_the_lobby_at_once(tmp_path: Path) -> None:
    """The game is archived all the same."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            game = _end(server, code, again=True)
            await people[0].until(lambda state: state.view is None)
            await _kept(log, game)


@pytest.mark.parametrize("again", [False, True])
async def test_a_kill_before_the_game_is_archived(tmp_path: Path, again: bool) -> None:
    """It is archived when the table is loaded, even if it is in the lobby again or plays another game."""
    port = free_port()
    async with open_log(tmp_path) as real:
        async with doomed_server(log := FlakyLog(real), port=port) as server:
            code = await server.live_tables.create()
            async with server.round(code) as people:
                log.hold_reads()  # so that nothing is archived
                game = _end(server, code, again=again)
                await people[0].until(lambda state: (state.view is None) is again and state.stop > 5)
                if again:
                    people[0].send(from_client.Begin())
                    await people[0].until(lambda state: state.view is not None)
        assert await real.read(PREFIX + game) == []
        async with (
            run_server(real, port=port) as server,
            connect_client(server, hello(code, watch=True)) as guest,
        ):
            await guest.welcome()
            await _kept(real, game)
            await wait_until(lambda: server.metrics.games_finished == 1)


async def test_compaction_waits_for_a_game_found_when_its_table_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client can join before the node answers for the next game, and then compaction starts at once."""
    may_answer = asyncio.Event()
    async with open_log(tmp_path) as log:
        async with run_server(log) as server:
            code = await server.live_tables.create()
            async with server.round(code) as people:
                await server.live_tables.archive._workers.close()  # so that nothing is archived
                game = _end(server, code, again=True)
                await people[0].until(lambda state: state.view is None)
                people[0].send(from_client.Begin())
                await people[0].until(lambda state: state.view is not None)
                following = server.table(code).game_id
        async with run_server(log) as server:
            held: list[str] = []

            async def hold(name: str, *_: object) -> None:
                held.append(name)
                if name == following and held.count(name) == 1:
                    await may_answer.wait()

            monkeypatch.setattr(server.live_tables.directory, "hold", hold)
            monkeypatch.setattr(table_log, "BULKY_BYTES", 1)
            finding = asyncio.create_task(server.live_tables.find(code))
            await wait_until(lambda: following in held)
            async with server.client(code, "Ada", key=people[0].key):
                is_compacted = False
                while not await log.read(PREFIX + game):
                    assert not is_compacted
                    is_compacted = await _is_compacted(log, code)
            may_answer.set()
            await finding


async def _is_compacted(log: SqliteLog, code: str) -> bool:
    """Whether a table was ever compacted."""
    return any(isinstance(decode_entry(data), facts.LogCompacted) for _, data in await log.read(code))


async def test_games_that_cannot_be_archived(tmp_path: Path) -> None:
    """A missing or unfinished game, and one whose table is damaged, are logged."""
    warnings = ["finished game not found", "job failed", "archiving failed"]
    async with open_log(tmp_path) as log, run_server(log, warnings=warnings) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = server.table(code).game_id
            assert game is not None
            await server.live_tables.archive.keep(code, game)
            end = (await log.read(code))[-1][0]
            await log.append(code, end, [b"no fact"])
            await server.live_tables.archive.keep(code, game)
            await server.live_tables.archive.keep("no code", game)  # an error of ours
            assert await server.live_tables.archive.replay(game) is None
            assert await server.live_tables.archive.gallery(game) is None
            assert server.metrics.games_finished == 0


async def test_a_game_that_is_too_expensive_to_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged in one line, and the table goes on."""
    monkeypatch.setattr(jobs, "GAME", replace(jobs.GAME, result_bytes=10))
    warnings = ["job failed", "archiving failed"]
    async with open_log(tmp_path) as log, run_server(log, warnings=warnings) as server:
        code = await server.live_tables.create()
        async with server.round(code) as people:
            game = _end(server, code)
            await wait_until(lambda: "archiving failed" in caplog.messages)
            assert await log.read(PREFIX + game) == []
            people[0].send(from_client.ReturnToLobby())
            await people[0].until(lambda state: state.view is None)
    assert not any(record.exc_info for record in caplog.records)


async def test_archiving_waits_for_busy_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is retried until they are free."""
    monkeypatch.setattr(archive, "RETRY_S", 0.001)
    room = QueueLimits(jobs_per_address=0)
    monkeypatch.setattr(pool, "QueueLimits", lambda: room)
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = _end(server, code)
            await wait_until(lambda: server.metrics.jobs_busy > 2)
            server.live_tables.archive._workers._limits = QueueLimits()
            await _kept(log, game)


async def test_a_server_that_stops_while_archiving(tmp_path: Path) -> None:
    """It does not wait for the archive: that is done when the table is loaded."""
    async with open_log(tmp_path) as log, run_server(log) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = server.table(code).game_id
            assert game is not None
            await server.live_tables.archive._workers.close()
            assert _end(server, code) == game
            await server.live_tables.archive.keep(code, game)
    async with open_log(tmp_path) as log, run_server(log) as server:
        assert await log.read(PREFIX + game) == []
        await server.live_tables.find(code)
        await _kept(log, game)


async def test_archived_games_are_cached(tmp_path: Path) -> None:
    """A game is read from the log once, however often it is requested, until it is deleted."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = _end(server, code)
            await _kept(real, game)
        log.reads.clear()
        for ask in (server.live_tables.archive.replay, server.live_tables.archive.gallery):
            answers = [*await asyncio.gather(*(ask(game) for _ in range(5))), await ask(game)]
            assert all(answer == answers[0] for answer in answers)
        assert len(log.reads) == 2
        await real.drop(PREFIX + game)
        await server.live_tables.archive.sweep()
        assert await server.live_tables.archive.replay(game) is None


@pytest.mark.parametrize("nonsense", ["", "nothing", "20201301-" + "A" * 22, "../etc/passwd", "x" * 100])
async def test_invalid_game_ids(tmp_path: Path, nonsense: str) -> None:
    """The log is not even read."""
    async with open_log(tmp_path) as real, run_server(log := FlakyLog(real)) as server:
        log.reads.clear()
        assert await server.live_tables.archive.replay(nonsense) is None
        assert await server.live_tables.archive.gallery(nonsense) is None
        assert log.reads == []


async def test_old_games_are_deleted(tmp_path: Path) -> None:
    """After some days, for good; other entries and tables are not touched."""
    async with open_log(tmp_path) as log, run_server(log, keep_games_days=30) as server:
        code = await server.live_tables.create()
        async with server.round(code):
            game = _end(server, code)
            await _kept(log, game)
            names = [PREFIX + OLD, PREFIX + "anything", "20200229"]
            for name in names:
                await log.append(name, 0, [b"G"])
            assert await server.live_tables.archive.sweep() == 1
            assert await log.tables() == sorted([*names[1:], PREFIX + game, code])
            await server.live_tables.archive.keep(code, OLD)
            assert await server.live_tables.archive.sweep() == 0
