"""The grid that points lie on while the generator sees them."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.lines import START, Lines


@dataclass(frozen=True)
class Grid:
    """So many cells a side, over the square from -1 to 1."""

    cells: int = 128

    @property
    def cell(self) -> float:
        """How wide a cell is."""
        return 2 / self.cells

    def bins(self, points: Tensor) -> Tensor:
        """The cell of each point, by column and row."""
        return ((points + 1) / self.cell).floor().long().clamp(0, self.cells - 1)

    def points(self, bins: Tensor) -> Tensor:
        """The middle of each cell."""
        return (bins + 0.5) * self.cell - 1


@dataclass(frozen=True)
class Steps:
    """What a step of the generator sees: the point before, the way to it, its pen; and its own number."""

    x: Tensor
    y: Tensor
    dx: Tensor
    dy: Tensor
    pen: Tensor
    place: Tensor
    tag: Tensor


def lessons(lines: Lines, tag: Tensor, grid: Grid) -> tuple[Steps, Tensor]:
    """What each step sees and what should follow: column, row and pen, of shape (batch, length, 3).

    Padding should be followed by -100, which losses leave out.
    """
    bins = grid.bins(lines.points)
    there = lines.there()
    targets = torch.cat([bins, lines.pen[..., None]], dim=-1).masked_fill(~there[..., None], -100)
    begin = torch.zeros_like(bins[:, :1])
    seen = torch.cat([begin, bins[:, :-1]], dim=1)
    way = torch.cat([begin, begin, bins[:, 1:-1] - bins[:, :-2]], dim=1)[:, : bins.shape[1]]
    pen = torch.cat([torch.full_like(lines.pen[:, :1], START), lines.pen[:, :-1]], dim=1)
    place = torch.arange(bins.shape[1], device=bins.device).expand_as(pen)
    steps = Steps(
        seen[..., 0], seen[..., 1], way[..., 0], way[..., 1], pen, place, tag[:, None].expand_as(pen)
    )
    return steps, targets
