"""Training batches: sampling, augmented images, soft targets and losses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from pictomania.bots.arrays import IntArray
from pictomania.bots.raster import HALF_WIDTH
from training.data.augmentation import AugmentationTable, augment
from training.data.labels import HUMAN_SOURCES, Output, output_of_tag
from training.data.render import render
from training.data.segments import SketchStore
from training.data.sketches import PARTS, TEACHER, Sketches

DISTILLATION_TEMPERATURE = 2.0


@dataclass(frozen=True)
class SoftTargets:
    """A teacher's ten likeliest outputs for each drawing, at `DISTILLATION_TEMPERATURE`."""

    outputs: Tensor  # (drawings, 10)
    probabilities: Tensor
    is_known: Tensor  # (drawings,), has the teacher seen it?

    def loss(self, logits: Tensor, index: Tensor) -> Tensor:
        """Cross-entropy with the teacher; the probability beyond its top ten is spread over all outputs."""
        log = (logits / DISTILLATION_TEMPERATURE).log_softmax(dim=1)
        probabilities = self.probabilities[index]
        rest = 1 - probabilities.sum(dim=1)
        each = -(probabilities * log.gather(1, self.outputs[index])).sum(dim=1) - rest * log.mean(dim=1)
        return (each * self.is_known[index]).sum() / len(index)


def load_soft_targets(
    folder: Path,
    sketches: Sketches,
    outputs: tuple[Output, ...],
    icon_only: NDArray[np.bool_],
    device: torch.device,
) -> SoftTargets:
    """Read a public network's predictions for the drawings of Quick, Draw!.

    Its predictions for outputs that must be learnt from icons alone are dropped.
    """
    with np.load(folder / TEACHER, allow_pickle=False) as stored:
        row_of = {f"quickdraw/{key}": row for row, key in enumerate(stored["ids"])}
        found = output_of_tag(outputs)
        ours = np.array([found.get(f"quickdraw/{name}", 0) for name in stored["classes"]])
        top, prob = ours[stored["top"]], stored["prob"].astype(np.float32)
    prob = np.where(icon_only[top], np.float32(0), prob)
    rows = np.array([row_of.get(key, -1) for key in sketches.key])
    # Rounding in the file must not make the rest negative.
    prob /= np.maximum(prob.sum(axis=1, keepdims=True), 1)
    return SoftTargets(
        torch.from_numpy(top[rows.clip(0)]).to(device),
        torch.from_numpy(prob[rows.clip(0)]).to(device),
        torch.from_numpy(rows >= 0).to(device),
    )


def sampling_weights(
    sketches: Sketches, target: IntArray, sources: Mapping[str, float], icons: float
) -> NDArray[np.float64]:
    """Return how often each drawing occurs in an epoch, on average.

    `sources` weights the human collections. The few icons of an output together occur `icons` times as often
    as the sketches of an average human class.
    """
    source = np.array([name.partition("/")[0] for name in sketches.name])
    is_train = sketches.part == PARTS.index("train")
    is_human = np.isin(source, HUMAN_SOURCES)
    weights = np.array([sources.get(each, 1.0) for each in source]) * (is_train & is_human)
    average = weights.sum() / max(len(np.unique(target[is_train & is_human])), 1)
    icon_count = np.bincount(target[is_train & ~is_human], minlength=int(target.max()) + 1)
    result: NDArray[np.float64] = np.where(
        is_train & ~is_human, icons * average / np.maximum(icon_count[target], 1), weights
    )
    return result


def iterate_batches(weights: NDArray[np.float64], size: int, rng: np.random.Generator) -> Iterator[IntArray]:
    """Yield batches of drawing indices forever, each epoch in a new order and sampled by weight."""
    while True:
        copies = np.floor(weights + rng.random(len(weights))).astype(np.int64)
        order = rng.permutation(np.repeat(np.arange(len(weights)), copies))
        for begin in range(0, max(len(order) - size + 1, 1), size):
            yield order[begin : begin + size]


def augmented_images(
    store: SketchStore,
    chosen: IntArray,
    kind: Tensor,
    augmentations: AugmentationTable,
    rng: torch.Generator,
) -> Tensor:
    """Render augmented drawings with varying line widths."""
    batch = augment(store.batch(chosen), kind, augmentations, rng)
    noise = torch.randn(len(chosen), generator=rng, device=store.device)
    return render(batch, HALF_WIDTH * (0.2 * noise).exp().clamp(0.6, 1.7))


def hard_loss(logits: Tensor, outputs: Tensor) -> Tensor:
    """Cross-entropy with the right outputs, with label smoothing."""
    return cross_entropy(logits, outputs, label_smoothing=0.05)


def distillation_loss(logits: Tensor, teacher: Tensor, mask: Tensor) -> Tensor:
    """Cross-entropy with the teacher's predictions for the same images, where `mask` is set."""
    each = cross_entropy(
        logits / DISTILLATION_TEMPERATURE,
        (teacher / DISTILLATION_TEMPERATURE).softmax(dim=1),
        reduction="none",
    )
    return (each * mask).sum() / len(mask)
