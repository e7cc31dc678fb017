"""Server, artist, watchers and log converge on the same sheet despite lost, repeated and rejected frames."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.client.paper import Paper
from pictomania.ink import BadInk, InkPiece, Mark, MissingInk, Sheet, SheetFull, Stroke, encode_piece, sheet
from pictomania.table import views
from pictomania.wire.frames import (
    INK,
    SHEETS,
    decode_ink_from_client,
    decode_ink_to_client,
    encode_ink_to_client,
)
from pictomania.wire.to_client import RequestRefused
from tests.ink.sample_marks import marks, strokes
from tests.table.support.harness import TableHarness, drawing_phase

ARTIST = 1


class InkScenario:
    """A round of drawing: an artist's client, a watcher's client, and a server with its log."""

    def __init__(self) -> None:
        self.harness: TableHarness = drawing_phase()
        self.artist, self.watcher = Paper(), Paper()
        for paper in (self.artist, self.watcher):
            paper.switch_to(self.harness.table.paper, len(self.harness.table.seats))
        self.sent: list[bytes] = []  # by the artist, still in flight
        self.was_refused = False

    @property
    def server_sheet(self) -> Sheet:
        """The server's copy of the sheet."""
        return self.harness.table.sheets[ARTIST]

    def draw(self, *row: Mark) -> None:
        """Draw with the artist's client; marks that do not fit are dropped."""
        with suppress(SheetFull):
            self.sent += self.artist.draw(*row)

    def extend(self, line: Stroke) -> None:
        """Extend the last stroke of the artist's client, if there is one."""
        if (last := self.artist.mine.last) is not None:
            later = tuple(point._replace(tick=last.end[3] + point.tick) for point in line.points)
            with suppress(SheetFull):
                self.sent += self.artist.extend_line(Stroke(last.width, later))

    def deliver(self, count: int) -> None:
        """Deliver frames of the artist; a rejected one closes the socket, and the rest is lost."""
        arrived, self.sent = self.sent[:count], self.sent[count:]
        for frame in arrived:
            try:
                self.harness.session.draw(ARTIST, decode_ink_from_client(frame)[1], self.harness.now)
            except (BadInk, MissingInk):
                self.disconnect()
                return

    def send(self, piece: bytes) -> None:
        """Send the server bytes that no client has made."""
        with suppress(BadInk, MissingInk):
            self.harness.session.draw(ARTIST, piece, self.harness.now)

    def broadcast(self) -> None:
        """Broadcast new ink to the watcher."""
        frame = encode_ink_to_client(INK, self.harness.table.paper, self.harness.ink)
        self.harness.ink.clear()
        _, number, pieces = decode_ink_to_client(frame)
        self.watcher.receive(INK, number, pieces)

    def reconnect(self) -> None:
        """Welcome the artist again, whose client then resends what the server lacks."""
        self.broadcast()
        _, number, pieces = decode_ink_to_client(views.sheets(self.harness.session))
        self.artist.receive(SHEETS, number, pieces)
        self.sent += self.artist.resync(ARTIST)

    def disconnect(self) -> None:
        """Lose the connection and all frames in flight."""
        self.sent.clear()
        self.reconnect()

    def check(self) -> None:
        """Check that all copies agree, also after a restart, and that a full sheet is reported only once."""
        self.broadcast()
        assert self.watcher.sheets[ARTIST] == self.server_sheet
        messages = [mail.message for mail in self.harness.take_mail()]
        refused = [message for message in messages if isinstance(message, RequestRefused)]
        assert len(refused) <= 1 - self.was_refused
        self.was_refused |= bool(refused)
        before = self.server_sheet
        self.harness.restart()
        assert self.server_sheet == before


class Choices:
    """Values chosen by Hypothesis."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def marks(self) -> list[Mark]:
        """Choose a few marks."""
        return self.data.draw(st.lists(st.one_of(strokes, marks), min_size=1, max_size=3))

    def number(self, most: int) -> int:
        """Choose a number."""
        return self.data.draw(st.integers(0, most))

    def one_of(self, *names: str) -> str:
        """Choose one of these."""
        return self.data.draw(st.sampled_from(names))


@pytest.fixture(autouse=True)
def small_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower every limit of a sheet, so that it fills up soon."""
    monkeypatch.setattr(sheet, "MAX_MARKS", 12)
    monkeypatch.setattr(sheet, "MAX_POINTS", 90)
    monkeypatch.setattr(sheet, "MAX_TRAVEL", 150_000)
    monkeypatch.setattr(sheet, "MAX_TOGGLED", 9)


def play(choices: Choices, *also: str) -> InkScenario:
    """Run a random sequence of events."""
    scenario = InkScenario()
    for _ in range(choices.number(12)):
        match choices.one_of("draw", "extend", "deliver", "reconnect", "disconnect", *also):
            case "draw":
                scenario.draw(*choices.marks())
            case "extend":
                scenario.extend(choices.data.draw(strokes))
            case "deliver":
                scenario.deliver(1 + choices.number(3))
            case "reconnect":
                scenario.reconnect()
            case "disconnect":
                scenario.disconnect()
            case "repeat":
                scenario.sent += scenario.sent[-2:]
            case "made-up place":
                place, known = choices.number(3), choices.number(3)
                row = tuple(choices.marks())
                scenario.send(encode_piece(InkPiece(place, known, row)))
            case _:
                scenario.send(choices.data.draw(st.binary(max_size=30)))
    return scenario


@given(st.data())
def test_an_honest_client_converges_with_the_server(data: st.DataObject) -> None:
    """It is never refused, because it stops at the same limits."""
    scenario = play(Choices(data))
    while scenario.sent:
        scenario.deliver(len(scenario.sent))
    scenario.check()
    assert not scenario.was_refused
    assert scenario.artist.mine == scenario.server_sheet


@given(st.data())
def test_a_hostile_client_cannot_make_the_others_disagree(data: st.DataObject) -> None:
    """Not with made-up places, bytes that are not ink, or more than fits."""
    scenario = play(Choices(data), "made-up place", "repeat", "bytes")
    scenario.check()
    for _ in range(3):  # reconnecting and resending terminates even after refusals
        scenario.reconnect()
        scenario.deliver(len(scenario.sent))
    assert not scenario.sent
    scenario.check()
