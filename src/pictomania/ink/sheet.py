"""One artist's sheet in one round: applies the stream of marks, tracks what is visible, enforces limits.

Knows nothing of the rules: the caller checks beforehand whether the artist may draw.
"""

from dataclasses import dataclass, field

from pictomania.ink.marks import (
    Clear,
    Erase,
    InkPiece,
    Mark,
    PackedMark,
    PackedPiece,
    Redo,
    Rotate,
    SheetFull,
    Undo,
    pack,
)
from pictomania.ink.stroke import (
    CORNER,
    MAX_TICK,
    WIDTHS,
    BadInk,
    PackedStroke,
    Point,
    PointTuple,
    Stroke,
    is_on_grid,
    pack_stroke,
)

MAX_MARKS = 6_000  # per sheet: three times what a fast artist makes in ten minutes
MAX_POINTS = 120_000
MAX_STROKE_POINTS = 4_000
MAX_TRAVEL = 10_000_000  # grid units; steps from -64 to 63 along an axis are free
MAX_TOGGLED = 100_000  # strokes named by erase, or shown or hidden by clear, undo and redo

NO_STROKE = Stroke(0, ())

Toggle = frozenset[int]  # places of strokes to show or hide; applying it again reverts it


@dataclass(slots=True)
class Sheet:
    """The current state of a sheet. Strokes stay encoded; their points are decoded on demand."""

    is_landscape: bool = False
    last: PackedStroke | None = None  # the last mark if it is a stroke, which may still grow
    _marks: list[PackedMark] = field(default_factory=list)
    _visible: set[int] = field(default_factory=set)  # places of the visible strokes
    _done: list[Toggle] = field(default_factory=list)  # undo stack
    _undone: list[Toggle] = field(default_factory=list)  # redo stack
    _points: int = 0
    _travel: int = 0
    _toggled: int = 0

    @property
    def is_empty(self) -> bool:
        """Is no stroke visible (R32, R54)?"""
        return not self._visible

    @property
    def visible_count(self) -> int:
        """How many strokes are visible."""
        return len(self._visible)

    @property
    def marks(self) -> list[Mark]:
        """Every mark so far."""
        return list(self.since(0, 0).marks)

    @property
    def strokes(self) -> list[Stroke]:
        """The visible strokes, in drawing order."""
        return [self.stroke_at(place) for place in sorted(self._visible)]

    @property
    def end(self) -> tuple[int, int]:
        """Where the stream continues, as a place and a number of known points.

        That is inside the last mark if it is a stroke, and after it otherwise.
        """
        if self.last is None:
            return len(self._marks), 0
        return len(self._marks) - 1, self.last.count

    @property
    def room(self) -> int:
        """How many more marks a bounded sheet can take."""
        return MAX_MARKS - len(self._marks)

    def has(self, place: int, known: int) -> bool:
        """Does the sheet have everything before `place` and the first `known` points of the stroke there?"""
        if known == 0:
            return place <= len(self._marks)
        stroke = self._stroke(place)
        return stroke is not None and known <= stroke.count

    def point_before(self, place: int, known: int) -> Point | None:
        """Return the point that a piece at `place` continues from, or None if the sheet does not have it.

        Decodes the stroke from its start unless the last point is asked for.
        """
        if known == 0:
            return CORNER
        stroke = self._stroke(place)
        return stroke.point(known) if stroke is not None and known <= stroke.count else None

    def stroke_at(self, place: int) -> Stroke:
        """Return the stroke at a place in the stream, or one without points if there is none."""
        stroke = self._stroke(place)
        return NO_STROKE if stroke is None else stroke.unpack()

    def _stroke(self, place: int) -> PackedStroke | None:
        mark = self._marks[place] if place < len(self._marks) else None
        return mark if isinstance(mark, PackedStroke) else None

    def since(self, place: int, known: int) -> InkPiece:
        """Return the rest of the stream, without the first `known` points of the stroke at `place`."""
        return self.packed_since(place, known).unpack()

    def packed_since(self, place: int, known: int) -> PackedPiece:
        """Return what `since` does, still encoded; valid only until the sheet changes."""
        marks = tuple(self._marks[place:])
        if not known or not marks or not isinstance(first := marks[0], PackedStroke):
            return PackedPiece(place, 0, CORNER, marks)
        if known < first.count:
            points = first.unpack().points
            rest = pack_stroke(Stroke(first.width, points[known:]), points[known - 1])
            return PackedPiece(place, known, points[known - 1], (rest, *marks[1:]))
        return PackedPiece(place + 1, 0, CORNER, marks[1:])

    # Adding marks.

    def add(self, piece: InkPiece, *, bounded: bool = False) -> InkPiece | None:
        """Add the new part of a piece and return it; None if nothing is new or earlier ink is missing.

        Raise `BadInk` and change nothing if no honest client could have sent it. Marks without effect
        (erasing an erased stroke, undoing when nothing is left) are kept and do nothing.
        """
        new = self._new_part(piece)
        if new is None:
            return None
        before = self.last.end if self.last is not None and new.known else CORNER
        _check_points(new, before)
        self.add_packed(pack(new, before), bounded=bounded)
        return new

    def _new_part(self, piece: InkPiece) -> InkPiece | None:
        place, known = self.end
        if piece.place == len(self._marks) and not piece.known:
            return piece if piece.marks else None
        marks = piece.marks[place - piece.place :] if self.has(piece.place, piece.known) else ()
        if not marks:
            return None
        if self.last is None:
            return InkPiece(place, 0, marks)
        first = marks[0]
        if not isinstance(first, Stroke):
            raise BadInk("another mark in place of a stroke")
        repeated = known - (piece.known if piece.place == place else 0)
        if repeated >= len(first.points):
            return InkPiece(place + 1, 0, marks[1:]) if len(marks) > 1 else None
        if not repeated:
            return piece
        # The rest continues from where the stroke ends here, which need not be where the sender says.
        return InkPiece(place, known, (Stroke(first.width, first.points[repeated:]), *marks[1:]))

    def add_packed(self, piece: PackedPiece, *, bounded: bool) -> None:
        """Add a piece that starts exactly where the sheet ends and whose points are known to be valid.

        Raise `BadInk` as `add` does, and `SheetFull` if the sheet is bounded and full; change nothing then.
        """
        self._check(piece, bounded)
        continues = piece.known > 0
        new = piece.marks[continues:]
        try:
            for place, mark in enumerate(new, start=len(self._marks)):
                self._apply(place, mark, bounded)
        except SheetFull:
            self._rebuild()
            raise
        if continues and self.last is not None and isinstance(more := piece.marks[0], PackedStroke):
            self.extend(self.last, more.count, more.body, more.end, more.travel, bounded)
        for mark in new:
            self._marks.append(mark)
            self.last = mark if isinstance(mark, PackedStroke) else None
            if isinstance(mark, PackedStroke):
                self._points += mark.count
                self._travel += mark.travel

    def extend(
        self,
        stroke: PackedStroke,
        count: int,
        body: bytes | bytearray,
        end: PointTuple,
        travel: int,
        bounded: bool,
    ) -> None:
        """Extend the last stroke by points known to be valid; raise what `add_packed` raises."""
        if stroke.count + count > MAX_STROKE_POINTS:
            raise BadInk("a stroke that is too long")
        if bounded and (self._points + count > MAX_POINTS or self._travel + travel > MAX_TRAVEL):
            raise SheetFull
        self._points += count
        self._travel += travel
        stroke.count += count
        stroke.body += body
        stroke.end = end
        stroke.travel += travel

    # Checking limits.

    def _check(self, piece: PackedPiece, bounded: bool) -> None:
        points, travel, known = self._points, self._travel, piece.known
        for mark in piece.marks:
            if isinstance(mark, PackedStroke):
                _check_stroke(mark, known)
                points += mark.count
                travel += mark.travel
            known = 0
        marks = piece.place + len(piece.marks)
        if bounded and (marks > MAX_MARKS or points > MAX_POINTS or travel > MAX_TRAVEL):
            raise SheetFull

    # Applying marks.

    def _apply(self, place: int, mark: PackedMark, bounded: bool) -> None:
        self._toggled += self._cost(mark)
        if bounded and self._toggled > MAX_TOGGLED:
            raise SheetFull
        match mark:
            case PackedStroke():
                self._toggle(frozenset({place}))
            case Erase(strokes):
                self._toggle(self._visible.intersection(strokes))
            case Clear():
                self._toggle(frozenset(self._visible))
            case Undo() if self._done:
                self._undone.append(self._done.pop())
                self._visible ^= self._undone[-1]
            case Redo() if self._undone:
                self._done.append(self._undone.pop())
                self._visible ^= self._done[-1]
            case Rotate(landscape) if self.is_empty and landscape != self.is_landscape:
                self.is_landscape = landscape
                self._done.clear()  # strokes from the other orientation would not fit
                self._undone.clear()
            case _:
                pass

    def _cost(self, mark: PackedMark) -> int:
        """How many strokes a mark names, shows or hides; a new stroke is free."""
        match mark:
            case Erase(strokes):
                return len(strokes)
            case Clear():
                return len(self._visible)
            case Undo() if self._done:
                return len(self._done[-1])
            case Redo() if self._undone:
                return len(self._undone[-1])
            case _:
                return 0

    def _toggle(self, strokes: Toggle | set[int]) -> None:
        if strokes:
            self._visible ^= strokes
            self._done.append(frozenset(strokes))
            self._undone.clear()

    def _rebuild(self) -> None:
        """Apply all marks again after a piece did not fit; most sheets fill up at most once."""
        self.is_landscape = False
        self._toggled = 0
        self._visible, self._done, self._undone = set(), [], []
        for place, mark in enumerate(self._marks):
            self._apply(place, mark, bounded=False)


def _check_stroke(stroke: PackedStroke, known: int) -> None:
    if stroke.width not in WIDTHS:
        raise BadInk("no such pencil")
    if not stroke.count:
        raise BadInk("a stroke without points")
    if known + stroke.count > MAX_STROKE_POINTS:
        raise BadInk("a stroke that is too long")


def _check_points(piece: InkPiece, before: PointTuple) -> None:
    """Reject points that cannot be encoded, or that would decode to something else."""
    tick = before[3]
    for mark in piece.marks:
        for point in mark.points if isinstance(mark, Stroke) else ():
            if not is_on_grid(point) or not tick <= point.tick <= MAX_TICK:
                raise BadInk("a point off the sheet or out of order in time")
            tick = point.tick
        tick = 0
