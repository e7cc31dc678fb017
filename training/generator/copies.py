"""Is a drawing a copy of one that the generator learnt from?

Drawings are compared as small blurred pictures, also mirrored and turned a little, as lessons are, and by the
path of the pen. How near
two drawings of a class are by chance depends on the class: circles are all alike. So a distance is told in
units of its class, the median distance of a training sketch to the nearest other one. What people drew that
the generator never saw says how near is usual; what is nearer than nearly all of that may be a copy.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import avg_pool2d, conv2d, normalize

from training.generator.album import Album
from training.generator.hand import turns
from training.generator.lines import Lines
from training.generator.paths import off, paths
from training.render import images_of

ANGLES = tuple(math.radians(angle) for angle in (-10, -5, 0, 5, 10))
BLUR = 1.25  # sigma in pixels of the small picture
SIDE = 32
AT_ONCE = 4096
QUANTILE = 0.05  # of what people drew is nearer to a training sketch than a drawing may be


def pictures(lines: Lines, angle: float = 0.0) -> Tensor:
    """Small blurred pictures of length 1, of shape (drawings, side, side)."""
    parts = []
    every = torch.arange(len(lines.count), device=lines.count.device)
    for at in range(0, len(every), AT_ONCE):
        part = lines.of(every[at : at + AT_ONCE])
        turn = turns(torch.tensor([angle], device=part.points.device))[0]
        ink = images_of(part.moved(part.points @ turn).ink().fitted())[:, :1]
        parts.append(_blurred(avg_pool2d(ink, ink.shape[-1] // SIDE))[:, 0])
    return torch.cat(parts)


def _blurred(image: Tensor) -> Tensor:
    place = torch.arange(-4, 5, device=image.device)
    bell = torch.exp(-(place**2) / (2 * BLUR**2))
    bell = bell / bell.sum()
    image = conv2d(image, bell.view(1, 1, 1, -1), padding=(0, 4))
    image = conv2d(image, bell.view(1, 1, -1, 1), padding=(4, 0))
    return normalize(image.flatten(1), dim=1).view_as(image)


def apart(one: Tensor, other: Tensor) -> Tensor:
    """Distances between pictures, mirrored or not, of shape (one, other)."""
    flat = other.flatten(1).T
    alike = torch.maximum(one.flatten(1) @ flat, one.flip(-1).flatten(1) @ flat)
    return (2 - 2 * alike).clamp(min=0).sqrt()


@dataclass(frozen=True)
class Seen:
    """Drawings as they are compared."""

    pictures: Tensor
    paths: Tensor

    def of(self, which: Tensor) -> "Seen":
        """Some of them."""
        return Seen(self.pictures[which], self.paths[which])

    def apart(self, other: "Seen") -> Tensor:
        """Distances by picture and by path, of shape (2, these, others)."""
        return torch.stack([apart(self.pictures, other.pictures), off(self.paths, other.paths)])


@dataclass(frozen=True)
class Originals:
    """The training sketches of each class, and how near is too near, by picture and by path."""

    seen: Seen
    of_tag: list[Tensor]  # which of them belong to a class
    unit: Tensor  # of each class, of shape (2, classes)
    human: Tensor  # distances of what people drew, of shape (2, drawings)

    @property
    def least(self) -> Tensor:
        """Distances that a drawing must keep, in units."""
        return self.human.quantile(QUANTILE, dim=1)

    def distance(self, lines: Lines, tag: Tensor) -> Tensor:
        """How far each drawing is from the nearest training sketch of its class, in units of the class."""
        return _distance(lines, tag, self.seen, self.of_tag) / self.unit[:, tag]

    def too_near(self, far: Tensor) -> Tensor:
        """Which drawings may be copies, by their distances."""
        return (far < self.least[:, None]).any(dim=0)


@torch.no_grad()
def originals(album: Album) -> Originals:
    """Look at all training sketches, and measure how near the calibration part comes to them."""
    train, held = album.of_part("train"), album.of_part("calibration")
    tag = torch.from_numpy(album.tag).to(album.device)
    parts = [album.lines(some) for some in np.split(train, range(AT_ONCE, len(train), AT_ONCE))]
    seen = Seen(torch.cat([pictures(part) for part in parts]), torch.cat([paths(part) for part in parts]))
    mine = tag[torch.from_numpy(train).to(album.device)]
    of_tag = [(mine == number).nonzero()[:, 0] for number in range(len(album.tags))]
    unit = torch.stack([_unit(seen.of(which)) for which in of_tag], dim=1)
    kin = tag[torch.from_numpy(held).to(album.device)]
    human = _distance(album.lines(held), kin, seen, of_tag) / unit[:, kin]
    return Originals(seen, of_tag, unit, human)


def _unit(seen: Seen) -> Tensor:
    """The median distance of a sketch to the nearest other one, by picture and by path."""
    if len(seen.paths) < 2:
        return torch.ones(2, device=seen.paths.device)
    between = seen.apart(seen)
    between.diagonal(dim1=1, dim2=2).fill_(torch.inf)
    return between.amin(dim=2).median(dim=1).values.clamp(min=1e-3)


def _distance(lines: Lines, tag: Tensor, learnt: Seen, of_tag: list[Tensor]) -> Tensor:
    nearest = torch.full((2, len(tag)), torch.inf, device=tag.device)
    groups = [(number, (tag == number).nonzero()[:, 0]) for number in sorted(set(tag.tolist()))]
    path = paths(lines)
    for angle in ANGLES:
        seen = Seen(pictures(lines, angle), path)
        for number, which in groups:
            if len(of_tag[number]):
                far = seen.of(which).apart(learnt.of(of_tag[number])).amin(dim=2)
                nearest[:, which] = torch.minimum(nearest[:, which], far)
    return nearest
