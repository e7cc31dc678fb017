"""The sheets on the table as one client knows them; its own may be ahead of the server's copy."""

from pictomania.ink import InkPiece, Mark, Sheet, Stroke, apply_piece, encode_piece, encode_sheet
from pictomania.ink.stroke import CORNER, Point
from pictomania.wire.frames import SHEETS, Pieces, encode_ink_from_client
from pictomania.wire.limits import MAX_FRAME_BYTES


class Paper:
    """One set of sheets."""

    def __init__(self) -> None:
        self.number = 0
        self.sheets: list[Sheet] = []
        self.mine = Sheet()

    def switch_to(self, number: int, seats: int) -> None:
        """Start with empty sheets if the table has a new set; without seats there are none."""
        if number != self.number or not seats:
            self.number = number
            self.sheets = [Sheet() for _ in range(seats)]
            self.mine = Sheet()

    def receive(self, kind: int, paper: int, pieces: Pieces) -> None:
        """Apply ink from the server; drop ink of an earlier set of sheets."""
        if paper != self.number & 0xFF:
            return
        if kind == SHEETS:
            self.sheets = [Sheet() for _ in pieces]
        for seat, piece in pieces:
            apply_piece(piece, self.sheets[seat])

    def draw(self, *marks: Mark) -> list[bytes]:
        """Put marks on our sheet; return the frames to send, if that changed anything.

        Raise `SheetFull` if they do not fit, since the server would refuse them.
        """
        place, known = self.mine.end
        return self._add(InkPiece(place + 1 if known else place, 0, marks))

    def extend_line(self, line: Stroke) -> list[bytes]:
        """Append points to the last line on our sheet; return and raise the same as `draw`."""
        place, known = self.mine.end
        return self._add(InkPiece(place, known, (line,)))

    def _add(self, ink: InkPiece) -> list[bytes]:
        before = self._before(ink)
        is_new = self.mine.add(ink, bounded=True) is not None
        return self._frames(ink, before, short=bool(ink.known)) if is_new else []

    def resync(self, seat: int) -> list[bytes]:
        """Return the frames that the server lacks of our sheet; if the two diverged, adopt the server's."""
        theirs = self.sheets[seat]
        if not self._is_ahead_of(theirs):  # drawn before a reload, or on another device
            self.mine = Sheet()
            apply_piece(encode_sheet(theirs), self.mine)
        rest = self.mine.since(*theirs.end)
        return self._frames(rest, self._before(rest)) if rest.marks else []

    def _is_ahead_of(self, theirs: Sheet) -> bool:
        """Whether our sheet begins with everything on the other one."""
        place, known = theirs.end
        mine, line = self.mine.marks[:place], self.mine.stroke_at(place)
        if known:
            mine.append(Stroke(line.width, line.points[:known]))
        return mine == theirs.marks

    def _before(self, ink: InkPiece) -> Point:
        return self.mine.point_before(ink.place, ink.known) or CORNER

    def _frames(self, ink: InkPiece, before: Point, *, short: bool = False) -> list[bytes]:
        """Encode ink, split into as many frames as it takes."""
        frame = encode_ink_from_client(self.number, encode_piece(ink, before, short=short))
        if len(frame) <= MAX_FRAME_BYTES:
            return [frame]
        half = len(ink.marks) // 2
        first, rest = (
            InkPiece(ink.place, ink.known, ink.marks[:half]),
            InkPiece(ink.place + half, 0, ink.marks[half:]),
        )
        return self._frames(first, before, short=short) + self._frames(rest, CORNER)
