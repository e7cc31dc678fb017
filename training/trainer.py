"""The training loop of the guesser: its setup, and one optimiser step at a time."""

import argparse
import copy
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from pictomania.bots.arrays import IntArray
from training.data.augmentation import KINDS, AugmentationTable, augmentations_for
from training.data.batches import (
    DISTILLATION_TEMPERATURE,
    SoftTargets,
    augmented_images,
    distillation_loss,
    hard_loss,
    iterate_batches,
    load_soft_targets,
    sampling_weights,
)
from training.data.dataset import load_dataset
from training.data.labels import Output
from training.data.segments import SketchStore
from training.data.sketches import Sketches
from training.network import Network, NetworkShape
from training.weights import load

WARM_UP = 0.08  # share of the training during which the learning rate rises


@dataclass(frozen=True)
class TrainingBudget:
    """Measures progress by steps if a number of steps is given, else by the clock."""

    steps: int
    seconds: float
    started_at: float

    def progress(self, step: int) -> float:
        """Return a number from 0 to 1."""
        return step / self.steps if self.steps else (time.monotonic() - self.started_at) / self.seconds


@dataclass(frozen=True)
class TrainingSetup:
    """Everything that stays constant during training."""

    args: argparse.Namespace
    device: torch.device
    sketches: Sketches
    outputs: tuple[Output, ...]
    target: IntArray  # the right output of each drawing
    kind: IntArray  # of each drawing, an index into augmentation.KINDS
    icon_only: NDArray[np.bool_]  # outputs that are trained on icons alone
    store: SketchStore
    soft: SoftTargets
    teachers: list[nn.Module]

    def autocast(self) -> torch.autocast:
        """Use half precision on a GPU."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")


def prepare(args: argparse.Namespace) -> TrainingSetup:
    """Read the data and move it to the device."""
    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    dataset = load_dataset(args.data, args.icons, args.each, args.hold_icons, args.blind)
    return TrainingSetup(
        args=args,
        device=device,
        sketches=dataset.sketches,
        outputs=dataset.outputs,
        target=dataset.target,
        kind=dataset.kind,
        icon_only=dataset.icon_only,
        store=SketchStore(dataset.sketches, device),
        soft=load_soft_targets(args.data, dataset.sketches, dataset.outputs, dataset.icon_only, device),
        teachers=[_load_teacher(path, len(dataset.outputs), device, args.compile) for path in args.teacher],
    )


def _load_teacher(path: Path, outputs: int, device: torch.device, compiled: bool) -> nn.Module:
    network = to_channels_last(_load_compatible(path, outputs).requires_grad_(False), device)
    return torch.compile(network) if compiled else network


def _load_compatible(path: Path, outputs: int) -> Network:
    """Load a network and exit if its outputs do not match the dataset."""
    network = load(path)
    if network.shape.outputs != outputs:
        message = f"{path} has {network.shape.outputs} outputs, not {outputs}: train it with the same icons"
        raise SystemExit(message)
    return network


def to_channels_last(network: Network, device: torch.device) -> Network:
    """Move a network to the device, with the memory layout that is fastest on a GPU."""
    network.to(device=device)
    return network.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


class NetworkAverage:
    """Exponential moving average of a network's weights; more accurate and stable than the network itself."""

    def __init__(self, network: Network, decay: float) -> None:
        self.network = copy.deepcopy(network).eval().requires_grad_(False)
        self._decay = decay
        pairs = zip(self.network.state_dict().values(), network.state_dict().values(), strict=True)
        moving = [(average, source) for average, source in pairs if average.is_floating_point()]
        self._averages = [average for average, _ in moving]
        self._sources = [source for _, source in moving]

    @torch.no_grad()
    def update(self, step: int) -> None:
        """Move towards the current weights, faster in the first steps."""
        torch._foreach_lerp_(self._averages, self._sources, 1 - min(self._decay, (1 + step) / (10 + step)))


def learning_rate_factor(progress: float) -> float:
    """One-cycle schedule: linear warm-up, then cosine decay."""
    if progress < WARM_UP:
        return 0.05 + 0.95 * progress / WARM_UP
    return max(0.5 * (1 + math.cos(math.pi * min(1.0, (progress - WARM_UP) / (1 - WARM_UP)))), 1e-3)


class Trainer:
    """Trains a guesser."""

    def __init__(self, setup: TrainingSetup) -> None:
        """Start with random weights, or with those of an earlier training."""
        args, device = setup.args, setup.device
        self.steps = 0
        self.network = to_channels_last(_initial_network(args, len(setup.outputs)), device).train()
        self.average = NetworkAverage(self.network, args.average)
        weights = sampling_weights(setup.sketches, setup.target, dict(args.weight), args.icon_share)
        self.epoch_size = int(weights.sum())
        self._setup = setup
        self._forward = torch.compile(self.network) if args.compile else self.network
        self._optimiser = _make_optimiser(self.network, args, device)
        self._batches = iterate_batches(
            weights, min(args.batch, self.epoch_size), np.random.default_rng(args.seed)
        )
        self._rng = torch.Generator(device).manual_seed(args.seed)
        self._augmentations = AugmentationTable(augmentations_for(args.unfinished), device)
        self._kind = torch.from_numpy(setup.kind).to(device)
        self._target = torch.from_numpy(setup.target).to(device)
        # A teacher may not know these icons, and has learnt no more about them than the student can.
        self._is_distilled = torch.from_numpy(setup.kind != KINDS.index("icon")).to(device)

    def step(self, progress: float) -> tuple[Tensor, Tensor]:
        """Train on one batch; return its loss and accuracy."""
        chosen = next(self._batches)
        index = torch.from_numpy(chosen).to(self._setup.device)
        image = augmented_images(self._setup.store, chosen, self._kind[index], self._augmentations, self._rng)
        image = image.contiguous(memory_format=torch.channels_last)
        with self._setup.autocast():
            logits = self._forward(image).float()
        self._optimise(self._loss(logits, image, index), progress)
        self.steps += 1
        self.average.update(self.steps)
        target = self._target[index]
        with torch.no_grad():
            return hard_loss(logits, target), (logits.argmax(dim=1) == target).float().mean()

    def _loss(self, logits: Tensor, image: Tensor, index: Tensor) -> Tensor:
        args, setup = self._setup.args, self._setup
        loss = args.hard * hard_loss(logits, self._target[index])
        loss = loss + args.soft * DISTILLATION_TEMPERATURE**2 * setup.soft.loss(logits, index)
        if setup.teachers:
            with torch.no_grad(), setup.autocast():
                taught = torch.stack([teacher(image) for teacher in setup.teachers]).float().mean(dim=0)
            distilled = distillation_loss(logits, taught, self._is_distilled[index])
            loss = loss + args.match * DISTILLATION_TEMPERATURE**2 * distilled
        total: Tensor = loss
        return total

    def _optimise(self, loss: Tensor, progress: float) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = self._setup.args.rate * learning_rate_factor(progress)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()


def _initial_network(args: argparse.Namespace, outputs: int) -> Network:
    if args.begin:
        return _load_compatible(args.begin, outputs)
    return Network(NetworkShape(outputs, args.width, tuple(args.blocks), args.last, args.dropout))


def _make_optimiser(network: Network, args: argparse.Namespace, device: torch.device) -> torch.optim.AdamW:
    """AdamW with weight decay on weights, but not on biases and normalisations."""
    decayed = [value for value in network.parameters() if value.ndim > 1]
    others = [value for value in network.parameters() if value.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": args.decay}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=args.rate, fused=device.type == "cuda")
