"""A guesser's opinion of drawings: what it takes them for, and how it sees them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from training.generator.lines import Lines
from training.labels import Output, output_of_tag
from training.render import images_of
from training.weights import load

AT_ONCE = 2048
HUMAN = ("quickdraw/", "tu-berlin/")


@dataclass(frozen=True)
class Opinion:
    """What a guesser thinks of each drawing."""

    own: Tensor  # probability of what it should show
    best: Tensor  # that of the likeliest answer
    rank: Tensor  # 0 if what it should show is the first answer
    feature: Tensor  # as the guesser sees it, of length 1


class Recogniser:
    """A trained guesser that looks at drawings and at their mirror images."""

    def __init__(self, weights: Path, labels: Path, device: torch.device) -> None:
        """Read it and what its outputs mean."""
        outputs = json.loads(labels.read_text(encoding="utf-8"))["outputs"]
        named = [Output(output["name"], tuple(output["tags"])) for output in outputs]
        self._number = output_of_tag(named)
        # Outputs that icons alone taught know nothing of drawings by hand: they have no say.
        taught = [any(tag.startswith(HUMAN) for tag in output.tags) for output in named]
        self._silent = ~torch.tensor(taught, device=device)
        self._network = load(weights).to(device)
        self._device = device
        if self._network.shape.outputs != len(named):
            raise ValueError(f"{labels} has {len(named)} outputs, {weights} {self._network.shape.outputs}")

    def numbers(self, tags: Sequence[str]) -> Tensor:
        """The output for each tag, or -1 where there is none."""
        return torch.tensor([self._number.get(tag, -1) for tag in tags], device=self._device)

    @torch.no_grad()
    def opinion(self, lines: Lines, output: Tensor) -> Opinion:
        """Look at drawings that should show these outputs."""
        every = torch.arange(len(output), device=output.device)
        chunks = (every[at : at + AT_ONCE] for at in range(0, len(every), AT_ONCE))
        parts = [self._looked(lines.of(some), output[some]) for some in chunks]
        columns = zip(*parts, strict=True)
        return Opinion(*(torch.cat(column) for column in columns))

    def _looked(self, lines: Lines, output: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        image = images_of(lines.ink().fitted())
        seen = [self._seen(picture) for picture in (image, image.flip(-1))]
        numbers = torch.stack([self._network.head(one) for one in seen]).masked_fill(self._silent, -torch.inf)
        likely = numbers.softmax(dim=-1).mean(dim=0)
        own = likely.gather(1, output.clamp(min=0)[:, None])
        rank = (likely > own).sum(dim=1)
        unknown = output < 0
        return (
            own[:, 0].masked_fill(unknown, 0.0),
            likely.amax(dim=1),
            rank.masked_fill(unknown, likely.shape[1]),
            nn.functional.normalize(seen[0] + seen[1], dim=1),
        )

    def _seen(self, image: Tensor) -> Tensor:
        net = self._network
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            first = torch.relu(net.norm(net.stem(image)))
            seen: Tensor = net.blocks(first).mean(dim=(2, 3))
        return seen.float()
