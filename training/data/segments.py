"""Batches of drawings as line segments on the device."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from pictomania.bots.arrays import IntArray
from training.data.sketches import Sketches


@dataclass(frozen=True)
class SegmentBatch:
    """Segments of several drawings, padded to the longest."""

    a: Tensor  # (batch, segments, 2), start points
    b: Tensor  # (batch, segments, 2), end points
    stroke: Tensor  # (batch, segments), index of the stroke in its drawing
    mask: Tensor  # (batch, segments), False for padding

    def spans(self) -> tuple[Tensor, Tensor]:
        """Return the length of ink before each segment, and up to its end."""
        length = (self.b - self.a).norm(dim=-1) * self.mask
        after = length.cumsum(dim=1)
        return after - length, after

    def prefix(self, share: Tensor) -> "SegmentBatch":
        """Keep the first part of each drawing, measured in length of ink; at least one segment stays."""
        before, after = self.spans()
        limit = after[:, -1:] * share[:, None]
        cut = ((limit - before) / (after - before).clamp(min=1e-9)).clamp(0, 1)[..., None]
        is_reached = (before < limit) | (limit >= after[:, -1:])  # dots at the end have no length: they stay
        return replace(self, b=torch.lerp(self.a, self.b, cut), mask=self.mask & is_reached)

    def box(self) -> tuple[Tensor, Tensor]:
        """Return the bounding box: least and greatest x and y, each of shape (batch, 1, 2)."""
        mask = self.mask[..., None]
        low = torch.minimum(self.a, self.b).masked_fill(~mask, torch.inf).amin(dim=1, keepdim=True)
        high = torch.maximum(self.a, self.b).masked_fill(~mask, -torch.inf).amax(dim=1, keepdim=True)
        return low, high

    def fit(self) -> "SegmentBatch":
        """Centre and scale each drawing to the square from -1 to 1."""
        low, high = self.box()
        scale = 2 / (high - low).amax(dim=-1, keepdim=True).clamp(min=1e-6)
        middle = (low + high) / 2
        return self.transform(lambda points: (points - middle) * scale)

    def transform(self, function: Callable[[Tensor], Tensor]) -> "SegmentBatch":
        """Apply a function to all points."""
        return replace(self, a=function(self.a), b=function(self.b))


class SketchStore:
    """All sketches, kept on the device as a whole."""

    def __init__(self, sketches: Sketches, device: torch.device) -> None:
        self.device = device
        self.count = sketches.count  # also kept on the CPU, to size a batch without a device sync
        self._segments = torch.from_numpy(sketches.segments).to(device)
        self._stroke = torch.from_numpy(sketches.stroke.astype(np.int64)).to(device)
        self._start = torch.from_numpy(sketches.start).to(device)
        self._count = torch.from_numpy(sketches.count).to(device)

    def batch(self, chosen: IntArray) -> SegmentBatch:
        """Gather some drawings."""
        longest = int(self.count[chosen].max())
        index = torch.from_numpy(chosen).to(self.device)
        place = torch.arange(longest, device=self.device)
        mask = place < self._count[index][:, None]
        at = torch.where(mask, self._start[index][:, None] + place, 0)
        segments = self._segments[at]
        return SegmentBatch(segments[..., :2], segments[..., 2:], self._stroke[at], mask)
