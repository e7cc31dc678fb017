"""The load generator in Python, for machines without a C compiler; `native/generator.c` says what it does.

    python -m pictomania.cli.bench.python_generator COMMANDS SCRIPTS

It can serve about 150 tables, so more is not measured with it.
"""

import json
import select
import socket
import sys
from array import array
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time

from pictomania.cli.bench.recording import Script, piece_bytes, read_scripts
from pictomania.cli.bench.websocket import BINARY, CLOSE, PING, PONG, TEXT, mask_frame, whole_frame
from pictomania.ink.stroke import read_varint, skip_points
from pictomania.wire.frames import INK, decode_ink_to_client, encode_ink_from_client

SEATS = 6
BATCH = 64  # pieces that are sent before looking for what has arrived
CHUNK = 262_144
MAX_SOCKETS = 64
WAIT_S = 0.001
LANGUAGES = 1_000


class Artist:
    """What a player has sent."""

    def __init__(self, script: Script, strokes: int) -> None:
        self.sent: list[tuple[int, float]] = []  # points until the end of a piece, and when it was sent
        self._script = script
        self._strokes = strokes
        self._next = self._points = 0

    def next_piece(self) -> bytes:
        """Return the next piece of the script, which starts again at its end."""
        piece = self._script.pieces[self._next]
        data = piece_bytes(piece, self._strokes)
        self._points += piece.points
        self.sent.append((self._points, perf_counter()))
        self._next += 1
        if self._next == len(self._script.pieces):
            self._next = 0
            self._strokes += self._script.strokes
        return data


class GeneratorClient:
    """One socket."""

    def __init__(self, connection: socket.socket, table: "GeneratorTable", seat: int | None) -> None:
        self.connection = connection
        self.table = table
        self.seat = seat
        self.points = [0] * SEATS  # received of each artist
        self.pieces = [0] * SEATS
        self.received = bytearray()
        self.unsent = bytearray()
        self.language = b""  # asked for; empty: not waiting
        self.asked_at = 0.0
        self.is_open = True


class GeneratorTable:
    """A table."""

    def __init__(self, paper: int, artists: list[Artist]) -> None:
        self.paper = paper & 0xFF
        self.artists = artists
        self.clients: list[GeneratorClient] = []
        self.languages = 0  # asked for so far
        self._last = b""
        self._points: list[tuple[int, int]] = []

    def points_in(self, data: bytes) -> list[tuple[int, int]]:
        """Return seats and numbers of points in a frame; everyone gets the same bytes."""
        if data != self._last:
            _, paper, pieces = decode_ink_to_client(data)
            self._last = data
            self._points = [(seat, count_points(piece)) for seat, piece in pieces if paper == self.paper]
        return self._points


def count_points(piece: bytes) -> int:
    """Count the points of a piece that consists of strokes."""
    total, at = piece[0], 1
    if total:
        at = skip_points(piece, at, total)
    else:
        for _ in range(2):  # place, and points of it that are known
            _, at = read_varint(piece, at)
    while at < len(piece):
        count, at = read_varint(piece, at + 2)  # after kind and width
        at = skip_points(piece, at, count)
        total += count
    return total


class Measured:
    """What has been measured since the last mark."""

    def __init__(self) -> None:
        self.began, self.cpu_s = perf_counter(), process_time()
        self.sent = self.acts = self.lost = 0
        self.ink_bytes = self.text_bytes = self.points = self.foreign_points = self.resyncs = 0
        self.late_s = 0.0
        self.deliveries = array("d")
        self.stored = array("d")


class PythonGenerator:
    """The generator."""

    def __init__(self, commands: socket.socket, scripts: Sequence[Script]) -> None:
        self._commands = commands
        self._scripts = scripts
        self._tables: list[GeneratorTable] = []
        self._clients: dict[int, GeneratorClient] = {}
        self._poll = select.epoll()
        self._poll.register(commands, select.EPOLLIN)
        self._measured = Measured()
        self._drawing = Schedule()
        self._acting = Schedule()

    def serve(self) -> None:
        """Do what is asked until the other side hangs up."""
        while True:
            is_busy = self._drawing.tables or self._acting.tables
            is_asked = False
            for number, event in self._poll.poll(WAIT_S if is_busy else None):
                if number == self._commands.fileno():
                    is_asked = True
                else:
                    self._handle(self._clients[number], event)
            if is_asked and not self._command():
                break
            self._send_due()
        self._close_all()
        self._poll.close()

    # Sending.

    def _send_due(self) -> None:
        now = perf_counter()
        for turn in self._drawing.due(now, BATCH):
            self._measured.late_s = max(self._measured.late_s, self._drawing.lateness(turn, now))
            table, seat = self._tables[turn % self._drawing.tables], turn // self._drawing.tables % SEATS
            if seat < len(table.artists):
                self._measured.sent += 1
                data = encode_ink_from_client(table.paper, table.artists[seat].next_piece())
                self._send(table.clients[seat], BINARY, data)
        for turn in self._acting.due(now, BATCH):
            table = self._tables[turn % self._acting.tables]
            self._act(table, table.clients[turn // self._acting.tables % len(table.artists)])

    def _act(self, table: GeneratorTable, client: GeneratorClient) -> None:
        if client.language:
            return  # the last one is still on its way
        client.language = b'"en-%03d"' % (table.languages % LANGUAGES)
        client.asked_at = perf_counter()
        table.languages += 1
        self._measured.acts += 1
        self._send(client, TEXT, b'{"type":"set-language","language":%s}' % client.language)

    def _send(self, client: GeneratorClient, kind: int, payload: bytes) -> None:
        if client.is_open:
            client.unsent += mask_frame(kind, payload)
            self._flush(client)

    def _flush(self, client: GeneratorClient) -> None:
        try:
            done = client.connection.send(client.unsent)
        except OSError:  # it is full, or broken, which reading will show
            done = 0
        del client.unsent[:done]
        self._poll.modify(client.connection, select.EPOLLIN | (select.EPOLLOUT if client.unsent else 0))

    def _lose(self, client: GeneratorClient) -> None:
        self._measured.lost += 1
        self._close(client)

    def _close(self, client: GeneratorClient) -> None:
        client.is_open = False
        self._poll.unregister(client.connection)
        del self._clients[client.connection.fileno()]
        client.connection.close()

    # Receiving.

    def _handle(self, client: GeneratorClient, event: int) -> None:
        if event & select.EPOLLOUT:
            self._flush(client)
        try:
            data = client.connection.recv(CHUNK) if client.is_open else b""
        except BlockingIOError:
            return
        except OSError:
            data = b""
        client.received += data
        if client.is_open and not (data and self._receive_frames(client, perf_counter())):
            self._lose(client)

    def _receive_frames(self, client: GeneratorClient, now: float) -> bool:
        """Handle all whole frames; return False after the last one."""
        while (size := whole_frame(client.received)) is not None:
            kind, payload = client.received[0] & 15, bytes(client.received[size[0] : size[1]])
            del client.received[: size[1]]
            if kind == BINARY:
                self._receive_ink(client, payload, size[1], now)
            elif kind == TEXT:
                self._receive_text(client, payload, now)
            elif kind == PING:
                self._send(client, PONG, payload)
            elif kind == CLOSE:
                return False
        return True

    def _receive_ink(self, client: GeneratorClient, data: bytes, size: int, now: float) -> None:
        measured, is_new = self._measured, data[0] == INK
        measured.ink_bytes += size if is_new else 0
        measured.resyncs += not is_new
        for seat, points in client.table.points_in(data):
            is_foreign = seat != client.seat
            client.points[seat] = client.points[seat] + points if is_new else points
            measured.points += points if is_new else 0
            measured.foreign_points += points if is_new and is_foreign else 0
            sent = client.table.artists[seat].sent
            while client.pieces[seat] < len(sent) and sent[client.pieces[seat]][0] <= client.points[seat]:
                if is_new and is_foreign:
                    measured.deliveries.append(now - sent[client.pieces[seat]][1])
                client.pieces[seat] += 1

    def _receive_text(self, client: GeneratorClient, data: bytes, now: float) -> None:
        self._measured.text_bytes += len(data)
        if client.language and client.language in data:
            self._measured.stored.append(now - client.asked_at)
            client.language = b""

    # Commands.

    def _command(self) -> bool:
        """Do what is asked; return False at the end."""
        data, numbers, _, _ = socket.recv_fds(self._commands, 256, MAX_SOCKETS)
        match data.decode().split():
            case ["table", paper, players, strokes]:
                sockets = [socket.socket(fileno=number) for number in numbers]
                self._add_table(int(paper), int(players), int(strokes), sockets)
            case ["draw", rate, tables]:
                self._drawing = Schedule(
                    float(rate) * SEATS * int(tables), min(int(tables), len(self._tables))
                )
            case ["act", rate, tables]:
                if int(tables):
                    self._forget_requests()
                self._acting = Schedule(float(rate), min(int(tables), len(self._tables)))
            case ["mark"]:
                self._measured = Measured()
            case ["read"]:
                self._answer(self._report())
            case ["close"]:
                self._close_all()
                self._answer({})
            case _:
                return False
        return True

    def _add_table(self, paper: int, players: int, strokes: int, sockets: Sequence[socket.socket]) -> None:
        first = len(self._tables) * SEATS
        scripts = [self._scripts[(first + seat) % len(self._scripts)] for seat in range(players)]
        table = GeneratorTable(paper, [Artist(script, strokes) for script in scripts])
        for number, connection in enumerate(sockets):
            connection.setblocking(False)
            client = GeneratorClient(connection, table, number if number < players else None)
            table.clients.append(client)
            self._clients[connection.fileno()] = client
            self._poll.register(connection, select.EPOLLIN)
        self._tables.append(table)

    def _forget_requests(self) -> None:
        for client in self._clients.values():
            client.language = b""

    def _close_all(self) -> None:
        self._drawing = self._acting = Schedule()
        for client in list(self._clients.values()):
            self._close(client)
        self._tables.clear()

    def _answer(self, answer: object) -> None:
        with suppress(OSError):  # nobody listens any more
            self._commands.send(json.dumps(answer).encode())

    def _report(self) -> dict[str, float]:
        measured = self._measured
        deliveries, stored = (sorted(times) for times in (measured.deliveries, measured.stored))
        missing = sum(
            len(artist.sent) - client.pieces[seat]
            for table in self._tables
            for client in table.clients
            for seat, artist in enumerate(table.artists)
            if seat != client.seat
        )
        return {
            "seconds": perf_counter() - measured.began,
            "cpu_s": process_time() - measured.cpu_s,
            "late_ms": measured.late_s * 1000,
            "sent": measured.sent,
            "deliveries": len(deliveries),
            "p50_ms": percentile_ms(deliveries, 0.5),
            "p99_ms": percentile_ms(deliveries, 0.99),
            "max_ms": percentile_ms(deliveries, 1.0),
            "ink_bytes": measured.ink_bytes,
            "text_bytes": measured.text_bytes,
            "points": measured.points,
            "foreign_points": measured.foreign_points,
            "missing": missing,
            "resyncs": measured.resyncs,
            "lost": measured.lost,
            "acts": measured.acts,
            "stored": len(stored),
            "act_p50_ms": percentile_ms(stored, 0.5),
            "act_p99_ms": percentile_ms(stored, 0.99),
            "waiting": sum(bool(client.language) for client in self._clients.values()),
        }


class Schedule:
    """Turns that are due at a rate, from now on."""

    def __init__(self, rate: float = 0.0, tables: int = 0) -> None:
        """`tables` take the turns; without any, nothing is ever due."""
        self.tables = tables
        self._rate = rate
        self._began = perf_counter()
        self._done = 0

    def due(self, now: float, most: int) -> range:
        """Return the turns that have come due since the last call."""
        wanted = int((now - self._began) * self._rate) + 1 if self.tables else 0
        turns = range(self._done, min(wanted, self._done + most))
        self._done = turns.stop
        return turns

    def lateness(self, turn: int, now: float) -> float:
        """Return by how many seconds a turn is late."""
        return now - self._began - turn / self._rate


def percentile_ms(values: Sequence[float], share: float) -> float:
    """Return a percentile of sorted seconds, in ms; 0 without any."""
    return values[min(len(values) - 1, int(len(values) * share))] * 1000 if values else 0.0


def main(arguments: Sequence[str]) -> None:
    """Run the generator."""
    commands = socket.socket(fileno=int(arguments[0]))
    with commands:
        PythonGenerator(commands, read_scripts(Path(arguments[1]))).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
