"""The way a pen took, as points at equal distances of ink: the other look at whether a drawing is a copy.

Pictures show what a drawing looks like, paths how it came to be; a generator that copies does both. Two paths
are compared up to any affine map, so that turned, mirrored, sheared or stretched copies are still copies.
"""

import torch
from torch import Tensor

from training.generator.lines import Lines

POINTS = 64


def paths(lines: Lines) -> Tensor:
    """Points about their middle, two columns of length 1 at right angles: (drawings, points, 2)."""
    ink = lines.ink()
    before, after = ink.spans()
    share = (torch.arange(POINTS, device=after.device) + 0.5) / POINTS
    goal = after[:, -1:] * share
    at = torch.searchsorted(after, goal).clamp(max=after.shape[1] - 1)
    begin, end = before.gather(1, at), after.gather(1, at)
    part = ((goal - begin) / (end - begin).clamp(min=1e-9)).clamp(0, 1)[..., None]
    pairs = at[..., None].expand(-1, -1, 2)
    points = torch.lerp(ink.a.gather(1, pairs), ink.b.gather(1, pairs), part)
    return _upright(points - points.mean(dim=1, keepdim=True))


def _upright(points: Tensor) -> Tensor:
    """Gram and Schmidt; what a straight line lacks stays nothing."""
    first = points[..., 0] / points[..., 0].norm(dim=1, keepdim=True).clamp(min=1e-6)
    rest = points[..., 1] - first * (first * points[..., 1]).sum(dim=1, keepdim=True)
    second = rest / rest.norm(dim=1, keepdim=True).clamp(min=1e-3)
    return torch.stack([first, second], dim=-1)


def off(one: Tensor, other: Tensor) -> Tensor:
    """How badly paths fit each other whatever the map: 0 if perfectly, of shape (one, other)."""
    shared = sum((one[..., i] @ other[..., j].T).square() for i in range(2) for j in range(2))
    return (1 - torch.as_tensor(shared) / 2).clamp(min=0).sqrt()
