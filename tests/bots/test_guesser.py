"""The network as it comes with the game."""

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

from pictomania.bots import material
from pictomania.bots.guesser import guesser
from pictomania.bots.hand import drawn
from pictomania.bots.opinion import Holder, words_of
from pictomania.bots.picture import Floats
from pictomania.bots.skills import MANNERS
from pictomania.wire.bots import Skill
from pictomania.words import house_deck
from tests.bots.shapes import HOUSE, line

LARGEST = 8_000_000  # bytes
SLOWEST_MS = 10.0  # of one core, a look


def test_it_is_small() -> None:
    file = files("pictomania.bots").joinpath("material/guesser.onnx")
    assert len(file.read_bytes()) <= LARGEST


def test_it_is_fast() -> None:
    times = []
    for _ in range(40):
        began = process_time()
        guesser().look(HOUSE)
        times.append((process_time() - began) * 1000)
    assert min(times) < SLOWEST_MS


def test_it_names_what_a_person_would_draw() -> None:
    others = [side for card in house_deck().cards for side in card.sides][:2]
    sides = [(("quickdraw/house",), *(idea.draw for idea in others[0].ideas[1:]))]
    sides += [tuple(idea.draw for idea in others[1].ideas)]
    assert words_of(guesser(), guesser().look(HOUSE), Holder(tuple(sides))).argmax() == 0


def test_a_first_line_says_little() -> None:
    whole, begun = guesser().look(HOUSE), guesser().look([line((0, 0), (1, 0))])
    assert begun.temperature > whole.temperature


def test_a_dot_can_be_looked_at() -> None:
    assert np.isfinite(guesser().look([line((3, 3))]).numbers).all()


def test_every_idea_with_a_drawing_can_be_named() -> None:
    sides = [side for card in house_deck().cards for side in card.sides if side.bots]
    ideas = [idea for side in sides for idea in side.ideas]
    unnamed = [idea.words for idea in ideas if not guesser().outputs(idea.draw)]
    assert unnamed == []


def test_bots_draw_what_can_be_recognised() -> None:
    """On their own card, seven similar words; measured with another network in docs/bots.md."""
    random = Random(7)
    sides = [side for card in house_deck().cards for side in card.sides if side.bots]
    right = []
    for _ in range(150):
        side = random.choice(sides)
        nth = random.randrange(7)
        doodle = random.choice([d for tag in side.ideas[nth].draw for d in material.drawings(tag)])
        plan = drawn(doodle, MANNERS[Skill.HARD], random)
        lines: list[Floats] = [np.array([(p.x, p.y) for p in one.points], dtype=np.float32) for one in plan]
        tags = tuple(idea.draw for idea in side.ideas)
        right.append(int(words_of(guesser(), guesser().look(lines), Holder((tags,))).argmax()) == nth)
    assert sum(right) / len(right) > 0.85


def test_it_keeps_no_notes_in_anybodys_home(tmp_path: Path) -> None:
    """The library would, and would send them to its maker."""
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    program = "from pictomania.bots.guesser import guesser; guesser().look([[(0, 0), (9, 9)]])"
    subprocess.run([sys.executable, "-c", program], env=os.environ | home, check=True)
    assert list(tmp_path.rglob("*")) == []
