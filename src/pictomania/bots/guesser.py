"""The network that names a drawing while it grows; slow enough to be kept away from any event loop."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

# Before it is imported: it would tell its maker about this machine, and keep notes in somebody's home.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

from pictomania.bots.lexicon import Tags
from pictomania.bots.picture import Floats, image_of, length_of

HUMAN = ("quickdraw/", "tu-berlin/")  # collections that people drew for
LEAST_INK = 0.1  # in longer sides of the drawing, for which a temperature is known


class Output(msgspec.Struct):
    """Something that can be named, and the names of drawings that show it."""

    name: str
    tags: tuple[str, ...]


class Temperature(msgspec.Struct):
    """How sure the network really is, by how much there is to see."""

    by_ink: tuple[float, float, float]


class Bias(msgspec.Struct):
    """What is added to outputs that were learnt from icons alone, so that they can be compared."""

    icons: float


class Labels(msgspec.Struct):
    """What the numbers mean that the network gives."""

    outputs: tuple[Output, ...]
    temperature: Temperature
    bias: Bias


@dataclass(frozen=True, slots=True)
class Look:
    """What the network says of one drawing."""

    numbers: Floats  # by output
    temperature: float


class Guesser:
    """The network and what its numbers mean."""

    def __init__(self, model: bytes, labels: Labels) -> None:
        """Run on one core, and leave the others alone."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._heat = labels.temperature.by_ink
        self._outputs = {tag: number for number, output in enumerate(labels.outputs) for tag in output.tags}
        by_people = [any(tag.startswith(HUMAN) for tag in output.tags) for output in labels.outputs]
        # 1 for outputs that icons alone have taught, 0 for others
        self.by_icons: Floats = 1 - np.array(by_people, dtype=np.float32)
        self._bias = np.float32(labels.bias.icons) * self.by_icons

    def outputs(self, tags: Tags) -> tuple[int, ...]:
        """The numbers that speak of an idea, of those learnt from people if there are any."""
        by_people = [tag for tag in tags if tag.startswith(HUMAN)]
        return tuple(sorted({self._outputs[tag] for tag in by_people or tags if tag in self._outputs}))

    def look(self, strokes: Sequence[Floats]) -> Look:
        """Look at what is on a sheet."""
        image = image_of(strokes)[None]
        numbers = self._session.run(None, {"image": image})[0][0]
        return Look(numbers + self._bias, self._temperature(strokes))

    def _temperature(self, strokes: Sequence[Floats]) -> float:
        points = np.concatenate(strokes)
        size = max(float(np.ptp(points, axis=0).max()), 1e-6)
        ink = length_of(strokes) / size
        one, by_ink, by_strokes = self._heat
        return float(np.exp(one + by_ink * np.log(max(ink, LEAST_INK)) + by_strokes * np.log(len(strokes))))


@cache
def guesser() -> Guesser:
    """The one that comes with the game."""
    folder = files("pictomania.bots").joinpath("material")
    labels = msgspec.json.decode(folder.joinpath("labels.json").read_bytes(), type=Labels)
    return Guesser(folder.joinpath("guesser.onnx").read_bytes(), labels)
