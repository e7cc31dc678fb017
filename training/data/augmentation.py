"""Data augmentation: the same drawing by a slightly different hand. Acts on points, so lines stay clean.

A batch mixes drawings of several kinds (`KINDS`), each with its own `Augmentation`. Every transformation is
applied to all drawings, with neutral parameters where it should do nothing, which avoids device syncs.
"""

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace

import torch
from torch import Tensor
from torch.nn.functional import grid_sample

from training.data.segments import SegmentBatch
from training.data.sketches import MAX_SEGMENTS

KINDS = ("drawn", "traced", "icon")
DETAIL = 0.25  # a stroke shorter than this share of the longest one is a detail
MAX_STROKES = 2 * MAX_SEGMENTS  # after splitting


@dataclass(frozen=True)
class Augmentation:
    """Augmentation parameters; the defaults suit drawings in the artist's stroke order."""

    rotation: float = math.radians(14)  # at most
    stretch: float = 0.12  # sigma of the log scale, per axis
    shear: float = 0.12  # sigma
    flip: float = 0.5  # probability
    elastic: float = 0.07  # sigma at the corners of a 4 × 4 grid, in a box of width 2: 3.5 %
    wobble: float = 0.0  # the same for a 9 × 9 grid: an unsteady hand
    stroke_shift: float = 0.0  # sigma of each stroke's displacement, in the same box
    stroke_scale: float = 0.0  # sigma of the log scale of each stroke
    stroke_rotation: float = 0.0  # sigma of the angle of each stroke
    dropout: float = 0.08  # probability that a stroke is missing, in half of the drawings
    detail_dropout: float = 1.0  # factor on `dropout` for details
    split: float = 0.0  # probability that a stroke is drawn in two parts
    reverse: float = 0.0  # probability that a stroke is drawn from its end
    shuffle: float = 0.2  # probability that the stroke order changes
    long_first: float = 0.0  # how strongly the new order favours long strokes; 0: not at all
    unfinished: float = 0.4  # probability of a prefix
    min_share: float = 0.25  # of the ink in a prefix
    shrink: float = 0.15  # at most, inside the frame


def augmentations_for(unfinished: float) -> tuple[Augmentation, Augmentation, Augmentation]:
    """Return the augmentation for each kind.

    Traced strokes have lost their order, so their freshness channel carries no information: a random order
    teaches the network not to rely on it, and prefixes are rarer because they look unlike real ones. An icon
    is one of few examples of its output and has no order at all, so it is varied the most.
    """
    drawn = Augmentation(unfinished=unfinished)
    traced = replace(drawn, shuffle=1.0, long_first=0.5, reverse=0.5, unfinished=unfinished * 0.6)
    icon = Augmentation(
        rotation=math.radians(18), stretch=0.2, shear=0.18, elastic=0.13, wobble=0.025, stroke_shift=0.03,
        stroke_scale=0.08, stroke_rotation=math.radians(5), dropout=0.08, detail_dropout=3.0, split=0.25,
        reverse=0.5, shuffle=1.0, long_first=1.0, unfinished=unfinished, min_share=0.35, shrink=0.15,
    )  # fmt: skip
    return drawn, traced, icon


class AugmentationTable:
    """The parameters of all kinds, on the device."""

    def __init__(self, augmentations: Sequence[Augmentation], device: torch.device) -> None:
        columns = zip(*map(astuple, augmentations), strict=True)
        self._table = {
            field.name: torch.tensor(column, device=device)
            for field, column in zip(fields(Augmentation), columns, strict=True)
        }

    def lookup(self, kind: Tensor, name: str) -> Tensor:
        """Return one parameter for each drawing."""
        return self._table[name][kind]


@dataclass(frozen=True)
class _Sampler:
    """Parameters and random numbers for each drawing of a batch."""

    table: AugmentationTable
    kind: Tensor  # (batch,), index into KINDS
    rng: torch.Generator

    def parameter(self, name: str, axes: int = 1) -> Tensor:
        """Return a parameter of each drawing, with this many axes."""
        value = self.table.lookup(self.kind, name)
        return value.view(-1, *[1] * (axes - 1))

    def uniform(self, *shape: int) -> Tensor:
        """Return random numbers from 0 to 1 for each drawing."""
        device = self.kind.device
        return torch.rand((len(self.kind), *shape), generator=self.rng, device=device)

    def normal(self, *shape: int) -> Tensor:
        """Return normally distributed random numbers for each drawing."""
        device = self.kind.device
        return torch.randn((len(self.kind), *shape), generator=self.rng, device=device)


def augment(
    batch: SegmentBatch, kind: Tensor, table: AugmentationTable, rng: torch.Generator
) -> SegmentBatch:
    """Augment drawings and fit them to the frame; `kind` is an index into `KINDS` for each drawing."""
    sampler = _Sampler(table, kind, rng)
    batch = _split_strokes(batch, sampler)
    length = _relative_lengths(batch)
    batch = _drop_strokes(batch, length, sampler)
    batch = _reorder(_displace_strokes(batch, sampler), length, sampler)
    batch = batch.prefix(_shares(sampler)).fit()
    batch = _distort(batch, 4, sampler.parameter("elastic", 4), sampler)
    batch = _distort(batch, 9, sampler.parameter("wobble", 4), sampler)
    matrix = _matrices(sampler)
    batch = batch.transform(lambda points: points @ matrix).fit()
    scale = 1 - sampler.parameter("shrink", 3) * sampler.uniform(1, 1)
    shift = (1 - scale) * (2 * sampler.uniform(1, 2) - 1)
    return batch.transform(lambda points: points * scale + shift)


def _per_segment(values: Tensor, batch: SegmentBatch) -> Tensor:
    """Look up the value of each segment's stroke."""
    return values.gather(1, batch.stroke)


def _per_stroke_sum(batch: SegmentBatch, values: Tensor) -> Tensor:
    """Sum the values of each stroke's segments."""
    sums = torch.zeros((len(values), MAX_STROKES), device=values.device)
    return sums.scatter_add(1, batch.stroke, values * batch.mask)


def _split_strokes(batch: SegmentBatch, sampler: _Sampler) -> SegmentBatch:
    """Split some strokes in two, away from their ends; stroke n becomes 2n, or 2n and 2n + 1."""
    place = torch.arange(batch.stroke.shape[1], device=batch.a.device).float()
    count = _per_stroke_sum(batch, torch.ones_like(batch.mask, dtype=torch.float32))
    first = count.cumsum(dim=1) - count  # segments are ordered by stroke
    share = (place - _per_segment(first, batch)) / _per_segment(count, batch).clamp(min=1)
    is_split = sampler.uniform(MAX_STROKES) < sampler.parameter("split", 2)
    where = torch.where(is_split, 0.15 + 0.7 * sampler.uniform(MAX_STROKES), 2.0)
    return replace(
        batch,
        stroke=(2 * batch.stroke + (share > _per_segment(where, batch))).clamp(max=MAX_STROKES - 1),
    )


def _relative_lengths(batch: SegmentBatch) -> Tensor:
    """Return the length of each segment's stroke, as a share of the longest stroke of the drawing."""
    length = _per_stroke_sum(batch, (batch.b - batch.a).norm(dim=-1))
    return _per_segment(length / length.amax(dim=1, keepdim=True).clamp(min=1e-9), batch)


def _drop_strokes(batch: SegmentBatch, length: Tensor, sampler: _Sampler) -> SegmentBatch:
    """Drop some strokes, details more often."""
    is_exempt = sampler.uniform(1) < 0.5
    factor = torch.where(length < DETAIL, sampler.parameter("detail_dropout", 2), 1.0)
    rate = sampler.parameter("dropout", 2) * factor
    kept = batch.mask & (is_exempt | (_per_segment(sampler.uniform(MAX_STROKES), batch) >= rate))
    is_empty = ~kept.any(dim=1, keepdim=True)
    return replace(batch, mask=torch.where(is_empty, batch.mask, kept))


def _displace_strokes(batch: SegmentBatch, sampler: _Sampler) -> SegmentBatch:
    """Move, rotate and scale each stroke a little about its centre: human lines do not meet exactly."""
    weight = _per_stroke_sum(batch, torch.ones_like(batch.mask, dtype=torch.float32)).clamp(min=1)
    centre = torch.stack(
        [_per_segment(_per_stroke_sum(batch, batch.a[..., axis]) / weight, batch) for axis in (0, 1)], dim=-1
    )
    size = (sampler.parameter("stroke_scale", 2) * sampler.normal(MAX_STROKES)).exp()
    angle = sampler.parameter("stroke_rotation", 2) * sampler.normal(MAX_STROKES)
    cosine, sine = (_per_segment(size * each, batch)[..., None] for each in (angle.cos(), angle.sin()))
    offset = (
        sampler.parameter("stroke_shift", 3) * sampler.normal(2, MAX_STROKES) / 2
    )  # the box has width 1 here
    shift = torch.stack([_per_segment(offset[:, axis], batch) for axis in (0, 1)], dim=-1)

    def displace(points: Tensor) -> Tensor:
        x, y = (points - centre).unbind(dim=-1)
        return centre + shift + cosine * (points - centre) + sine * torch.stack([-y, x], dim=-1)

    return batch.transform(displace)


def _reorder(batch: SegmentBatch, length: Tensor, sampler: _Sampler) -> SegmentBatch:
    """Shuffle strokes and reverse some; the segments of a stroke stay together."""
    place = torch.arange(batch.stroke.shape[1], device=batch.a.device)
    is_shuffled = sampler.uniform(1) < sampler.parameter("shuffle", 2)
    long_first = sampler.parameter("long_first", 2)
    rank = _per_segment(sampler.uniform(MAX_STROKES), batch) + long_first * (1 - length)
    rank = torch.where(is_shuffled, rank / (1 + long_first), 0.0)
    is_reversed = is_shuffled & _per_segment(
        sampler.uniform(MAX_STROKES) < sampler.parameter("reverse", 2), batch
    )
    rank = torch.where(batch.mask, rank, 2.0)  # dropped segments go to the end, where they cost nothing
    order = (rank.double() + 1e-9 * torch.where(is_reversed, -place, place)).argsort(dim=1)
    pairs = order[..., None].expand(-1, -1, 2)
    a, b = (torch.where(is_reversed[..., None], *ends) for ends in ((batch.b, batch.a), (batch.a, batch.b)))
    return SegmentBatch(
        a.gather(1, pairs), b.gather(1, pairs), batch.stroke.gather(1, order), batch.mask.gather(1, order)
    )


def _shares(sampler: _Sampler) -> Tensor:
    """Return the share of each drawing to keep: mostly all; prefixes lean towards complete ones."""
    least = sampler.parameter("min_share")
    prefix = least + (1 - least) * sampler.uniform().pow(0.7)
    return torch.where(sampler.uniform() >= sampler.parameter("unfinished"), 1.0, prefix)


def _distort(batch: SegmentBatch, corners: int, sigma: Tensor, sampler: _Sampler) -> SegmentBatch:
    """Displace points by a smooth random field."""
    field = sampler.normal(2, corners, corners) * sigma

    def displace(points: Tensor) -> Tensor:
        offset = grid_sample(field, points[:, None], padding_mode="border", align_corners=True)
        return points + offset[:, :, 0].transpose(1, 2)

    return batch.transform(displace)


def _matrices(sampler: _Sampler) -> Tensor:
    """Return random flip, stretch, shear and rotation matrices, of shape (batch, 2, 2)."""
    angle = sampler.parameter("rotation") * (2 * sampler.uniform() - 1)
    stretch = (sampler.parameter("stretch", 2) * sampler.normal(2)).exp()
    flip = torch.where(sampler.uniform() < sampler.parameter("flip"), -1.0, 1.0)
    shear = sampler.parameter("shear") * sampler.normal()
    zero, one = torch.zeros_like(angle), torch.ones_like(angle)
    scaling = torch.stack([stretch[:, 0] * flip, zero, zero, stretch[:, 1]], dim=1).view(-1, 2, 2)
    shearing = torch.stack([one, zero, shear, one], dim=1).view(-1, 2, 2)
    rotation = torch.stack([angle.cos(), angle.sin(), -angle.sin(), angle.cos()], dim=1).view(-1, 2, 2)
    return scaling @ shearing @ rotation
