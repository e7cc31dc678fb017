"""The usual way: Starlette and uvicorn."""

import asyncio
from threading import Thread

import pytest

from pictomania.cli.bench.crowd import seat_plain_tables
from pictomania.cli.bench.measurement import measure
from pictomania.cli.bench.servers import start_usual_way
from pictomania.cli.bench.websocket import BINARY, RawWebSocket
from pictomania.cli.bench.workshop import Workshop
from pictomania.wire.frames import INK, decode_ink_to_client, encode_ink_from_client

uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

from pictomania.cli.bench import usual_way  # noqa: E402 (needs these)


async def test_forwards_each_message_to_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running: list[object] = []

    class Server(uvicorn.Server):  # type: ignore[misc, name-defined]
        """Can be stopped."""

        def __init__(self, config: object) -> None:
            super().__init__(config)
            running.append(self)

    monkeypatch.setattr(uvicorn, "Server", Server)
    serving = Thread(target=usual_way.main)
    serving.start()
    while not (port := capsys.readouterr().out):  # noqa: ASYNC110 (nothing announces it)
        await asyncio.sleep(0)
    address = ("127.0.0.1", int(port))
    clients = [await RawWebSocket.open(address, f"/7/{seat}", {}) for seat in range(3)]
    stranger = await RawWebSocket.open(address, "/8/0", {})
    await clients[1].send(BINARY, encode_ink_from_client(5, b"one"))
    for seat in (0, 2):
        kind, frame = await clients[seat].frame()
        assert (kind, decode_ink_to_client(frame)) == (BINARY, (INK, 5, [(1, b"one")]))
    clients[0].close()
    while 0 in usual_way._tables[7]:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await clients[2].send(BINARY, encode_ink_from_client(5, b"two"))
    assert decode_ink_to_client((await clients[1].frame())[1])[2] == [(2, b"two")]
    for client in (*clients[1:], stranger):
        client.close()
    running[0].should_exit = True  # type: ignore[attr-defined]
    await asyncio.to_thread(serving.join)


def test_as_a_process(workshop: Workshop) -> None:
    with start_usual_way(workshop.server_core) as server, workshop.new_generator() as generator:
        asyncio.run(seat_plain_tables(server.address, generator, 1))
        reading = measure(server, generator, 1, 0.05, 0.3)
    assert reading.load.deliveries > 0
    assert reading.load.points == reading.load.foreign_points
