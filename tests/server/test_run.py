"""The wiring, from an open log to shutdown."""

import asyncio
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from aiohttp import ClientSession

from pictomania.client import Client
from pictomania.log import Unavailable, Unusable, nats_connection
from pictomania.log.nats import NatsLog
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import LogFacts
from pictomania.log.nats_stream import API, NO_MESSAGE, NatsStream
from pictomania.rules import Phase
from pictomania.server import run as wiring
from pictomania.server.config import Config
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import Listener, open_listener
from pictomania.server.net.port import CannotListen
from pictomania.server.run import log_death, open_log, run, serving
from pictomania.table.custom_decks import MAX_UPLOAD_BYTES
from pictomania.wire import from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Close
from tests.log.disks import write_locked
from tests.log.fake_nats import fake_nats, refusal, silence
from tests.server.support.flaky_log import FlakyLog
from tests.server.support.http_server import HttpServer, run_http_server
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.raw_client import connect, head
from tests.server.support.waiting import wait_until

# Going.


async def close_code(house: HttpServer, code: str, welcomed: asyncio.Event) -> int:
    """Watch a table until the socket is closed; return the close code."""
    hello = from_client.Hello(code, "k" * 22, "Wim", "en", watch=True)
    async with ClientSession() as session, session.ws_connect(f"{house.url}/socket", origin=house.url) as ws:
        await ws.send_str(encode(hello).decode())
        async for _ in ws:
            welcomed.set()
        return ws.close_code or 0


async def test_shutdown_closes_all_sockets_and_loses_nothing(tmp_path: Path) -> None:
    async with AsyncExitStack() as server:
        house = await server.enter_async_context(run_http_server(tmp_path))
        code, welcomed = await house.new_table(), asyncio.Event()
        watching = asyncio.create_task(close_code(house, code, welcomed))
        await welcomed.wait()
        async with take_seats(house.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[0].draw_line([(1, 2), (300, 400), (5, 6)])
            await people[1].until(lambda _: not people[1].sheets[0].is_empty)
            await server.aclose()
            assert await watching == Close.RESTART
    async with run_http_server(tmp_path) as house:
        for before in people:
            async with Client(house.url, code, name="again", key=before.key) as after:
                assert after.state.seat == before.state.seat
                assert after.view == before.view
                assert [sheet.strokes for sheet in after.sheets] == [
                    sheet.strokes for sheet in people[1].sheets
                ]


async def test_a_log_that_hangs_does_not_delay_shutdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "GRACE_S", 0.05)
    async with AsyncExitStack() as server:
        config = Config(host="127.0.0.1", port=0, data=tmp_path)
        log = await open_log(config)
        running = await server.enter_async_context(serving(config, log))
        url = f"http://127.0.0.1:{running.port}"
        code = await running.live_tables.create()
        async with Client(url, code, name="Ada") as ada:
            with write_locked(tmp_path / "tables.sqlite3"):
                ada.send(from_client.SetReady(yes=True))
                while running.live_tables.metrics.messages < 2:  # noqa: ASYNC110 (there is no event)
                    await asyncio.sleep(0)
                await server.aclose()
            await log.close()
        # The pending append is stored after all, though no client was told.
    async with run_http_server(tmp_path) as house, Client(house.url, code, name="Ada", key=ada.key) as ada:
        assert ada.state.seats[0].ready


async def test_shutdown_does_not_wait_long_for_requests_in_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graces: list[float] = []

    async def opened(*args: Any) -> Listener:
        graces.extend(limits.page_grace_s for limits in args if isinstance(limits, ConnectionLimits))
        return await open_listener(*args)

    monkeypatch.setattr(wiring, "PAGE_GRACE_S", 0.01)
    monkeypatch.setattr(wiring, "open_listener", opened)
    async with AsyncExitStack() as server:
        house = await server.enter_async_context(run_http_server(tmp_path))
        code = await house.new_table()
        async with Client(house.url, code, name="Ada") as ada:
            path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
            fields = (f"Authorization: Bearer {ada.key}", f"Content-Length: {MAX_UPLOAD_BYTES}")
            async with connect(house, head(path, *fields, "Expect: 100-continue", method="POST")) as guest:
                assert (await guest.response())[0] == 100
                await server.aclose()
                assert await guest.rest() == b""
    assert graces == [0.01]


async def test_calls_without_an_answer_do_not_delay_shutdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS is there, but has no leader, and the log would wait for it."""

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        return refusal(NO_MESSAGE) if subject.startswith(API) else silence(subject, data)

    appends: list[asyncio.Future[int]] = []
    monkeypatch.setattr(wiring, "GRACE_S", 0.05)
    monkeypatch.setattr(wiring, "STOP_S", 0.1)
    async with fake_nats(answer) as fake:
        connection = await NatsConnection.open([fake.url], None, 30.0)
        log = NatsLog(NatsStream(connection, "s"), LogFacts("", False, 1), 1000.0, 10)
        monkeypatch.setattr(wiring, "open_log", AsyncMock(return_value=log))

        def opened(_: int) -> None:
            appends.append(asyncio.ensure_future(log.append("a", 0, [b"x"])))
            for kind in wiring.SIGNALS:  # the first one counts
                os.kill(os.getpid(), kind)

        await run(Config(host="127.0.0.1", port=0, data=tmp_path), opened)
        with pytest.raises(Unavailable):
            await appends[0]


def test_shutdown_takes_less_than_ten_seconds() -> None:
    """Even if all steps take as long as they may: the last is to disconnect from NATS."""
    assert wiring.STOP_S + nats_connection.CLOSE_S < 10


async def test_a_background_task_that_dies_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ZeroDivisionError

    async def goes_on() -> None:
        await asyncio.Event().wait()

    for work in (fails, goes_on):
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        log_death(task)
    (record,) = caplog.records
    assert (record.levelname, record.message) == ("CRITICAL", "a background task died")
    assert record.exc_info


# Coming.


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
async def test_serving_until_a_stop_signal(tmp_path: Path, kind: signal.Signals) -> None:
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
    await (await open_log(config)).close()  # it is not locked any more


def never_open(port: int) -> None:
    """Fail, since the server should have stopped before."""
    pytest.fail(f"the server has opened port {port}")


async def test_a_stop_signal_while_nats_is_looked_for(tmp_path: Path) -> None:
    """The server doesn't wait until it has connected."""
    async with fake_nats() as fake:
        fake.at_ping = ""
        starting = asyncio.ensure_future(run(Config(nats=(fake.url,), data=tmp_path), never_open))
        await fake.wait_for(lambda: len(fake.connects) > 0)
        os.kill(os.getpid(), signal.SIGTERM)
        await starting


async def test_a_stop_signal_while_the_log_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server never opens, and closes the log."""
    config = Config(host="127.0.0.1", port=0, data=tmp_path)
    log = FlakyLog(await open_log(config))
    log.hold_reads()
    monkeypatch.setattr(wiring, "open_log", AsyncMock(return_value=log))
    starting = asyncio.ensure_future(run(config, never_open))
    await wait_until(lambda: len(log.reads) > 0)
    os.kill(os.getpid(), signal.SIGTERM)
    await starting
    await (await open_log(config)).close()


async def test_a_port_in_use_raises(tmp_path: Path) -> None:
    async with run_http_server(tmp_path / "one") as house:
        config = Config(host="127.0.0.1", port=house.port, data=tmp_path / "two")
        with pytest.raises(CannotListen) as sorry:
            await run(config, lambda _: None)
        sentence = f"cannot listen on 127.0.0.1, port {house.port}: Address already in use"
        assert str(sorry.value) == f"{sentence}; --host and --port choose another"
        await (await open_log(config)).close()


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.1", "Cannot assign requested address"),
        ("a" * 70, "encoding with 'idna' codec failed"),
    ],
)
async def test_an_address_of_another_machine(tmp_path: Path, host: str, why: str) -> None:
    config = Config(host=host, port=1, data=tmp_path)
    log = await open_log(config)
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
async def test_listening_on_every_address(tmp_path: Path, host: str) -> None:
    async with run_http_server(tmp_path, host=host) as house:
        assert (await house.ask("/healthz")).status == 200
        if socket.has_dualstack_ipv6():
            _, writer = await asyncio.open_connection("::1", house.port)
            writer.close()
            await writer.wait_closed()


async def test_an_unusable_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(Unusable, match="cannot be used: "):
        await run(Config(port=0, data=file), lambda _: None)


async def test_a_data_folder_of_another_server(tmp_path: Path) -> None:
    async with run_http_server(tmp_path):
        with pytest.raises(Unusable, match="is in use by another server"):
            await run(Config(port=0, data=tmp_path), lambda _: None)
