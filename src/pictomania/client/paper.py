"""The sheets on the table as one client knows them, and its own, which may be ahead of the server's."""

from pictomania.ink import Ink, Mark, Sheet, Stroke, encode, take, written
from pictomania.ink.stroke import CORNER, Point
from pictomania.wire.frames import SHEETS, Pieces, ink_from_client
from pictomania.wire.limits import LARGEST_FRAME


class Paper:
    """One set of sheets."""

    def __init__(self) -> None:
        """Begin without any."""
        self.number = 0
        self.sheets: list[Sheet] = []
        self.mine = Sheet()

    def renew(self, number: int, seats: int) -> None:
        """Put empty sheets on the table, if it has others now; without seats there are none."""
        if number != self.number or not seats:
            self.number = number
            self.sheets = [Sheet() for _ in range(seats)]
            self.mine = Sheet()

    def take(self, kind: int, paper: int, pieces: Pieces) -> None:
        """Take ink that the table shows; what belongs to sheets that are gone is dropped."""
        if paper != self.number & 0xFF:
            return
        if kind == SHEETS:
            self.sheets = [Sheet() for _ in pieces]
        for seat, piece in pieces:
            take(piece, self.sheets[seat])

    def draw(self, *marks: Mark) -> list[bytes]:
        """Put marks on the own sheet; what to send, if that changed anything.

        Raise `SheetFull`, as the server would refuse them, if they do not fit.
        """
        place, known = self.mine.end
        return self._sent(Ink(place + 1 if known else place, 0, marks))

    def go_on(self, line: Stroke) -> list[bytes]:
        """Let the last line on the own sheet grow; raise what `draw` raises."""
        place, known = self.mine.end
        return self._sent(Ink(place, known, (line,)))

    def _sent(self, ink: Ink) -> list[bytes]:
        before = self._before(ink)
        is_new = self.mine.add(ink, bounded=True) is not None
        return self._frames(ink, before, goes_on=bool(ink.known)) if is_new else []

    def lacking(self, seat: int) -> list[bytes]:
        """What of the own sheet the table does not have, to be sent again; or take over what is there."""
        theirs = self.sheets[seat]
        if not self._goes_on_from(theirs):  # drawn before a reload, or on another device
            self.mine = Sheet()
            take(written(theirs), self.mine)
        rest = self.mine.since(*theirs.end)
        return self._frames(rest, self._before(rest)) if rest.marks else []

    def _goes_on_from(self, theirs: Sheet) -> bool:
        """Does the own sheet begin with all that is on another one?"""
        place, known = theirs.end
        mine, line = self.mine.marks[:place], self.mine.line(place)
        if known:
            mine.append(Stroke(line.width, line.points[:known]))
        return mine == theirs.marks

    def _before(self, ink: Ink) -> Point:
        return self.mine.before(ink.place, ink.known) or CORNER

    def _frames(self, ink: Ink, before: Point, *, goes_on: bool = False) -> list[bytes]:
        """Write ink down, in as many frames as it takes."""
        frame = ink_from_client(self.number, encode(ink, before, goes_on=goes_on))
        if len(frame) <= LARGEST_FRAME:
            return [frame]
        half = len(ink.marks) // 2
        first, rest = Ink(ink.place, ink.known, ink.marks[:half]), Ink(ink.place + half, 0, ink.marks[half:])
        return self._frames(first, before, goes_on=goes_on) + self._frames(rest, CORNER)
