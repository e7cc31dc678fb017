"""How far to trust the network: temperatures that make its confidence honest, and tables that show it."""

from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

Floats = NDArray[np.float32]
EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001)


def fitted(numbers: Floats, features: Floats) -> list[float]:
    """Weights w of the temperature exp(features · w) that fits best; the right word stands first."""
    known = torch.from_numpy(np.where(np.isfinite(numbers), numbers, -1e4)).double()
    inputs = torch.from_numpy(features).double()
    weights = torch.zeros(features.shape[1], dtype=torch.float64, requires_grad=True)
    search = torch.optim.LBFGS([weights], max_iter=100, line_search_fn="strong_wolfe")

    def closure() -> float:
        search.zero_grad()
        temperature = (inputs @ weights).clamp(-3, 3).exp()[:, None]
        loss = -(known / temperature).log_softmax(dim=1)[:, 0].mean() + 1e-4 * weights.square().sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return float(loss.detach())

    search.step(closure)  # type: ignore[no-untyped-call]
    return [round(value, 4) for value in weights.tolist()]


def temperatures(features: Floats, weights: list[float]) -> Floats:
    """The temperature of each drawing."""
    result: Floats = np.exp(np.clip(features @ np.array(weights, dtype=np.float32), -3, 3)).astype(np.float32)
    return result


def probabilities(numbers: Floats, temperature: Floats | float = 1.0) -> Floats:
    """Softmax along the words of a holder."""
    scaled = numbers / np.reshape(temperature, (-1, 1))
    raised = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    result: Floats = raised / raised.sum(axis=1, keepdims=True)
    return result


def right(numbers: Floats) -> Floats:
    """One where the first word is the best; where it shares the first place, its share."""
    best = numbers == numbers.max(axis=1, keepdims=True)
    result: Floats = (best[:, 0] / best.sum(axis=1)).astype(np.float32)
    return result


def table(chances: Floats) -> dict[str, Any]:
    """Confidence against truth: the expected calibration error, and a row for each band of confidence."""
    sure, true = chances.max(axis=1), right(chances)
    rows = []
    error = 0.0
    for low, high in pairwise(EDGES):
        mine = (sure >= low) & (sure < high)
        if mine.any():
            error += abs(float(sure[mine].mean() - true[mine].mean())) * float(mine.mean())
            rows.append(
                {
                    "from": low,
                    "guesses": int(mine.sum()),
                    "confidence": round(float(sure[mine].mean()), 4),
                    "right": round(float(true[mine].mean()), 4),
                }
            )
    loss = float(-np.log(chances[:, 0].clip(1e-9)).mean())
    return {"error": round(error, 4), "loss": round(loss, 4), "bands": rows}
