"""Making doodles with a trained generator: draw many, let a guesser and the copies decide, choose a few."""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from training.generator.album import Album
from training.generator.choice import Candidates, chosen
from training.generator.copies import QUANTILE, Originals, originals, pictures
from training.generator.doodles import Doodle, strokes_of
from training.generator.lines import Lines, joint
from training.generator.model import Model
from training.generator.recogniser import Recogniser
from training.generator.sampling import Taste, drawn

USUAL = 0.01  # a drawing has at least as many points and as much ink as this quantile of its class
NEXT_TO = 0.5  # a second answer counts if it is at least so likely as the first, compared
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Found:
    """Recognised drawings, and how many there were at each stage, by tag."""

    lines: Lines
    tag: Tensor
    own: Tensor
    feature: Tensor
    far: Tensor  # from the nearest training sketch, by picture and by path, in units of its class
    counts: dict[str, Tensor]


class Studio:
    """A generator at work."""

    def __init__(self, model: Model, album: Album, recogniser: Recogniser, args: argparse.Namespace) -> None:
        """Measure what people drew, to compare with."""
        self._model = model.to(album.device)
        self._album = album
        self._args = args
        self._recogniser = recogniser
        self._output = recogniser.numbers(album.tags)
        self._usual = _usual(album)
        self._chance = torch.Generator(album.device).manual_seed(args.seed + 1)
        self.originals: Originals = originals(album)

    def found(self, say: Callable[..., None]) -> Found:
        """Draw round by round, as long as there is time."""
        began = time.monotonic()
        rounds: list[Found] = []
        left = self._args.each
        while left > 0:
            spent = time.monotonic() - began
            if rounds and spent * (len(rounds) + 1) / len(rounds) > self._args.sampling_minutes * 60:
                say(f"no time for the last {left} drawings of each class")
                break
            rounds.append(self._round(min(left, self._args.round)))
            left -= self._args.round
            drawings, recognised = (int(rounds[-1].counts[stage].sum()) for stage in ("drawn", "recognised"))
            say(f"round {len(rounds)}: {recognised} of {drawings} drawings recognised")
        return _whole(rounds)

    def _round(self, each: int) -> Found:
        device = self._album.device
        tag = torch.arange(len(self._album.tags), device=device).repeat_interleave(each)
        heats = torch.tensor(self._args.temperature, device=device)
        heat = heats[torch.arange(len(tag), device=device) % len(heats)]
        taste = Taste(self._args.top, self._args.pen_temperature, self._args.sampling_batch)
        lines = drawn(self._model, tag, heat, taste, self._chance)
        many = {"drawn": self._count(tag)}
        lines, tag = _only(lines, tag, (lines.count >= 2).nonzero()[:, 0])
        points, ink = self._usual
        fit = (lines.count >= points[tag]) & (lines.lengths() >= ink[tag])
        lines, tag = _only(lines, tag, fit.nonzero()[:, 0])
        many["valid"] = self._count(tag)
        opinion = self._recogniser.opinion(lines, self._output[tag])
        second = (opinion.rank == 1) & (opinion.own >= NEXT_TO * opinion.best)
        known = ((opinion.rank == 0) | second).nonzero()[:, 0]
        many["first"] = self._count(tag[opinion.rank == 0])
        lines, tag = _only(lines, tag, known)
        many["recognised"] = self._count(tag)
        far = self.originals.distance(lines, tag)
        many["too near"] = self._count(tag[self.originals.too_near(far)])
        return Found(lines, tag, opinion.own[known], opinion.feature[known], far, many)

    def _count(self, tag: Tensor) -> Tensor:
        return tag.bincount(minlength=len(self._album.tags)).cpu()

    def chosen(self, found: Found) -> tuple[list[Doodle], dict[str, Any]]:
        """Choose what is kept; tells figures by tag and about copies too."""
        doodles: list[Doodle] = []
        figures: dict[str, Any] = {}
        kept: list[int] = []
        picture = pictures(found.lines)
        new = ~self.originals.too_near(found.far)
        for number, word in enumerate(self._album.tags):
            mine = ((found.tag == number) & new).nonzero()[:, 0]
            few = Candidates(found.own[mine], found.feature[mine], picture[mine])
            near = float(self.originals.least[0] * self.originals.unit[0, number])
            best = mine[chosen(few, self._args.keep, self._args.sure, near)] if len(mine) else mine
            if len(best):
                strokes = strokes_of(found.lines.of(best))
                doodles += [Doodle(word, rank, one) for rank, one in enumerate(strokes)]
            kept += best.tolist()
            counts = {stage: int(many[number]) for stage, many in found.counts.items()}
            sure = round(float(found.own[best].mean()), 3) if len(best) else None
            figures[word] = counts | {"kept": len(best), "mean probability": sure}
        return doodles, {"tags": figures, "copies": self._copies(found, kept)}

    def _copies(self, found: Found, kept: list[int]) -> dict[str, Any]:
        """How far drawings are from the nearest training sketch, compared with what people drew."""
        return {
            "unit": "median distance of a training sketch of the class to the nearest other one",
            "people too near": round(float(self.originals.too_near(self.originals.human).float().mean()), 4),
            "recognised too near": round(float(self.originals.too_near(found.far).float().mean()), 4),
            "by picture": self._compared(found.far[0], kept, 0),
            "by path": self._compared(found.far[1], kept, 1),
        }

    def _compared(self, far: Tensor, kept: list[int], how: int) -> dict[str, Any]:
        least = float(self.originals.least[how])
        return {
            "least allowed": round(least, 4),
            "people below": QUANTILE,
            "recognised below": round(float((far < least).float().mean()), 4),
            "people": _quantiles(self.originals.human[how]),
            "recognised": _quantiles(far),
            "kept": _quantiles(far[kept]) if kept else {},
        }


def _only(lines: Lines, tag: Tensor, which: Tensor) -> tuple[Lines, Tensor]:
    if not which.numel():
        raise RuntimeError("not a single drawing is of use: the generator has learnt nothing yet")
    return lines.of(which), tag[which]


def _quantiles(values: Tensor) -> dict[str, float]:
    return {str(share): round(float(values.quantile(share)), 3) for share in QUANTILES}


def _usual(album: Album) -> tuple[Tensor, Tensor]:
    """The least points and ink of a drawing of each tag."""
    train = album.of_part("train")
    lengths = album.lines(train).lengths()
    points, ink = [], []
    count = torch.from_numpy(album.count[train]).to(album.device).float()
    tag = torch.from_numpy(album.tag[train]).to(album.device)
    for number in range(len(album.tags)):
        mine = (tag == number).nonzero()[:, 0]
        points.append(count[mine].quantile(USUAL) if len(mine) else count.new_tensor(2.0))
        ink.append(lengths[mine].quantile(USUAL) if len(mine) else lengths.new_tensor(1.0))
    return torch.stack(points).floor(), 0.98 * torch.stack(ink)


def _whole(rounds: list[Found]) -> Found:
    return Found(
        joint([one.lines for one in rounds]),
        torch.cat([one.tag for one in rounds]),
        torch.cat([one.own for one in rounds]),
        torch.cat([one.feature for one in rounds]),
        torch.cat([one.far for one in rounds], dim=1),
        {stage: torch.stack([one.counts[stage] for one in rounds]).sum(dim=0) for stage in rounds[0].counts},
    )
