"""Measures the drawing screen: where its parts are, which are cut off, and which overlap."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from playwright.sync_api import Page

# Kind and selector of everything that must be visible, unless the user can scroll to it.
PARTS = {
    "your sheet": "section[data-artist] .paper",
    "sheet": ".tile .paper",
    "tool": "[role=toolbar] button",
    "note": "section[data-artist] > p",
    "number card": "[data-hand] button",
    "finish button": ".finish button",
    "word": "[data-own-number]",
    "word card": "article",
}
# The box of each part, the part of it that isn't clipped, and whether it is in something that scrolls.
MEASURE = """parts => {
    const boxOf = element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const clip = ([left, top, right, bottom], [x, y, endX, endY]) =>
        [Math.max(left, x), Math.max(top, y), Math.min(right, endX), Math.min(bottom, endY)];
    return Object.entries(parts).flatMap(([kind, selector]) =>
        [...document.querySelectorAll(selector)].filter(part => part.checkVisibility()).map(part => {
            let [visible, scrolls] = [clip(boxOf(part), [0, 0, innerWidth, innerHeight]), false];
            for (let outer = part.parentElement; outer; outer = outer.parentElement) {
                const { overflow } = getComputedStyle(outer);
                scrolls ||= /auto|scroll/.test(overflow);
                if (/hidden|clip/.test(overflow)) visible = clip(visible, boxOf(outer));
            }
            return [kind, boxOf(part), visible, scrolls];
        }));
}"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
TOLERANCE_PX = 1.5
FRAMES = 60  # for the layout to settle


class Box(NamedTuple):
    """A rectangle on the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def area(self) -> float:
        """Its area in square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    def overlaps(self, other: "Box") -> bool:
        """Whether both have more than an edge in common."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width > TOLERANCE_PX and height > TOLERANCE_PX


class Part(NamedTuple):
    """A part of the screen as it is laid out."""

    kind: str
    box: Box
    visible: Box
    scrolls: bool  # the user can scroll to it


def check_layout(page: Page) -> None:
    """Wait until your sheet is the largest one and nothing overlaps or is cut off."""
    problems = [*problems_on(page)]
    for _ in range(FRAMES):
        if not problems:
            return
        page.evaluate(NEXT_FRAME)
        problems = [*problems_on(page)]
    raise AssertionError(f"at {page.viewport_size}: {', '.join(problems)}")


def problems_on(page: Page) -> Iterator[str]:
    """Describe everything that is wrong with the screen right now."""
    measured = page.evaluate(MEASURE, PARTS)
    parts = [Part(kind, Box(*box), Box(*visible), scrolls) for kind, box, visible, scrolls in measured]
    own = [part.box.area for part in parts if part.kind == "your sheet"]
    others = [part.box.area for part in parts if part.kind == "sheet"]
    if len(own) != 1 or not others or own[0] <= max(others):
        yield f"your sheet has {own}, the others have {others}"
    fixed = [part for part in parts if not part.scrolls]
    for part in fixed:
        if part.visible.area < part.box.area - TOLERANCE_PX * (part.box.right - part.box.left):
            yield f"{part.kind} at {part.box} is cut off"
    for one, other in combinations(fixed, 2):
        if one.box.overlaps(other.box):
            yield f"{one.kind} at {one.box} overlaps {other.kind} at {other.box}"
