"""Pictures of whole batches of drawings on the device, as `pictomania.bots.picture` draws a single one.

Every pixel's distance to every segment: wasteful, but a GPU does it faster than anything clever.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import torch
from torch import Tensor

from pictomania.bots.picture import CHANNELS, HALF_WIDTH, MARGIN, OLDEST, SIZE
from training.ink import Ink

WORK = (
    1 << 26
)  # distances measured at a time on a GPU: enough to keep it busy, and little padding; fewer on a CPU
WORK_CPU = 1 << 22


def images_of(ink: Ink, half_width: Tensor | None = None) -> Tensor:
    """Render ink that fits the square from -1 to 1; `half_width` in pixels, of shape (batch,)."""
    size = ink.a.shape[0]
    if half_width is None:
        half_width = torch.full((size,), HALF_WIDTH, device=ink.a.device)
    before, after = ink.spans()
    total = after[:, -1:].clamp(min=1e-6)
    fresh = OLDEST + (1 - OLDEST) * torch.stack([before, after], dim=-1) / total[..., None]
    a, b = (points * (SIZE / 2 - MARGIN) + SIZE / 2 for points in (ink.a, ink.b))
    # Drawings of about the same length together, so that little of the work goes into padding.
    place = torch.arange(ink.there.shape[1], device=a.device)
    needed = (ink.there * (place + 1)).amax(dim=1)
    order = needed.argsort()
    lengths = needed[order].cpu().numpy()
    image = torch.empty((size, CHANNELS, SIZE, SIZE), device=a.device)
    for begin, end in _chunks(lengths, WORK if a.is_cuda else WORK_CPU):
        some, width = order[begin:end], int(lengths[end - 1])
        image[some] = _renderer(a.is_cuda)(
            a[some, :width], b[some, :width], fresh[some, :width], ink.there[some, :width], half_width[some]
        )
    return image


def _chunks(lengths: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", work: int) -> list[tuple[int, int]]:
    """Cut an ascending list so that each part has about as much to do."""
    cuts = []
    end = len(lengths)
    while end > 0:
        begin = max(0, end - max(1, work // (int(lengths[end - 1]) * SIZE * SIZE)))
        cuts.append((begin, end))
        end = begin
    return cuts


@cache
def _renderer(cuda: bool) -> Callable[..., Tensor]:
    """On a GPU all in one go, so that no distance is ever written down."""
    return torch.compile(_drawn, dynamic=True) if cuda else _drawn


def _drawn(a: Tensor, b: Tensor, fresh: Tensor, there: Tensor, half_width: Tensor) -> Tensor:
    pixel = torch.arange(SIZE, device=a.device) + 0.5
    x = (pixel - a[..., :1])[:, :, None, :]  # (batch, segments, 1, columns)
    y = (pixel - a[..., 1:])[:, :, :, None]
    way = b - a
    dx, dy = way[..., 0, None, None], way[..., 1, None, None]
    square = (dx * dx + dy * dy).clamp(min=1e-9)
    share = (x * (dx / square) + y * (dy / square)).clamp_(0, 1)
    distance = (x - share * dx).square_().add_((y - share * dy).square_()).sqrt_()
    reach = torch.where(there, half_width[:, None] + 0.5, -torch.inf)[..., None, None]
    ink = (reach - distance).clamp_(0, 1)
    freshness = share.mul_((fresh[..., 1] - fresh[..., 0])[..., None, None]).add_(fresh[..., 0, None, None])
    return torch.stack([ink.amax(dim=1), freshness.mul_(ink).amax(dim=1)], dim=1)
