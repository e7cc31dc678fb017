"""Exports trained weights as ONNX for onnxruntime; needs no GPU, and torch only to read the weights.

    python -m training.export WEIGHTS.pt guesser.onnx [--weights int8|float16]

The graph is built by hand: normalisations are folded into the convolutions. Weights are stored as int8 with a
scale per channel, or as float16, and unpacked once when the file is loaded. Inference always uses float32, so
its speed does not depend on the storage format.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from pictomania.bots.arrays import FloatArray
from pictomania.bots.raster import CHANNELS, SIZE
from training.network import Block, Network
from training.weights import load

LOGITS = "numbers"  # the output's name in the shipped model


class GraphBuilder:
    """Collects nodes and stored weights."""

    def __init__(self, stored: str) -> None:
        """Store weights as "int8" or "float16"."""
        self.stored = stored
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def add(self, kind: str, *inputs: str, **settings: Any) -> str:
        """Add a node and return the name of its output."""
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **settings))
        return name

    def constant(self, value: NDArray[np.generic]) -> str:
        """Store an array unchanged."""
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, value: FloatArray) -> str:
        """Store an array in compact form, and add nodes that unpack it."""
        if self.stored == "float16":
            return self.add("Cast", self.constant(value.astype(np.float16)), to=TensorProto.FLOAT)
        scale = _scales(value)
        quantised = self.add(
            "Cast",
            self.constant(np.rint(value / scale).clip(-127, 127).astype(np.int8)),
            to=TensorProto.FLOAT,
        )
        return self.add("Mul", quantised, self.constant(scale))

    def convolution(self, x: str, layer: nn.Conv2d, norm: nn.BatchNorm2d | None = None) -> str:
        """Add a convolution with the following normalisation folded in."""
        value = layer.weight.detach().float().numpy()
        bias = (
            layer.bias.detach().float().numpy()
            if layer.bias is not None
            else np.zeros(len(value), np.float32)
        )
        if norm is not None:
            assert norm.running_mean is not None  # noqa: S101 (for mypy)
            assert norm.running_var is not None  # noqa: S101
            gain = (norm.weight / (norm.running_var + norm.eps).sqrt()).detach().numpy()
            bias = norm.bias.detach().numpy() + (bias - norm.running_mean.numpy()) * gain
            value = value * gain[:, None, None, None]
        pad, stride = int(layer.padding[0]), layer.stride[0]
        return self.add(
            "Conv", x, self.weight(value), self.constant(bias.astype(np.float32)),
            kernel_shape=list(value.shape[2:]), pads=[pad] * 4, strides=[stride] * 2,
        )  # fmt: skip

    def block(self, x: str, block: Block) -> str:
        """Add a residual block."""
        y = self.add("Relu", self.convolution(x, block.one, block.norm_one))
        y = self.convolution(y, block.two, block.norm_two)
        gate = self.add("Relu", self.convolution(self.add("GlobalAveragePool", y), block.squeeze))
        gate = self.add("Sigmoid", self.convolution(gate, block.excite))
        if block.skip is not None:
            if block.stride > 1:
                x = self.add("AveragePool", x, kernel_shape=[block.stride] * 2, strides=[block.stride] * 2)
            x = self.convolution(x, block.skip, block.norm_skip)
        return self.add("Relu", self.add("Add", x, self.add("Mul", y, gate)))


def _scales(value: FloatArray) -> FloatArray:
    """Return the quantisation step for each channel with the least squared error."""
    axes = tuple(range(1, value.ndim))
    top = np.maximum(np.abs(value).max(axis=axes, keepdims=True), 1e-8) / 127
    candidates = [top * share for share in (1, 0.95, 0.9, 0.85, 0.8, 0.7)]
    losses = [
        ((np.rint(value / step).clip(-127, 127) * step - value) ** 2).sum(axis=axes, keepdims=True)
        for step in candidates
    ]
    best = np.argmin(np.stack(losses), axis=0)[None]
    chosen: FloatArray = np.take_along_axis(np.stack(candidates), best, axis=0)[0].astype(np.float32)
    return chosen


def model_of(network: Network, stored: str = "int8") -> onnx.ModelProto:
    """Build the ONNX model: `image` (n, 2, 64, 64) in, logits (n, outputs) out."""
    network = network.cpu().float().eval()
    graph = GraphBuilder(stored)
    x = graph.add("Relu", graph.convolution("image", network.stem, network.norm))
    for block in network.blocks:
        assert isinstance(block, Block)  # noqa: S101 (for mypy)
        x = graph.block(x, block)
    x = graph.add("Flatten", graph.add("GlobalAveragePool", x))
    head = graph.weight(network.head.weight.detach().numpy())
    x = graph.add("Gemm", x, head, graph.constant(network.head.bias.detach().numpy()), transB=1)
    graph.nodes[-1].output[0] = LOGITS
    return _model(graph, network.shape.outputs)


def _model(graph: GraphBuilder, outputs: int) -> onnx.ModelProto:
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", CHANNELS, SIZE, SIZE])
    logits = helper.make_tensor_value_info(LOGITS, TensorProto.FLOAT, ["n", outputs])
    onnx_graph = helper.make_graph(graph.nodes, "guesser", [image], [logits], graph.constants)
    model = helper.make_model(
        onnx_graph, producer_name="pictomania", ir_version=8, opset_imports=[helper.make_opsetid("", 17)]
    )
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Export a weights file."""
    parser = argparse.ArgumentParser(description="Export trained weights as ONNX.")
    parser.add_argument("weights_file", type=Path)
    parser.add_argument("onnx_file", type=Path)
    parser.add_argument("--weights", choices=["int8", "float16"], default="int8")
    args = parser.parse_args()
    args.onnx_file.write_bytes(model_of(load(args.weights_file), args.weights).SerializeToString())
    print(f"{args.onnx_file}: {args.onnx_file.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
