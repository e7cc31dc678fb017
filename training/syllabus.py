"""What is taught: all drawings with the outputs that they show, and which outputs only icons can teach."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.holders import Whole, draw_lists
from training.icons import chosen_for, hash_of, read_icons, with_held
from training.labels import Output, by_people, counting, icon_outputs, output_of_tag, outputs_of
from training.sketches import PARTS, Sketches, joined, read
from training.warp import KINDS


@dataclass(frozen=True)
class Syllabus:
    """Drawings and their meaning."""

    sketches: Sketches
    outputs: tuple[Output, ...]
    target: Whole  # the right output of each drawing
    kind: Whole  # of each drawing, an index into warp.KINDS
    by_icons: NDArray[np.bool_]  # which outputs are learnt from icons alone


def syllabus_of(folder: Path, icons: Sequence[Path], each: int, hold: bool, blind: int) -> Syllabus:
    """Read human sketches and icons.

    `each` limits the sketches of a class, `hold` keeps some icons back, and `blind` human concepts are learnt
    from icons as if nobody had drawn them, to see what people's drawings of such an idea are worth.
    """
    sketches = read(folder)
    sketches = sketches.first(each) if each else sketches
    outputs = outputs_of(sketches.name)
    shown = output_of_tag(outputs)
    by_icons = np.zeros(len(outputs), dtype=bool)
    if icons:
        drawn, draws = read_icons(icons), draw_lists()
        outputs += icon_outputs(draws, set(drawn.name))
        instead = _instead(draws, outputs, set(drawn.name), blind)
        by_icons = np.array([not any(map(by_people, output.tags)) for output in outputs])
        by_icons[list(instead.values())] = True
        shown = {**output_of_tag(outputs), **instead}
        drawn = chosen_for(drawn, shown)
        drawn = with_held(drawn, outputs) if hold else drawn
        sketches = joined(_blinded(sketches, [by_icons[shown[name]] for name in sketches.name]), drawn)
    return Syllabus(
        sketches=sketches,
        outputs=outputs,
        target=np.array([shown[name] for name in sketches.name]),
        kind=np.array([_kind_of(name) for name in sketches.name]),
        by_icons=by_icons,
    )


def _kind_of(name: str) -> int:
    source = name.partition("/")[0]
    return KINDS.index({"quickdraw": "drawn", "tu-berlin": "traced"}.get(source, "icon"))


def _instead(
    draws: Iterable[Sequence[str]], outputs: Sequence[Output], there: set[str], blind: int
) -> dict[str, int]:
    """Icons that shall teach a human concept: of `blind` concepts that have any of their own, by hash."""
    shown = output_of_tag(outputs)
    found: dict[int, set[str]] = {}
    for draw in draws:
        meant = {shown[tag] for tag in counting(draw) if by_people(tag) and tag in shown}
        if len(meant) == 1:
            mine = {tag for tag in draw if tag in there and tag not in shown}
            found.setdefault(meant.pop(), set()).update(mine)
    able = sorted((number for number in found if found[number]), key=lambda n: hash_of(outputs[n].name))
    return {tag: number for number in able[:blind] for tag in sorted(found[number])}


def _blinded(sketches: Sketches, blind: list[np.bool_]) -> Sketches:
    """Take sketches of blind concepts out of all parts; those that were for measuring stay for that."""
    mine = np.array(blind)
    part = np.where(mine & (sketches.part > 0), PARTS.index("blind"), np.where(mine, -1, sketches.part))
    return replace(sketches, part=part.astype(np.int8))
