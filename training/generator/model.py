"""The generator: a transformer that draws point by point, given a class.

Each step predicts the column of the next point, then its row given the column, then the pen state given both.
A batch is one flat sequence of steps, in groups of drawings of similar length: there is little padding, and
only attention has to treat the groups separately.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from training.generator.data.grid import StepInputs
from training.generator.data.sequences import PEN_STATES

GroupSizes = Sequence[tuple[int, int]]  # drawings and points of each group


@dataclass(frozen=True)
class GeneratorShape:
    """The size of a generator; stored with its weights."""

    tags: int
    concepts: int
    longest: int
    cells: int = 128
    width: int = 320
    layers: int = 8
    heads: int = 5
    dropout: float = 0.1


class KeyValueCache:
    """Attention keys and values of all steps so far, for drawings that grow together."""

    def __init__(self, shape: GeneratorShape, size: int, like: Tensor) -> None:
        """Allocate memory for whole drawings."""
        room = (2, size, shape.heads, shape.longest, shape.width // shape.heads)
        self.layers = [like.new_empty(room) for _ in range(shape.layers)]

    def keep(self, which: Tensor) -> None:
        """Drop all other drawings."""
        for at, layer in enumerate(self.layers):
            self.layers[at] = layer[:, which]

    def add(self, layer: int, place: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Store one step; return the keys and values up to it."""
        both = self.layers[layer]
        both[0, :, :, place], both[1, :, :, place] = key, value
        return both[0, :, :, : place + 1], both[1, :, :, : place + 1]


class TransformerLayer(nn.Module):
    """Causal self-attention within each drawing, then a feed-forward network."""

    # The names of the parts are stored in checkpoints: `ask` projects to query, key and value, `tell` is the
    # output projection, `wide` and `narrow` are the feed-forward network.

    def __init__(self, shape: GeneratorShape) -> None:
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

    def forward(self, x: Tensor, sizes: GroupSizes) -> Tensor:
        """Process all steps of whole drawings."""
        projected = self.ask(self.norm_one(x)).split([count * length for count, length in sizes])
        attended = [
            self._attend(part, count, length) for part, (count, length) in zip(projected, sizes, strict=True)
        ]
        return self._feed_forward(x + self.dropout(self.tell(torch.cat(attended))))

    def _attend(self, projected: Tensor, count: int, length: int) -> Tensor:
        query, key, value = projected.view(count, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        attended = scaled_dot_product_attention(query, key, value, is_causal=True)
        return attended.transpose(1, 2).reshape(count * length, -1)

    def _feed_forward(self, x: Tensor) -> Tensor:
        result: Tensor = x + self.dropout(self.narrow(gelu(self.wide(self.norm_two(x)))))
        return result

    def step(self, x: Tensor, layer: int, place: int, cache: KeyValueCache) -> Tensor:
        """Process one step of each drawing, with earlier steps in the cache."""
        projected = self.ask(self.norm_one(x))
        query, key, value = projected.view(x.shape[0], 3, self.heads, -1).unbind(1)
        keys, values = cache.add(layer, place, key, value)
        attended = scaled_dot_product_attention(query[:, :, None], keys, values)
        return self._feed_forward(x + self.dropout(self.tell(attended.reshape(x.shape[0], -1))))


class GeneratorModel(nn.Module):
    """Draws; `concept` maps each tag to its concept, which both collections share."""

    concept: Tensor
    traced: Tensor

    def __init__(self, shape: GeneratorShape, concept: Tensor, traced: Tensor) -> None:
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
        self.of_pen = nn.Embedding(PEN_STATES + 1, width)
        self.of_place = nn.Embedding(shape.longest, width)
        self.dropout = nn.Dropout(shape.dropout)
        layers = [TransformerLayer(shape) for _ in range(shape.layers)]
        self.layers = nn.ModuleList(layers)
        self.norm = nn.LayerNorm(width)
        self.to_x = nn.Linear(width, cells)
        self.x_for_y, self.y_of = nn.Embedding(cells, width), nn.Linear(width, width)
        self.to_y = nn.Linear(width, cells)
        self.x_for_pen, self.y_for_pen = nn.Embedding(cells, width), nn.Embedding(cells, width)
        self.pen_of, self.to_pen = nn.Linear(width, width), nn.Linear(width, PEN_STATES)
        self.apply(_initialise)
        for layer in layers:  # residual branches start small, so that deep stacks learn at once
            for last in (layer.tell, layer.narrow):
                nn.init.normal_(last.weight, std=0.02 / (2 * shape.layers) ** 0.5)

    def embed(self, inputs: StepInputs) -> Tensor:
        """Embed the inputs of the steps."""
        cells = self.shape.cells
        context = self.of_tag(inputs.tag) + self.of_concept(self.concept[inputs.tag])
        context = context + self.of_source(self.traced[inputs.tag]) + self.of_place(inputs.place)
        point = self.of_x(inputs.x) + self.of_y(inputs.y) + self.of_pen(inputs.pen)
        move = self.of_dx(inputs.dx + cells) + self.of_dy(inputs.dy + cells)
        embedded: Tensor = self.dropout(context + point + move)
        return embedded

    def forward(self, inputs: StepInputs, sizes: GroupSizes) -> Tensor:
        """Return the hidden state of each step; the steps are flat, group after group."""
        x = self.embed(inputs)
        for layer in self.layers:
            x = layer(x, sizes)
        hidden: Tensor = self.norm(x)
        return hidden

    def step(self, inputs: StepInputs, place: int, cache: KeyValueCache) -> Tensor:
        """Return the hidden state for one more step of each drawing."""
        x = self.embed(inputs)
        for number, layer in enumerate(self.layers):
            x = layer.step(x, number, place, cache)  # type: ignore[operator]
        hidden: Tensor = self.norm(x)
        return hidden

    def column(self, hidden: Tensor) -> Tensor:
        """Return the logits of the next point's column."""
        logits: Tensor = self.to_x(hidden)
        return logits

    def row(self, hidden: Tensor, x: Tensor) -> Tensor:
        """Return the logits of its row, given the column."""
        logits: Tensor = self.to_y(gelu(self.y_of(hidden) + self.x_for_y(x)))
        return logits

    def pen(self, hidden: Tensor, x: Tensor, y: Tensor) -> Tensor:
        """Return the logits of the pen state after that point."""
        given = self.x_for_pen(x) + self.y_for_pen(y)
        logits: Tensor = self.to_pen(gelu(self.pen_of(hidden) + given))
        return logits


def _initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
