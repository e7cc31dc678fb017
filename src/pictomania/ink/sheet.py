"""One artist's sheet in one round: takes the stream of marks, knows what is to be seen, keeps to its limits.

Knows nothing of rules: whether the artist may draw now is asked elsewhere, before.
"""

from dataclasses import dataclass, field

from pictomania.ink.marks import BadInk, Ink, Mark, Redo, RubOut, Turn, Undo, Wipe
from pictomania.ink.stroke import CORNER, WIDTHS, Point, Stroke, is_on_grid

MOST_MARKS = 3_000
MOST_POINTS = 40_000  # on a sheet; a busy drawing has two thousand
MOST_POINTS_OF_A_STROKE = 4_000

NO_LINE = Stroke(0, ())

Change = frozenset[int]  # lines put on the sheet or taken off it; taking it back does the reverse


@dataclass(slots=True)
class Sheet:
    """A sheet as it stands; `marks` is all that was done to it."""

    marks: list[Mark] = field(default_factory=list)
    across: bool = False
    _shown: set[int] = field(default_factory=set)  # places of the lines to be seen
    _done: list[Change] = field(default_factory=list)  # changes that can be taken back
    _undone: list[Change] = field(default_factory=list)  # changes that can be done again
    _points: int = 0

    @property
    def is_empty(self) -> bool:
        """Is nothing to be seen on it (R32, R54)?"""
        return not self._shown

    @property
    def strokes(self) -> list[Stroke]:
        """The lines to be seen, in the order they were drawn."""
        return [mark for place in sorted(self._shown) if isinstance(mark := self.marks[place], Stroke)]

    @property
    def end(self) -> tuple[int, int]:
        """Where the stream goes on: at the last mark if it is a line, after so many points; else after it."""
        if self.marks and isinstance(last := self.marks[-1], Stroke):
            return len(self.marks) - 1, len(last.points)
        return len(self.marks), 0

    def before(self, place: int, known: int) -> Point | None:
        """Find the last point known at a place in the stream; None where it is not known here."""
        if known == 0:
            return CORNER
        points = self.line(place).points
        return points[known - 1] if known <= len(points) else None

    def line(self, place: int) -> Stroke:
        """The line at a place in the stream; one without points where there is none."""
        mark = self.marks[place] if place < len(self.marks) else NO_LINE
        return mark if isinstance(mark, Stroke) else NO_LINE

    def since(self, place: int, known: int) -> Ink:
        """Cut out what comes after a place in the stream."""
        marks = tuple(self.marks[place:])
        if not known or not marks or not isinstance(first := marks[0], Stroke):
            return Ink(place, 0, marks)
        if known < len(first.points):
            return Ink(place, known, (Stroke(first.width, first.points[known:]), *marks[1:]))
        return Ink(place + 1, 0, marks[1:])

    def add(self, ink: Ink) -> Ink | None:
        """Add what is new of a piece of the stream and return it; None where nothing is, or some is missing.

        Raise `BadInk`, and change nothing, where no honest client could have sent it. Marks that have come to
        mean nothing (rubbing out what is gone, taking back when nothing is left) are kept and do nothing.
        """
        news = self._news(ink)
        if news is None:
            return None
        self._check(news)
        for place, mark in enumerate(news.marks, start=news.place):
            self._apply(place, mark)
        return news

    # What is new.

    def _news(self, ink: Ink) -> Ink | None:
        place, known = self.end
        if ink.place == len(self.marks) and ink.marks and not ink.known:
            return ink
        if ink.place > place or (ink.place == place and ink.known > known):
            return None  # some is missing; the client learns from `end` where to go on
        marks = ink.marks[place - ink.place :]
        if not marks:
            return None
        if place == len(self.marks):
            return Ink(place, 0, marks)
        first = marks[0]
        if not isinstance(first, Stroke):
            raise BadInk("another mark in the place of a line")
        rest = first.points[known - (ink.known if ink.place == place else 0) :]
        if rest:
            return Ink(place, known, (Stroke(first.width, rest), *marks[1:]))
        return Ink(place + 1, 0, marks[1:]) if len(marks) > 1 else None

    # What may be.

    def _check(self, news: Ink) -> None:
        points = self._points
        for place, mark in enumerate(news.marks, start=news.place):
            if isinstance(mark, Stroke):
                _check_stroke(mark, self.line(place).points)
                points += len(mark.points)
        if news.place + len(news.marks) > MOST_MARKS or points > MOST_POINTS:
            raise BadInk("more than fits on a sheet")

    # What it does.

    def _apply(self, place: int, mark: Mark) -> None:
        if isinstance(mark, Stroke):
            self._points += len(mark.points)
            if place < len(self.marks):
                line = self.line(place)
                self.marks[place] = Stroke(line.width, line.points + mark.points)
                return
        self.marks.append(mark)
        self._change(place, mark)

    def _change(self, place: int, mark: Mark) -> None:
        match mark:
            case Stroke():
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
            case Turn(across) if self.is_empty:
                self.across = across
            case _:
                pass

    def _do(self, change: Change | set[int]) -> None:
        if change:
            self._shown ^= change
            self._done.append(frozenset(change))
            self._undone.clear()


def _check_stroke(stroke: Stroke, before: tuple[Point, ...]) -> None:
    if stroke.width not in WIDTHS:
        raise BadInk("no such pencil")
    if not stroke.points:
        raise BadInk("a line without a point")
    if len(before) + len(stroke.points) > MOST_POINTS_OF_A_STROKE:
        raise BadInk("a line that is too long")
    tick = before[-1].tick if before else 0
    for point in stroke.points:
        if not is_on_grid(point) or point.tick < tick:
            raise BadInk("a point off the sheet, or out of time")
        tick = point.tick
