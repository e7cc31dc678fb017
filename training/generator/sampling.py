"""Drawing with the generator: many drawings at once, point by point."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.grid import Grid, Steps
from training.generator.lines import END, START, Lines, joint
from training.generator.model import Cache, Model

TIDY = 8  # steps between looks at which drawings are finished
MOST_BLOCKS = 65535  # drawings times heads: attention on a GPU fails beyond


@dataclass(frozen=True)
class Taste:
    """How bold the generator is."""

    top: float = 0.95  # columns and rows that are together so likely; the others are out of the question
    pen: float = 0.9  # temperature of the pen
    batch: int = 8192


@torch.no_grad()
def drawn(model: Model, tag: Tensor, heat: Tensor, taste: Taste, chance: torch.Generator) -> Lines:
    """One drawing for each tag, with its own temperature; those that find no end have no points."""
    size = min(taste.batch, MOST_BLOCKS // model.shape.heads)
    device = tag.device
    parts = []
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        for at in range(0, len(tag), size):
            some = slice(at, at + size)
            parts.append(_together(model, tag[some], heat[some], taste, chance))
    lines = joint([_lines(model, part) for part in parts])
    return lines.smoothed(Grid(model.shape.cells).cell)


def _lines(model: Model, steps: Tensor) -> Lines:
    ended = steps[..., 2] == END
    count = torch.where(ended.any(dim=1), ended.int().argmax(dim=1) + 1, 0)
    return Lines(Grid(model.shape.cells).points(steps[..., :2]), steps[..., 2], count)


def _together(model: Model, tag: Tensor, heat: Tensor, taste: Taste, chance: torch.Generator) -> Tensor:
    """Columns, rows and pens, of shape (drawings, points, 3)."""
    size = len(tag)
    half = torch.bfloat16 if tag.is_cuda else torch.float32
    cache = Cache(model.shape, size, torch.empty(0, device=tag.device, dtype=half))
    found = torch.zeros((size, model.shape.longest, 3), dtype=torch.long, device=tag.device)
    rows = torch.arange(size, device=tag.device)
    alive = torch.ones(size, dtype=torch.bool, device=tag.device)
    last = torch.zeros((size, 3), dtype=torch.long, device=tag.device)
    last[:, 2] = START
    way = torch.zeros((size, 2), dtype=torch.long, device=tag.device)
    for place in range(model.shape.longest):
        number = torch.full_like(tag, place)
        steps = Steps(last[:, 0], last[:, 1], way[:, 0], way[:, 1], last[:, 2], number, tag)
        point = _point(model, model.step(steps, place, cache), heat, taste, chance)
        way = (point - last)[:, :2] if place else torch.zeros_like(way)
        last = point
        found[rows, place] = point
        alive = alive & (point[:, 2] != END)
        if place % TIDY == TIDY - 1:
            left = int(alive.sum())
            if not left:
                break
            if left < 0.8 * len(rows):
                kept = alive.nonzero()[:, 0]
                cache.keep(kept)
                rows, tag, heat, last, way, alive = (
                    value[kept] for value in (rows, tag, heat, last, way, alive)
                )
    return found


def _point(model: Model, thought: Tensor, heat: Tensor, taste: Taste, chance: torch.Generator) -> Tensor:
    x = picked(model.column(thought).float() / heat[:, None], taste.top, chance)
    y = picked(model.row(thought, x).float() / heat[:, None], taste.top, chance)
    pen = picked(model.pen(thought, x, y).float() / taste.pen, 1.0, chance)
    return torch.stack([x, y, pen], dim=1)


def picked(numbers: Tensor, top: float, chance: torch.Generator) -> Tensor:
    """Choose one of each row by chance, among the likeliest that together have the share `top`."""
    likely = numbers.softmax(dim=1)
    if top < 1:
        ordered, order = likely.sort(dim=1, descending=True)
        before = ordered.cumsum(dim=1) - ordered
        likely = torch.zeros_like(likely).scatter(1, order, ordered.masked_fill(before >= top, 0.0))
    lot = torch.empty_like(likely).exponential_(generator=chance).clamp(min=1e-20)
    return (likely / lot).argmax(dim=1)
