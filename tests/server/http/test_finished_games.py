"""Finished games over HTTP: drawings and replays are public once nothing is secret, and not before."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image

from pictomania.client import Client
from pictomania.ink import Sheet, apply_piece
from pictomania.rules import Colour, Phase, View, view_for
from pictomania.server.headers import IMMUTABLE
from pictomania.server.http import finished_games
from pictomania.server.http.finished_games import PENCIL_COLOURS
from pictomania.server.http.routes import PICTURES
from pictomania.server.tables.archive import PREFIX
from pictomania.server.workers import jobs, pool
from pictomania.server.workers.finished_game import Gallery
from pictomania.server.workers.pool import QueueLimits
from pictomania.table.entries import decode_entry
from pictomania.table.replay import Replay, ReplayDrawing, ReplayPlayer
from pictomania.table.table import Table
from pictomania.wire import from_client
from tests.server.support.http_server import HttpResponse, HttpServer, run_http_server
from tests.server.support.quick_game import NAMES, begin, play, take_seats
from tests.server.support.waiting import wait_until

ROUNDS = range(1, 5)  # of the second edition
SVG = "{http://www.w3.org/2000/svg}"


def game_of(house: HttpServer, code: str) -> str:
    """The id of the game at a table, which is secret at first."""
    game = house.live_table(code).session.table.game_id
    assert game is not None
    return game


async def statuses(house: HttpServer, game: str) -> tuple[int, set[int]]:
    """The statuses of a game's replay and drawings; one drawing in every form, which takes a while."""
    paths = [f"drawings/{number}/{artist}.svg" for number in ROUNDS for artist in range(3)]
    paths += [f"drawings/1/0.{form}" for form in PICTURES]
    answers = [await house.ask(f"/api/games/{game}/{path}") for path in paths]
    return (await house.ask(f"/api/games/{game}")).status, {answer.status for answer in answers}


async def wait_for_replay(house: HttpServer, game: str, **headers: str) -> HttpResponse:
    """Wait for the replay of a finished game."""
    await wait_until(lambda: not any(live._archiving for live in house.live_tables.tables.values()))
    answer = await house.ask(f"/api/games/{game}", headers=headers)
    assert answer.status == 200
    return answer


@asynccontextmanager
async def finished(house: HttpServer) -> AsyncIterator[tuple[str, str, list[Client]]]:
    """Play a game to the end."""
    code = await house.new_table()
    async with take_seats(house.url, code) as people:
        begin(people)
        await play(people, Phase.OVER)
        game = game_of(house, code)
        await wait_for_replay(house, game)
        yield code, game, people


async def test_nothing_is_public_before_its_time(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with (
            take_seats(house.url, code) as people,
            Client(house.url, code, name="Wim", watch=True) as wim,
        ):
            begin(people)
            for phase in (Phase.READING, Phase.DRAWING, Phase.WORD, Phase.PILE, Phase.SCORES):
                await play(people, phase, past=2)
                assert await statuses(house, game_of(house, code)) == (404, {404})
                assert {who.state.game for who in (*people, wim)} == {None}
            await play(people, Phase.PRAISING)
            game = game_of(house, code)
            assert await statuses(house, game) == (404, {200})  # the votes are still secret
            assert {who.state.game for who in people} == {game}
            await play(people, Phase.OVER)
            await wait_for_replay(house, game)
            assert await statuses(house, game) == (200, {200})


async def test_games_survive_the_next_game_and_a_restart(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (code, game, people):
        before = await house.ask(f"/api/games/{game}/drawings/2/1.svg")
        people[0].send(from_client.ReturnToLobby())
        await people[0].until(lambda state: state.view is None)
        begin(people)
        await play(people, Phase.DRAWING)
        assert await statuses(house, game) == (200, {200})
        assert await statuses(house, game_of(house, code)) == (404, {404})
        assert (await house.ask(f"/api/games/{game}/drawings/2/1.svg")).body == before.body
    async with run_http_server(tmp_path) as house:
        assert await statuses(house, game) == (200, {200})


# The replay.


async def test_a_replay_is_the_game_as_a_watcher_saw_it(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with (
            take_seats(house.url, code) as people,
            Client(house.url, code, name="Wim", watch=True) as wim,
        ):
            saw: list[View] = []
            watching = asyncio.create_task(_watch(wim, saw))
            begin(people)
            await play(people, Phase.OVER)
            await watching
            answer = await wait_for_replay(house, game_of(house, code))
            replay = answer.read(Replay)
            views = [step.view for step in replay.steps]

            # It shows exactly what watchers saw, in that order, up to the end.
            shown = iter(await _shown(house, code))
            assert all(any(view == step for step in shown) for view in views)
            assert all(view.seat is None and view.may is None for view in views)
            assert views[-1] == wim.view
            assert [view for view in saw if view not in views] == []

            times = [step.at_ms for step in replay.steps]
            assert times == sorted(times)
            assert (times[0], times[-1]) == (0, replay.lasted_ms)
            assert (replay.version, replay.game) == (1, game_of(house, code))
            assert [player.name for player in replay.players] == list(NAMES)
            assert [player.colour for player in replay.players] == [seat.colour for seat in wim.state.seats]
            assert not any(player.bot for player in replay.players)


async def _watch(watcher: Client, saw: list[View]) -> None:
    async for state in watcher:
        if state.view is not None:
            saw.append(state.view)
            if state.view.phase is Phase.OVER:
                return


async def _shown(house: HttpServer, code: str) -> list[View]:
    """What a watcher could see after each step."""
    table, views = Table(code), []
    for _, data in await house.log.read(code):
        table.apply(decode_entry(data))
        if table.game is not None:
            views.append(view_for(table.game, None))
    return views


async def test_a_replay_has_every_sheet_and_every_word(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (code, game, people):
        replay = (await wait_for_replay(house, game)).read(Replay)
        table = house.live_table(code).session.table
        assert {(drawing.round, drawing.artist) for drawing in replay.drawings} == set(table.drawings())
        assert len(replay.drawings) == len(ROUNDS) * 3
        for drawing in replay.drawings:
            sheet = Sheet()
            apply_piece(drawing.ink, sheet)
            assert sheet.strokes == table.drawings()[drawing.round, drawing.artist].strokes
            if drawing.round == ROUNDS[-1]:
                assert sheet.strokes == people[drawing.artist].sheets[drawing.artist].strokes
            began = next(
                step.at_ms
                for step in replay.steps
                if (step.view.round, step.view.phase) == (drawing.round, Phase.DRAWING)
            )
            assert drawing.began_ms == began
        assert people[0].state.words == {face: words["en"] for face, words in replay.words.items()}


async def test_replays_are_gzipped_if_the_client_accepts_it(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, _):
        plain = await wait_for_replay(house, game, **{"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert msgspec.json.decode(plain.body)["game"] == game
        for accepted in ("gzip", "deflate, gzip;q=0.5", "GZIP ; q=1.0, br"):
            packed = await wait_for_replay(house, game, **{"Accept-Encoding": accepted})
            assert packed.headers["Content-Encoding"] == "gzip"
            assert packed.headers["Vary"] == "Accept-Encoding"
            assert gzip.decompress(packed.body) == plain.body
        for accepted in ("", "br", "gzip;q=0", "gzip;q=0.000", "notgzip"):
            assert (await wait_for_replay(house, game, **{"Accept-Encoding": accepted})).body == plain.body
        assert plain.headers["Vary"] == "Accept-Encoding"
        assert IMMUTABLE.items() <= dict(plain.headers).items()


# Pictures.


def frames(picture: Image.Image) -> int:
    """The number of frames of a picture."""
    return int(getattr(picture, "n_frames", 1))


def distance(seen: object, wanted: str) -> int:
    """The distance of two colours."""
    assert isinstance(seen, tuple)
    return sum(abs(one - other) for one, other in zip(seen, bytes.fromhex(wanted[1:]), strict=True))


async def test_drawings_as_pictures(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (code, game, people):
        pictures = {}
        for form, content in PICTURES.items():
            answer = await house.ask(f"/api/games/{game}/drawings/1/1.{form}")
            assert (answer.status, answer.headers["Content-Type"]) == (200, content)
            assert IMMUTABLE.items() <= dict(answer.headers).items()
            pictures[form] = answer.body
        pencil = PENCIL_COLOURS[people[0].state.seats[1].colour]
        root = ElementTree.fromstring(pictures["svg"])  # noqa: S314 (our own output)
        lines = root.find(f"{SVG}g")
        assert root.tag == f"{SVG}svg"
        assert lines is not None
        assert lines.get("stroke") == pencil
        sheet = house.live_table(code).session.table.drawings()[1, 1]
        assert len(lines.findall(f"{SVG}path")) == len(sheet.strokes) == 1
        with Image.open(BytesIO(pictures["png"])) as still, Image.open(BytesIO(pictures["apng"])) as film:
            assert (still.format, still.size, frames(still)) == ("PNG", (768, 1024), 1)
            assert (film.format, film.size, frames(film)) == (
                "PNG",
                (360, 480),
                1 + len(sheet.strokes[0].points),
            )
            colours = [colour for _, colour in sorted(still.convert("RGB").getcolors(100) or ())]
            assert distance(colours[-1], "#ffffff") < 24  # most of it is paper
            assert min(distance(colour, pencil) for colour in colours) < 48


async def test_every_artist_has_a_pencil(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, people):
        for artist, seat in enumerate(people[0].state.seats):
            answer = await house.ask(f"/api/games/{game}/drawings/3/{artist}.svg")
            assert f'stroke="{PENCIL_COLOURS[seat.colour]}"'.encode() in answer.body
    assert set(PENCIL_COLOURS) == set(Colour)


async def test_missing_drawings(tmp_path: Path) -> None:
    """During the vote, from the table, and afterwards, from the archive."""
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            begin(people)
            await play(people, Phase.PRAISING)
            await _lacks(house, game_of(house, code))
            await play(people, Phase.OVER)
            game = game_of(house, code)
            await wait_for_replay(house, game)
            people[0].send(from_client.ReturnToLobby())
            await people[0].until(lambda state: state.game is None)
            await _lacks(house, game)


async def _lacks(house: HttpServer, game: str) -> None:
    assert (await house.ask(f"/api/games/{game}/drawings/1/0.svg")).status == 200
    for place in ("0/0", "5/0", "1/3", "9/9", "99/99", "1/00000000001", "1/x", "-1/0"):
        answer = await house.ask(f"/api/games/{game}/drawings/{place}.svg")
        assert answer.error == (404, "no-such-game")


async def test_pictures_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Painting one is more expensive than requesting it."""
    monkeypatch.setattr(finished_games, "PAINTING", (0.001, 12))
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}/drawings/1/0.svg"
        assert [(await house.ask(path)).status for _ in range(2)] == [200, 200]
        assert (await house.ask(path.replace("svg", "apng"))).error == (429, "too-many-pictures")
        assert (await house.ask(path.replace("svg", "png"))).status == 200
        assert (await house.ask(path)).error == (429, "too-many-pictures")
        assert (await house.ask(path, headers={"X-Forwarded-For": "203.0.113.5"})).status == 200


async def test_a_picture_is_painted_once(tmp_path: Path) -> None:
    """However often it is requested."""
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}/drawings/1/0.png"
        before = house.live_tables.metrics.jobs
        answers = await asyncio.gather(*(house.ask(path) for _ in range(5)))
        answers += [await house.ask(path)]
        assert {(answer.status, answer.body) for answer in answers} == {(200, answers[0].body)}
        assert house.live_tables.metrics.jobs == before + 1


async def test_a_picture_that_takes_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PICTURE", replace(jobs.PICTURE, result_bytes=10))
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, _):
        answer = await house.ask(f"/api/games/{game}/drawings/1/0.svg")
        assert answer.error == (503, "too-much-work")


async def test_busy_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, _):
        monkeypatch.setattr(pool, "QueueLimits", lambda: QueueLimits(jobs_per_address=0))
        async with run_http_server(tmp_path / "other") as other:
            for name, data in [(PREFIX + game, data) for _, data in await house.log.read(PREFIX + game)]:
                await other.log.append(name, len(await other.log.read(name)), [data])
            plain = {"Accept-Encoding": "identity"}
            for path in (f"/api/games/{game}/drawings/1/0.svg", f"/api/games/{game}"):
                answer = await other.ask(path, headers=plain)
                assert answer.error == (503, "busy")
                assert answer.headers["Retry-After"] == "5"
            packed = await other.ask(f"/api/games/{game}", headers={"Accept-Encoding": "gzip"})
            assert packed.status == 200  # needs no worker


async def test_replays_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "REPLAYS", (0.001, 3))
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}"
        assert [(await house.ask(path)).status for _ in range(2)] == [200, 200]  # after one above
        answer = await house.ask(path)
        assert answer.error == (429, "too-many-replays")
        assert answer.headers["Retry-After"] == "10"
        assert (await house.ask(path, headers={"X-Forwarded-For": "203.0.113.5"})).status == 200


async def test_bytes_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For pictures and replays together; HEAD requests are free."""
    async with run_http_server(tmp_path) as house, finished(house) as (_, game, _):
        paths = [f"/api/games/{game}/drawings/1/0.svg", f"/api/games/{game}"]
        sizes = [len((await house.ask(path)).body) for path in paths]
    monkeypatch.setattr(finished_games, "DOWNLOAD_BYTES", (0.001, sum(sizes) + 1))
    async with run_http_server(tmp_path) as house:
        for path in paths * 3:
            assert (await house.ask(path, "HEAD")).status == 200
        assert [(await house.ask(path)).status for path in paths] == [200, 200]
        for path in paths:
            assert (await house.ask(path)).error == (429, "too-many-bytes")


async def test_a_damaged_game(tmp_path: Path) -> None:
    """It is reported, and the server goes on."""
    players = (ReplayPlayer("Ada", Colour.RED, bot=False),)
    drawings = (ReplayDrawing(1, 0, 0, b"no ink"), ReplayDrawing(1, 1, 0, b"\0\0\0"))
    kept = {
        "20260101-" + "A" * 22: b"Grubbish",
        "20260101-" + "B" * 22: b"G" + msgspec.msgpack.encode(Gallery(players, drawings)),
    }
    async with run_http_server(tmp_path) as house:
        for game, entry in kept.items():
            await house.log.append(PREFIX + game, 0, [entry, b"Rrubbish"])
            for artist in (0, 1):
                answer = await house.ask(f"/api/games/{game}/drawings/1/{artist}.svg")
                assert answer.error == (410, "damaged")
            plain = await house.ask(f"/api/games/{game}", headers={"Accept-Encoding": "identity"})
            assert plain.error == (410, "damaged")


async def test_an_empty_sheet(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[2].finish()  # at once
            await people[2].until(lambda state: state.view is not None and state.view.players[2].finished)
            await play(people, Phase.OVER)
            game = game_of(house, code)
            await wait_for_replay(house, game)
            assert (await house.ask(f"/api/games/{game}/drawings/1/2.svg")).body.count(
                b"<path"
            ) == 1  # the edge
            for form in ("png", "apng"):
                answer = await house.ask(f"/api/games/{game}/drawings/1/2.{form}")
                with Image.open(BytesIO(answer.body)) as film:
                    assert frames(film) == 1
