"""Which drawings are kept: well recognised, unlike each other, and no copies."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.copies import apart


@dataclass(frozen=True)
class Candidates:
    """Drawings of one class that may be kept."""

    own: Tensor  # how surely they are recognised
    feature: Tensor  # how the recogniser sees them, of length 1
    picture: Tensor  # as `copies` compares them


def chosen(candidates: Candidates, keep: int, sure: float, least: float) -> list[int]:
    """Choose up to so many, the most important first.

    The first is the surest; then always the one that is both sure and seen as different from those chosen
    before. Two are never nearer to each other than `least`. If there are few sure ones, others count too.
    """
    order = candidates.own.argsort(descending=True)
    many = max(int((candidates.own >= sure).sum()), 2 * keep)
    pool = order[:many]
    own, feature, picture = candidates.own[pool], candidates.feature[pool], candidates.picture[pool]
    between = apart(picture, picture)
    unlike = (1 - feature @ feature.T).clamp(min=0).sqrt()
    free = torch.ones_like(own, dtype=torch.bool)
    nearest = torch.ones_like(own)  # before the first is chosen, only its sureness counts
    found: list[int] = []
    while len(found) < keep and bool(free.any()):
        at = int((nearest * own).masked_fill(~free, -1.0).argmax())
        found.append(int(pool[at]))
        free = free & (between[at] >= least)
        free[at] = False
        nearest = torch.minimum(nearest, unlike[at])
    return found
