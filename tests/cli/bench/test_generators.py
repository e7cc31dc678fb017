"""The load generators in C and in Python do the same."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

from pictomania.cli.bench import generator as generator_module
from pictomania.cli.bench import python_generator
from pictomania.cli.bench.failure import BenchError
from pictomania.cli.bench.generator import Generator, Load, start_generator
from pictomania.cli.bench.recording import Script
from pictomania.cli.bench.websocket import CLOSE, PING, PONG
from pictomania.ink import InkPiece, Point, Sheet, Stroke, apply_piece, encode_piece
from pictomania.wire.frames import SHEETS
from tests.cli.bench.fake_table import PAPER, PATIENCE_S, FakeTable

RATE = 200.0  # pieces a second


@contextmanager
def generator_in_python(scripts_file: Path) -> Iterator[Generator]:
    """The one in Python, in a thread of this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    serving = Thread(target=python_generator.main, args=([str(theirs.detach()), str(scripts_file)],))
    serving.start()
    try:
        yield Generator(ours)
    finally:
        ours.close()
        serving.join()


@pytest.fixture(params=["c", "python"])
def generator(
    request: pytest.FixtureRequest, generator_program: Path | None, scripts_file: Path, cores: tuple[int, int]
) -> Iterator[Generator]:
    """Each of them."""
    if request.param == "python":
        with generator_in_python(scripts_file) as running:
            yield running
    elif generator_program is None:
        pytest.skip("there is no C compiler")
    else:
        with start_generator(generator_program, scripts_file, cores[1]) as running:
            yield running


def read_until(generator: Generator, is_wanted: Callable[[Load], bool]) -> Load:
    """Read until a condition holds."""
    while not is_wanted(load := generator.read()):
        pass
    return load


@contextmanager
def table(generator: Generator, players: int = 2, watchers: int = 0, strokes: int = 0) -> Iterator[FakeTable]:
    """A table that is closed at the end."""
    made = FakeTable(generator, players, watchers, strokes)
    try:
        yield made
    finally:
        made.close()


@pytest.mark.parametrize("strokes", [0, 5])
def test_players_draw_their_scripts(generator: Generator, scripts: list[Script], strokes: int) -> None:
    """Again and again, at their places in the stream."""
    sheet = Sheet()
    line = encode_piece(InkPiece(0, 0, (Stroke(1, (Point(1, 2, 3, 4),)),) * strokes))
    apply_piece(line, sheet)
    with table(generator, 2, strokes=strokes) as fake:
        generator.draw(2_000, 1)
        for _ in range(len(scripts[0].pieces) + 10):
            piece = fake.piece_from(0)
            assert apply_piece(piece, sheet, bounded=True) == piece
        generator.draw(1, 0)
        load = generator.read()
    assert load.sent >= len(scripts[0].pieces) + 10
    assert load.missing >= load.sent - 1
    assert load.deliveries == 0
    assert sheet.visible_count > strokes + scripts[0].strokes


def test_deliveries(generator: Generator) -> None:
    """A piece that comes back to its artist is none; how pieces are put into frames doesn't matter."""
    with table(generator, 1, watchers=2) as fake:
        generator.draw(RATE, 1)
        pieces = [fake.piece_from(0) for _ in range(6)]
        generator.draw(1, 0)
        fake.send_ink(0, [(0, piece) for piece in pieces])
        fake.send_ink(1, [(0, pieces[0]), (0, pieces[1])])
        for piece in pieces[2:]:
            fake.send_ink(1, [(0, piece)])
        fake.send_ink(2, [(0, pieces[0]), (0, pieces[1])])  # the very bytes that the other one got
        fake.send_ink(2, [(0, pieces[2])])
        load = read_until(generator, lambda load: load.deliveries >= 9)
    sheet = Sheet()
    for piece in pieces:
        apply_piece(piece, sheet)
    points = sum(len(stroke.points) for stroke in sheet.strokes)
    assert load.deliveries == 9
    assert points < load.foreign_points < 2 * points
    assert load.points == load.foreign_points + points
    assert load.missing == 2 * load.sent - 9
    assert 0 <= load.p50_ms <= load.p99_ms <= load.max_ms + 0.05
    assert load.ink_bytes > 3 * load.points
    assert (load.resyncs, load.lost) == (0, 0)
    assert load.cpu_share > 0


def test_what_was_measured_before_a_mark_is_forgotten(generator: Generator) -> None:
    with table(generator, 1, watchers=2) as fake:
        generator.draw(RATE, 1)
        piece = fake.piece_from(0)
        generator.draw(1, 0)
        for watcher in (1, 2):  # the same bytes
            fake.send_ink(watcher, [(0, piece)])
            read_until(generator, lambda load, watcher=watcher: load.deliveries == watcher)  # type: ignore[misc]
        generator.mark()
        load = generator.read()
    assert (load.sent, load.deliveries, load.points, load.ink_bytes, load.p99_ms) == (0, 0, 0, 0, 0)


def test_joined_pieces(generator: Generator) -> None:
    """A server may join pieces, or send a part of one."""
    with table(generator, 1, watchers=1) as fake:
        generator.draw(RATE, 1)
        pieces = [fake.piece_from(0) for _ in range(40)]
        generator.draw(1, 0)
        sheet = Sheet()
        for piece in pieces:
            apply_piece(piece, sheet)
        whole = encode_piece(sheet.since(0, 0))
        fake.send_ink(1, [(0, whole)])
        load = read_until(generator, lambda load: load.deliveries >= 40)
    assert load.deliveries == 40
    assert load.points == sum(len(stroke.points) for stroke in sheet.strokes)


def test_points_of_every_form(generator: Generator) -> None:
    """Long ticks, a new pressure, long steps, and marks behind more points of a stroke."""
    first = Stroke(1, (Point(10, 10, 100, 1), Point(11, 12, 250, 900)))
    more = Stroke(1, (Point(4000, 3000, 100, 100_000),))
    piece = encode_piece(InkPiece(0, 0, (first,)))
    rest = encode_piece(InkPiece(0, 2, (more, first)), first.points[-1], short=True)
    with table(generator, 1, watchers=1) as fake:
        fake.send_ink(1, [(0, piece)])
        fake.send_ink(1, [(0, rest)])
        fake.send_ink(1, [(0, piece)], paper=PAPER + 1)  # of other sheets
        fake.send(1, PING, b"")
        assert fake.frame_from(1) == (PONG, b"")
        assert generator.read().points == 5


def test_a_resync_is_no_delivery(generator: Generator) -> None:
    with table(generator, 1, watchers=1) as fake:
        generator.draw(RATE, 1)
        pieces = [fake.piece_from(0) for _ in range(3)]
        generator.draw(1, 0)
        sheet = Sheet()
        for piece in pieces:
            apply_piece(piece, sheet)
        fake.send_ink(1, [(0, encode_piece(sheet.since(0, 0)))], kind=SHEETS)
        load = read_until(generator, lambda load: load.resyncs == 1)
        assert (load.deliveries, load.points, load.missing) == (0, 0, load.sent - 3)


def test_frames_in_parts(generator: Generator) -> None:
    """Large and small ones."""
    with table(generator, 1) as fake:
        text = b"x" * 70_000
        data = (
            b"\x81\x7f"
            + len(text).to_bytes(8, "big")
            + text
            + b"\x81\x7e\x00\xc8"
            + b"y" * 200
            + b"\x89\x01z"
        )
        fake.send(0, PONG, b"")  # which is ignored
        for at in range(40):
            fake.sockets[0].sendall(data[at : at + 1])
        fake.sockets[0].sendall(data[40:])
        assert fake.frame_from(0) == (PONG, b"z")
        assert generator.read().text_bytes == 70_200


def test_stored_actions(generator: Generator) -> None:
    """Nobody asks again before the answer."""
    with table(generator, 2) as fake:
        generator.act(RATE, 1)
        asked = [json.loads(fake.frame_from(seat)[1]) for seat in (0, 1)]
        languages = [each["language"] for each in asked]
        assert [each["type"] for each in asked] == ["set-language"] * 2
        assert len(set(languages)) == 2
        generator.mark()
        read_until(generator, lambda load: load.seconds > 3 / RATE)  # in which both had another turn
        assert generator.read().acts == 0
        fake.send_state(0, languages[1])  # that of the other one
        fake.send_state(0, languages[0])
        again = json.loads(fake.frame_from(0)[1])["language"]
        assert again not in languages
        fake.send_state(0, again)
        load = read_until(generator, lambda load: load.stored == 2)
        assert load.act_p50_ms <= load.act_p99_ms
        assert load.waiting >= 1
        generator.act(RATE, 0)
        generator.act(RATE, 1)  # what was asked before is given up
        assert json.loads(fake.frame_from(1)[1])["language"] != languages[1]


def test_a_server_that_reads_slowly(generator: Generator) -> None:
    """Nothing is lost or out of order."""
    sheet = Sheet()
    with table(generator, 1) as fake:
        generator.draw(50_000, 1)
        sent = read_until(generator, lambda load: load.sent > 20_000).sent
        generator.draw(1, 0)
        for _ in range(sent):
            apply_piece(fake.piece_from(0), sheet)
        for _ in range(generator.read().sent - sent):
            apply_piece(fake.piece_from(0), sheet)


@pytest.mark.parametrize("close", [True, False])
def test_lost_connections(generator: Generator, close: bool) -> None:
    with table(generator, 2) as fake:
        if close:
            fake.send(0, CLOSE, (1012).to_bytes(2, "big"))
        else:
            fake.sockets[0].close()
        load = read_until(generator, lambda load: load.lost == 1)
        generator.draw(RATE, 1)
        fake.piece_from(1)  # the other one goes on
        generator.draw(1, 0)
        assert load.lost == 1


def test_a_connection_that_breaks_while_sending(generator: Generator) -> None:
    """The generator notices it either way."""
    with table(generator, 2) as fake:
        generator.draw(5_000, 1)
        fake.piece_from(0)
        fake.sockets[0].close()
        fake.sockets[1].close()
        read_until(generator, lambda load: load.lost == 2)


def test_all_connections_are_closed(generator: Generator) -> None:
    with table(generator, 2) as fake:
        generator.draw(RATE, 1)
        fake.piece_from(0)
        generator.close_all()
        assert generator.tables == 0
        assert all(_has_ended(each) for each in fake.sockets)
        load = generator.read()
        assert (load.missing, load.waiting) == (0, 0)


def _has_ended(connection: socket.socket) -> bool:
    with suppress(ConnectionResetError):
        while connection.recv(65_536):
            pass
    return True


def test_drain(generator: Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits until everything has arrived."""
    monkeypatch.setattr(generator_module, "DRAIN_S", 0.0)
    monkeypatch.setattr(generator_module, "LOOK_S", 0.0)
    with table(generator, 1, watchers=1) as fake:
        assert generator.drain().missing == 0
        generator.draw(RATE, 1)
        piece = fake.piece_from(0)
        assert generator.drain().missing >= 1
        monkeypatch.setattr(generator_module, "DRAIN_S", PATIENCE_S)
        pieces = [(0, piece), *((0, fake.piece_from(0)) for _ in range(generator.read().sent - 1))]
        waiting = Thread(target=fake.send_ink, args=(1, pieces))
        waiting.start()
        assert generator.drain().missing == 0
        waiting.join()


def test_a_generator_that_cannot_start(
    tmp_path: Path, cores: tuple[int, int], generator_program: Path
) -> None:
    with start_generator(generator_program, tmp_path / "missing", cores[1]) as generator:
        with pytest.raises(BenchError, match="the load generator"):
            generator.read()
        with pytest.raises(BenchError, match="the load generator has ended"):
            read_until(generator, lambda _: False)


def test_a_generator_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    monkeypatch.setattr(generator_module, "ANSWER_S", 0.01)
    generator = Generator(ours)
    with ours:
        with pytest.raises(BenchError, match="does not answer"):
            generator.read()
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(BenchError, match="has ended"):
            generator.read()
        theirs.close()
        with pytest.raises(BenchError, match="has ended"):
            generator.mark()
        mine, other = socket.socketpair()
        with mine, other, pytest.raises(BenchError, match="has ended"):
            generator.add_table(0, 1, [mine])


def test_the_generator_in_python_is_a_process_too(scripts_file: Path, cores: tuple[int, int]) -> None:
    with start_generator(None, scripts_file, cores[1]) as generator, table(generator, 1) as fake:
        generator.draw(RATE, 1)
        assert fake.piece_from(0)
        assert generator.read().sent >= 1
