"""Drawings as sequences of points and pen states, padded to a batch: the generator's input and output."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from training.data.segments import SegmentBatch

DOWN, LIFT, END, START = range(4)  # pen state after a point; START only before the first point
PEN_STATES = 3  # that can follow a point


@dataclass(frozen=True)
class PenSequences:
    """Points of several drawings, in the square from -1 to 1."""

    points: Tensor  # (batch, length, 2)
    pen: Tensor  # (batch, length), pen state after each point
    count: Tensor  # (batch,), number of points

    def mask(self) -> Tensor:
        """Return which points are not padding."""
        return torch.arange(self.pen.shape[1], device=self.pen.device) < self.count[:, None]

    def select(self, which: Tensor) -> "PenSequences":
        """Select drawings, and trim the padding."""
        longest = int(self.count[which].max()) if which.numel() else 0
        return PenSequences(self.points[which, :longest], self.pen[which, :longest], self.count[which])

    def stroke_starts(self) -> Tensor:
        """Return which points begin a stroke."""
        first = torch.ones_like(self.pen[:, :1], dtype=torch.bool)
        return torch.cat([first, self.pen[:, :-1] != DOWN], dim=1)

    def segments(self) -> SegmentBatch:
        """Convert to segments; a stroke of one point becomes a dot, a segment of length 0."""
        is_down = (self.pen == DOWN)[..., None]
        after = torch.where(is_down, self.points.roll(-1, dims=1), self.points)
        mask = self.mask() & (is_down[..., 0] | self.stroke_starts())
        stroke = self.stroke_starts().long().cumsum(dim=1) - 1
        return SegmentBatch(self.points, after, stroke, mask)

    def lengths(self) -> Tensor:
        """Return the length of ink of each drawing, in longer sides of its box."""
        segments = self.segments().fit()
        return segments.spans()[1][:, -1] / 2

    def with_points(self, points: Tensor) -> "PenSequences":
        """Replace the points."""
        return replace(self, points=points)

    def fit(self) -> "PenSequences":
        """Centre and scale each drawing to the square."""
        is_padding = ~self.mask()[..., None]
        low = self.points.masked_fill(is_padding, torch.inf).amin(dim=1, keepdim=True)
        high = self.points.masked_fill(is_padding, -torch.inf).amax(dim=1, keepdim=True)
        scale = 2 / (high - low).amax(dim=-1, keepdim=True).clamp(min=1e-6)
        return self.with_points((self.points - (low + high) / 2) * scale)

    def smooth(self, cell: float) -> "PenSequences":
        """Smooth the grid's staircase effect: move points towards neighbours, by half a cell at most."""
        before, after = self.points.roll(1, dims=1), self.points.roll(-1, dims=1)
        is_inner = (~self.stroke_starts() & (self.pen == DOWN))[..., None]
        pull = ((before + after - 2 * self.points) / 4).clamp(-cell / 2, cell / 2)
        return self.with_points(self.points + torch.where(is_inner, pull, 0.0))


def concatenate(parts: list[PenSequences]) -> PenSequences:
    """Concatenate batches."""
    longest = max(part.pen.shape[1] for part in parts)

    def pad(value: Tensor) -> Tensor:
        shape = (value.shape[0], longest - value.shape[1], *value.shape[2:])
        return torch.cat([value, value.new_zeros(shape)], dim=1)

    return PenSequences(
        torch.cat([pad(part.points) for part in parts]),
        torch.cat([pad(part.pen) for part in parts]),
        torch.cat([part.count for part in parts]),
    )
