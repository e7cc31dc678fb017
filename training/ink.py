"""A batch of drawings as segments on the device, and the part of each that is drawn so far."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.sketches import Sketches


@dataclass(frozen=True)
class Ink:
    """Segments of several drawings, padded to the longest of them."""

    a: Tensor  # (batch, segments, 2), where a segment begins
    b: Tensor  # and where it ends
    stroke: Tensor  # (batch, segments), number of the stroke in its drawing
    there: Tensor  # (batch, segments), is it ink or padding?

    def spans(self) -> tuple[Tensor, Tensor]:
        """How much ink there is before each segment, and up to its end."""
        length = (self.b - self.a).norm(dim=-1) * self.there
        after = length.cumsum(dim=1)
        return after - length, after

    def prefix(self, share: Tensor) -> "Ink":
        """Keep the first part of each drawing, measured in length of ink; something always stays."""
        before, after = self.spans()
        limit = after[:, -1:] * share[:, None]
        cut = ((limit - before) / (after - before).clamp(min=1e-9)).clamp(0, 1)[..., None]
        reached = (before < limit) | (limit >= after[:, -1:])  # dots at the end have no length: they stay
        return replace(self, b=torch.lerp(self.a, self.b, cut), there=self.there & reached)

    def box(self) -> tuple[Tensor, Tensor]:
        """The corners of what is drawn: least and greatest x and y, each of shape (batch, 1, 2)."""
        there = self.there[..., None]
        low = torch.minimum(self.a, self.b).masked_fill(~there, torch.inf).amin(dim=1, keepdim=True)
        high = torch.maximum(self.a, self.b).masked_fill(~there, -torch.inf).amax(dim=1, keepdim=True)
        return low, high

    def fitted(self) -> "Ink":
        """Move and scale each drawing so that it just fits the square from -1 to 1, in the middle of it."""
        low, high = self.box()
        scale = 2 / (high - low).amax(dim=-1, keepdim=True).clamp(min=1e-6)
        middle = (low + high) / 2
        return self.moved(lambda points: (points - middle) * scale)

    def moved(self, move: Callable[[Tensor], Tensor]) -> "Ink":
        """The same ink with its points elsewhere."""
        return replace(self, a=move(self.a), b=move(self.b))


class Album:
    """All sketches on the device; small enough to lie there as a whole."""

    def __init__(self, sketches: Sketches, device: torch.device) -> None:
        """Send everything once."""
        self.device = device
        self.count = sketches.count  # stays here too, so that a batch can be cut without asking the device
        self._segments = torch.from_numpy(sketches.segments).to(device)
        self._stroke = torch.from_numpy(sketches.stroke.astype(np.int64)).to(device)
        self._start = torch.from_numpy(sketches.start).to(device)
        self._count = torch.from_numpy(sketches.count).to(device)

    def ink(self, chosen: NDArray[np.int64]) -> Ink:
        """Lay out some drawings."""
        longest = int(self.count[chosen].max())
        index = torch.from_numpy(chosen).to(self.device)
        place = torch.arange(longest, device=self.device)
        there = place < self._count[index][:, None]
        at = torch.where(there, self._start[index][:, None] + place, 0)
        segments = self._segments[at]
        return Ink(segments[..., :2], segments[..., 2:], self._stroke[at], there)
