"""The generator: a transformer that puts one point after another, given a class.

A step tells the column of the next point, then its row given the column, then the pen given both. A batch
lies there as one long row of steps, in groups of drawings that are about equally long: little is padding, and
only attention has to look at the groups one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from training.generator.grid import Steps
from training.generator.lines import PENS

Sizes = Sequence[tuple[int, int]]  # drawings and points of each group of drawings that are equally long


@dataclass(frozen=True)
class Shape:
    """How large a generator is; written beside its weights."""

    tags: int
    concepts: int
    longest: int
    cells: int = 128
    width: int = 320
    layers: int = 8
    heads: int = 5
    dropout: float = 0.1


class Cache:
    """Keys and values of all steps so far, for drawings that grow together."""

    def __init__(self, shape: Shape, size: int, like: Tensor) -> None:
        """Make room for whole drawings."""
        room = (2, size, shape.heads, shape.longest, shape.width // shape.heads)
        self.layers = [like.new_empty(room) for _ in range(shape.layers)]

    def keep(self, which: Tensor) -> None:
        """Forget the other drawings."""
        for at, layer in enumerate(self.layers):
            self.layers[at] = layer[:, which]

    def add(self, layer: int, place: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Note a step; tells the keys and values up to it."""
        both = self.layers[layer]
        both[0, :, :, place], both[1, :, :, place] = key, value
        return both[0, :, :, : place + 1], both[1, :, :, : place + 1]


class Layer(nn.Module):
    """Attention to earlier points of the same drawing, then thought about each."""

    def __init__(self, shape: Shape) -> None:
        """Begin near to nothing, so that deep stacks learn at once."""
        super().__init__()
        width = shape.width
        self.heads = shape.heads
        self.norm_one = nn.LayerNorm(width)
        self.ask = nn.Linear(width, 3 * width, bias=False)
        self.tell = nn.Linear(width, width, bias=False)
        self.norm_two = nn.LayerNorm(width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, sizes: Sizes) -> Tensor:
        """All steps of whole drawings."""
        asked = self.ask(self.norm_one(x)).split([many * long for many, long in sizes])
        seen = [self._seen(part, many, long) for part, (many, long) in zip(asked, sizes, strict=True)]
        return self._thought(x + self.dropout(self.tell(torch.cat(seen))))

    def _seen(self, asked: Tensor, many: int, long: int) -> Tensor:
        query, key, value = asked.view(many, long, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        seen = scaled_dot_product_attention(query, key, value, is_causal=True)
        return seen.transpose(1, 2).reshape(many * long, -1)

    def _thought(self, x: Tensor) -> Tensor:
        thought: Tensor = x + self.dropout(self.narrow(gelu(self.wide(self.norm_two(x)))))
        return thought

    def step(self, x: Tensor, layer: int, place: int, cache: Cache) -> Tensor:
        """One step of each drawing, with what came before in the cache."""
        asked = self.ask(self.norm_one(x))
        query, key, value = asked.view(x.shape[0], 3, self.heads, -1).unbind(1)
        keys, values = cache.add(layer, place, key, value)
        seen = scaled_dot_product_attention(query[:, :, None], keys, values)
        return self._thought(x + self.dropout(self.tell(seen.reshape(x.shape[0], -1))))


class Model(nn.Module):
    """Draws; `concept` tells for each tag what it shows, which both collections share."""

    concept: Tensor
    traced: Tensor

    def __init__(self, shape: Shape, concept: Tensor, traced: Tensor) -> None:
        """Build all layers."""
        super().__init__()
        self.shape = shape
        width, cells = shape.width, shape.cells
        self.register_buffer("concept", concept)
        self.register_buffer("traced", traced)
        self.of_tag = nn.Embedding(shape.tags, width)
        self.of_concept = nn.Embedding(shape.concepts, width)
        self.of_source = nn.Embedding(2, width)
        self.of_x, self.of_y = nn.Embedding(cells, width), nn.Embedding(cells, width)
        self.of_dx, self.of_dy = nn.Embedding(2 * cells, width), nn.Embedding(2 * cells, width)
        self.of_pen = nn.Embedding(PENS + 1, width)
        self.of_place = nn.Embedding(shape.longest, width)
        self.dropout = nn.Dropout(shape.dropout)
        layers = [Layer(shape) for _ in range(shape.layers)]
        self.layers = nn.ModuleList(layers)
        self.norm = nn.LayerNorm(width)
        self.to_x = nn.Linear(width, cells)
        self.x_for_y, self.y_of = nn.Embedding(cells, width), nn.Linear(width, width)
        self.to_y = nn.Linear(width, cells)
        self.x_for_pen, self.y_for_pen = nn.Embedding(cells, width), nn.Embedding(cells, width)
        self.pen_of, self.to_pen = nn.Linear(width, width), nn.Linear(width, PENS)
        self.apply(_begun)
        for layer in layers:
            for last in (layer.tell, layer.narrow):
                nn.init.normal_(last.weight, std=0.02 / (2 * shape.layers) ** 0.5)

    def felt(self, steps: Steps) -> Tensor:
        """What the steps see, as vectors."""
        cells = self.shape.cells
        about = self.of_tag(steps.tag) + self.of_concept(self.concept[steps.tag])
        about = about + self.of_source(self.traced[steps.tag]) + self.of_place(steps.place)
        where = self.of_x(steps.x) + self.of_y(steps.y) + self.of_pen(steps.pen)
        way = self.of_dx(steps.dx + cells) + self.of_dy(steps.dy + cells)
        felt: Tensor = self.dropout(about + where + way)
        return felt

    def forward(self, steps: Steps, sizes: Sizes) -> Tensor:
        """What each step thinks; the steps are flat, group after group."""
        x = self.felt(steps)
        for layer in self.layers:
            x = layer(x, sizes)
        thought: Tensor = self.norm(x)
        return thought

    def step(self, steps: Steps, place: int, cache: Cache) -> Tensor:
        """The same for one more step of each drawing."""
        x = self.felt(steps)
        for number, layer in enumerate(self.layers):
            x = layer.step(x, number, place, cache)  # type: ignore[operator]
        thought: Tensor = self.norm(x)
        return thought

    def column(self, thought: Tensor) -> Tensor:
        """Numbers for each column of the next point."""
        numbers: Tensor = self.to_x(thought)
        return numbers

    def row(self, thought: Tensor, x: Tensor) -> Tensor:
        """Numbers for each row, given the column."""
        numbers: Tensor = self.to_y(gelu(self.y_of(thought) + self.x_for_y(x)))
        return numbers

    def pen(self, thought: Tensor, x: Tensor, y: Tensor) -> Tensor:
        """Numbers for what the pen does after that point."""
        given = self.x_for_pen(x) + self.y_for_pen(y)
        numbers: Tensor = self.to_pen(gelu(self.pen_of(thought) + given))
        return numbers


def _begun(module: nn.Module) -> None:
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
