"""Drawings as points one after another: what the generator reads and writes, padded to a batch."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from training.ink import Ink

ON, LIFT, END, START = range(4)  # after a point the pen goes on, lifts, or has finished; START is before all
PENS = 3  # states that can follow a point


@dataclass(frozen=True)
class Lines:
    """Points of several drawings, in the square from -1 to 1."""

    points: Tensor  # (batch, length, 2)
    pen: Tensor  # (batch, length), what the pen does after a point
    count: Tensor  # (batch,), points of each

    def there(self) -> Tensor:
        """Which points are not padding."""
        return torch.arange(self.pen.shape[1], device=self.pen.device) < self.count[:, None]

    def of(self, which: Tensor) -> "Lines":
        """Some of the drawings, no longer than they need to be."""
        longest = int(self.count[which].max()) if which.numel() else 0
        return Lines(self.points[which, :longest], self.pen[which, :longest], self.count[which])

    def begun(self) -> Tensor:
        """Which points begin a stroke."""
        first = torch.ones_like(self.pen[:, :1], dtype=torch.bool)
        return torch.cat([first, self.pen[:, :-1] != ON], dim=1)

    def ink(self) -> Ink:
        """The same as segments; a stroke of one point is a dot, which is a segment without length."""
        on = (self.pen == ON)[..., None]
        after = torch.where(on, self.points.roll(-1, dims=1), self.points)
        there = self.there() & (on[..., 0] | self.begun())
        stroke = self.begun().long().cumsum(dim=1) - 1
        return Ink(self.points, after, stroke, there)

    def lengths(self) -> Tensor:
        """How much ink each has, in longer sides of its box."""
        ink = self.ink().fitted()
        return ink.spans()[1][:, -1] / 2

    def moved(self, points: Tensor) -> "Lines":
        """The same drawings with their points elsewhere."""
        return replace(self, points=points)

    def fitted(self) -> "Lines":
        """Each just fits the square, in the middle of it."""
        outside = ~self.there()[..., None]
        low = self.points.masked_fill(outside, torch.inf).amin(dim=1, keepdim=True)
        high = self.points.masked_fill(outside, -torch.inf).amax(dim=1, keepdim=True)
        scale = 2 / (high - low).amax(dim=-1, keepdim=True).clamp(min=1e-6)
        return self.moved((self.points - (low + high) / 2) * scale)

    def smoothed(self, cell: float) -> "Lines":
        """Take the grid's steps out of a line: points move towards neighbours by half a cell at most."""
        before, after = self.points.roll(1, dims=1), self.points.roll(-1, dims=1)
        inner = (~self.begun() & (self.pen == ON))[..., None]
        pull = ((before + after - 2 * self.points) / 4).clamp(-cell / 2, cell / 2)
        return self.moved(self.points + torch.where(inner, pull, 0.0))


def joint(parts: list[Lines]) -> Lines:
    """Several batches as one."""
    longest = max(part.pen.shape[1] for part in parts)

    def padded(value: Tensor) -> Tensor:
        shape = (value.shape[0], longest - value.shape[1], *value.shape[2:])
        return torch.cat([value, value.new_zeros(shape)], dim=1)

    return Lines(
        torch.cat([padded(part.points) for part in parts]),
        torch.cat([padded(part.pen) for part in parts]),
        torch.cat([part.count for part in parts]),
    )
