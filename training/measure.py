"""What a trained network is worth: accuracy and honesty on drawings that it has never seen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.holders import Pool, Whole, holders_for
from training.ink import Album, Ink
from training.labels import HUMAN
from training.render import images_of
from training.temperature import Floats, fitted, probabilities, right, table, temperatures

SHARES = (0.25, 0.5, 0.75, 1.0)
SIDES = {"21": 3, "42": 6}
Answer = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Seen:
    """What the network says of some drawings at one share drawn, and what a bot knows of them."""

    numbers: Floats  # of all outputs
    mirrored: Floats  # the mean of these and of those for the mirrored picture
    features: Floats  # one, logarithm of the length of the ink in sides of its box, logarithm of the strokes

    def biased(self, bias: Floats) -> "Seen":
        """Add something to each output."""
        return replace(self, numbers=self.numbers + bias, mirrored=self.mirrored + bias)


def look(
    answer: Answer,
    album: Album,
    chosen: NDArray[np.int64],
    share: float,
    redrawn: Callable[[Ink], Ink] | None = None,
    batch: int = 256,
) -> Seen:
    """Ask the network about drawings of which so much is drawn, by another hand if you like."""
    parts = []
    for begin in range(0, len(chosen), batch):
        ink = album.ink(chosen[begin : begin + batch])
        ink = redrawn(ink) if redrawn else ink
        ink = ink.prefix(torch.full((ink.a.shape[0],), share, device=album.device)).fitted()
        image = images_of(ink)
        plain, mirror = answer(image).float(), answer(image.flip(3)).float()
        parts.append([part.cpu().numpy() for part in (plain, (plain + mirror) / 2, features_of(ink))])
    return Seen(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def features_of(ink: Ink) -> Tensor:
    """What tells, while somebody draws, how much is there; ink must be fitted to its frame."""
    length = ink.spans()[1][:, -1] / 2
    first = ink.stroke.diff(dim=1).ne(0) & ink.there[:, 1:]
    strokes = 1 + first.sum(dim=1)
    return torch.stack([torch.ones_like(length), length.clamp(min=0.1).log(), strokes.float().log()], dim=1)


def calibration(looks: dict[float, Seen], outputs: Whole, pool: Pool, seed: int) -> dict[str, Any]:
    """Temperatures by share drawn, and one rule for a bot, which cannot know the share.

    Fitted on holders of 21 words, game and hard ones alike: the former are what a bot meets, and on the
    latter it errs most by being too sure.
    """
    chance = np.random.default_rng(seed)
    both = [holders_for(pool, outputs, 3, hard, chance) for hard in (False, True)]
    drawings, holders = (np.concatenate(columns) for columns in zip(*both, strict=True))
    words = {share: pool.numbers(seen.numbers[drawings], holders) for share, seen in looks.items()}
    one = np.ones((len(drawings), 1), dtype=np.float32)
    everything = np.concatenate([looks[share].features[drawings] for share in SHARES])
    return {
        "by_share": {
            str(share): round(float(temperatures(one[:1], fitted(words[share], one))[0]), 4)
            for share in SHARES
        },
        "by_ink": fitted(np.concatenate([words[share] for share in SHARES]), everything),
    }


def report_icons(
    seen: Mapping[str, Seen], outputs: Mapping[str, Whole], pool: Pool, seed: int
) -> dict[str, Any]:
    """Figures of whole drawings of what only icons taught, by sort of drawing."""
    chance = np.random.default_rng(seed)
    result: dict[str, Any] = {}
    for sort, its in seen.items():
        everything = np.ones(len(outputs[sort]), dtype=bool)
        cell = result[sort] = {
            "drawings": len(everything),
            "one of all": _named(its, outputs[sort], everything),
        }
        for words, sides in SIDES.items():
            drawings, holders = _thrice(pool, outputs[sort], sides, False, chance)
            cell[f"{words} game"] = _held(its, pool, drawings, holders, {"right": everything})["right"]
    return result


def report(
    looks: dict[float, Seen], outputs: Whole, sources: list[str], pool: Pool, heat: dict[str, Any], seed: int
) -> dict[str, Any]:
    """All figures of the test part."""
    chance = np.random.default_rng(seed)
    result: dict[str, Any] = {"drawings": len(outputs), "outputs": {}, "holders": {}, "honesty": {}}
    where = {source: np.array([each == source for each in sources]) for source in HUMAN}
    for share, seen in looks.items():
        result["outputs"][str(share)] = {
            source: _named(seen, outputs, mine) for source, mine in where.items() if mine.any()
        }
    for words, sides in SIDES.items():
        for kind, hard in (("game", False), ("hard", True)):
            drawings, holders = _thrice(pool, outputs, sides, hard, chance)
            cell = result["holders"][f"{words} {kind}"] = {}
            for share, seen in looks.items():
                cell[str(share)] = _held(seen, pool, drawings, holders, where)
                result["honesty"].setdefault(f"{words} {kind}", {})[str(share)] = _honesty(
                    pool.numbers(seen.numbers[drawings], holders), seen.features[drawings], heat, share
                )
    return result


def _thrice(
    pool: Pool, outputs: Whole, sides: int, hard: bool, chance: np.random.Generator
) -> tuple[Whole, Whole]:
    """Three holders for each drawing, so that chance in the cards matters less."""
    rounds = [holders_for(pool, outputs, sides, hard, chance) for _ in range(3)]
    return np.concatenate([each[0] for each in rounds]), np.concatenate([each[1] for each in rounds])


def _named(seen: Seen, outputs: Whole, mine: NDArray[np.bool_]) -> dict[str, float]:
    order = np.argsort(-seen.numbers[mine], axis=1)[:, :5] == outputs[mine][:, None]
    mirrored = seen.mirrored[mine].argmax(axis=1) == outputs[mine]
    return {
        "first": round(float(order[:, 0].mean()), 4),
        "first five": round(float(order.any(axis=1).mean()), 4),
        "mirrored too": round(float(mirrored.mean()), 4),
    }


def _held(
    seen: Seen, pool: Pool, drawings: Whole, holders: Whole, where: dict[str, NDArray[np.bool_]]
) -> dict[str, dict[str, float]]:
    result = {}
    for source, mine in where.items():
        rows = mine[drawings]
        if rows.any():
            plain, mirrored = (
                right(pool.numbers(numbers[drawings[rows]], holders[rows])).mean()
                for numbers in (seen.numbers, seen.mirrored)
            )
            result[source] = {"right": round(float(plain), 4), "mirrored too": round(float(mirrored), 4)}
    return result


def _honesty(words: Floats, features: Floats, heat: dict[str, Any], share: float) -> dict[str, Any]:
    return {
        "before": table(probabilities(words)),
        "by_share": table(probabilities(words, heat["by_share"][str(share)])),
        "by_ink": table(probabilities(words, temperatures(features, heat["by_ink"]))),
    }
