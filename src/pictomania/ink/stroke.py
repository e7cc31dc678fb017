"""What a pencil leaves on a sheet: points on a fixed grid, the same on every device."""

from dataclasses import dataclass

LONG = 4095  # largest coordinate along the long edge of a sheet
SHORT = 3071  # and along the short one: paper is 4 by 3, upright or across (R11)
WIDTHS = (0, 1, 2, 3)  # pencils, thin to thick
HARDEST = 255  # pressure
TICK_MS = 4  # time is counted in these, from the start of the drawing


@dataclass(frozen=True, slots=True)
class Point:
    """Where the pencil was, how hard it was pressed, and when."""

    x: int
    y: int
    pressure: int
    tick: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line from pencil down to pencil up."""

    width: int
    points: tuple[Point, ...]


CORNER = Point(0, 0, 0, 0)  # where every line is measured from


def is_on_grid(point: Point) -> bool:
    """Does a point lie on a sheet, whichever way it is turned?"""
    return 0 <= point.x <= LONG and 0 <= point.y <= LONG and 0 <= point.pressure <= HARDEST
