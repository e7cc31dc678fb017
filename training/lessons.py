"""What is learnt from: batches of redrawn pictures, and how wrong an answer to them is."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from training.ink import Album
from training.labels import Output, output_of_tag
from training.numpy_render import HALF_WIDTH
from training.render import images_of
from training.sketches import TEACHER, Sketches
from training.warp import Hand, warped

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


def soft_targets(folder: Path, sketches: Sketches, outputs: tuple[Output, ...], device: torch.device) -> Soft:
    """Read what the public network thought of the drawings of Quick, Draw!."""
    with np.load(folder / TEACHER, allow_pickle=False) as stored:
        row_of = {f"quickdraw/{key}": row for row, key in enumerate(stored["ids"])}
        found = output_of_tag(outputs)
        ours = np.array([found.get(f"quickdraw/{name}", 0) for name in stored["classes"]])
        top, prob = ours[stored["top"]], stored["prob"].astype(np.float32)
    rows = np.array([row_of.get(key, -1) for key in sketches.key])
    # The rest is never less than nothing, however the stored numbers were rounded.
    prob /= np.maximum(prob.sum(axis=1, keepdims=True), 1)
    return Soft(
        torch.from_numpy(top[rows.clip(0)]).to(device),
        torch.from_numpy(prob[rows.clip(0)]).to(device),
        torch.from_numpy(rows >= 0).to(device),
    )


def batches(chosen: NDArray[np.int64], size: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Go through the drawings again and again, each time in another order."""
    while True:
        order = chance.permutation(chosen)
        for begin in range(0, max(len(order) - size + 1, 1), size):
            yield order[begin : begin + size]


def pictures(
    album: Album, chosen: NDArray[np.int64], traced: Tensor, hand: Hand, chance: torch.Generator
) -> Tensor:
    """Redraw some drawings by other hands, with pencils of other widths."""
    ink = warped(album.ink(chosen), traced, hand, chance)
    noise = torch.randn(len(chosen), generator=chance, device=album.device)
    return images_of(ink, HALF_WIDTH * (0.2 * noise).exp().clamp(0.6, 1.7))


def hard_loss(answers: Tensor, outputs: Tensor) -> Tensor:
    """Cross-entropy with the truth, a little softened."""
    return cross_entropy(answers, outputs, label_smoothing=0.05)


def match_loss(answers: Tensor, teacher: Tensor) -> Tensor:
    """Cross-entropy with what a larger network says of the very same pictures."""
    return cross_entropy(answers / HEAT, (teacher / HEAT).softmax(dim=1))
