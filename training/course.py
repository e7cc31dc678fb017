"""A course of training: what it needs, and one step of it after another."""

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

from training.holders import Whole
from training.ink import Album
from training.labels import Output
from training.lessons import (
    HEAT,
    Soft,
    batches,
    hard_loss,
    match_loss,
    pictures,
    soft_targets,
    weights_of,
)
from training.network import Network, Shape
from training.sketches import Sketches
from training.syllabus import syllabus_of
from training.warp import KINDS, Hands, hands_for
from training.weights import load

WARM_UP = 0.08  # share of the course in which the learning rate rises


@dataclass(frozen=True)
class Budget:
    """How far the course has come: by steps where they are given, else by the clock."""

    steps: int
    seconds: float
    began: float

    def progress(self, step: int) -> float:
        """From 0 to 1."""
        return step / self.steps if self.steps else (time.monotonic() - self.began) / self.seconds


@dataclass(frozen=True)
class School:
    """Everything a course needs and does not change."""

    args: argparse.Namespace
    device: torch.device
    sketches: Sketches
    outputs: tuple[Output, ...]
    target: Whole  # the right output of each drawing
    kind: Whole  # of each drawing, an index into warp.KINDS
    by_icons: NDArray[np.bool_]  # which outputs are learnt from icons alone
    album: Album
    soft: Soft
    teachers: list[nn.Module]

    def autocast(self) -> torch.autocast:
        """Half precision on a GPU."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")


def prepared(args: argparse.Namespace) -> School:
    """Read the data and send it to the device."""
    device = torch.device(args.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    syllabus = syllabus_of(args.data, args.icons, args.each, args.hold_icons, args.blind)
    return School(
        args=args,
        device=device,
        sketches=syllabus.sketches,
        outputs=syllabus.outputs,
        target=syllabus.target,
        kind=syllabus.kind,
        by_icons=syllabus.by_icons,
        album=Album(syllabus.sketches, device),
        soft=soft_targets(args.data, syllabus.sketches, syllabus.outputs, syllabus.by_icons, device),
        teachers=[_teacher(path, len(syllabus.outputs), device, args.compile) for path in args.teacher],
    )


def _teacher(path: Path, outputs: int, device: torch.device, faster: bool) -> nn.Module:
    network = laid_out(_of_outputs(path, outputs).requires_grad_(False), device)
    return torch.compile(network) if faster else network


def _of_outputs(path: Path, outputs: int) -> Network:
    """A network that knows the same outputs; another one would talk nonsense."""
    network = load(path)
    if network.shape.outputs != outputs:
        message = f"{path} has {network.shape.outputs} outputs, not {outputs}: train it with the same icons"
        raise SystemExit(message)
    return network


def laid_out(network: Network, device: torch.device) -> Network:
    """Channels last in memory, as a GPU likes them."""
    network.to(device=device)
    return network.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


class Averaged:
    """A second set of weights that follows the first slowly; it answers better and more steadily."""

    def __init__(self, network: Network, decay: float) -> None:
        """Begin as a copy."""
        self.network = copy.deepcopy(network).eval().requires_grad_(False)
        self._decay = decay
        both = zip(self.network.state_dict().values(), network.state_dict().values(), strict=True)
        moving = [(mine, theirs) for mine, theirs in both if mine.is_floating_point()]
        self._mine, self._theirs = [mine for mine, _ in moving], [theirs for _, theirs in moving]

    @torch.no_grad()
    def follow(self, step: int) -> None:
        """Move a little towards the first set, faster at the beginning."""
        torch._foreach_lerp_(self._mine, self._theirs, 1 - min(self._decay, (1 + step) / (10 + step)))


def rate_at(progress: float) -> float:
    """One cycle: up in a straight line, down along a cosine."""
    if progress < WARM_UP:
        return 0.05 + 0.95 * progress / WARM_UP
    return max(0.5 * (1 + math.cos(math.pi * min(1.0, (progress - WARM_UP) / (1 - WARM_UP)))), 1e-3)


class Course:
    """A network that learns."""

    def __init__(self, school: School) -> None:
        """Begin with random weights, or with those of an earlier course."""
        args, device = school.args, school.device
        self.steps = 0
        self.network = laid_out(_beginner(args, len(school.outputs)), device).train()
        self.averaged = Averaged(self.network, args.average)
        weights = weights_of(school.sketches, school.target, dict(args.weight), args.icon_share)
        self.lessons = int(weights.sum())  # in an epoch
        self._school = school
        self._forward = torch.compile(self.network) if args.compile else self.network
        self._optimiser = _optimiser_of(self.network, args, device)
        self._order = batches(weights, min(args.batch, self.lessons), np.random.default_rng(args.seed))
        self._chance = torch.Generator(device).manual_seed(args.seed)
        self._hands = Hands(hands_for(args.unfinished), device)
        self._kind = torch.from_numpy(school.kind).to(device)
        self._target = torch.from_numpy(school.target).to(device)
        # A teacher need not know these very icons, and has seen no more of what they mean.
        self._heard = torch.from_numpy(school.kind != KINDS.index("icon")).to(device)

    def step(self, progress: float) -> tuple[Tensor, Tensor]:
        """Learn from one batch; tells its loss and the share of right answers."""
        chosen = next(self._order)
        index = torch.from_numpy(chosen).to(self._school.device)
        image = pictures(self._school.album, chosen, self._kind[index], self._hands, self._chance)
        image = image.contiguous(memory_format=torch.channels_last)
        with self._school.autocast():
            answers = self._forward(image).float()
        self._learn(self._loss(answers, image, index), progress)
        self.steps += 1
        self.averaged.follow(self.steps)
        target = self._target[index]
        with torch.no_grad():
            return hard_loss(answers, target), (answers.argmax(dim=1) == target).float().mean()

    def _loss(self, answers: Tensor, image: Tensor, index: Tensor) -> Tensor:
        args, school = self._school.args, self._school
        loss = args.hard * hard_loss(answers, self._target[index])
        loss = loss + args.soft * HEAT**2 * school.soft.loss(answers, index)
        if school.teachers:
            with torch.no_grad(), school.autocast():
                taught = torch.stack([teacher(image) for teacher in school.teachers]).float().mean(dim=0)
            loss = loss + args.match * HEAT**2 * match_loss(answers, taught, self._heard[index])
        whole: Tensor = loss
        return whole

    def _learn(self, loss: Tensor, progress: float) -> None:
        for group in self._optimiser.param_groups:
            group["lr"] = self._school.args.rate * rate_at(progress)
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()


def _beginner(args: argparse.Namespace, outputs: int) -> Network:
    if args.begin:
        return _of_outputs(args.begin, outputs)
    return Network(Shape(outputs, args.width, tuple(args.blocks), args.last, args.dropout))


def _optimiser_of(network: Network, args: argparse.Namespace, device: torch.device) -> torch.optim.AdamW:
    """AdamW; decay acts on weights, not on biases and normalisations."""
    large = [value for value in network.parameters() if value.ndim > 1]
    small = [value for value in network.parameters() if value.ndim <= 1]
    groups = [{"params": large, "weight_decay": args.decay}, {"params": small, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=args.rate, fused=device.type == "cuda")
