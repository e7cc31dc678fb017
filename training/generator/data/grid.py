"""The grid of cells on which the generator predicts points, and its inputs and targets."""

from dataclasses import dataclass

import torch
from torch import Tensor

from training.generator.data.sequences import START, PenSequences

IGNORED = -100  # target that the cross-entropy leaves out


@dataclass(frozen=True)
class Grid:
    """A grid of `cells` × `cells` over the square from -1 to 1."""

    cells: int = 128

    @property
    def cell(self) -> float:
        """Width of a cell."""
        return 2 / self.cells

    def bins(self, points: Tensor) -> Tensor:
        """Return the column and row of each point."""
        return ((points + 1) / self.cell).floor().long().clamp(0, self.cells - 1)

    def points(self, bins: Tensor) -> Tensor:
        """Return the centre of each cell."""
        return (bins + 0.5) * self.cell - 1


@dataclass(frozen=True)
class StepInputs:
    """The input at a step: the previous point, the move to it, its pen state, the index and the tag."""

    x: Tensor
    y: Tensor
    dx: Tensor
    dy: Tensor
    pen: Tensor
    place: Tensor
    tag: Tensor


def inputs_and_targets(sequences: PenSequences, tag: Tensor, grid: Grid) -> tuple[StepInputs, Tensor]:
    """Return the inputs of all steps, and the targets: column, row and pen, of shape (batch, length, 3).

    Targets of padding are `IGNORED`.
    """
    bins = grid.bins(sequences.points)
    mask = sequences.mask()
    targets = torch.cat([bins, sequences.pen[..., None]], dim=-1).masked_fill(~mask[..., None], IGNORED)
    zero = torch.zeros_like(bins[:, :1])
    previous = torch.cat([zero, bins[:, :-1]], dim=1)
    move = torch.cat([zero, zero, bins[:, 1:-1] - bins[:, :-2]], dim=1)[:, : bins.shape[1]]
    pen = torch.cat([torch.full_like(sequences.pen[:, :1], START), sequences.pen[:, :-1]], dim=1)
    place = torch.arange(bins.shape[1], device=bins.device).expand_as(pen)
    inputs = StepInputs(
        previous[..., 0],
        previous[..., 1],
        move[..., 0],
        move[..., 1],
        pen,
        place,
        tag[:, None].expand_as(pen),
    )
    return inputs, targets
