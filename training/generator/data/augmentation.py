"""Data augmentation: the same drawing by a slightly different hand, complete and in the same order."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import grid_sample

from training.generator.data.sequences import PenSequences


@dataclass(frozen=True)
class SequenceAugmentation:
    """Augmentation parameters; weaker than the guesser's, because the generator reproduces them."""

    rotation: float = math.radians(9)  # at most
    stretch: float = 0.08  # sigma of the log scale, per axis
    shear: float = 0.06  # sigma
    flip: float = 0.5  # probability
    elastic: float = 0.03  # sigma at the corners of a 4 × 4 grid, in a box of width 2
    shrink: float = 0.06  # at most, inside the frame
    jitter: float = 0.25  # of a cell of the grid, at most


def augment(
    sequences: PenSequences, parameters: SequenceAugmentation, cell: float, rng: torch.Generator
) -> PenSequences:
    """Augment drawings inside the frame."""
    device = sequences.points.device
    size = sequences.points.shape[0]

    def uniform(*shape: int) -> Tensor:
        return torch.rand(shape, generator=rng, device=device)

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=rng, device=device)

    field = parameters.elastic * normal(size, 2, 4, 4)
    offset = grid_sample(field, sequences.points[:, None], padding_mode="border", align_corners=True)
    points = sequences.points + offset[:, :, 0].transpose(1, 2)
    angle = parameters.rotation * (2 * uniform(size) - 1)
    stretch = (parameters.stretch * normal(size, 2)).exp()
    flip = torch.where(uniform(size) < parameters.flip, -1.0, 1.0)
    scaling = torch.diag_embed(torch.stack([stretch[:, 0] * flip, stretch[:, 1]], dim=1))
    shearing = torch.eye(2, device=device).repeat(size, 1, 1)
    shearing[:, 1, 0] = parameters.shear * normal(size)
    matrix = torch.bmm(torch.bmm(scaling, shearing), rotations(angle))
    sequences = sequences.with_points(torch.bmm(points, matrix)).fit()
    scale = 1 - parameters.shrink * uniform(size, 1, 1)
    shift = (1 - scale) * (2 * uniform(size, 1, 2) - 1)
    noise = parameters.jitter * cell * (2 * uniform(*sequences.points.shape) - 1)
    return sequences.with_points(sequences.points * scale + shift + noise)


def rotations(angle: Tensor) -> Tensor:
    """Return rotation matrices for angles in radians, of shape (batch, 2, 2)."""
    return torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], dim=1).view(-1, 2, 2)
