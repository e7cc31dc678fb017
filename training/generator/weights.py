"""A trained generator in a file, with all that is needed to draw with it again."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from training.generator.model import Model, Shape
from training.labels import concept_of


def made(tags: Sequence[str], shape: dict[str, Any]) -> Model:
    """A generator for these classes, with random weights."""
    concepts = sorted({concept_of(tag) for tag in tags})
    number = {name: at for at, name in enumerate(concepts)}
    return Model(
        Shape(**{**shape, "tags": len(tags), "concepts": len(concepts)}),
        torch.tensor([number[concept_of(tag)] for tag in tags]),
        torch.tensor([int(tag.startswith("tu-berlin/")) for tag in tags]),
    )


def save(model: Model, tags: Sequence[str], run: dict[str, Any], path: Path) -> None:
    """Write weights, classes and how they came to be."""
    content = {
        "shape": asdict(model.shape),
        "tags": list(tags),
        "run": json.dumps(run, default=str),
        "state": {name: value.cpu() for name, value in model.state_dict().items()},
    }
    torch.save(content, path)


def load(path: Path) -> tuple[Model, tuple[str, ...], dict[str, Any]]:
    """Read a generator, ready to draw."""
    content = torch.load(path, map_location="cpu", weights_only=True)
    model = made(content["tags"], content["shape"])
    model.load_state_dict(content["state"])
    return model.eval().requires_grad_(False), tuple(content["tags"]), json.loads(content["run"])
