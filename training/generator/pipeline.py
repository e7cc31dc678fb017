"""The doodle pipeline: sample many drawings, filter them by a guesser and the copy detector, keep a few."""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from training.generator.data.copies import QUANTILE, Originals, load_originals, small_images
from training.generator.data.dataset import SequenceDataset
from training.generator.data.doodles import Doodle, strokes_of
from training.generator.data.sequences import PenSequences, concatenate
from training.generator.model import GeneratorModel
from training.generator.recogniser import Recogniser
from training.generator.sampling import SamplingParameters, sample
from training.generator.selection import Candidates, select

MIN_QUANTILE = 0.01  # a drawing needs at least the points and ink of this quantile of its class
RUNNER_UP_RATIO = 0.5  # a second-ranked output counts if it is at least this likely relative to the first
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class RecognisedDrawings:
    """Recognised drawings, and how many passed each stage, by tag."""

    sequences: PenSequences
    tag: Tensor
    own: Tensor
    feature: Tensor
    distance: Tensor  # to the nearest training sketch, by image and by path, in units of the class
    counts: dict[str, Tensor]


class DoodlePipeline:
    """Makes doodles with a trained generator."""

    def __init__(
        self,
        model: GeneratorModel,
        dataset: SequenceDataset,
        recogniser: Recogniser,
        args: argparse.Namespace,
    ) -> None:
        """Measure the human sketches for comparison."""
        self._model = model.to(dataset.device)
        self._dataset = dataset
        self._args = args
        self._recogniser = recogniser
        self._output = recogniser.outputs(dataset.tags)
        self._minimums = _minimums(dataset)
        self._rng = torch.Generator(dataset.device).manual_seed(args.seed + 1)
        self.originals: Originals = load_originals(dataset)

    def sample(self, log: Callable[..., None]) -> RecognisedDrawings:
        """Sample in rounds until there are enough drawings or the time is over."""
        started_at = time.monotonic()
        rounds: list[RecognisedDrawings] = []
        left = self._args.each
        while left > 0:
            spent = time.monotonic() - started_at
            if rounds and spent * (len(rounds) + 1) / len(rounds) > self._args.sampling_minutes * 60:
                log(f"no time for the last {left} drawings of each class")
                break
            rounds.append(self._sample_round(min(left, self._args.round)))
            left -= self._args.round
            drawings, recognised = (int(rounds[-1].counts[stage].sum()) for stage in ("drawn", "recognised"))
            log(f"round {len(rounds)}: {recognised} of {drawings} drawings recognised")
        return _merge(rounds)

    def _sample_round(self, each: int) -> RecognisedDrawings:
        device = self._dataset.device
        tag = torch.arange(len(self._dataset.tags), device=device).repeat_interleave(each)
        temperatures = torch.tensor(self._args.temperature, device=device)
        temperature = temperatures[torch.arange(len(tag), device=device) % len(temperatures)]
        parameters = SamplingParameters(self._args.top, self._args.pen_temperature, self._args.sampling_batch)
        sequences = sample(self._model, tag, temperature, parameters, self._rng)
        counts = {"drawn": self._count(tag)}
        sequences, tag = _filter(sequences, tag, (sequences.count >= 2).nonzero()[:, 0])
        min_points, min_ink = self._minimums
        is_valid = (sequences.count >= min_points[tag]) & (sequences.lengths() >= min_ink[tag])
        sequences, tag = _filter(sequences, tag, is_valid.nonzero()[:, 0])
        counts["valid"] = self._count(tag)
        recognition = self._recogniser.recognise(sequences, self._output[tag])
        is_runner_up = (recognition.rank == 1) & (recognition.own >= RUNNER_UP_RATIO * recognition.best)
        recognised = ((recognition.rank == 0) | is_runner_up).nonzero()[:, 0]
        counts["first"] = self._count(tag[recognition.rank == 0])
        sequences, tag = _filter(sequences, tag, recognised)
        counts["recognised"] = self._count(tag)
        distance = self.originals.distance(sequences, tag)
        counts["too near"] = self._count(tag[self.originals.too_near(distance)])
        own, feature = recognition.own[recognised], recognition.feature[recognised]
        return RecognisedDrawings(sequences, tag, own, feature, distance, counts)

    def _count(self, tag: Tensor) -> Tensor:
        return tag.bincount(minlength=len(self._dataset.tags)).cpu()

    def select(self, found: RecognisedDrawings) -> tuple[list[Doodle], dict[str, Any]]:
        """Select the doodles to keep; return statistics by tag and about copies too."""
        doodles: list[Doodle] = []
        figures: dict[str, Any] = {}
        kept: list[int] = []
        images = small_images(found.sequences)
        is_new = ~self.originals.too_near(found.distance)
        for number, word in enumerate(self._dataset.tags):
            own = ((found.tag == number) & is_new).nonzero()[:, 0]
            candidates = Candidates(found.own[own], found.feature[own], images[own])
            min_distance = float(self.originals.least[0] * self.originals.unit[0, number])
            best = own
            if len(own):
                best = own[select(candidates, self._args.keep, self._args.sure, min_distance)]
            if len(best):
                strokes = strokes_of(found.sequences.select(best))
                doodles += [Doodle(word, rank, one) for rank, one in enumerate(strokes)]
            kept += best.tolist()
            counts = {stage: int(count[number]) for stage, count in found.counts.items()}
            mean = round(float(found.own[best].mean()), 3) if len(best) else None
            figures[word] = counts | {"kept": len(best), "mean probability": mean}
        return doodles, {"tags": figures, "copies": self._copy_figures(found, kept)}

    def _copy_figures(self, found: RecognisedDrawings, kept: list[int]) -> dict[str, Any]:
        """Compare distances to the nearest training sketch with those of unseen human sketches."""
        too_near = self.originals.too_near
        return {
            "unit": "median distance of a training sketch of the class to the nearest other one",
            "people too near": round(float(too_near(self.originals.human).float().mean()), 4),
            "recognised too near": round(float(too_near(found.distance).float().mean()), 4),
            "by picture": self._distance_figures(found.distance[0], kept, 0),
            "by path": self._distance_figures(found.distance[1], kept, 1),
        }

    def _distance_figures(self, distance: Tensor, kept: list[int], how: int) -> dict[str, Any]:
        least = float(self.originals.least[how])
        return {
            "least allowed": round(least, 4),
            "people below": QUANTILE,
            "recognised below": round(float((distance < least).float().mean()), 4),
            "people": _quantiles(self.originals.human[how]),
            "recognised": _quantiles(distance),
            "kept": _quantiles(distance[kept]) if kept else {},
        }


def _filter(sequences: PenSequences, tag: Tensor, which: Tensor) -> tuple[PenSequences, Tensor]:
    if not which.numel():
        raise RuntimeError("no drawing is usable: the generator has not learnt anything yet")
    return sequences.select(which), tag[which]


def _quantiles(values: Tensor) -> dict[str, float]:
    return {str(share): round(float(values.quantile(share)), 3) for share in QUANTILES}


def _minimums(dataset: SequenceDataset) -> tuple[Tensor, Tensor]:
    """Return the minimum points and ink of a drawing, by tag."""
    train = dataset.of_part("train")
    lengths = dataset.sequences(train).lengths()
    points, ink = [], []
    count = torch.from_numpy(dataset.count[train]).to(dataset.device).float()
    tag = torch.from_numpy(dataset.tag[train]).to(dataset.device)
    for number in range(len(dataset.tags)):
        own = (tag == number).nonzero()[:, 0]
        points.append(count[own].quantile(MIN_QUANTILE) if len(own) else count.new_tensor(2.0))
        ink.append(lengths[own].quantile(MIN_QUANTILE) if len(own) else lengths.new_tensor(1.0))
    return torch.stack(points).floor(), 0.98 * torch.stack(ink)


def _merge(rounds: list[RecognisedDrawings]) -> RecognisedDrawings:
    return RecognisedDrawings(
        concatenate([one.sequences for one in rounds]),
        torch.cat([one.tag for one in rounds]),
        torch.cat([one.own for one in rounds]),
        torch.cat([one.feature for one in rounds]),
        torch.cat([one.distance for one in rounds], dim=1),
        {stage: torch.stack([one.counts[stage] for one in rounds]).sum(dim=0) for stage in rounds[0].counts},
    )
