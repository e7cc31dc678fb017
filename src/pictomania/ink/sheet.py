"""One artist's sheet in one round: takes the stream of marks, knows what is to be seen, keeps to its limits.

Knows nothing of rules: whether the artist may draw now is asked elsewhere, before.
"""

from dataclasses import dataclass, field

from pictomania.ink.marks import (
    Ink,
    Mark,
    Packed,
    PackedMark,
    Redo,
    RubOut,
    SheetFull,
    Turn,
    Undo,
    Wipe,
    packed,
)
from pictomania.ink.stroke import (
    CORNER,
    LATEST,
    WIDTHS,
    BadInk,
    Line,
    Point,
    Row,
    Stroke,
    is_on_grid,
    line_of,
)

MOST_MARKS = 6_000  # on a sheet: three times what a fast artist makes in ten minutes
MOST_POINTS = 120_000
MOST_POINTS_OF_A_STROKE = 4_000
MOST_TRAVEL = 10_000_000  # grid units; steps of -64 to 63 along an axis are free
MOST_TOGGLED = 100_000  # lines named by rub outs, or changed by wipe, undo and redo

NO_LINE = Stroke(0, ())

Change = frozenset[int]  # lines put on the sheet or taken off it; taking it back does the reverse


@dataclass(slots=True)
class Sheet:
    """A sheet as it stands. Lines are kept as bytes and read anew whenever somebody asks for their points."""

    across: bool = False
    last: Line | None = None  # the last mark, if it is a line, which may still grow
    _marks: list[PackedMark] = field(default_factory=list)
    _shown: set[int] = field(default_factory=set)  # places of the lines to be seen
    _done: list[Change] = field(default_factory=list)  # changes that can be taken back
    _undone: list[Change] = field(default_factory=list)  # changes that can be done again
    _points: int = 0
    _travel: int = 0
    _toggled: int = 0

    @property
    def is_empty(self) -> bool:
        """Is nothing to be seen on it (R32, R54)?"""
        return not self._shown

    @property
    def lines_shown(self) -> int:
        """How many lines are to be seen."""
        return len(self._shown)

    @property
    def marks(self) -> list[Mark]:
        """All that was done to it."""
        return list(self.since(0, 0).marks)

    @property
    def strokes(self) -> list[Stroke]:
        """The lines to be seen, in the order they were drawn."""
        return [self.line(place) for place in sorted(self._shown)]

    @property
    def end(self) -> tuple[int, int]:
        """Where the stream goes on: at the last mark if it is a line, after so many points; else after it."""
        if self.last is None:
            return len(self._marks), 0
        return len(self._marks) - 1, self.last.count

    @property
    def room(self) -> int:
        """How many more marks fit on a bounded sheet."""
        return MOST_MARKS - len(self._marks)

    def has(self, place: int, known: int) -> bool:
        """Is everything known here up to a place in the stream and some points of the line there?"""
        if known == 0:
            return place <= len(self._marks)
        line = self._line(place)
        return line is not None and known <= line.count

    def before(self, place: int, known: int) -> Point | None:
        """Find the last point known at a place in the stream; None where it is not known here.

        This reads a line from its start, unless its end is asked for.
        """
        if known == 0:
            return CORNER
        line = self._line(place)
        return line.point(known) if line is not None and known <= line.count else None

    def line(self, place: int) -> Stroke:
        """The line at a place in the stream; one without points where there is none."""
        line = self._line(place)
        return NO_LINE if line is None else line.stroke()

    def _line(self, place: int) -> Line | None:
        mark = self._marks[place] if place < len(self._marks) else None
        return mark if isinstance(mark, Line) else None

    def since(self, place: int, known: int) -> Ink:
        """Cut out what comes after a place in the stream."""
        return self.packed_since(place, known).ink()

    def packed_since(self, place: int, known: int) -> Packed:
        """Cut out what comes after a place in the stream, to be written down before the sheet changes."""
        marks = tuple(self._marks[place:])
        if not known or not marks or not isinstance(first := marks[0], Line):
            return Packed(place, 0, CORNER, marks)
        if known < first.count:
            points = first.stroke().points
            rest = line_of(Stroke(first.width, points[known:]), points[known - 1])
            return Packed(place, known, points[known - 1], (rest, *marks[1:]))
        return Packed(place + 1, 0, CORNER, marks[1:])

    # What is added.

    def add(self, ink: Ink, *, bounded: bool = False) -> Ink | None:
        """Add what is new of a piece of the stream and return it; None where nothing is, or some is missing.

        Raise `BadInk`, and change nothing, where no honest client could have sent it. Marks that have come to
        mean nothing (rubbing out what is gone, taking back when nothing is left) are kept and do nothing.
        """
        news = self._news(ink)
        if news is None:
            return None
        before = self.last.end if self.last is not None and news.known else CORNER
        _check_points(news, before)
        self.add_packed(packed(news, before), bounded=bounded)
        return news

    def _news(self, ink: Ink) -> Ink | None:
        place, known = self.end
        if ink.place == len(self._marks) and not ink.known:
            return ink if ink.marks else None
        marks = ink.marks[place - ink.place :] if self.has(ink.place, ink.known) else ()
        if not marks:
            return None
        if self.last is None:
            return Ink(place, 0, marks)
        first = marks[0]
        if not isinstance(first, Stroke):
            raise BadInk("another mark in the place of a line")
        again = known - (ink.known if ink.place == place else 0)
        if again >= len(first.points):
            return Ink(place + 1, 0, marks[1:]) if len(marks) > 1 else None
        # It goes on from where the line ends here, which need not be where its sender says.
        return Ink(place, known, (Stroke(first.width, first.points[again:]), *marks[1:])) if again else ink

    def add_packed(self, news: Packed, *, bounded: bool) -> None:
        """Add ink that goes on exactly where the sheet ends, and whose points are known to be good.

        Raise `BadInk` as `add` does, and `SheetFull` if the sheet is bounded and full; change nothing then.
        """
        self._check(news, bounded)
        goes_on = news.known > 0
        new = news.marks[goes_on:]
        try:
            for place, mark in enumerate(new, start=len(self._marks)):
                self._change(place, mark, bounded)
        except SheetFull:
            self._restore()
            raise
        if goes_on and self.last is not None and isinstance(more := news.marks[0], Line):
            self.grow(self.last, more.count, more.body, more.end, more.travel, bounded)
        for mark in new:
            self._marks.append(mark)
            self.last = mark if isinstance(mark, Line) else None
            if isinstance(mark, Line):
                self._points += mark.count
                self._travel += mark.travel

    def grow(
        self, line: Line, count: int, body: bytes | bytearray, end: Row, travel: int, bounded: bool
    ) -> None:
        """Let the last line go on by points known to be good; raise what `add_packed` raises."""
        if line.count + count > MOST_POINTS_OF_A_STROKE:
            raise BadInk("a line that is too long")
        if bounded and (self._points + count > MOST_POINTS or self._travel + travel > MOST_TRAVEL):
            raise SheetFull
        self._points += count
        self._travel += travel
        line.count += count
        line.body += body
        line.end = end
        line.travel += travel

    # What may be.

    def _check(self, news: Packed, bounded: bool) -> None:
        points, travel, known = self._points, self._travel, news.known
        for mark in news.marks:
            if isinstance(mark, Line):
                _check_line(mark, known)
                points += mark.count
                travel += mark.travel
            known = 0
        marks = news.place + len(news.marks)
        if bounded and (marks > MOST_MARKS or points > MOST_POINTS or travel > MOST_TRAVEL):
            raise SheetFull

    # What it does.

    def _change(self, place: int, mark: PackedMark, bounded: bool) -> None:
        self._toggled += self._cost(mark)
        if bounded and self._toggled > MOST_TOGGLED:
            raise SheetFull
        match mark:
            case Line():
                self._do(frozenset({place}))
            case RubOut(strokes):
                self._do(self._shown.intersection(strokes))
            case Wipe():
                self._do(frozenset(self._shown))
            case Undo() if self._done:
                self._undone.append(self._done.pop())
                self._shown ^= self._undone[-1]
            case Redo() if self._undone:
                self._done.append(self._undone.pop())
                self._shown ^= self._done[-1]
            case Turn(across) if self.is_empty and across != self.across:
                self.across = across
                self._done.clear()  # what was drawn on the sheet the other way does not fit on it now
                self._undone.clear()
            case _:
                pass

    def _cost(self, mark: PackedMark) -> int:
        """How many lines a mark names, or puts on the sheet or takes off it again."""
        match mark:
            case RubOut(strokes):
                return len(strokes)
            case Wipe():
                return len(self._shown)
            case Undo() if self._done:
                return len(self._done[-1])
            case Redo() if self._undone:
                return len(self._undone[-1])
            case _:
                return 0

    def _do(self, change: Change | set[int]) -> None:
        if change:
            self._shown ^= change
            self._done.append(frozenset(change))
            self._undone.clear()

    def _restore(self) -> None:
        """Work out again what its marks do, after others turned out not to fit: once for most sheets."""
        self.across = False
        self._toggled = 0
        self._shown, self._done, self._undone = set(), [], []
        for place, mark in enumerate(self._marks):
            self._change(place, mark, bounded=False)


def _check_line(line: Line, known: int) -> None:
    if line.width not in WIDTHS:
        raise BadInk("no such pencil")
    if not line.count:
        raise BadInk("a line without a point")
    if known + line.count > MOST_POINTS_OF_A_STROKE:
        raise BadInk("a line that is too long")


def _check_points(ink: Ink, before: Row) -> None:
    """Check what cannot even be written down as bytes, or not as bytes that are read again."""
    tick = before[3]
    for mark in ink.marks:
        for point in mark.points if isinstance(mark, Stroke) else ():
            if not is_on_grid(point) or not tick <= point.tick <= LATEST:
                raise BadInk("a point off the sheet, or out of time")
            tick = point.tick
        tick = 0
