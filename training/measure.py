"""Measures a trained network: accuracy and calibration on drawings it has never seen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pictomania.bots.arrays import FloatArray, IntArray
from training.data.holders import IdeaPool, holders_for
from training.data.labels import HUMAN_SOURCES
from training.data.render import render
from training.data.segments import SegmentBatch, SketchStore
from training.temperature import calibration_table, first_place, fit_temperature, probabilities, temperatures

SHARES = (0.25, 0.5, 0.75, 1.0)
SIDES = {"21": 3, "42": 6}
Predictor = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Predictions:
    """Logits for some drawings at one share drawn, and the features that a bot can observe."""

    logits: FloatArray
    mirrored: FloatArray  # mean of the logits for the image and its mirror image
    features: FloatArray  # 1, log of the length of ink in sides of its box, log of the number of strokes

    def add_bias(self, bias: FloatArray) -> "Predictions":
        """Add a bias to each output."""
        return replace(self, logits=self.logits + bias, mirrored=self.mirrored + bias)


def predict(
    predictor: Predictor,
    store: SketchStore,
    chosen: IntArray,
    share: float,
    redraw: Callable[[SegmentBatch], SegmentBatch] | None = None,
    batch_size: int = 256,
) -> Predictions:
    """Run the network on the first `share` of some drawings, optionally redrawn."""
    parts = []
    for begin in range(0, len(chosen), batch_size):
        batch = store.batch(chosen[begin : begin + batch_size])
        batch = redraw(batch) if redraw else batch
        batch = batch.prefix(torch.full((batch.a.shape[0],), share, device=store.device)).fit()
        image = render(batch)
        plain, mirror = predictor(image).float(), predictor(image.flip(3)).float()
        parts.append([part.cpu().numpy() for part in (plain, (plain + mirror) / 2, ink_features(batch))])
    return Predictions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def ink_features(batch: SegmentBatch) -> Tensor:
    """Return features of the amount of ink; the batch must be fitted to its frame."""
    length = batch.spans()[1][:, -1] / 2
    is_first = batch.stroke.diff(dim=1).ne(0) & batch.mask[:, 1:]
    strokes = 1 + is_first.sum(dim=1)
    return torch.stack([torch.ones_like(length), length.clamp(min=0.1).log(), strokes.float().log()], dim=1)


def calibrate(
    predictions: dict[float, Predictions], outputs: IntArray, pool: IdeaPool, seed: int
) -> dict[str, Any]:
    """Fit a temperature for each share drawn, and one rule for bots, which cannot know the share.

    Fitted on holders of 21 words, both game and hard ones: bots meet the former, and are most overconfident
    on the latter.
    """
    rng = np.random.default_rng(seed)
    both = [holders_for(pool, outputs, 3, hard, rng) for hard in (False, True)]
    drawings, holders = (np.concatenate(columns) for columns in zip(*both, strict=True))
    words = {share: pool.word_logits(each.logits[drawings], holders) for share, each in predictions.items()}
    one = np.ones((len(drawings), 1), dtype=np.float32)
    features = np.concatenate([predictions[share].features[drawings] for share in SHARES])
    return {
        "by_share": {
            str(share): round(float(temperatures(one[:1], fit_temperature(words[share], one))[0]), 4)
            for share in SHARES
        },
        "by_ink": fit_temperature(np.concatenate([words[share] for share in SHARES]), features),
    }


def report_icons(
    predictions: Mapping[str, Predictions], outputs: Mapping[str, IntArray], pool: IdeaPool, seed: int
) -> dict[str, Any]:
    """Return the accuracy of icon-only outputs on complete drawings, by source."""
    rng = np.random.default_rng(seed)
    result: dict[str, Any] = {}
    for source, each in predictions.items():
        everything = np.ones(len(outputs[source]), dtype=bool)
        cell = result[source] = {
            "drawings": len(everything),
            "one of all": _top_accuracy(each, outputs[source], everything),
        }
        for words, sides in SIDES.items():
            drawings, holders = _three_holders(pool, outputs[source], sides, False, rng)
            cell[f"{words} game"] = _holder_accuracy(each, pool, drawings, holders, {"right": everything})[
                "right"
            ]
    return result


def report(
    predictions: dict[float, Predictions],
    outputs: IntArray,
    sources: list[str],
    pool: IdeaPool,
    temperature: dict[str, Any],
    seed: int,
) -> dict[str, Any]:
    """Return all figures for the test part."""
    rng = np.random.default_rng(seed)
    result: dict[str, Any] = {"drawings": len(outputs), "outputs": {}, "holders": {}, "honesty": {}}
    masks = {source: np.array([each == source for each in sources]) for source in HUMAN_SOURCES}
    for share, each in predictions.items():
        result["outputs"][str(share)] = {
            source: _top_accuracy(each, outputs, mask) for source, mask in masks.items() if mask.any()
        }
    for words, sides in SIDES.items():
        for kind, hard in (("game", False), ("hard", True)):
            drawings, holders = _three_holders(pool, outputs, sides, hard, rng)
            cell = result["holders"][f"{words} {kind}"] = {}
            for share, each in predictions.items():
                cell[str(share)] = _holder_accuracy(each, pool, drawings, holders, masks)
                result["honesty"].setdefault(f"{words} {kind}", {})[str(share)] = _calibration_tables(
                    pool.word_logits(each.logits[drawings], holders),
                    each.features[drawings],
                    temperature,
                    share,
                )
    return result


def _three_holders(
    pool: IdeaPool, outputs: IntArray, sides: int, hard: bool, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Make three holders for each drawing, to reduce the noise from the cards."""
    rounds = [holders_for(pool, outputs, sides, hard, rng) for _ in range(3)]
    return np.concatenate([each[0] for each in rounds]), np.concatenate([each[1] for each in rounds])


def _top_accuracy(predictions: Predictions, outputs: IntArray, mask: NDArray[np.bool_]) -> dict[str, float]:
    """Top-1 and top-5 accuracy among all outputs, and top-1 with the mirror image."""
    top = np.argsort(-predictions.logits[mask], axis=1)[:, :5] == outputs[mask][:, None]
    mirrored = predictions.mirrored[mask].argmax(axis=1) == outputs[mask]
    return {
        "first": round(float(top[:, 0].mean()), 4),
        "first five": round(float(top.any(axis=1).mean()), 4),
        "mirrored too": round(float(mirrored.mean()), 4),
    }


def _holder_accuracy(
    predictions: Predictions,
    pool: IdeaPool,
    drawings: IntArray,
    holders: IntArray,
    masks: dict[str, NDArray[np.bool_]],
) -> dict[str, dict[str, float]]:
    result = {}
    for source, mask in masks.items():
        rows = mask[drawings]
        if rows.any():
            plain, mirrored = (
                first_place(pool.word_logits(logits[drawings[rows]], holders[rows])).mean()
                for logits in (predictions.logits, predictions.mirrored)
            )
            result[source] = {"right": round(float(plain), 4), "mirrored too": round(float(mirrored), 4)}
    return result


def _calibration_tables(
    words: FloatArray, features: FloatArray, temperature: dict[str, Any], share: float
) -> dict[str, Any]:
    return {
        "before": calibration_table(probabilities(words)),
        "by_share": calibration_table(probabilities(words, temperature["by_share"][str(share)])),
        "by_ink": calibration_table(probabilities(words, temperatures(features, temperature["by_ink"]))),
    }
