"""Renders whole batches of drawings on the device, like `pictomania.bots.raster` renders a single one.

Computes the distance of every pixel to every segment: wasteful, but on a GPU the fastest way.
"""

from collections.abc import Callable
from functools import cache

import torch
from torch import Tensor

from pictomania.bots.arrays import IntArray
from pictomania.bots.raster import CHANNELS, HALF_WIDTH, MARGIN, OLDEST, SIZE
from training.data.segments import SegmentBatch

# Distances computed at a time: enough to keep the device busy, with little padding.
CHUNK_CUDA = 1 << 26
CHUNK_CPU = 1 << 22


def render(batch: SegmentBatch, half_width: Tensor | None = None) -> Tensor:
    """Render drawings fitted to the square from -1 to 1; `half_width` in pixels, of shape (batch,)."""
    size = batch.a.shape[0]
    if half_width is None:
        half_width = torch.full((size,), HALF_WIDTH, device=batch.a.device)
    before, after = batch.spans()
    total = after[:, -1:].clamp(min=1e-6)
    fresh = OLDEST + (1 - OLDEST) * torch.stack([before, after], dim=-1) / total[..., None]
    a, b = (points * (SIZE / 2 - MARGIN) + SIZE / 2 for points in (batch.a, batch.b))
    # Group drawings of similar length, so that little work is wasted on padding.
    place = torch.arange(batch.mask.shape[1], device=a.device)
    needed = (batch.mask * (place + 1)).amax(dim=1)
    order = needed.argsort()
    lengths = needed[order].cpu().numpy()
    image = torch.empty((size, CHANNELS, SIZE, SIZE), device=a.device)
    for begin, end in _chunks(lengths, CHUNK_CUDA if a.is_cuda else CHUNK_CPU):
        some, width = order[begin:end], int(lengths[end - 1])
        image[some] = _renderer(a.is_cuda)(
            a[some, :width], b[some, :width], fresh[some, :width], batch.mask[some, :width], half_width[some]
        )
    return image


def _chunks(lengths: IntArray, work: int) -> list[tuple[int, int]]:
    """Cut an ascending list of lengths into chunks of about equal work."""
    cuts = []
    end = len(lengths)
    while end > 0:
        begin = max(0, end - max(1, work // (int(lengths[end - 1]) * SIZE * SIZE)))
        cuts.append((begin, end))
        end = begin
    return cuts


@cache
def _renderer(cuda: bool) -> Callable[..., Tensor]:
    """Compile on a GPU, so that the distances are fused and never written to memory."""
    return torch.compile(_render_chunk, dynamic=True) if cuda else _render_chunk


def _render_chunk(a: Tensor, b: Tensor, fresh: Tensor, mask: Tensor, half_width: Tensor) -> Tensor:
    pixel = torch.arange(SIZE, device=a.device) + 0.5
    x = (pixel - a[..., :1])[:, :, None, :]  # (batch, segments, 1, columns)
    y = (pixel - a[..., 1:])[:, :, :, None]
    delta = b - a
    dx, dy = delta[..., 0, None, None], delta[..., 1, None, None]
    square = (dx * dx + dy * dy).clamp(min=1e-9)
    share = (x * (dx / square) + y * (dy / square)).clamp_(0, 1)
    distance = (x - share * dx).square_().add_((y - share * dy).square_()).sqrt_()
    reach = torch.where(mask, half_width[:, None] + 0.5, -torch.inf)[..., None, None]
    ink = (reach - distance).clamp_(0, 1)
    freshness = share.mul_((fresh[..., 1] - fresh[..., 0])[..., None, None]).add_(fresh[..., 0, None, None])
    return torch.stack([ink.amax(dim=1), freshness.mul_(ink).amax(dim=1)], dim=1)
