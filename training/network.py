"""The network: a residual squeeze-and-excite CNN from two channels of 64 × 64 to one logit per output."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from pictomania.bots.raster import CHANNELS


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network; stored with its weights."""

    outputs: int
    width: int = 48  # channels of the first stage; each later one doubles them on a quarter of the area
    blocks: tuple[int, ...] = (1, 2, 3, 2)
    last: float = 1.0  # factor for the width of the last stage, which has nearly all the weights
    dropout: float = 0.2

    def widths(self) -> tuple[int, ...]:
        """Return the channels of each stage."""
        wide = [self.width << stage for stage in range(len(self.blocks))]
        return (*wide[:-1], int(wide[-1] * self.last) // 16 * 16)


class Block(nn.Module):
    """A residual block: two convolutions and a channel gate."""

    def __init__(self, before: int, after: int, stride: int) -> None:
        """Downsample by `stride` in the first convolution."""
        super().__init__()
        self.one = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.norm_one = nn.BatchNorm2d(after)
        self.two = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.norm_two = nn.BatchNorm2d(after)
        self.squeeze = nn.Conv2d(after, after // 8, 1)
        self.excite = nn.Conv2d(after // 8, after, 1)
        self.stride = stride
        self.skip = nn.Conv2d(before, after, 1, bias=False) if stride > 1 or before != after else None
        self.norm_skip = nn.BatchNorm2d(after) if self.skip else None
        nn.init.zeros_(self.norm_two.weight)  # a block starts as the identity

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        y = torch.relu(self.norm_one(self.one(x)))
        y = self.norm_two(self.two(y))
        gate = torch.sigmoid(self.excite(torch.relu(self.squeeze(y.mean(dim=(2, 3), keepdim=True)))))
        if self.skip is not None and self.norm_skip is not None:
            if self.stride > 1:
                x = nn.functional.avg_pool2d(x, self.stride)
            x = self.norm_skip(self.skip(x))
        return torch.relu(x + y * gate)


class Network(nn.Module):
    """Classifies an image; probabilities are the softmax of its logits over a temperature."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.shape = shape
        widths = shape.widths()
        self.stem = nn.Conv2d(CHANNELS, widths[0], 5, 2, 2, bias=False)
        self.norm = nn.BatchNorm2d(widths[0])
        blocks = []
        before = widths[0]
        for stage, (width, count) in enumerate(zip(widths, shape.blocks, strict=True)):
            for index in range(count):
                blocks.append(Block(before, width, 2 if stage and not index else 1))
                before = width
        self.blocks = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(shape.dropout)
        self.head = nn.Linear(before, shape.outputs)

    def forward(self, image: Tensor) -> Tensor:
        """Return the logits."""
        x = torch.relu(self.norm(self.stem(image)))
        x = self.blocks(x).mean(dim=(2, 3))
        logits: Tensor = self.head(self.dropout(x))
        return logits
