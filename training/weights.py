"""Saved weights of a guesser; convolution weights are stored in half precision."""

from dataclasses import asdict
from pathlib import Path

import torch

from training.network import Network, NetworkShape


def save(network: Network, path: Path) -> None:
    """Write a network with its shape."""
    state = {
        name: value.half() if value.ndim > 1 else value for name, value in network.cpu().state_dict().items()
    }
    torch.save({"shape": asdict(network.shape), "state": state}, path)


def load(path: Path) -> Network:
    """Read a network in evaluation mode."""
    content = torch.load(path, map_location="cpu", weights_only=True)
    network = Network(NetworkShape(**content["shape"]))
    network.load_state_dict({name: value.float() for name, value in content["state"].items()})
    return network.eval()
