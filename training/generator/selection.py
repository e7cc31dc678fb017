"""Selects the drawings to keep: well recognised and diverse."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.data.copies import image_distances


@dataclass(frozen=True)
class Candidates:
    """Drawings of one class to select from."""

    own: Tensor  # probability of the intended output
    feature: Tensor  # unit feature vectors of the recogniser
    image: Tensor  # as compared in `copies`


def select(candidates: Candidates, keep: int, threshold: float, min_distance: float) -> list[int]:
    """Select up to `keep` drawings, the best first.

    The first is the best recognised. Each further one maximises recognition times the feature distance to
    those selected before. No two are closer than `min_distance` as images. If few exceed `threshold`, others
    compete too.
    """
    order = candidates.own.argsort(descending=True)
    count = max(int((candidates.own >= threshold).sum()), 2 * keep)
    pool = order[:count]
    own, feature, image = candidates.own[pool], candidates.feature[pool], candidates.image[pool]
    distances = image_distances(image, image)
    diversity = (1 - feature @ feature.T).clamp(min=0).sqrt()
    is_free = torch.ones_like(own, dtype=torch.bool)
    novelty = torch.ones_like(own)  # the first choice depends on recognition alone
    selected: list[int] = []
    while len(selected) < keep and bool(is_free.any()):
        at = int((novelty * own).masked_fill(~is_free, -1.0).argmax())
        selected.append(int(pool[at]))
        is_free = is_free & (distances[at] >= min_distance)
        is_free[at] = False
        novelty = torch.minimum(novelty, diversity[at])
    return selected
