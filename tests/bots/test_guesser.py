"""The network that ships with the game."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from random import Random

import numpy as np

from pictomania.bots import drawing_library
from pictomania.bots.arrays import FloatArray
from pictomania.bots.evaluation import unknown_ideas
from pictomania.bots.guesser import guesser
from pictomania.bots.inference import Holder, word_probabilities
from pictomania.bots.skills import PROFILES
from pictomania.bots.stroke_planner import plan_strokes
from pictomania.wire.bots import Skill
from pictomania.words import house_deck
from tests.bots.shapes import HOUSE, line

MAX_BYTES = 8_000_000


def test_the_model_is_small() -> None:
    file = files("pictomania.bots").joinpath("drawings/guesser.onnx")
    assert len(file.read_bytes()) <= MAX_BYTES


def test_a_simple_house_is_recognised() -> None:
    others = [side for card in house_deck().cards for side in card.sides][:2]
    sides = [(("quickdraw/house",), *(idea.draw for idea in others[0].ideas[1:]))]
    sides += [tuple(idea.draw for idea in others[1].ideas)]
    assert word_probabilities(guesser(), guesser().predict(HOUSE), Holder(tuple(sides))).argmax() == 0


def test_a_first_stroke_has_a_higher_temperature() -> None:
    house, first_stroke = guesser().predict(HOUSE), guesser().predict([line((0, 0), (1, 0))])
    assert first_stroke.temperature > house.temperature


def test_a_dot_has_finite_logits() -> None:
    assert np.isfinite(guesser().predict([line((3, 3))]).logits).all()


def test_most_ideas_for_bots_have_an_output() -> None:
    """The cards have changed since the network was trained; `bots evaluate` lists what it has to learn."""
    assert all(len(words) < 0.2 * total for level, words, total in unknown_ideas(guesser()) if level < 4)


def test_drawings_by_bots_are_recognised() -> None:
    """Of known words, among the seven of their card; docs/bots.md has figures from an independent network."""
    random = Random(7)
    sides = [side for card in house_deck().cards for side in card.sides if side.bots]
    known = [
        (side, index) for side in sides for index in range(7) if guesser().outputs(side.ideas[index].draw)
    ]
    right = []
    for _ in range(150):
        side, index = random.choice(known)
        doodle = random.choice([d for tag in side.ideas[index].draw for d in drawing_library.drawings(tag)])
        plan = plan_strokes(doodle, PROFILES[Skill.HARD], random)
        lines: list[FloatArray] = [
            np.array([(p.x, p.y) for p in one.points], dtype=np.float32) for one in plan
        ]
        tags = tuple(idea.draw for idea in side.ideas)
        right.append(
            int(word_probabilities(guesser(), guesser().predict(lines), Holder((tags,))).argmax()) == index
        )
    assert sum(right) / len(right) > 0.85


def test_nothing_is_written_to_the_home_directory(tmp_path: Path) -> None:
    """By default onnxruntime collects telemetry there."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    program = "from pictomania.bots.guesser import guesser; guesser().predict([[(0, 0), (9, 9)]])"
    subprocess.run([sys.executable, "-c", program], env=os.environ | home, check=True)
    assert list(tmp_path.rglob("*")) == []
