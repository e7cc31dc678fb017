"""Averages the weights of two networks, one of which was fine-tuned from the other.

    python -m training.mean FIRST.pt SECOND.pt MEAN.pt

Fine-tuning forgets some of what the first training taught; the mean keeps most of both.
"""

import argparse
from pathlib import Path

from training.network import Network
from training.weights import load, save


def mean_of(one: Network, two: Network) -> Network:
    """Return the mean of two networks of the same shape."""
    if one.shape != two.shape:
        raise SystemExit(f"networks of different shapes: {one.shape}, {two.shape}")
    mean = Network(one.shape)
    other = two.state_dict()
    mean.load_state_dict({name: (value + other[name]) / 2 for name, value in one.state_dict().items()})
    return mean


def main() -> None:
    """Read two networks and write their mean."""
    parser = argparse.ArgumentParser(description="Average the weights of two networks.")
    parser.add_argument("files", type=Path, nargs=2)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    save(mean_of(*map(load, args.files)), args.out)


if __name__ == "__main__":
    main()
