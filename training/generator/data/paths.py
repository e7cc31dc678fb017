"""Pen paths, resampled at equal distances of ink: the second way to detect copies.

Images show what a drawing looks like, paths how it was drawn; a generator that copies reproduces both. Paths
are compared up to any affine map, so that rotated, mirrored, sheared or stretched copies are still detected.
"""

import torch
from torch import Tensor

from training.generator.data.sequences import PenSequences

POINTS = 64


def pen_paths(sequences: PenSequences) -> Tensor:
    """Return centred points with orthonormal columns, of shape (drawings, points, 2)."""
    segments = sequences.segments()
    before, after = segments.spans()
    share = (torch.arange(POINTS, device=after.device) + 0.5) / POINTS
    goal = after[:, -1:] * share
    at = torch.searchsorted(after, goal).clamp(max=after.shape[1] - 1)
    begin, end = before.gather(1, at), after.gather(1, at)
    part = ((goal - begin) / (end - begin).clamp(min=1e-9)).clamp(0, 1)[..., None]
    pairs = at[..., None].expand(-1, -1, 2)
    points = torch.lerp(segments.a.gather(1, pairs), segments.b.gather(1, pairs), part)
    return _orthonormalise(points - points.mean(dim=1, keepdim=True))


def _orthonormalise(points: Tensor) -> Tensor:
    """Gram-Schmidt; the second column of a straight line stays zero."""
    first = points[..., 0] / points[..., 0].norm(dim=1, keepdim=True).clamp(min=1e-6)
    rest = points[..., 1] - first * (first * points[..., 1]).sum(dim=1, keepdim=True)
    second = rest / rest.norm(dim=1, keepdim=True).clamp(min=1e-3)
    return torch.stack([first, second], dim=-1)


def path_distances(one: Tensor, other: Tensor) -> Tensor:
    """Return distances between paths under the best affine map, of shape (one, other)."""
    shared = sum((one[..., i] @ other[..., j].T).square() for i in range(2) for j in range(2))
    return (1 - torch.as_tensor(shared) / 2).clamp(min=0).sqrt()
