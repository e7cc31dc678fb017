"""Samples drawings from the generator: many at once, point by point."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.data.grid import Grid, StepInputs
from training.generator.data.sequences import END, START, PenSequences, concatenate
from training.generator.model import GeneratorModel, KeyValueCache

COMPACT_EVERY = 8  # steps between checks for finished drawings
MAX_BLOCKS = 65535  # drawings times heads: beyond that attention fails on a GPU


@dataclass(frozen=True)
class SamplingParameters:
    """How adventurous the sampling is."""

    top_p: float = 0.95  # nucleus sampling of columns and rows
    pen_temperature: float = 0.9
    batch: int = 8192


@torch.no_grad()
def sample(
    model: GeneratorModel,
    tag: Tensor,
    temperature: Tensor,
    parameters: SamplingParameters,
    rng: torch.Generator,
) -> PenSequences:
    """Sample one drawing per tag, each with its own temperature; drawings without an end have no points."""
    size = min(parameters.batch, MAX_BLOCKS // model.shape.heads)
    device = tag.device
    parts = []
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for at in range(0, len(tag), size):
            some = slice(at, at + size)
            parts.append(_sample_batch(model, tag[some], temperature[some], parameters, rng))
    sequences = concatenate([_sequences(model, part) for part in parts])
    return sequences.smooth(Grid(model.shape.cells).cell)


def _sequences(model: GeneratorModel, steps: Tensor) -> PenSequences:
    is_end = steps[..., 2] == END
    count = torch.where(is_end.any(dim=1), is_end.int().argmax(dim=1) + 1, 0)
    return PenSequences(Grid(model.shape.cells).points(steps[..., :2]), steps[..., 2], count)


def _sample_batch(
    model: GeneratorModel,
    tag: Tensor,
    temperature: Tensor,
    parameters: SamplingParameters,
    rng: torch.Generator,
) -> Tensor:
    """Return columns, rows and pen states, of shape (drawings, points, 3)."""
    size = len(tag)
    dtype = torch.bfloat16 if tag.is_cuda else torch.float32
    cache = KeyValueCache(model.shape, size, torch.empty(0, device=tag.device, dtype=dtype))
    found = torch.zeros((size, model.shape.longest, 3), dtype=torch.long, device=tag.device)
    rows = torch.arange(size, device=tag.device)
    is_active = torch.ones(size, dtype=torch.bool, device=tag.device)
    last = torch.zeros((size, 3), dtype=torch.long, device=tag.device)
    last[:, 2] = START
    move = torch.zeros((size, 2), dtype=torch.long, device=tag.device)
    for place in range(model.shape.longest):
        number = torch.full_like(tag, place)
        inputs = StepInputs(last[:, 0], last[:, 1], move[:, 0], move[:, 1], last[:, 2], number, tag)
        point = _sample_point(model, model.step(inputs, place, cache), temperature, parameters, rng)
        move = (point - last)[:, :2] if place else torch.zeros_like(move)
        last = point
        found[rows, place] = point
        is_active = is_active & (point[:, 2] != END)
        if place % COMPACT_EVERY == COMPACT_EVERY - 1:
            left = int(is_active.sum())
            if not left:
                break
            if left < 0.8 * len(rows):
                kept = is_active.nonzero()[:, 0]
                cache.keep(kept)
                rows, tag, temperature, last, move, is_active = (
                    value[kept] for value in (rows, tag, temperature, last, move, is_active)
                )
    return found


def _sample_point(
    model: GeneratorModel,
    hidden: Tensor,
    temperature: Tensor,
    parameters: SamplingParameters,
    rng: torch.Generator,
) -> Tensor:
    x = sample_logits(model.column(hidden).float() / temperature[:, None], parameters.top_p, rng)
    y = sample_logits(model.row(hidden, x).float() / temperature[:, None], parameters.top_p, rng)
    pen = sample_logits(model.pen(hidden, x, y).float() / parameters.pen_temperature, 1.0, rng)
    return torch.stack([x, y, pen], dim=1)


def sample_logits(logits: Tensor, top_p: float, rng: torch.Generator) -> Tensor:
    """Sample one index per row from the most likely ones that together have the probability `top_p`."""
    probabilities = logits.softmax(dim=1)
    if top_p < 1:
        ordered, order = probabilities.sort(dim=1, descending=True)
        before = ordered.cumsum(dim=1) - ordered
        nucleus = ordered.masked_fill(before >= top_p, 0.0)
        probabilities = torch.zeros_like(probabilities).scatter(1, order, nucleus)
    noise = torch.empty_like(probabilities).exponential_(generator=rng).clamp(min=1e-20)
    return (probabilities / noise).argmax(dim=1)
