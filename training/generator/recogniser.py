"""Runs a trained guesser on generated drawings: probabilities and features."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from training.data.labels import Output, is_human, output_of_tag
from training.data.render import render
from training.generator.data.sequences import PenSequences
from training.weights import load

BATCH = 2048


@dataclass(frozen=True)
class Recognition:
    """A guesser's judgement of each drawing."""

    own: Tensor  # probability of the intended output
    best: Tensor  # probability of the most likely output
    rank: Tensor  # of the intended output; 0 is first
    feature: Tensor  # unit feature vector


class Recogniser:
    """A trained guesser that looks at drawings and their mirror images."""

    def __init__(self, weights: Path, labels: Path, device: torch.device) -> None:
        outputs = json.loads(labels.read_text(encoding="utf-8"))["outputs"]
        named = [Output(output["name"], tuple(output["tags"])) for output in outputs]
        self._output_by_tag = output_of_tag(named)
        # Icon-only outputs know nothing of hand-drawn sketches, so they are ignored.
        is_trained_on_sketches = [any(map(is_human, output.tags)) for output in named]
        self._is_ignored = ~torch.tensor(is_trained_on_sketches, device=device)
        self._network = load(weights).to(device)
        self._device = device
        if self._network.shape.outputs != len(named):
            raise ValueError(f"{labels} has {len(named)} outputs, {weights} {self._network.shape.outputs}")

    def outputs(self, tags: Sequence[str]) -> Tensor:
        """Return the output for each tag, or -1 if there is none."""
        return torch.tensor([self._output_by_tag.get(tag, -1) for tag in tags], device=self._device)

    @torch.no_grad()
    def recognise(self, sequences: PenSequences, output: Tensor) -> Recognition:
        """Judge drawings that are meant to show these outputs."""
        every = torch.arange(len(output), device=output.device)
        chunks = (every[at : at + BATCH] for at in range(0, len(every), BATCH))
        parts = [self._recognise_batch(sequences.select(some), output[some]) for some in chunks]
        columns = zip(*parts, strict=True)
        return Recognition(*(torch.cat(column) for column in columns))

    def _recognise_batch(
        self, sequences: PenSequences, output: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        image = render(sequences.segments().fit())
        features = [self._features(each) for each in (image, image.flip(-1))]
        logits = torch.stack([self._network.head(each) for each in features])
        probabilities = logits.masked_fill(self._is_ignored, -torch.inf).softmax(dim=-1).mean(dim=0)
        own = probabilities.gather(1, output.clamp(min=0)[:, None])
        rank = (probabilities > own).sum(dim=1)
        is_unknown = output < 0
        return (
            own[:, 0].masked_fill(is_unknown, 0.0),
            probabilities.amax(dim=1),
            rank.masked_fill(is_unknown, probabilities.shape[1]),
            nn.functional.normalize(features[0] + features[1], dim=1),
        )

    def _features(self, image: Tensor) -> Tensor:
        network = self._network
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            first = torch.relu(network.norm(network.stem(image)))
            features: Tensor = network.blocks(first).mean(dim=(2, 3))
        return features.float()
