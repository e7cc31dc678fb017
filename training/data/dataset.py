"""The training data: all drawings with their outputs, and which outputs are trained on icons alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pictomania.bots.arrays import IntArray
from training.data.augmentation import KINDS
from training.data.holders import idea_tags
from training.data.icons import hash_of, hold_out, read_icons, select_icons
from training.data.labels import Output, human_outputs, icon_outputs, is_human, output_of_tag, relevant_tags
from training.data.sketches import PARTS, Sketches, concatenate, read_sketches


@dataclass(frozen=True)
class Dataset:
    """Drawings and their outputs."""

    sketches: Sketches
    outputs: tuple[Output, ...]
    target: IntArray  # the right output of each drawing
    kind: IntArray  # of each drawing, an index into augmentation.KINDS
    icon_only: NDArray[np.bool_]  # outputs that are trained on icons alone


def load_dataset(folder: Path, icons: Sequence[Path], each: int, hold: bool, blind: int) -> Dataset:
    """Read human sketches and icons.

    `each` limits the sketches per class. `hold` holds some icons out of training. `blind` human concepts are
    trained on icons alone, to measure how well human drawings of such concepts are recognised.
    """
    sketches = read_sketches(folder)
    sketches = sketches.first(each) if each else sketches
    outputs = human_outputs(sketches.name)
    output_by_tag = output_of_tag(outputs)
    icon_only = np.zeros(len(outputs), dtype=bool)
    if icons:
        drawn, ideas = read_icons(icons), idea_tags()
        outputs += icon_outputs(ideas, set(drawn.name))
        blinded = _blind_concepts(ideas, outputs, set(drawn.name), blind)
        icon_only = np.array([not any(map(is_human, output.tags)) for output in outputs])
        icon_only[list(blinded.values())] = True
        output_by_tag = {**output_of_tag(outputs), **blinded}
        drawn = select_icons(drawn, output_by_tag)
        drawn = hold_out(drawn, outputs) if hold else drawn
        is_blind = [icon_only[output_by_tag[name]] for name in sketches.name]
        sketches = concatenate(_remove_blind(sketches, is_blind), drawn)
    return Dataset(
        sketches=sketches,
        outputs=outputs,
        target=np.array([output_by_tag[name] for name in sketches.name]),
        kind=np.array([_kind_of(name) for name in sketches.name]),
        icon_only=icon_only,
    )


def _kind_of(name: str) -> int:
    source = name.partition("/")[0]
    return KINDS.index({"quickdraw": "drawn", "tu-berlin": "traced"}.get(source, "icon"))


def _blind_concepts(
    ideas: Iterable[Sequence[str]], outputs: Sequence[Output], available: set[str], blind: int
) -> dict[str, int]:
    """Pick `blind` human concepts that have their own icons, by hash; map these icons to the output."""
    output_by_tag = output_of_tag(outputs)
    found: dict[int, set[str]] = {}
    for tags in ideas:
        meant = {output_by_tag[tag] for tag in relevant_tags(tags) if is_human(tag) and tag in output_by_tag}
        if len(meant) == 1:
            own = {tag for tag in tags if tag in available and tag not in output_by_tag}
            found.setdefault(meant.pop(), set()).update(own)
    candidates = sorted((number for number in found if found[number]), key=lambda n: hash_of(outputs[n].name))
    return {tag: number for number in candidates[:blind] for tag in sorted(found[number])}


def _remove_blind(sketches: Sketches, is_blind: list[np.bool_]) -> Sketches:
    """Remove sketches of blind concepts from training; move held-out ones to the part `blind`."""
    blind = np.array(is_blind)
    part = np.where(blind & (sketches.part > 0), PARTS.index("blind"), np.where(blind, -1, sketches.part))
    return replace(sketches, part=part.astype(np.int8))
