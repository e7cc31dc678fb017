"""The sheets on the table as one client knows them, and its own, which may be ahead of the server's."""

from pictomania.ink import Ink, Mark, Sheet, Stroke, encode, take, written
from pictomania.wire.frames import SHEETS, Pieces, ink_from_client


class Paper:
    """One set of sheets."""

    def __init__(self) -> None:
        """Begin without any."""
        self.number = 0
        self.sheets: list[Sheet] = []
        self.mine = Sheet()

    def renew(self, number: int, seats: int) -> None:
        """Put empty sheets on the table, if it has others now."""
        if number != self.number:
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

    def draw(self, *marks: Mark) -> bytes | None:
        """Put marks on the own sheet; what to send, if that changed anything."""
        place, known = self.mine.end
        return self._sent(Ink(place + 1 if known else place, 0, marks))

    def go_on(self, line: Stroke) -> bytes | None:
        """Let the last line on the own sheet grow."""
        place, known = self.mine.end
        return self._sent(Ink(place, known, (line,)))

    def _sent(self, ink: Ink) -> bytes | None:
        before = self.mine.before(ink.place, ink.known)
        if before is None or self.mine.add(ink) is None:
            return None
        return ink_from_client(self.number, encode(ink, before, goes_on=bool(ink.known)))

    def lacking(self, seat: int) -> bytes | None:
        """What of the own sheet the table does not have, to be sent again; or take over what it has more."""
        theirs = self.sheets[seat]
        if theirs.end > self.mine.end:  # drawn before a restart, or on another device
            self.mine = Sheet()
            take(written(theirs), self.mine)
        rest = self.mine.since(*theirs.end)
        if not rest.marks:
            return None
        before = self.mine.before(rest.place, rest.known)
        return None if before is None else ink_from_client(self.number, encode(rest, before))
