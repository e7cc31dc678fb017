"""Augmentation: the same drawing by a slightly different hand. Acts on points, so lines stay clean."""

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn.functional import grid_sample

from training.ink import Ink
from training.sketches import LONGEST


@dataclass(frozen=True)
class Hand:
    """How much hands differ; `STILL` changes nothing."""

    turn: float = math.radians(14)
    stretch: float = 0.12  # sigma of the logarithm, along each axis
    shear: float = 0.12  # sigma
    flip: float = 0.5  # chance
    elastic: float = 0.07  # sigma at the corners of a 4 × 4 grid, of a box two wide: 3.5 %
    dropout: float = 0.08  # chance that a stroke is missing, for half of the drawings
    shuffle: float = 0.1  # chance that the strokes come in another order
    unfinished: float = 0.4  # chance of a prefix
    least: float = 0.25  # share of ink in the shortest prefix
    shrink: float = 0.15  # at most, inside the frame


def warped(ink: Ink, traced: Tensor, hand: Hand, chance: torch.Generator) -> Ink:
    """Draw again, fitted to the frame; `traced` tells whose order of strokes is not the artist's."""
    size = ink.a.shape[0]
    ink = _missing(ink, hand, chance)
    ink = _shuffled(ink, traced | (_uniform((size,), ink, chance) < hand.shuffle), chance)
    ink = ink.prefix(_shares(size, ink, hand, chance)).fitted()
    ink = _elastic(ink, hand.elastic, chance)
    matrix = _matrices(size, ink, hand, chance)
    ink = ink.moved(lambda points: points @ matrix).fitted()
    scale = 1 - hand.shrink * _uniform((size, 1, 1), ink, chance)
    shift = (1 - scale) * (2 * _uniform((size, 1, 2), ink, chance) - 1)
    return ink.moved(lambda points: points * scale + shift)


def _uniform(shape: tuple[int, ...], ink: Ink, chance: torch.Generator) -> Tensor:
    return torch.rand(shape, generator=chance, device=ink.a.device)


def _normal(shape: tuple[int, ...], ink: Ink, chance: torch.Generator) -> Tensor:
    return torch.randn(shape, generator=chance, device=ink.a.device)


def _per_stroke(ink: Ink, chance: torch.Generator) -> Tensor:
    """One random number for each stroke, told to its segments."""
    numbers = _uniform((ink.stroke.shape[0], LONGEST), ink, chance)
    return numbers.gather(1, ink.stroke)


def _missing(ink: Ink, hand: Hand, chance: torch.Generator) -> Ink:
    careful = _uniform((ink.stroke.shape[0], 1), ink, chance) < 0.5
    kept = ink.there & (careful | (_per_stroke(ink, chance) >= hand.dropout))
    nothing_left = ~kept.any(dim=1, keepdim=True)
    return replace(ink, there=torch.where(nothing_left, ink.there, kept))


def _shuffled(ink: Ink, which: Tensor, chance: torch.Generator) -> Ink:
    place = torch.arange(ink.stroke.shape[1], device=ink.a.device)
    lot = torch.where(which[:, None], _per_stroke(ink, chance), 0.0)
    lot = torch.where(ink.there, lot, 2.0)  # what is missing goes to the end, where it costs nothing
    order = (lot.double() + 1e-9 * place).argsort(dim=1)  # within a stroke the order stays
    pairs = order[..., None].expand(-1, -1, 2)
    return Ink(
        ink.a.gather(1, pairs),
        ink.b.gather(1, pairs),
        ink.stroke.gather(1, order),
        ink.there.gather(1, order),
    )


def _shares(size: int, ink: Ink, hand: Hand, chance: torch.Generator) -> Tensor:
    """Share drawn: mostly all of it, and of the unfinished ones more that are nearly complete."""
    prefix = hand.least + (1 - hand.least) * _uniform((size,), ink, chance).pow(0.7)
    whole = _uniform((size,), ink, chance) >= hand.unfinished
    return torch.where(whole, 1.0, prefix)


def _elastic(ink: Ink, sigma: float, chance: torch.Generator) -> Ink:
    field = _normal((ink.a.shape[0], 2, 4, 4), ink, chance) * sigma

    def move(points: Tensor) -> Tensor:
        pushed = grid_sample(field, points[:, None], padding_mode="border", align_corners=True)
        return points + pushed[:, :, 0].transpose(1, 2)

    return ink.moved(move)


def _matrices(size: int, ink: Ink, hand: Hand, chance: torch.Generator) -> Tensor:
    """Flip, stretch, shear and turn, of shape (batch, 2, 2)."""
    angle = hand.turn * (2 * _uniform((size,), ink, chance) - 1)
    stretch = (hand.stretch * _normal((size, 2), ink, chance)).exp()
    flipped = torch.where(_uniform((size,), ink, chance) < hand.flip, -1.0, 1.0)
    shear = hand.shear * _normal((size,), ink, chance)
    zero, one = torch.zeros_like(angle), torch.ones_like(angle)
    grown = torch.stack([stretch[:, 0] * flipped, zero, zero, stretch[:, 1]], dim=1).view(-1, 2, 2)
    sheared = torch.stack([one, zero, shear, one], dim=1).view(-1, 2, 2)
    turned = torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], dim=1).view(-1, 2, 2)
    return grown @ sheared @ turned
