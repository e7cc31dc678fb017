"""The network that recognises a drawing while it grows. Inference is too slow for an event loop."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np

# Must be set before the import: onnxruntime would send telemetry and write to the home directory.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

from pictomania.bots.arrays import FloatArray
from pictomania.bots.lexicon import Tags
from pictomania.bots.raster import rasterise, total_length

HUMAN_PREFIXES = ("quickdraw/", "tu-berlin/")  # tags of the collections that people drew
LEAST_INK = 0.1  # lower bound of the temperature fit, in longer sides of the drawing


class OutputLabel(msgspec.Struct):
    """What one output of the network stands for, and the tags of drawings that show it."""

    name: str
    tags: tuple[str, ...]


class Temperature(msgspec.Struct):
    """Softmax temperature as a function of the amount of ink."""

    by_ink: tuple[float, float, float]


class Bias(msgspec.Struct):
    """Offset that makes icon-only outputs comparable with the others."""

    icons: float


class Labels(msgspec.Struct):
    """Metadata of the network: the contents of labels.json."""

    outputs: tuple[OutputLabel, ...]
    temperature: Temperature
    bias: Bias


@dataclass(frozen=True, slots=True)
class Prediction:
    """The network's output for one drawing."""

    logits: FloatArray  # by output
    temperature: float


class Guesser:
    """The network and the meaning of its outputs."""

    def __init__(self, model: bytes, labels: Labels) -> None:
        """Load the model for a single thread."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._temperature_weights = labels.temperature.by_ink
        self._outputs = {tag: number for number, output in enumerate(labels.outputs) for tag in output.tags}
        is_human = [any(tag.startswith(HUMAN_PREFIXES) for tag in output.tags) for output in labels.outputs]
        # 1 for outputs that were trained on icons alone, 0 for others
        self.icon_only: FloatArray = 1 - np.array(is_human, dtype=np.float32)
        self._bias = np.float32(labels.bias.icons) * self.icon_only

    def outputs(self, tags: Tags) -> tuple[int, ...]:
        """Find the outputs for an idea: those trained on human drawings if there are any, else all."""
        human = [tag for tag in tags if tag.startswith(HUMAN_PREFIXES)]
        return tuple(sorted({self._outputs[tag] for tag in human or tags if tag in self._outputs}))

    def predict(self, strokes: Sequence[FloatArray]) -> Prediction:
        """Run the network on a drawing."""
        image = rasterise(strokes)[None]
        logits = self._session.run(None, {"image": image})[0][0]
        return Prediction(logits + self._bias, self._temperature(strokes))

    def _temperature(self, strokes: Sequence[FloatArray]) -> float:
        points = np.concatenate(strokes)
        size = max(float(np.ptp(points, axis=0).max()), 1e-6)
        ink = total_length(strokes) / size
        constant, by_ink, by_strokes = self._temperature_weights
        return float(
            np.exp(constant + by_ink * np.log(max(ink, LEAST_INK)) + by_strokes * np.log(len(strokes)))
        )


@cache
def guesser() -> Guesser:
    """Return the guesser that ships with the game."""
    folder = files("pictomania.bots").joinpath("drawings")
    labels = msgspec.json.decode(folder.joinpath("labels.json").read_bytes(), type=Labels)
    return Guesser(folder.joinpath("guesser.onnx").read_bytes(), labels)
