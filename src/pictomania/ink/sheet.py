"""One artist's sheet in one round: takes the stream of marks, knows what is to be seen, keeps to its limits.

Knows nothing of rules: whether the artist may draw now is asked elsewhere, before.
"""

from dataclasses import dataclass, field

from pictomania.ink.marks import (
    Ink,
    Mark,
    Missing,
    Packed,
    PackedMark,
    Redo,
    RubOut,
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
    _rubbed: int = 0

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

    def before(self, place: int, known: int) -> Point | None:
        """Find the last point known at a place in the stream; None where it is not known here."""
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

    def add(self, ink: Ink) -> Ink | None:
        """Add what is new of a piece of the stream and return it; None where nothing is, or some is missing.

        Raise `BadInk`, and change nothing, where no honest client could have sent it. Marks that have come to
        mean nothing (rubbing out what is gone, taking back when nothing is left) are kept and do nothing.
        """
        before = self.before(ink.place, ink.known) or CORNER
        _check_points(ink, before)
        whole = packed(ink, before)
        try:
            news = self.add_packed(whole)
        except Missing:
            return None
        if news is None:
            return None
        return ink if news is whole else news.ink()

    def add_packed(self, ink: Packed) -> Packed | None:
        """Add what is new of a piece whose points are known to be good; None where nothing is.

        Raise `Missing` where some in between is missing, `BadInk` as `add` does, and change nothing then.
        """
        news = self._news(ink)
        if news is not None:
            self._check(news)
            for place, mark in enumerate(news.marks, start=news.place):
                self._apply(place, mark)
        return news

    def grow(self, line: Line, count: int, body: bytes | bytearray, end: Row) -> None:
        """Let the last line go on by points known to be good; raise `BadInk` if they are too many."""
        if line.count + count > MOST_POINTS_OF_A_STROKE:
            raise BadInk("a line that is too long")
        if self._points + count > MOST_POINTS:
            raise BadInk("more than fits on a sheet")
        self._points += count
        line.count += count
        line.body += body
        line.end = end

    # What is new.

    def _news(self, ink: Packed) -> Packed | None:
        place, known = self.end
        if ink.place == len(self._marks) and not ink.known:
            return ink if ink.marks else None
        if ink.place > place or (ink.place == place and ink.known > known):
            raise Missing
        marks = ink.marks[place - ink.place :]
        if not marks:
            return None
        if self.last is None:
            return Packed(place, 0, CORNER, marks)
        first = marks[0]
        if not isinstance(first, Line):
            raise BadInk("another mark in the place of a line")
        known_of_it, before = (ink.known, ink.before) if ink.place == place else (0, CORNER)
        again = known - known_of_it
        if again >= first.count:
            return Packed(place + 1, 0, CORNER, marks[1:]) if len(marks) > 1 else None
        if not again:
            return ink
        # It goes on from where the line ends here, which need not be where its sender says.
        news = Ink(place, known, (Stroke(first.width, first.stroke(before).points[again:]),))
        _check_points(news, self.last.end)
        return Packed(place, known, self.last.end, packed(news, self.last.end).marks + marks[1:])

    # What may be.

    def _check(self, news: Packed) -> None:
        points, rubbed, known = self._points, self._rubbed, news.known
        for mark in news.marks:
            if isinstance(mark, Line):
                _check_line(mark, known)
                points += mark.count
            elif isinstance(mark, RubOut):
                rubbed += len(mark.strokes)
            known = 0
        if news.place + len(news.marks) > MOST_MARKS or points > MOST_POINTS or rubbed > MOST_TOGGLED:
            raise BadInk("more than fits on a sheet")

    # What it does.

    def _apply(self, place: int, mark: PackedMark) -> None:
        if isinstance(mark, Line):
            if self.last is not None and place < len(self._marks):
                self.grow(self.last, mark.count, mark.body, mark.end)
                return
            self._points += mark.count
        self.last = mark if isinstance(mark, Line) else None
        self._marks.append(mark)
        self._change(place, mark)

    def _change(self, place: int, mark: PackedMark) -> None:
        match mark:
            case Line():
                self._do(frozenset({place}))
            case RubOut(strokes):
                self._rubbed += len(strokes)
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

    def _do(self, change: Change | set[int]) -> None:
        if change:
            self._shown ^= change
            self._done.append(frozenset(change))
            self._undone.clear()


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
