"""SVG parser: the shapes of an icon in painting order, as polylines."""

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from svg.path import Close, Line, Move, parse_path
from svg.path.path import PathSegment

from icons.lines import Points

PAINTED = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse")
FOLLOWED = ("svg", "g", "use")  # but not definitions, clips and masks
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE)
PAPER = ("none", "#fff")
DARKEST = 0x30  # of 0xff; lighter colours are not lines
STEP = 1.0  # curves are split into at least eight lines of about this length, in units of the icon


class Matrix(NamedTuple):
    """An affine transform, with its coefficients in the order of SVG."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def apply(self, point: complex) -> complex:
        """Transform a point."""
        x, y = point.real, point.imag
        return complex(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def after(self, first: "Matrix") -> "Matrix":
        """Return the composition: `first`, then this."""
        origin = self.apply(first.apply(0))
        x, y = (self.apply(first.apply(unit)) - origin for unit in (1, 1j))
        return Matrix(x.real, x.imag, y.real, y.imag, origin.real, origin.imag)


@dataclass(frozen=True)
class Shape:
    """Lines that belong together, and how they are painted: stroked, filled or both."""

    lines: list[Points]
    inked: bool  # stroked in a dark colour
    tinted: bool  # stroked in another colour, or a coloured circle
    filled: bool
    dark: bool  # filled with a dark colour


class PaintedElement(NamedTuple):
    """An element that paints something, with inherited transform and colours."""

    element: ET.Element
    place: Matrix
    ink: str
    paint: str

    def lines(self) -> list[Points]:
        """Return its outlines in the coordinates of the icon."""
        return [[self.place.apply(point) for point in line] for line in flatten(_path_of(self.element))]


ElementsById = dict[str, ET.Element]  # including the #, as in references


def parse_elements(body: str) -> tuple[list[PaintedElement], ElementsById]:
    """Return the painted elements of an SVG's body, and the elements they may refer to."""
    root = ET.fromstring(f"<svg>{body}</svg>")  # noqa: S314 (from a package whose hash we know)
    named = {f"#{element.get('id')}": element for element in root.iter() if element.get("id")}
    return list(_painted(root, Matrix(), {"fill": "#000", "stroke": "none"}, named)), named


def shapes(body: str) -> list[Shape]:
    """Return the shapes of an icon, without the plain background before the first line."""
    return [
        _shape(one) for one in itertools.dropwhile(lambda one: not _is_drawn(one), parse_elements(body)[0])
    ]


def _is_drawn(one: PaintedElement) -> bool:
    """Whether an element has any lines to draw."""
    return is_dark(one.paint) or is_dark(one.ink) or _is_tinted(one)


def _is_tinted(one: PaintedElement) -> bool:
    """Whether an element is a coloured line, or a coloured circle."""
    if one.ink in PAPER:
        return one.element.tag == "circle" and one.paint not in PAPER and not is_dark(one.paint)
    return one.paint == "none" and not is_dark(one.ink)


def _shape(one: PaintedElement) -> Shape:
    return Shape(
        one.lines(),
        inked=is_dark(one.ink),
        tinted=_is_tinted(one),
        filled=one.paint != "none",
        dark=is_dark(one.paint),
    )


def _painted(
    element: ET.Element, place: Matrix, style: dict[str, str], named: ElementsById
) -> Iterator[PaintedElement]:
    style = style | {key: value for key, value in element.items() if key in style}
    place = place.after(parse_transform(element.get("transform", "")))
    if element.tag in PAINTED:
        yield PaintedElement(element, place, style["stroke"], style["fill"])
    elif element.tag in FOLLOWED:
        inside = [named[element.get("href", "")]] if element.tag == "use" else list(element)
        place = place.after(Matrix(e=_length(element, "x"), f=_length(element, "y")))
        for inner in inside:
            yield from _painted(inner, place, style, named)


def parse_transform(text: str) -> Matrix:
    """Parse a `transform` attribute."""
    whole = Matrix()
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        whole = whole.after(_step(name, _numbers(inside)))
    return whole


def _step(name: str, numbers: list[float]) -> Matrix:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x, *y]:
            return Matrix(e=x, f=sum(y))
        case "scale", [x, *y]:
            return Matrix(a=x, d=y[0] if y else x)
        case "skewX", [degrees]:
            return Matrix(c=math.tan(math.radians(degrees)))
        case "skewY", [degrees]:
            return Matrix(b=math.tan(math.radians(degrees)))
        case "rotate", [degrees, *centre]:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
            cx, cy = centre or (0.0, 0.0)
            return Matrix(e=cx, f=cy).after(Matrix(cos, sin, -sin, cos)).after(Matrix(e=-cx, f=-cy))
        case _:
            raise ValueError(f"unsupported transform: {name}{numbers}")


def is_dark(colour: str) -> bool:
    """Whether a colour is that of lines."""
    if colour in {"currentColor", "black"}:
        return True
    digits = colour.removeprefix("#")
    if not colour.startswith("#") or len(digits) not in {3, 6}:
        return False
    width = len(digits) // 3
    parts = [digits[start : start + width] * (3 - width) for start in range(0, len(digits), width)]
    return all(int(part, 16) <= DARKEST for part in parts)


def _path_of(element: ET.Element) -> str:
    """Return the `d` of an equivalent path."""
    match element.tag:
        case "path":
            return element.get("d", "")
        case "line":
            x1, y1, x2, y2 = (_length(element, name) for name in ("x1", "y1", "x2", "y2"))
            return f"M{x1},{y1}L{x2},{y2}"
        case "polyline":
            return "M" + element.get("points", "")
        case "polygon":
            return "M" + element.get("points", "") + "z"
        case "rect":
            return _rectangle(element)
        case _:
            cx, cy, r = (_length(element, name) for name in ("cx", "cy", "r"))
            rx, ry = (_length(element, name) or r for name in ("rx", "ry"))
            return f"M{cx},{cy - ry}a{rx},{ry},0,0,0,0,{2 * ry}a{rx},{ry},0,0,0,0,{-2 * ry}z"


def _rectangle(element: ET.Element) -> str:
    x, y, width, height = (_length(element, name) for name in ("x", "y", "width", "height"))
    rx, ry = (_length(element, name) for name in ("rx", "ry"))
    rx, ry = min(rx or ry, width / 2), min(ry or rx, height / 2)
    corner = f"a{rx},{ry},0,0,1,"
    return (
        f"M{x + rx},{y}h{width - 2 * rx}{corner}{rx},{ry}v{height - 2 * ry}{corner}{-rx},{ry}"
        f"h{2 * rx - width}{corner}{-rx},{-ry}v{2 * ry - height}{corner}{rx},{-ry}z"
    )


def _length(element: ET.Element, name: str) -> float:
    return (_numbers(element.get(name, "")) or [0.0])[0]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(text)]


def flatten(path: str) -> list[Points]:
    """Convert a path to polylines, one per subpath; closed ones end where they start."""
    lines: list[Points] = []
    closed = True
    for segment in parse_path(path):
        if isinstance(segment, Move):
            lines.append([segment.end])
        else:
            if closed and lines and len(lines[-1]) > 1:
                lines.append([segment.start])
            lines[-1] += _points_of(segment)
        closed = isinstance(segment, Close)
    return [line for line in lines if len(line) > 1]


def _points_of(segment: PathSegment) -> Points:
    """Return the points of a segment, without its start."""
    if isinstance(segment, Line | Close):
        return [segment.end]
    rough = [segment.point(part / 4) for part in range(5)]
    length = sum(abs(b - a) for a, b in itertools.pairwise(rough))
    count = max(8, math.ceil(length / STEP))
    return [segment.point(part / count) for part in range(1, count)] + [segment.end]
