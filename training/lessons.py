"""What is learnt from: batches of redrawn pictures, and how wrong an answer to them is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from pictomania.bots.picture import HALF_WIDTH
from training.ink import Album
from training.labels import HUMAN, Output, output_of_tag
from training.render import images_of
from training.sketches import PARTS, TEACHER, Sketches
from training.warp import Hands, warped

HEAT = 2.0  # temperature of soft targets


@dataclass(frozen=True)
class Soft:
    """For each drawing the ten likeliest outputs according to a teacher, at temperature `HEAT`."""

    outputs: Tensor  # (drawings, 10)
    chances: Tensor
    there: Tensor  # (drawings,), has the teacher seen it?

    def loss(self, answers: Tensor, index: Tensor) -> Tensor:
        """Cross-entropy with the teacher; what its first ten leave is spread over everything."""
        log = (answers / HEAT).log_softmax(dim=1)
        chances = self.chances[index]
        rest = 1 - chances.sum(dim=1)
        each = -(chances * log.gather(1, self.outputs[index])).sum(dim=1) - rest * log.mean(dim=1)
        return (each * self.there[index]).sum() / len(index)


def soft_targets(
    folder: Path,
    sketches: Sketches,
    outputs: tuple[Output, ...],
    by_icons: NDArray[np.bool_],
    device: torch.device,
) -> Soft:
    """Read what the public network thought of the drawings of Quick, Draw!.

    It may say nothing of outputs that icons alone shall teach.
    """
    with np.load(folder / TEACHER, allow_pickle=False) as stored:
        row_of = {f"quickdraw/{key}": row for row, key in enumerate(stored["ids"])}
        found = output_of_tag(outputs)
        ours = np.array([found.get(f"quickdraw/{name}", 0) for name in stored["classes"]])
        top, prob = ours[stored["top"]], stored["prob"].astype(np.float32)
    prob = np.where(by_icons[top], np.float32(0), prob)
    rows = np.array([row_of.get(key, -1) for key in sketches.key])
    # The rest is never less than nothing, however the stored numbers were rounded.
    prob /= np.maximum(prob.sum(axis=1, keepdims=True), 1)
    return Soft(
        torch.from_numpy(top[rows.clip(0)]).to(device),
        torch.from_numpy(prob[rows.clip(0)]).to(device),
        torch.from_numpy(rows >= 0).to(device),
    )


def weights_of(
    sketches: Sketches, target: NDArray[np.int64], sources: Mapping[str, float], icons: float
) -> NDArray[np.float64]:
    """How often each drawing comes in an epoch, on average.

    `sources` weighs the human collections. The few icons of an output together come `icons` times as often as
    the sketches of a middling human class.
    """
    source = np.array([name.partition("/")[0] for name in sketches.name])
    learnt = sketches.part == PARTS.index("train")
    human = np.isin(source, HUMAN)
    weights = np.array([sources.get(each, 1.0) for each in source]) * (learnt & human)
    middling = weights.sum() / max(len(np.unique(target[learnt & human])), 1)
    many = np.bincount(target[learnt & ~human], minlength=int(target.max()) + 1)
    result: NDArray[np.float64] = np.where(
        learnt & ~human, icons * middling / np.maximum(many[target], 1), weights
    )
    return result


def batches(
    weights: NDArray[np.float64], size: int, chance: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Go through the drawings again and again, in another order each time, as often as weights say."""
    while True:
        copies = np.floor(weights + chance.random(len(weights))).astype(np.int64)
        order = chance.permutation(np.repeat(np.arange(len(weights)), copies))
        for begin in range(0, max(len(order) - size + 1, 1), size):
            yield order[begin : begin + size]


def pictures(
    album: Album, chosen: NDArray[np.int64], kind: Tensor, hands: Hands, chance: torch.Generator
) -> Tensor:
    """Redraw some drawings by other hands, with pencils of other widths."""
    ink = warped(album.ink(chosen), kind, hands, chance)
    noise = torch.randn(len(chosen), generator=chance, device=album.device)
    return images_of(ink, HALF_WIDTH * (0.2 * noise).exp().clamp(0.6, 1.7))


def hard_loss(answers: Tensor, outputs: Tensor) -> Tensor:
    """Cross-entropy with the truth, a little softened."""
    return cross_entropy(answers, outputs, label_smoothing=0.05)


def match_loss(answers: Tensor, teacher: Tensor, heard: Tensor) -> Tensor:
    """Cross-entropy with what another network says of the very same pictures, of those where it is heard."""
    each = cross_entropy(answers / HEAT, (teacher / HEAT).softmax(dim=1), reduction="none")
    return (each * heard).sum() / len(heard)
