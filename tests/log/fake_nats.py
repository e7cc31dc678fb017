"""A fake NATS server: it speaks the protocol and says what a test wants, as no real server would."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

INFO = {"server_id": "fake", "version": "2.15.1", "headers": True, "max_payload": 1 << 20, "jetstream": True}

Answer = Callable[[str, bytes], Sequence[bytes]]  # of a subject and a payload; messages, perhaps with headers


def reply(value: object) -> list[bytes]:
    """An answer in JSON."""
    return [json.dumps(value).encode()]


def refusal(code: int, description: str = "no") -> list[bytes]:
    """An error of the JetStream API."""
    return reply({"error": {"code": 400, "err_code": code, "description": description}})


def with_headers(head: str, data: bytes = b"") -> bytes:
    """A message with headers, or a status line."""
    return f"NATS/1.0{head}\r\n\r\n".encode() + data


def silence(subject: str, data: bytes) -> Sequence[bytes]:
    """Answer nothing."""
    assert subject
    assert data is not None
    return []


@dataclass
class FakeNats:
    """The server; its answers and introduction can be changed at any time."""

    answer: Answer = silence
    info: dict[str, Any] = field(default_factory=lambda: dict(INFO))
    at_ping: str = "PONG"  # the answer to a ping, such as the one after a client's introduction
    hangs_up: bool = False  # as soon as a client has introduced itself
    port: int = 0
    connects: list[dict[str, Any]] = field(default_factory=list)  # how clients introduced themselves
    asked: list[str] = field(default_factory=list)  # subjects of messages
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"nats://127.0.0.1:{self.port}"

    async def send(self, line: str) -> None:
        """Send a line to all clients."""
        for writer in self.writers:
            writer.write(f"{line}\r\n".encode())
            await writer.drain()

    def disconnect(self) -> None:
        """Disconnect all clients."""
        for writer in self.writers:
            writer.close()
        self.writers.clear()

    def freeze(self) -> None:
        """Read and answer nothing more; the connections stay open."""
        self.at_ping = ""
        for writer in self.writers:
            cast(asyncio.Transport, writer.transport).pause_reading()

    async def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait until something that clients do has happened."""
        async with self.changed:
            await self.changed.wait_for(is_so)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client."""
        self.writers.append(writer)
        writer.write(f"INFO {json.dumps(self.info)}\r\n".encode())
        inbox_id = b"0"
        while line := await reader.readline():
            match line.split():
                case [b"CONNECT", *_]:
                    self.connects.append(json.loads(line[8:]))
                    if self.hangs_up:
                        break
                case [b"SUB", _, number]:
                    inbox_id = number
                case [b"PING"] if self.at_ping:
                    writer.write(f"{self.at_ping}\r\n".encode())
                case [b"PUB" | b"HPUB" as kind, subject, inbox, *sizes]:
                    body = await reader.readexactly(int(sizes[-1]) + 2)
                    data = body[int(sizes[0]) : -2] if kind == b"HPUB" else body[:-2]
                    self.asked.append(subject.decode())
                    for message in self.answer(subject.decode(), data):
                        writer.write(_message(inbox, inbox_id, message))
                case _:
                    pass  # such as PONG
            async with self.changed:
                self.changed.notify_all()
        writer.close()


def _message(inbox: bytes, inbox_id: bytes, message: bytes) -> bytes:
    if not message.startswith(b"NATS/1.0"):
        return b"MSG %s %s %d\r\n%s\r\n" % (inbox, inbox_id, len(message), message)
    head = message.index(b"\r\n\r\n") + 4
    return b"HMSG %s %s %d %d\r\n%s\r\n" % (inbox, inbox_id, head, len(message), message)


@asynccontextmanager
async def fake_nats(answer: Answer = silence) -> AsyncIterator[FakeNats]:
    """Run a fake server."""
    fake = FakeNats(answer)
    server = await asyncio.start_server(fake.serve, "127.0.0.1", 0, limit=4 << 20)
    fake.port = server.sockets[0].getsockname()[1]
    try:
        yield fake
    finally:
        server.close()
        fake.disconnect()
