"""Augmentation: the same drawing by a slightly different hand, still a whole drawing in the same order."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import grid_sample

from training.generator.lines import Lines


@dataclass(frozen=True)
class Hand:
    """How much hands differ. Less than for the guesser: what is learnt here comes out again."""

    turn: float = math.radians(9)
    stretch: float = 0.08  # sigma of the logarithm, along each axis
    shear: float = 0.06  # sigma
    flip: float = 0.5  # chance
    elastic: float = 0.03  # sigma at the corners of a 4 × 4 grid, of a box two wide
    shrink: float = 0.06  # at most, inside the frame
    jitter: float = 0.25  # of a cell of the grid, at most


def redrawn(lines: Lines, hand: Hand, cell: float, chance: torch.Generator) -> Lines:
    """Draw again inside the frame."""
    device = lines.points.device
    size = lines.points.shape[0]

    def uniform(*shape: int) -> Tensor:
        return torch.rand(shape, generator=chance, device=device)

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=chance, device=device)

    field = hand.elastic * normal(size, 2, 4, 4)
    pushed = grid_sample(field, lines.points[:, None], padding_mode="border", align_corners=True)
    points = lines.points + pushed[:, :, 0].transpose(1, 2)
    angle = hand.turn * (2 * uniform(size) - 1)
    stretch = (hand.stretch * normal(size, 2)).exp()
    flipped = torch.where(uniform(size) < hand.flip, -1.0, 1.0)
    grown = torch.diag_embed(torch.stack([stretch[:, 0] * flipped, stretch[:, 1]], dim=1))
    sheared = torch.eye(2, device=device).repeat(size, 1, 1)
    sheared[:, 1, 0] = hand.shear * normal(size)
    matrix = torch.bmm(torch.bmm(grown, sheared), turns(angle))
    lines = lines.moved(torch.bmm(points, matrix)).fitted()
    scale = 1 - hand.shrink * uniform(size, 1, 1)
    shift = (1 - scale) * (2 * uniform(size, 1, 2) - 1)
    noise = hand.jitter * cell * (2 * uniform(*lines.points.shape) - 1)
    return lines.moved(lines.points * scale + shift + noise)


def turns(angle: Tensor) -> Tensor:
    """Matrices that turn points by so many radians, of shape (batch, 2, 2)."""
    return torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], dim=1).view(-1, 2, 2)
