"""A table whose server is the test."""

import socket
from collections.abc import Iterable

from pictomania.cli.bench.generator import Generator
from pictomania.cli.bench.websocket import BINARY, TEXT
from pictomania.server.net.outbox import encode_frame
from pictomania.wire.frames import INK, decode_ink_from_client, encode_ink_to_client

PAPER = 263  # more than a byte
PATIENCE_S = 60.0


class FakeTable:
    """The server's ends of the sockets of a table."""

    def __init__(self, generator: Generator, players: int, watchers: int = 0, strokes: int = 0) -> None:
        pairs = [socket.socketpair() for _ in range(players + watchers)]
        self.sockets = [ours for ours, _ in pairs]
        self._received = {ours: bytearray() for ours in self.sockets}
        for ours in self.sockets:
            ours.settimeout(PATIENCE_S)
        generator.add_table(PAPER, players, [theirs for _, theirs in pairs], strokes)

    def frame_from(self, seat: int) -> tuple[int, bytes]:
        """Wait for the next frame from a client; return its kind and payload."""
        source = self.sockets[seat]
        data = self._received[source]
        while (size := masked_frame(data)) is None:
            more = source.recv(65_536)
            assert more, "the generator hung up"
            data += more
        head, end = size
        kind, mask = data[0] & 15, bytes(data[head - 4 : head])
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data[head:end]))
        del data[:end]
        return kind, payload

    def piece_from(self, seat: int) -> bytes:
        """Wait for the next piece of ink."""
        kind, payload = self.frame_from(seat)
        assert kind == BINARY
        paper, piece = decode_ink_from_client(payload)
        assert paper == PAPER & 0xFF
        return piece

    def send(self, to: int, kind: int, payload: bytes) -> None:
        """Send a frame to a client."""
        self.sockets[to].sendall(encode_frame(kind, payload))

    def send_ink(
        self, to: int, pieces: Iterable[tuple[int, bytes]], kind: int = INK, paper: int = PAPER
    ) -> None:
        """Send pieces of ink to a client."""
        self.send(to, BINARY, encode_ink_to_client(kind, paper, pieces))

    def send_state(self, to: int, language: str) -> None:
        """Send what contains a player's language."""
        self.send(to, TEXT, b'{"type":"state","language":"%s"}' % language.encode())

    def close(self) -> None:
        """Hang up."""
        for each in self.sockets:
            each.close()


def masked_frame(data: bytearray) -> tuple[int, int] | None:
    """Return where the payload of a first, masked frame begins and ends, once all of it is there."""
    if len(data) < 2:
        return None
    assert data[1] & 0x80, "clients mask their frames"
    length, head = data[1] & 0x7F, 6
    if length == 126:
        length, head = int.from_bytes(data[2:4], "big"), 8
    return (head, head + length) if len(data) >= head + length else None
