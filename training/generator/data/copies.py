"""Detects generated drawings that copy a training sketch.

Drawings are compared as small blurred images, also mirrored and rotated a little like augmented sketches, and
by the path of the pen. How close two drawings of a class are by chance depends on the class: circles are all
alike. So distances are in units of the class, the median distance of a training sketch to its nearest
neighbour. Human sketches that the generator never saw define how close is usual; drawings closer than nearly
all of them may be copies.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import avg_pool2d, conv2d, normalize

from training.data.render import render
from training.generator.data.augmentation import rotations
from training.generator.data.dataset import SequenceDataset
from training.generator.data.paths import path_distances, pen_paths
from training.generator.data.sequences import PenSequences

ANGLES = tuple(math.radians(angle) for angle in (-10, -5, 0, 5, 10))
BLUR = 1.25  # sigma in pixels of the small image
SIDE = 32
BATCH = 4096
QUANTILE = 0.05  # share of unseen human sketches that count as too close


def small_images(sequences: PenSequences, angle: float = 0.0) -> Tensor:
    """Return small blurred images of unit norm, of shape (drawings, side, side)."""
    parts = []
    every = torch.arange(len(sequences.count), device=sequences.count.device)
    for at in range(0, len(every), BATCH):
        part = sequences.select(every[at : at + BATCH])
        rotation = rotations(torch.tensor([angle], device=part.points.device))[0]
        ink = render(part.with_points(part.points @ rotation).segments().fit())[:, :1]
        parts.append(_blur(avg_pool2d(ink, ink.shape[-1] // SIDE))[:, 0])
    return torch.cat(parts)


def _blur(image: Tensor) -> Tensor:
    place = torch.arange(-4, 5, device=image.device)
    kernel = torch.exp(-(place**2) / (2 * BLUR**2))
    kernel = kernel / kernel.sum()
    image = conv2d(image, kernel.view(1, 1, 1, -1), padding=(0, 4))
    image = conv2d(image, kernel.view(1, 1, -1, 1), padding=(4, 0))
    return normalize(image.flatten(1), dim=1).view_as(image)


def image_distances(one: Tensor, other: Tensor) -> Tensor:
    """Return distances between images, mirrored or not, of shape (one, other)."""
    flat = other.flatten(1).T
    similarity = torch.maximum(one.flatten(1) @ flat, one.flip(-1).flatten(1) @ flat)
    return (2 - 2 * similarity).clamp(min=0).sqrt()


@dataclass(frozen=True)
class Fingerprints:
    """Drawings in the two forms in which they are compared."""

    images: Tensor
    paths: Tensor

    def select(self, which: Tensor) -> "Fingerprints":
        """Select drawings."""
        return Fingerprints(self.images[which], self.paths[which])

    def distances(self, other: "Fingerprints") -> Tensor:
        """Return distances by image and by path, of shape (2, these, others)."""
        return torch.stack(
            [image_distances(self.images, other.images), path_distances(self.paths, other.paths)]
        )


@dataclass(frozen=True)
class Originals:
    """The training sketches of each class, and the minimum distances by image and by path."""

    fingerprints: Fingerprints
    of_tag: list[Tensor]  # indices of each class
    unit: Tensor  # of each class, of shape (2, classes)
    human: Tensor  # distances of unseen human sketches, of shape (2, drawings)

    @property
    def least(self) -> Tensor:
        """The minimum distances that a drawing must keep, in units."""
        return self.human.quantile(QUANTILE, dim=1)

    def distance(self, sequences: PenSequences, tag: Tensor) -> Tensor:
        """Return the distance of each drawing to the nearest training sketch, in units of its class."""
        return _nearest_distances(sequences, tag, self.fingerprints, self.of_tag) / self.unit[:, tag]

    def too_near(self, distances: Tensor) -> Tensor:
        """Return which drawings may be copies, given their distances."""
        return (distances < self.least[:, None]).any(dim=0)


@torch.no_grad()
def load_originals(dataset: SequenceDataset) -> Originals:
    """Fingerprint all training sketches, and measure how close the calibration part comes to them."""
    train, unseen = dataset.of_part("train"), dataset.of_part("calibration")
    tag = torch.from_numpy(dataset.tag).to(dataset.device)
    parts = [dataset.sequences(some) for some in np.split(train, range(BATCH, len(train), BATCH))]
    fingerprints = Fingerprints(
        torch.cat([small_images(part) for part in parts]), torch.cat([pen_paths(part) for part in parts])
    )
    train_tag = tag[torch.from_numpy(train).to(dataset.device)]
    of_tag = [(train_tag == number).nonzero()[:, 0] for number in range(len(dataset.tags))]
    unit = torch.stack([_unit(fingerprints.select(which)) for which in of_tag], dim=1)
    unseen_tag = tag[torch.from_numpy(unseen).to(dataset.device)]
    human = _nearest_distances(dataset.sequences(unseen), unseen_tag, fingerprints, of_tag)
    return Originals(fingerprints, of_tag, unit, human / unit[:, unseen_tag])


def _unit(fingerprints: Fingerprints) -> Tensor:
    """Return the median distance to the nearest neighbour, by image and by path."""
    if len(fingerprints.paths) < 2:
        return torch.ones(2, device=fingerprints.paths.device)
    distances = fingerprints.distances(fingerprints)
    distances.diagonal(dim1=1, dim2=2).fill_(torch.inf)
    return distances.amin(dim=2).median(dim=1).values.clamp(min=1e-3)


def _nearest_distances(
    sequences: PenSequences, tag: Tensor, originals: Fingerprints, of_tag: list[Tensor]
) -> Tensor:
    nearest = torch.full((2, len(tag)), torch.inf, device=tag.device)
    groups = [(number, (tag == number).nonzero()[:, 0]) for number in sorted(set(tag.tolist()))]
    paths = pen_paths(sequences)
    for angle in ANGLES:
        fingerprints = Fingerprints(small_images(sequences, angle), paths)
        for number, which in groups:
            if len(of_tag[number]):
                distances = fingerprints.select(which).distances(originals.select(of_tag[number])).amin(dim=2)
                nearest[:, which] = torch.minimum(nearest[:, which], distances)
    return nearest
