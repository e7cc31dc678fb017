"""Server, artist, onlookers and the log agree about a sheet, whatever was lost, sent twice or refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.client.paper import Paper
from pictomania.ink import BadInk, Ink, Mark, Missing, Sheet, SheetFull, Stroke, encode, sheet
from pictomania.table import seen
from pictomania.wire.frames import INK, SHEETS, heard_ink, ink_to_client, told_ink
from pictomania.wire.to_client import Refused
from tests.ink.drawn import marks, strokes
from tests.table.evening import Evening, drawing

ARTIST = 1


class Round:
    """A round of drawing: one artist with a client, somebody who looks on, and a server with its log."""

    def __init__(self) -> None:
        """Begin it."""
        self.evening: Evening = drawing()
        self.artist, self.onlooker = Paper(), Paper()
        for paper in (self.artist, self.onlooker):
            paper.renew(self.evening.table.paper, len(self.evening.table.seats))
        self.sent: list[bytes] = []  # by the artist, and not arrived yet
        self.is_used_up = False

    @property
    def there(self) -> Sheet:
        """The sheet as the server has it."""
        return self.evening.table.sheets[ARTIST]

    def draw(self, *row: Mark) -> None:
        """Have the artist's client draw; what does not fit is not drawn."""
        with suppress(SheetFull):
            self.sent += self.artist.draw(*row)

    def grow(self, line: Stroke) -> None:
        """Have the artist's client go on with the last line, if there is one."""
        if (last := self.artist.mine.last) is not None:
            later = tuple(point._replace(tick=last.end[3] + point.tick) for point in line.points)
            with suppress(SheetFull):
                self.sent += self.artist.go_on(Stroke(last.width, later))

    def arrive(self, count: int) -> None:
        """Let frames of the artist arrive; one that is refused closes the socket, and the rest is lost."""
        arrived, self.sent = self.sent[:count], self.sent[count:]
        for frame in arrived:
            try:
                self.evening.sitting.drew(ARTIST, heard_ink(frame)[1], self.evening.now)
            except (BadInk, Missing):
                self.lose()
                return

    def say(self, piece: bytes) -> None:
        """Have the server take bytes that the client never made."""
        with suppress(BadInk, Missing):
            self.evening.sitting.drew(ARTIST, piece, self.evening.now)

    def show(self) -> None:
        """Show the new ink to those who look on."""
        fresh, self.evening.sitting.fresh = self.evening.sitting.fresh, []
        _, number, pieces = told_ink(ink_to_client(INK, self.evening.table.paper, fresh))
        self.onlooker.take(INK, number, pieces)

    def come_back(self) -> None:
        """Welcome the artist again, who then sends what the server lacks, on top of what is on its way."""
        self.show()
        _, number, pieces = told_ink(seen.sheets(self.evening.sitting))
        self.artist.take(SHEETS, number, pieces)
        self.sent += self.artist.lacking(ARTIST)

    def lose(self) -> None:
        """Lose the connection and all that is on its way."""
        self.sent.clear()
        self.come_back()

    def check(self) -> None:
        """See that everybody has the same, and that only a refusal keeps the artist ahead."""
        self.show()
        assert self.onlooker.sheets[ARTIST] == self.there
        told = [letter.message for letter in self.evening.told()]
        refused = [message for message in told if isinstance(message, Refused)]
        assert len(refused) <= 1 - self.is_used_up
        self.is_used_up |= bool(refused)
        there = self.there
        self.evening.restarts()
        assert self.there == there


class Pen:
    """Draws whatever Hypothesis wants."""

    def __init__(self, data: st.DataObject) -> None:
        """Draw with these choices."""
        self.data = data

    def marks(self) -> list[Mark]:
        """A few marks."""
        return self.data.draw(st.lists(st.one_of(strokes, marks), min_size=1, max_size=3))

    def number(self, most: int) -> int:
        """A number."""
        return self.data.draw(st.integers(0, most))

    def one_of(self, *names: str) -> str:
        """One of some names."""
        return self.data.draw(st.sampled_from(names))


@pytest.fixture(autouse=True)
def small_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets that are soon full, in each way."""
    monkeypatch.setattr(sheet, "MOST_MARKS", 12)
    monkeypatch.setattr(sheet, "MOST_POINTS", 90)
    monkeypatch.setattr(sheet, "MOST_TRAVEL", 150_000)
    monkeypatch.setattr(sheet, "MOST_TOGGLED", 9)


def play(pen: Pen, *also: str) -> Round:
    """Let things happen in any order."""
    evening = Round()
    for _ in range(pen.number(12)):
        match pen.one_of("draw", "grow", "arrive", "come back", "lose", *also):
            case "draw":
                evening.draw(*pen.marks())
            case "grow":
                evening.grow(pen.data.draw(strokes))
            case "arrive":
                evening.arrive(1 + pen.number(3))
            case "come back":
                evening.come_back()
            case "lose":
                evening.lose()
            case "twice":
                evening.sent += evening.sent[-2:]
            case "lie":
                place, known = pen.number(3), pen.number(3)
                row = tuple(pen.marks())
                evening.say(encode(Ink(place, known, row)))
            case _:
                evening.say(pen.data.draw(st.binary(max_size=30)))
    return evening


@given(st.data())
def test_an_honest_artist_has_what_everybody_has_once_it_has_arrived(data: st.DataObject) -> None:
    """And is never refused, because the client stops where the server would."""
    evening = play(Pen(data))
    while evening.sent:
        evening.arrive(len(evening.sent))
    evening.check()
    assert not evening.is_used_up
    assert evening.artist.mine == evening.there


@given(st.data())
def test_everybody_but_a_dishonest_artist_agrees(data: st.DataObject) -> None:
    """Made-up places, bytes that are no ink, more than fits: refusals are told once, and nobody differs."""
    evening = play(Pen(data), "lie", "twice", "bytes")
    evening.check()
    for _ in range(3):  # coming back and sending the rest comes to an end, whatever was refused
        evening.come_back()
        evening.arrive(len(evening.sent))
    assert not evening.sent
    evening.check()
