"""Augmentation: the same drawing by a slightly different hand. Acts on points, so lines stay clean.

A batch has drawings of several kinds (`KINDS`), each with a `Hand` of its own. Everything is done to all of
them, with numbers that change nothing where nothing shall change, so that nothing waits for the device.
"""

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace

import torch
from torch import Tensor
from torch.nn.functional import grid_sample

from training.ink import Ink
from training.sketches import LONGEST

KINDS = ("drawn", "traced", "icon")
SMALL = 0.25  # a stroke shorter than this share of the longest one is a detail


@dataclass(frozen=True)
class Hand:
    """How much hands differ, for drawings whose strokes come in the order of the artist."""

    turn: float = math.radians(14)
    stretch: float = 0.12  # sigma of the logarithm, along each axis
    shear: float = 0.12  # sigma
    flip: float = 0.5  # chance
    elastic: float = 0.07  # sigma at the corners of a 4 × 4 grid, of a box two wide: 3.5 %
    wobble: float = 0.0  # the same for a 9 × 9 grid: an unsteady hand
    apart: float = 0.0  # sigma by which each stroke is off its place, likewise
    resized: float = 0.0  # sigma of the logarithm of its size
    turned: float = 0.0  # sigma of the angle by which it is turned
    dropout: float = 0.08  # chance that a stroke is missing, for half of the drawings
    careless: float = 1.0  # times the chance for a detail
    cut: float = 0.0  # chance that a stroke is made in two goes
    back: float = 0.0  # chance that a stroke is made from its end
    shuffle: float = 0.2  # chance that the strokes come in another order
    outline: float = 0.0  # how much that order begins with the longest; 0: not at all
    unfinished: float = 0.4  # chance of a prefix
    least: float = 0.25  # share of ink in the shortest prefix
    shrink: float = 0.15  # at most, inside the frame


def hands_for(unfinished: float) -> tuple[Hand, Hand, Hand]:
    """A hand for each kind.

    Traced strokes have lost their order, so that the second channel tells nothing true: another order each
    time teaches not to trust it, and a prefix is hardly what anybody would have drawn, so there are fewer. An
    icon is one of a few for its output and has no order: it has to stand for all that people might draw.
    """
    drawn = Hand(unfinished=unfinished)
    traced = replace(drawn, shuffle=1.0, outline=0.5, back=0.5, unfinished=unfinished * 0.6)
    icon = Hand(
        turn=math.radians(18), stretch=0.2, shear=0.18, elastic=0.13, wobble=0.025, apart=0.03, resized=0.08,
        turned=math.radians(5), dropout=0.08, careless=3.0, cut=0.25, back=0.5, shuffle=1.0, outline=1.0,
        unfinished=unfinished, least=0.35, shrink=0.15,
    )  # fmt: skip
    return drawn, traced, icon


class Hands:
    """The hands of all kinds on the device."""

    def __init__(self, hands: Sequence[Hand], device: torch.device) -> None:
        """Send the numbers once."""
        columns = zip(*map(astuple, hands), strict=True)
        self._table = {
            field.name: torch.tensor(column, device=device)
            for field, column in zip(fields(Hand), columns, strict=True)
        }

    def of(self, kind: Tensor, name: str) -> Tensor:
        """One number of the hand of each drawing."""
        return self._table[name][kind]


@dataclass(frozen=True)
class _Lot:
    """Whose hand draws each drawing of a batch, and where chance comes from."""

    hands: Hands
    kind: Tensor  # (batch,), index into KINDS
    chance: torch.Generator

    def number(self, name: str, axes: int = 1) -> Tensor:
        """A number of each drawing's hand, with as many axes as asked for."""
        value = self.hands.of(self.kind, name)
        return value.view(-1, *[1] * (axes - 1))

    def uniform(self, *shape: int) -> Tensor:
        """Random numbers from 0 to 1 for each drawing."""
        device = self.kind.device
        return torch.rand((len(self.kind), *shape), generator=self.chance, device=device)

    def normal(self, *shape: int) -> Tensor:
        """Random numbers of the normal distribution for each drawing."""
        device = self.kind.device
        return torch.randn((len(self.kind), *shape), generator=self.chance, device=device)


def warped(ink: Ink, kind: Tensor, hands: Hands, chance: torch.Generator) -> Ink:
    """Draw again, fitted to the frame; `kind` is an index into `KINDS` for each drawing."""
    lot = _Lot(hands, kind, chance)
    ink = _cut(ink, lot)
    length = _lengths(ink)
    ink = _missing(ink, length, lot)
    ink = _ordered(_apart(ink, lot), length, lot)
    ink = ink.prefix(_shares(lot)).fitted()
    ink = _elastic(ink, 4, lot.number("elastic", 4), lot)
    ink = _elastic(ink, 9, lot.number("wobble", 4), lot)
    matrix = _matrices(lot)
    ink = ink.moved(lambda points: points @ matrix).fitted()
    scale = 1 - lot.number("shrink", 3) * lot.uniform(1, 1)
    shift = (1 - scale) * (2 * lot.uniform(1, 2) - 1)
    return ink.moved(lambda points: points * scale + shift)


def _of_strokes(numbers: Tensor, ink: Ink) -> Tensor:
    """Tell each segment the number of its stroke."""
    return numbers.gather(1, ink.stroke)


def _sums(ink: Ink, values: Tensor) -> Tensor:
    """Add up what the segments of each stroke have."""
    sums = torch.zeros((len(values), 2 * LONGEST), device=values.device)
    return sums.scatter_add(1, ink.stroke, values * ink.there)


def _cut(ink: Ink, lot: _Lot) -> Ink:
    """Make two strokes of some, anywhere but near their ends; stroke n becomes 2n, or 2n and 2n + 1."""
    place = torch.arange(ink.stroke.shape[1], device=ink.a.device).float()
    many = _sums(ink, torch.ones_like(ink.there, dtype=torch.float32))
    first = many.cumsum(dim=1) - many  # strokes lie in the order of their numbers
    share = (place - _of_strokes(first, ink)) / _of_strokes(many, ink).clamp(min=1)
    chosen = lot.uniform(2 * LONGEST) < lot.number("cut", 2)
    where = torch.where(chosen, 0.15 + 0.7 * lot.uniform(2 * LONGEST), 2.0)
    return replace(
        ink, stroke=(2 * ink.stroke + (share > _of_strokes(where, ink))).clamp(max=2 * LONGEST - 1)
    )


def _lengths(ink: Ink) -> Tensor:
    """How long the stroke of each segment is, as a share of the longest of the drawing."""
    length = _sums(ink, (ink.b - ink.a).norm(dim=-1))
    return _of_strokes(length / length.amax(dim=1, keepdim=True).clamp(min=1e-9), ink)


def _missing(ink: Ink, length: Tensor, lot: _Lot) -> Ink:
    """Leave some strokes out, details more often."""
    careful = lot.uniform(1) < 0.5
    chance = lot.number("dropout", 2) * torch.where(length < SMALL, lot.number("careless", 2), 1.0)
    kept = ink.there & (careful | (_of_strokes(lot.uniform(2 * LONGEST), ink) >= chance))
    nothing_left = ~kept.any(dim=1, keepdim=True)
    return replace(ink, there=torch.where(nothing_left, ink.there, kept))


def _apart(ink: Ink, lot: _Lot) -> Ink:
    """Move, turn and resize each stroke a little about its middle: lines of people do not meet exactly."""
    weight = _sums(ink, torch.ones_like(ink.there, dtype=torch.float32)).clamp(min=1)
    middle = torch.stack([_of_strokes(_sums(ink, ink.a[..., axis]) / weight, ink) for axis in (0, 1)], dim=-1)
    size = (lot.number("resized", 2) * lot.normal(2 * LONGEST)).exp()
    angle = lot.number("turned", 2) * lot.normal(2 * LONGEST)
    along, across = (_of_strokes(size * each, ink)[..., None] for each in (angle.cos(), angle.sin()))
    off = lot.number("apart", 3) * lot.normal(2, 2 * LONGEST) / 2  # the box is one wide here
    shift = torch.stack([_of_strokes(off[:, axis], ink) for axis in (0, 1)], dim=-1)

    def move(points: Tensor) -> Tensor:
        x, y = (points - middle).unbind(dim=-1)
        return middle + shift + along * (points - middle) + across * torch.stack([-y, x], dim=-1)

    return ink.moved(move)


def _ordered(ink: Ink, length: Tensor, lot: _Lot) -> Ink:
    """Another order of the strokes, and another direction of some; the segments of a stroke stay in line."""
    place = torch.arange(ink.stroke.shape[1], device=ink.a.device)
    shuffled = lot.uniform(1) < lot.number("shuffle", 2)
    late = _of_strokes(lot.uniform(2 * LONGEST), ink) + lot.number("outline", 2) * (1 - length)
    nth = torch.where(shuffled, late / (1 + lot.number("outline", 2)), 0.0)
    back = shuffled & _of_strokes(lot.uniform(2 * LONGEST) < lot.number("back", 2), ink)
    nth = torch.where(ink.there, nth, 2.0)  # what is missing goes to the end, where it costs nothing
    order = (nth.double() + 1e-9 * torch.where(back, -place, place)).argsort(dim=1)
    pairs = order[..., None].expand(-1, -1, 2)
    a, b = (torch.where(back[..., None], *ends) for ends in ((ink.b, ink.a), (ink.a, ink.b)))
    return Ink(
        a.gather(1, pairs), b.gather(1, pairs), ink.stroke.gather(1, order), ink.there.gather(1, order)
    )


def _shares(lot: _Lot) -> Tensor:
    """Share drawn: mostly all of it, and of the unfinished ones more that are nearly complete."""
    least = lot.number("least")
    prefix = least + (1 - least) * lot.uniform().pow(0.7)
    return torch.where(lot.uniform() >= lot.number("unfinished"), 1.0, prefix)


def _elastic(ink: Ink, corners: int, sigma: Tensor, lot: _Lot) -> Ink:
    field = lot.normal(2, corners, corners) * sigma

    def move(points: Tensor) -> Tensor:
        pushed = grid_sample(field, points[:, None], padding_mode="border", align_corners=True)
        return points + pushed[:, :, 0].transpose(1, 2)

    return ink.moved(move)


def _matrices(lot: _Lot) -> Tensor:
    """Flip, stretch, shear and turn, of shape (batch, 2, 2)."""
    angle = lot.number("turn") * (2 * lot.uniform() - 1)
    stretch = (lot.number("stretch", 2) * lot.normal(2)).exp()
    flipped = torch.where(lot.uniform() < lot.number("flip"), -1.0, 1.0)
    shear = lot.number("shear") * lot.normal()
    zero, one = torch.zeros_like(angle), torch.ones_like(angle)
    grown = torch.stack([stretch[:, 0] * flipped, zero, zero, stretch[:, 1]], dim=1).view(-1, 2, 2)
    sheared = torch.stack([one, zero, shear, one], dim=1).view(-1, 2, 2)
    turned = torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], dim=1).view(-1, 2, 2)
    return grown @ sheared @ turned
