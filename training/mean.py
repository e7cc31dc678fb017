"""The mean of the weights of two networks, one of which began with those of the other.

    python -m training.mean FIRST.pt SECOND.pt MEAN.pt

What a second course teaches comes at a price, some of what the first one taught; half way between the two
most of both is there.
"""

import argparse
from pathlib import Path

from training.network import Network
from training.weights import load, save


def mean_of(one: Network, two: Network) -> Network:
    """A third network, half way between two of the same shape."""
    if one.shape != two.shape:
        raise SystemExit(f"networks of different shapes: {one.shape}, {two.shape}")
    mean = Network(one.shape)
    both = two.state_dict()
    mean.load_state_dict({name: (value + both[name]) / 2 for name, value in one.state_dict().items()})
    return mean


def main() -> None:
    """Read two, write one."""
    parser = argparse.ArgumentParser(description="The mean of two networks.")
    parser.add_argument("files", type=Path, nargs=2)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    save(mean_of(*map(load, args.files)), args.out)


if __name__ == "__main__":
    main()
