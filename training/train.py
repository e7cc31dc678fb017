"""Train the guesser on human sketches and icons, and write its weights, its labels and what it is worth.

    PYTHONPATH=src python -m training.train --data DIR --icons FILE... --out DIR --minutes 8

Chance comes from --seed alone; with --steps instead of --minutes a run can be repeated, as far as the sums of
a GPU can.
"""

import argparse
import copy
import json
import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.bias import Asked, trade
from training.bias import chosen as best_bias
from training.course import Budget, Course, School, laid_out, prepared
from training.holders import Pool, Whole
from training.ink import Ink
from training.labels import HUMAN
from training.measure import SHARES, Seen, calibration, look, report, report_icons
from training.network import Network
from training.sketches import PARTS, data_hash
from training.warp import KINDS, Hands, hands_for, warped
from training.weights import load, save

ATTRIBUTION = (
    "Trained on drawings from The Quick, Draw! Dataset, made available by Google, Inc. under CC BY 4.0, "
    "and on sketches from Eitz, Hays, Alexa: How Do Humans Sketch Objects?, 2012, CC BY 4.0."
)
ICONS_ATTRIBUTION = (
    " Also trained on icons of OpenMoji (CC BY-SA 4.0), Tabler Icons (MIT), Lucide (ISC), Hugeicons (MIT) "
    "and IconPark (Apache-2.0), and on emoji of Twemoji (CC BY 4.0), Fluent Emoji (MIT), Noto Emoji "
    "(Apache-2.0), EmojiOne (CC BY 4.0) and Streamline Emojis (CC BY 4.0)."
)
BEGAN = time.monotonic()


def say(*words: object) -> None:
    """Print with the seconds since the start."""
    print(f"{time.monotonic() - BEGAN:7.1f} s", *words, flush=True)


def learnt(school: School, budget: Budget) -> tuple[Network, dict[str, Any]]:
    """Train until the budget is spent; returns the averaged weights and how far they came."""
    course = Course(school)
    say(f"{sum(value.numel() for value in course.network.parameters()) / 1e6:.2f} million weights")
    told, steps_told = time.monotonic(), 0
    while (progress := budget.progress(course.steps)) < 1:
        loss, right = course.step(progress)
        spent = time.monotonic() - told
        if spent > school.args.tell:
            speed = (course.steps - steps_told) * school.args.batch / spent
            say(f"{progress:6.1%}  step {course.steps}  loss {loss:.3f}  right {right:.1%}  {speed:,.0f}/s")
            told, steps_told = time.monotonic(), course.steps
    epochs = course.steps * school.args.batch / course.lessons
    return course.averaged.network, {"steps": course.steps, "epochs": round(epochs, 1)}


class Judge:
    """A trained network that is shown drawings."""

    def __init__(self, school: School, network: Network) -> None:
        """Measure on holders of our own cards."""
        self._school, self._network = school, network
        self.pool = Pool(school.outputs)

    @torch.no_grad()
    def _answer(self, image: Tensor) -> Tensor:
        with self._school.autocast():
            answers: Tensor = self._network(image.contiguous(memory_format=torch.channels_last))
        return answers

    def looks(self, part: str) -> tuple[Whole, dict[float, Seen]]:
        """A part of the human sketches at every share drawn."""
        chosen = self._school.sketches.of_part(part)
        return chosen, {share: look(self._answer, self._school.album, chosen, share) for share in SHARES}

    def icons(self) -> tuple[dict[str, Whole], dict[str, Seen]]:
        """Whole drawings of what only icons taught, by sort: the right outputs and the answers.

        `learnt` are the very icons of the lessons, `varied` the same by another hand; `blind` are by people.
        """
        school = self._school
        learnt = np.flatnonzero((school.kind == KINDS.index("icon")) & (school.sketches.part == 0))
        sorts = {
            "learnt": (learnt, None),
            "varied": (learnt, self._another_hand()),
            "held": (school.sketches.of_part("held"), None),
            "blind": (school.sketches.of_part("blind"), None),
        }
        sorts = {sort: case for sort, case in sorts.items() if len(case[0])}
        seen = {
            sort: look(self._answer, school.album, *case[:1], 1.0, case[1]) for sort, case in sorts.items()
        }
        return {sort: school.target[case[0]] for sort, case in sorts.items()}, seen

    def _another_hand(self) -> Callable[[Ink], Ink]:
        device = self._school.device
        hands = Hands(hands_for(unfinished=0.0), device)
        chance = torch.Generator(device).manual_seed(self._school.args.seed + 1)

        def redrawn(ink: Ink) -> Ink:
            kind = torch.full((len(ink.a),), KINDS.index("icon"), device=device)
            return warped(ink, kind, hands, chance)

        return redrawn


@dataclass(frozen=True)
class Worth:
    """What was found out about a trained network."""

    bias: dict[str, Any] | None  # none without icons
    heat: dict[str, Any]
    figures: dict[str, Any]


def measured(school: School, network: Network) -> Worth:
    """Bias and temperatures from the calibration part, and all figures from the test part."""
    judge = Judge(school, network)
    seed = school.args.seed
    chosen, looks = judge.looks("calibration")
    bias, rows = None, []
    added = np.zeros(len(school.outputs), dtype=np.float32)
    shown, seen = judge.icons()
    if shown:
        asked = {source: _asked(school, source, chosen, looks[1.0]) for source in HUMAN}
        asked |= {sort: Asked(seen[sort].numbers, shown[sort]) for sort in shown}
        rows = trade(asked, judge.pool, school.by_icons, seed)
        bias = best_bias(rows, HUMAN, school.args.lose)
        added = (bias["icons"] * school.by_icons).astype(np.float32)
    looks = {share: each.biased(added) for share, each in looks.items()}
    heat = calibration(looks, school.target[chosen], judge.pool, seed)
    chosen, looks = judge.looks("test")
    looks = {share: each.biased(added) for share, each in looks.items()}
    sources = [school.sketches.name[index].partition("/")[0] for index in chosen]
    figures = report(looks, school.target[chosen], sources, judge.pool, heat, seed)
    seen = {sort: each.biased(added) for sort, each in seen.items()}
    figures |= {"icons": report_icons(seen, shown, judge.pool, seed), "trade": rows}
    return Worth(bias, heat, figures)


def _asked(school: School, source: str, chosen: Whole, seen: Seen) -> Asked:
    mine = np.array([school.sketches.name[index].startswith(source) for index in chosen], dtype=bool)
    return Asked(seen.numbers[mine], school.target[chosen][mine])


def write(school: School, network: Network, run: dict[str, Any]) -> None:
    """Write the weights first, so that they are there whatever fails later; then all the rest."""
    out: Path = school.args.out
    out.mkdir(parents=True, exist_ok=True)
    save(copy.deepcopy(network), out / "weights.pt")
    say(f"weights.pt: {(out / 'weights.pt').stat().st_size / 1e6:.1f} MB")
    worth = measured(school, network)
    labels: dict[str, Any] = {
        "attribution": ATTRIBUTION + (ICONS_ATTRIBUTION if school.args.icons else ""),
        "outputs": [asdict(output) for output in school.outputs],
        "temperature": worth.heat,
    }
    if worth.bias:
        labels["bias"] = worth.bias
    (out / "labels.json").write_text(
        json.dumps(labels, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    metrics = {
        "data": data_hash(school.args.data, school.args.icons),
        "parts": {part: len(school.sketches.of_part(part)) for part in PARTS},
        "run": run,
        "bias": worth.bias,
        "temperature": worth.heat,
        "test": worth.figures,
    }
    (out / "metrics.json").write_text(json.dumps(metrics, indent=1, default=str) + "\n", encoding="utf-8")
    tell(worth.figures)
    tell_icons(worth.figures)
    say("bias:", json.dumps(worth.bias))
    say("temperature:", json.dumps(worth.heat))
    exported(out)


def tell(figures: dict[str, Any]) -> None:
    """Print the figures that are compared with the targets: the picture alone, and with its mirror image."""
    for share in map(str, SHARES):
        for source, named in figures["outputs"][share].items():
            held = ", ".join(
                f"of {kind} {cell[share][source]['right']:.1%} ({cell[share][source]['mirrored too']:.1%})"
                for kind, cell in figures["holders"].items()
                if source in cell[share]
            )
            say(f"{share} of {source}: one of all {named['first']:.1%} ({named['mirrored too']:.1%}), {held}")
        for kind in figures["honesty"]:
            errors = {how: table["error"] for how, table in figures["honesty"][kind][share].items()}
            say(f"{share}, calibration error of {kind}: {json.dumps(errors)}")


def tell_icons(figures: dict[str, Any]) -> None:
    """Print what icon-only outputs are worth, and what each bias would give and take on calibration."""
    for sort, cell in figures["icons"].items():
        held = ", ".join(
            f"of {kind} {cell[kind]['right']:.1%} ({cell[kind]['mirrored too']:.1%})"
            for kind in ("21 game", "42 game")
        )
        first = cell["one of all"]["first"]
        say(f"icon-only, {sort}: {cell['drawings']} drawings, one of all {first:.1%}, {held}")
    for row in figures["trade"]:
        bias, *rest = row.items()
        say(f"bias {bias[1]:+g}:", ", ".join(f"{sort} {value:.1%}" for sort, value in rest))


def weight(text: str) -> tuple[str, float]:
    """Read tu-berlin=2."""
    source, _, value = text.partition("=")
    if source not in HUMAN:
        raise argparse.ArgumentTypeError(f"{source} is none of {', '.join(HUMAN)}")
    return source, float(value)


def exported(out: Path) -> None:
    """Export here if the package onnx is here; else `training/export.py` does it elsewhere."""
    try:
        from training.export import model_of  # noqa: PLC0415 (needs onnx, which may be missing)
    except ImportError as error:
        say(f"not exported ({error}): run python -m training.export weights.pt guesser.onnx")
        return
    # From the file, so that nobody ever has to ask whether its rounding mattered.
    (out / "guesser.onnx").write_bytes(model_of(load(out / "weights.pt")).SerializeToString())
    say(f"guesser.onnx: {(out / 'guesser.onnx').stat().st_size / 1e6:.2f} MB")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Train the guesser.")
    parser.add_argument("--data", type=Path, default=Path("../shared/sketches"))
    parser.add_argument("--icons", type=Path, nargs="*", default=[], help="files of icons")
    parser.add_argument(
        "--icon-share",
        type=float,
        default=0.35,
        help="how often an icon-only output comes, a human class being 1",
    )
    parser.add_argument("--hold-icons", action="store_true", help="keep an icon of each output for measuring")
    parser.add_argument(
        "--blind",
        type=int,
        default=0,
        help="human concepts to learn from icons alone, for measuring; not to be shipped",
    )
    parser.add_argument(
        "--lose",
        type=float,
        default=0.002,
        help="accuracy on people's drawings that icon-only outputs may cost",
    )
    parser.add_argument(
        "--weight",
        type=weight,
        nargs="*",
        default=[("tu-berlin", 3.0)],
        help="such as tu-berlin=3, the default: traced sketches are few and hard",
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--minutes", type=float, default=8.0, help="for everything, reading and measuring included"
    )
    parser.add_argument("--steps", type=int, default=0, help="instead of minutes: a run that can be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="")
    parser.add_argument("--each", type=int, default=0, help="drawings of each class, for a quick try")
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--blocks", type=int, nargs="+", default=[1, 2, 3, 2])
    parser.add_argument("--last", type=float, default=1.0, help="width of the last stage, as a share")
    parser.add_argument("--dropout", type=float, default=0.2)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--average", type=float, default=0.999)
    parser.add_argument("--unfinished", type=float, default=0.4, help="share of prefixes among the lessons")
    parser.add_argument("--hard", type=float, default=1.0, help="weight of the truth")
    parser.add_argument("--soft", type=float, default=0.5, help="weight of teacher-top10.npz")
    parser.add_argument("--match", type=float, default=1.0, help="weight of --teacher")
    parser.add_argument("--begin", type=Path, help="weights to go on from, instead of random ones")
    parser.add_argument("--teacher", type=Path, nargs="*", default=[], help="weights of larger networks")
    parser.add_argument("--weights", type=Path, help="measure these instead of training, and write all anew")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--tell", type=float, default=10.0, help="seconds between lines")
    parser.add_argument("--reserve", type=float, default=40.0, help="seconds kept for measuring and writing")
    return parser.parse_args()


def main() -> None:
    """Train, measure, write."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    school = prepared(args)
    outputs = f"{len(school.outputs)} outputs, {school.by_icons.sum()} of them by icons alone"
    say(f"{len(school.sketches)} drawings, {outputs}, on {school.device}")
    left = args.minutes * 60 - args.reserve - (time.monotonic() - BEGAN)
    if args.weights:
        network, run = laid_out(load(args.weights), school.device), {"weights": args.weights}
    else:
        network, run = learnt(school, Budget(args.steps, max(left, 1.0), time.monotonic()))
    machine = torch.cuda.get_device_name() if school.device.type == "cuda" else platform.processor()
    write(school, network, {**run, "settings": vars(args), "torch": torch.__version__, "machine": machine})


if __name__ == "__main__":
    main()
