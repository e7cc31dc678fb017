"""A trained generator in a file, with everything needed to sample from it again."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from training.data.labels import concept_of
from training.generator.model import GeneratorModel, GeneratorShape


def new_model(tags: Sequence[str], shape: dict[str, Any]) -> GeneratorModel:
    """Return a generator for these classes, with random weights."""
    concepts = sorted({concept_of(tag) for tag in tags})
    number = {name: at for at, name in enumerate(concepts)}
    return GeneratorModel(
        GeneratorShape(**{**shape, "tags": len(tags), "concepts": len(concepts)}),
        torch.tensor([number[concept_of(tag)] for tag in tags]),
        torch.tensor([int(tag.startswith("tu-berlin/")) for tag in tags]),
    )


def save(model: GeneratorModel, tags: Sequence[str], run: dict[str, Any], path: Path) -> None:
    """Write weights, classes and the details of the run."""
    content = {
        "shape": asdict(model.shape),
        "tags": list(tags),
        "run": json.dumps(run, default=str),
        "state": {name: value.cpu() for name, value in model.state_dict().items()},
    }
    torch.save(content, path)


def load(path: Path) -> tuple[GeneratorModel, tuple[str, ...], dict[str, Any]]:
    """Read a generator in evaluation mode, its classes and the details of its run."""
    content = torch.load(path, map_location="cpu", weights_only=True)
    model = new_model(content["tags"], content["shape"])
    model.load_state_dict(content["state"])
    return model.eval().requires_grad_(False), tuple(content["tags"]), json.loads(content["run"])
