"""Games over HTTP: drawings and replay, shown when nothing is secret any more and not one moment before."""

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
from pictomania.ink import Sheet, take
from pictomania.rules import Colour, Phase, View, seen_by
from pictomania.server import jobs, showing, workers
from pictomania.server.archive import PREFIX
from pictomania.server.headers import FOREVER
from pictomania.server.keeping import Gallery
from pictomania.server.routes import PICTURES
from pictomania.server.showing import PENCILS
from pictomania.server.workers import Queues
from pictomania.table.record import fact
from pictomania.table.replay import Drawing, Player, Replay
from pictomania.table.table import Table
from pictomania.wire import from_client as say
from pictomania.words import Language
from tests.server.http_game import NAMES, begin, play, seated
from tests.server.http_house import Answer, House, opened_house
from tests.server.served import until

ROUNDS = range(1, 5)  # of the second edition
SVG = "{http://www.w3.org/2000/svg}"


def game_of(house: House, code: str) -> str:
    """The id of the game at a table, which only the server knows as long as it is secret."""
    game = house.hosted(code).sitting.table.game_id
    assert game is not None
    return game


async def statuses(house: House, game: str) -> tuple[int, set[int]]:
    """How the replay and all drawings of a game are answered; one of them in every form, which takes long."""
    paths = [f"drawings/{number}/{artist}.svg" for number in ROUNDS for artist in range(3)]
    paths += [f"drawings/1/0.{form}" for form in PICTURES]
    answers = [await house.ask(f"/api/games/{game}/{path}") for path in paths]
    return (await house.ask(f"/api/games/{game}")).status, {answer.status for answer in answers}


async def replayed(house: House, game: str, **headers: str) -> Answer:
    """The replay of a game that is over, as soon as it is kept."""
    await until(lambda: not any(hosted.keeping for hosted in house.hosting.tables.values()))
    answer = await house.ask(f"/api/games/{game}", headers=headers)
    assert answer.status == 200
    return answer


@asynccontextmanager
async def finished(house: House) -> AsyncIterator[tuple[str, str, list[Client]]]:
    """A table at which a game was played to the end."""
    code = await house.new_table()
    async with seated(house.url, code) as people:
        begin(people)
        await play(people, Phase.OVER)
        game = game_of(house, code)
        await replayed(house, game)
        yield code, game, people


async def test_nothing_is_shown_before_its_time(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.new_table()
        async with seated(house.url, code) as people, Client(house.url, code, name="Wim", watch=True) as wim:
            begin(people)
            for phase in (Phase.READING, Phase.DRAWING, Phase.WORD, Phase.PILE, Phase.SCORES):
                await play(people, phase, past=2)
                assert await statuses(house, game_of(house, code)) == (404, {404})
                assert {who.state.game for who in (*people, wim)} == {None}
            await play(people, Phase.PRAISING)
            game = game_of(house, code)
            assert await statuses(house, game) == (404, {200})  # who voted for what is still secret
            assert {who.state.game for who in people} == {game}
            await play(people, Phase.OVER)
            await replayed(house, game)
            assert await statuses(house, game) == (200, {200})


async def test_games_stay_when_the_table_goes_on_and_the_server_starts_anew(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, finished(house) as (code, game, people):
        before = await house.ask(f"/api/games/{game}/drawings/2/1.svg")
        people[0].say(say.Again())
        await people[0].until(lambda state: state.view is None)
        begin(people)
        await play(people, Phase.DRAWING)
        assert await statuses(house, game) == (200, {200})
        assert await statuses(house, game_of(house, code)) == (404, {404})
        assert (await house.ask(f"/api/games/{game}/drawings/2/1.svg")).body == before.body
    async with opened_house(tmp_path) as house:
        assert await statuses(house, game) == (200, {200})


# The replay.


async def test_a_replay_is_the_game_as_a_watcher_saw_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.new_table()
        async with seated(house.url, code) as people, Client(house.url, code, name="Wim", watch=True) as wim:
            saw: list[View] = []
            watching = asyncio.create_task(_watch(wim, saw))
            begin(people)
            await play(people, Phase.OVER)
            await watching
            answer = await replayed(house, game_of(house, code))
            replay = answer.read(Replay)
            views = [step.view for step in replay.steps]

            # Nothing in it but what the game showed to those who have no seat, in that order, and to the end.
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


async def _shown(house: House, code: str) -> list[View]:
    """What a watcher could have seen after each thing that happened."""
    table, views = Table(code), []
    for _, data in await house.log.read(code):
        table.apply(fact(data))
        if table.game is not None:
            views.append(seen_by(table.game, None))
    return views


async def test_a_replay_has_every_sheet_and_every_word(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, finished(house) as (code, game, people):
        replay = (await replayed(house, game)).read(Replay)
        table = house.hosted(code).sitting.table
        assert {(drawing.round, drawing.artist) for drawing in replay.drawings} == set(table.drawings())
        assert len(replay.drawings) == len(ROUNDS) * 3
        for drawing in replay.drawings:
            sheet = Sheet()
            take(drawing.ink, sheet)
            assert sheet.strokes == table.drawings()[drawing.round, drawing.artist].strokes
            if drawing.round == ROUNDS[-1]:
                assert sheet.strokes == people[drawing.artist].sheets[drawing.artist].strokes
            began = next(
                step.at_ms
                for step in replay.steps
                if (step.view.round, step.view.phase) == (drawing.round, Phase.DRAWING)
            )
            assert drawing.began_ms == began
        assert people[0].state.words == {face: words[Language.EN] for face, words in replay.words.items()}


async def test_a_replay_is_packed_for_those_who_can_unpack_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, finished(house) as (_, game, _):
        plain = await replayed(house, game, **{"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert msgspec.json.decode(plain.body)["game"] == game
        for accepted in ("gzip", "deflate, gzip;q=0.5", "GZIP ; q=1.0, br"):
            packed = await replayed(house, game, **{"Accept-Encoding": accepted})
            assert packed.headers["Content-Encoding"] == "gzip"
            assert packed.headers["Vary"] == "Accept-Encoding"
            assert gzip.decompress(packed.body) == plain.body
        for accepted in ("", "br", "gzip;q=0", "gzip;q=0.000", "notgzip"):
            assert (await replayed(house, game, **{"Accept-Encoding": accepted})).body == plain.body
        assert plain.headers["Vary"] == "Accept-Encoding"
        assert FOREVER.items() <= dict(plain.headers).items()


# Pictures.


def frames(picture: Image.Image) -> int:
    """How many pictures are in one."""
    return int(getattr(picture, "n_frames", 1))


def distance(seen: object, wanted: str) -> int:
    """How far a colour is from another."""
    assert isinstance(seen, tuple)
    return sum(abs(one - other) for one, other in zip(seen, bytes.fromhex(wanted[1:]), strict=True))


async def test_drawings_as_pictures(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, finished(house) as (code, game, people):
        pictures = {}
        for form, content in PICTURES.items():
            answer = await house.ask(f"/api/games/{game}/drawings/1/1.{form}")
            assert (answer.status, answer.headers["Content-Type"]) == (200, content)
            assert FOREVER.items() <= dict(answer.headers).items()
            pictures[form] = answer.body
        pencil = PENCILS[people[0].state.seats[1].colour]
        root = ElementTree.fromstring(pictures["svg"])  # noqa: S314 (we wrote it ourselves)
        lines = root.find(f"{SVG}g")
        assert root.tag == f"{SVG}svg"
        assert lines is not None
        assert lines.get("stroke") == pencil
        sheet = house.hosted(code).sitting.table.drawings()[1, 1]
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
    async with opened_house(tmp_path) as house, finished(house) as (_, game, people):
        for artist, seat in enumerate(people[0].state.seats):
            answer = await house.ask(f"/api/games/{game}/drawings/3/{artist}.svg")
            assert f'stroke="{PENCILS[seat.colour]}"'.encode() in answer.body
    assert set(PENCILS) == set(Colour)


async def test_drawings_that_there_are_not(tmp_path: Path) -> None:
    """In the vote, when they come from the table, and afterwards, when they are kept."""
    async with opened_house(tmp_path) as house:
        code = await house.new_table()
        async with seated(house.url, code) as people:
            begin(people)
            await play(people, Phase.PRAISING)
            await _lacks(house, game_of(house, code))
            await play(people, Phase.OVER)
            game = game_of(house, code)
            await replayed(house, game)
            people[0].say(say.Again())
            await people[0].until(lambda state: state.game is None)
            await _lacks(house, game)


async def _lacks(house: House, game: str) -> None:
    assert (await house.ask(f"/api/games/{game}/drawings/1/0.svg")).status == 200
    for place in ("0/0", "5/0", "1/3", "9/9", "99/99", "1/00000000001", "1/x", "-1/0"):
        answer = await house.ask(f"/api/games/{game}/drawings/{place}.svg")
        assert answer.error == (404, "no-such-game")


async def test_only_so_many_pictures_for_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has to be painted, which takes longer than asking for it."""
    monkeypatch.setattr(showing, "PAINTING", (0.001, 12))
    async with opened_house(tmp_path, proxies=("127.0.0.1",)) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}/drawings/1/0.svg"
        assert [(await house.ask(path)).status for _ in range(2)] == [200, 200]
        assert (await house.ask(path.replace("svg", "apng"))).error == (429, "too-many-pictures")
        assert (await house.ask(path.replace("svg", "png"))).status == 200
        assert (await house.ask(path)).error == (429, "too-many-pictures")
        assert (await house.ask(path, headers={"X-Forwarded-For": "203.0.113.5"})).status == 200


async def test_a_picture_is_painted_once(tmp_path: Path) -> None:
    """By however many and how often it is asked for."""
    async with opened_house(tmp_path) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}/drawings/1/0.png"
        before = house.hosting.metrics.jobs
        answers = await asyncio.gather(*(house.ask(path) for _ in range(5)))
        answers += [await house.ask(path)]
        assert {(answer.status, answer.body) for answer in answers} == {(200, answers[0].body)}
        assert house.hosting.metrics.jobs == before + 1


async def test_a_picture_that_takes_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "PICTURE", replace(jobs.PICTURE, answer_bytes=10))
    async with opened_house(tmp_path) as house, finished(house) as (_, game, _):
        answer = await house.ask(f"/api/games/{game}/drawings/1/0.svg")
        assert answer.error == (503, "too-much-work")


async def test_when_workers_have_too_much_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened_house(tmp_path) as house, finished(house) as (_, game, _):
        monkeypatch.setattr(workers, "Queues", lambda: Queues(jobs_each=0))
        async with opened_house(tmp_path / "other") as other:
            for name, data in [(PREFIX + game, data) for _, data in await house.log.read(PREFIX + game)]:
                await other.log.append(name, len(await other.log.read(name)), [data])
            plain = {"Accept-Encoding": "identity"}
            for path in (f"/api/games/{game}/drawings/1/0.svg", f"/api/games/{game}"):
                answer = await other.ask(path, headers=plain)
                assert answer.error == (503, "busy")
                assert answer.headers["Retry-After"] == "5"
            packed = await other.ask(f"/api/games/{game}", headers={"Accept-Encoding": "gzip"})
            assert packed.status == 200  # which needs no work


async def test_only_so_many_replays_for_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "REPLAYS", (0.001, 3))
    async with opened_house(tmp_path, proxies=("127.0.0.1",)) as house, finished(house) as (_, game, _):
        path = f"/api/games/{game}"
        assert [(await house.ask(path)).status for _ in range(2)] == [200, 200]  # and one before
        answer = await house.ask(path)
        assert answer.error == (429, "too-many-replays")
        assert answer.headers["Retry-After"] == "10"
        assert (await house.ask(path, headers={"X-Forwarded-For": "203.0.113.5"})).status == 200


async def test_only_so_many_bytes_for_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of pictures and replays together; looking at their heads costs none."""
    async with opened_house(tmp_path) as house, finished(house) as (_, game, _):
        paths = [f"/api/games/{game}/drawings/1/0.svg", f"/api/games/{game}"]
        sizes = [len((await house.ask(path)).body) for path in paths]
    monkeypatch.setattr(showing, "BYTES", (0.001, sum(sizes) + 1))
    async with opened_house(tmp_path) as house:
        for path in paths * 3:
            assert (await house.ask(path, "HEAD")).status == 200
        assert [(await house.ask(path)).status for path in paths] == [200, 200]
        for path in paths:
            assert (await house.ask(path)).error == (429, "too-many-bytes")


async def test_a_kept_game_that_cannot_be_read(tmp_path: Path) -> None:
    """Somebody should look at it; the rest of the server goes on."""
    players = (Player("Ada", Colour.RED, bot=False),)
    drawings = (Drawing(1, 0, 0, b"no ink"), Drawing(1, 1, 0, b"\0\0\0"))
    kept = {
        "20260101-" + "A" * 22: b"Grubbish",
        "20260101-" + "B" * 22: b"G" + msgspec.msgpack.encode(Gallery(players, drawings)),
    }
    async with opened_house(tmp_path) as house:
        for game, entry in kept.items():
            await house.log.append(PREFIX + game, 0, [entry, b"Rrubbish"])
            for artist in (0, 1):
                answer = await house.ask(f"/api/games/{game}/drawings/1/{artist}.svg")
                assert answer.error == (410, "damaged")
            plain = await house.ask(f"/api/games/{game}", headers={"Accept-Encoding": "identity"})
            assert plain.error == (410, "damaged")


async def test_a_sheet_on_which_nobody_drew(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.new_table()
        async with seated(house.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[2].finish()  # at once
            await people[2].until(lambda state: state.view is not None and state.view.players[2].finished)
            await play(people, Phase.OVER)
            game = game_of(house, code)
            await replayed(house, game)
            assert (await house.ask(f"/api/games/{game}/drawings/1/2.svg")).body.count(
                b"<path"
            ) == 1  # the edge
            for form in ("png", "apng"):
                answer = await house.ask(f"/api/games/{game}/drawings/1/2.{form}")
                with Image.open(BytesIO(answer.body)) as film:
                    assert frames(film) == 1
