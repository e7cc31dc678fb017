"""Confidence calibration: fits softmax temperatures, and tabulates confidence against accuracy."""

from itertools import pairwise
from typing import Any

import numpy as np
import torch

from pictomania.bots.arrays import FloatArray

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001)


def fit_temperature(logits: FloatArray, features: FloatArray) -> list[float]:
    """Fit the weights w of the temperature exp(features · w); the right word is in the first column."""
    known = torch.from_numpy(np.where(np.isfinite(logits), logits, -1e4)).double()
    inputs = torch.from_numpy(features).double()
    weights = torch.zeros(features.shape[1], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> float:
        optimiser.zero_grad()
        temperature = (inputs @ weights).clamp(-3, 3).exp()[:, None]
        loss = -(known / temperature).log_softmax(dim=1)[:, 0].mean() + 1e-4 * weights.square().sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return float(loss.detach())

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    return [round(value, 4) for value in weights.tolist()]


def temperatures(features: FloatArray, weights: list[float]) -> FloatArray:
    """Return the temperature of each drawing."""
    result: FloatArray = np.exp(np.clip(features @ np.array(weights, dtype=np.float32), -3, 3)).astype(
        np.float32
    )
    return result


def probabilities(logits: FloatArray, temperature: FloatArray | float = 1.0) -> FloatArray:
    """Softmax over the words of a holder."""
    scaled = logits / np.reshape(temperature, (-1, 1))
    exponentials = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    result: FloatArray = exponentials / exponentials.sum(axis=1, keepdims=True)
    return result


def first_place(scores: FloatArray) -> FloatArray:
    """Return 1 for each row whose first column is the greatest, a fraction for ties, else 0."""
    best = scores == scores.max(axis=1, keepdims=True)
    result: FloatArray = (best[:, 0] / best.sum(axis=1)).astype(np.float32)
    return result


def calibration_table(chances: FloatArray) -> dict[str, Any]:
    """Return the expected calibration error, and a row for each band of confidence."""
    confidence, right = chances.max(axis=1), first_place(chances)
    rows = []
    error = 0.0
    for low, high in pairwise(EDGES):
        band = (confidence >= low) & (confidence < high)
        if band.any():
            error += abs(float(confidence[band].mean() - right[band].mean())) * float(band.mean())
            rows.append(
                {
                    "from": low,
                    "guesses": int(band.sum()),
                    "confidence": round(float(confidence[band].mean()), 4),
                    "right": round(float(right[band].mean()), 4),
                }
            )
    loss = float(-np.log(chances[:, 0].clip(1e-9)).mean())
    return {"error": round(error, 4), "loss": round(loss, 4), "bands": rows}
