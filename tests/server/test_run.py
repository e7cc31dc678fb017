"""The wiring: everything together, from an open log to the last good-bye."""

import asyncio
import os
import signal
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest
from aiohttp import ClientSession

from pictomania.client import Client
from pictomania.log import Unusable
from pictomania.rules import Phase
from pictomania.server import run as wiring
from pictomania.server.config import Config
from pictomania.server.limits import Limits
from pictomania.server.run import CannotListen, look_at_end, opened_log, run, serving
from pictomania.table.bringing import LARGEST_DECK
from pictomania.wire import from_client as say
from pictomania.wire.gate import written
from pictomania.wire.reasons import Close
from pictomania.words import Language
from tests.log.disks import held
from tests.server.http_game import begin, play, seated
from tests.server.http_house import House, opened_house
from tests.server.visitor import head, visitor

# Going.


async def close_code(house: House, code: str, welcomed: asyncio.Event) -> int:
    """Watch a table until the socket is closed, and tell with which code."""
    hello = say.Hello(code, "k" * 22, "Wim", Language.EN, watch=True)
    async with ClientSession() as session, session.ws_connect(f"{house.url}/socket", origin=house.url) as ws:
        await ws.send_str(written(hello).decode())
        async for _ in ws:
            welcomed.set()
        return ws.close_code or 0


async def test_everybody_is_told_that_the_server_goes_and_nothing_is_lost(tmp_path: Path) -> None:
    async with AsyncExitStack() as server:
        house = await server.enter_async_context(opened_house(tmp_path))
        code, welcomed = await house.new_table(), asyncio.Event()
        watching = asyncio.create_task(close_code(house, code, welcomed))
        await welcomed.wait()
        async with seated(house.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[0].draw_line([(1, 2), (300, 400), (5, 6)])
            await people[1].until(lambda _: not people[1].sheets[0].is_empty)
            async with asyncio.timeout(10):
                await server.aclose()
            assert await watching == Close.RESTART
    async with opened_house(tmp_path) as house:
        for before in people:
            async with Client(house.url, code, name="again", key=before.key) as after:
                assert after.state.seat == before.state.seat
                assert after.view == before.view
                assert [sheet.strokes for sheet in after.sheets] == [
                    sheet.strokes for sheet in people[1].sheets
                ]


async def test_a_log_that_never_answers_does_not_hold_it_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "GRACE_S", 0.05)
    async with AsyncExitStack() as server:
        config = Config(host="127.0.0.1", port=0, data=tmp_path)
        log = await opened_log(config)
        running = await server.enter_async_context(serving(config, log))
        url = f"http://127.0.0.1:{running.port}"
        code = await running.hosting.make()
        async with Client(url, code, name="Ada") as ada:
            with held(tmp_path / "tables.sqlite3"):
                ada.say(say.GetReady(yes=True))
                while running.hosting.metrics.messages < 2:  # noqa: ASYNC110 (it tells nobody)
                    await asyncio.sleep(0)
                await server.aclose()
            await log.close()
        # What was on its way is stored after all, though nobody was told.
    async with opened_house(tmp_path) as house, Client(house.url, code, name="Ada", key=ada.key) as ada:
        assert ada.state.seats[0].ready


async def test_a_request_that_is_being_answered_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "PAGE_GRACE_S", 0.01)
    async with AsyncExitStack() as server:
        house = await server.enter_async_context(opened_house(tmp_path))
        code = await house.new_table()
        async with Client(house.url, code, name="Ada") as ada:
            path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
            fields = (f"Authorization: Bearer {ada.key}", f"Content-Length: {LARGEST_DECK}")
            async with visitor(house, head(path, *fields, "Expect: 100-continue", method="POST")) as guest:
                assert (await guest.answer())[0] == 100
                began = monotonic()
                await server.aclose()
                assert monotonic() - began < Limits().page_grace_s
                assert await guest.rest() == b""


def test_all_of_it_takes_less_than_ten_seconds() -> None:
    assert wiring.GRACE_S + wiring.PAGE_GRACE_S < 10


async def test_what_ends_by_itself_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ZeroDivisionError

    async def goes_on() -> None:
        await asyncio.Event().wait()

    for work in (fails, goes_on):
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        look_at_end(task)
    (record,) = caplog.records
    assert (record.levelname, record.message) == ("CRITICAL", "something has stopped that tables need")
    assert record.exc_info


# Coming.


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
async def test_until_the_process_is_asked_to_stop(tmp_path: Path, kind: signal.Signals) -> None:
    config = Config(host="127.0.0.1", port=0, data=tmp_path)
    ports = []

    def opened(port: int) -> None:
        ports.append(port)
        with socket.create_connection(("127.0.0.1", port)):
            os.kill(os.getpid(), kind)

    await run(config, opened)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", ports[0])).close()
    await (await opened_log(config)).close()  # nobody else has it any more


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    async with opened_house(tmp_path / "one") as house:
        config = Config(host="127.0.0.1", port=house.port, data=tmp_path / "two")
        with pytest.raises(CannotListen) as sorry:
            await run(config, lambda _: None)
        assert str(sorry.value) == f"cannot listen on 127.0.0.1, port {house.port}: Address already in use"
        await (await opened_log(config)).close()


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.1", "Cannot assign requested address"),
        ("a" * 70, "encoding with 'idna' codec failed"),
    ],
)
async def test_an_address_that_is_not_ours(tmp_path: Path, host: str, why: str) -> None:
    config = Config(host=host, port=1, data=tmp_path)
    log = await opened_log(config)
    try:
        with pytest.raises(CannotListen) as sorry:
            async with serving(config, log):
                pass
    finally:
        await log.close()
    sentence = str(sorry.value)
    assert sentence.startswith(f"cannot listen on {host}, port 1: {why}")
    assert "\n" not in sentence


@pytest.mark.parametrize("host", ["", "::"])
async def test_on_every_address(tmp_path: Path, host: str) -> None:
    async with opened_house(tmp_path, host=host) as house:
        assert (await house.ask("/healthz")).status == 200
        if socket.has_dualstack_ipv6():
            _, writer = await asyncio.open_connection("::1", house.port)
            writer.close()
            await writer.wait_closed()


async def test_data_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(Unusable, match="cannot be used: "):
        await run(Config(port=0, data=file), lambda _: None)


async def test_data_that_another_server_uses(tmp_path: Path) -> None:
    async with opened_house(tmp_path):
        with pytest.raises(Unusable, match="is in use by another server"):
            await run(Config(port=0, data=tmp_path), lambda _: None)
