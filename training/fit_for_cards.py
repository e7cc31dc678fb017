"""Keeps the doodles that our cards need and that a recogniser can tell from the other six words of a card.

    PYTHONPATH=src python -m training.fit_for_cards DOODLES.ndjson.gz RECOGNISER OUT.ndjson.gz

RECOGNISER is a folder with guesser.onnx and labels.json, trained with another seed than the shipped guesser
and the one that chose the doodles. Doodles are drawn the way bots draw them in a game.
"""

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from pictomania.bots.arrays import FloatArray
from pictomania.bots.guesser import HUMAN_PREFIXES, Guesser, Labels
from pictomania.bots.inference import Holder, word_probabilities
from pictomania.bots.skills import PROFILES
from pictomania.bots.stroke_planner import plan_strokes
from pictomania.wire.bots import Skill
from pictomania.words import WordSide, house_deck

MAX_PER_TAG, MIN_PER_TAG = 10, 3
MIN_CLARITY = 0.5  # median probability of the right word
TRIALS = 2  # per doodle and card
WRITING = ("quickdraw/stop sign",)  # people write on these, which is forbidden (R18)

RawStrokes = list[list[list[int]]]


def main() -> None:
    """Filter the doodles."""
    source, recogniser, out = map(Path, sys.argv[1:])
    labels = msgspec.json.decode((recogniser / "labels.json").read_bytes(), type=Labels)
    guesser = Guesser((recogniser / "guesser.onnx").read_bytes(), labels)
    sides = _sides_by_tag()
    doodles: dict[str, list[RawStrokes]] = defaultdict(list)
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["word"] in sides and row["word"] not in WRITING:
                doodles[row["word"]].append(row["drawing"])
    kept = {tag: _select(guesser, rows, sides[tag]) for tag, rows in sorted(doodles.items())}
    rows = [{"word": tag, "drawing": row} for tag, chosen in kept.items() for row in chosen]
    text = "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
    out.write_bytes(gzip.compress(text.encode(), mtime=0))
    few = [f"{tag} {len(chosen)}" for tag, chosen in kept.items() if len(chosen) < 5]
    print(f"{len(rows)} doodles of {len(kept)} tags, {out.stat().st_size / 1e6:.2f} MB; few of {few}")


def _sides_by_tag() -> dict[str, list[tuple[WordSide, int]]]:
    found: dict[str, list[tuple[WordSide, int]]] = defaultdict(list)
    for side in (side for card in house_deck().cards for side in card.sides):
        for index, idea in enumerate(side.ideas):
            for tag in idea.draw:
                if tag.startswith(HUMAN_PREFIXES):
                    found[tag].append((side, index))
    return found


def _select(guesser: Guesser, rows: list[RawStrokes], sides: list[tuple[WordSide, int]]) -> list[RawStrokes]:
    clarity = [_clarity(guesser, row, sides) for row in rows]
    order = sorted(range(len(rows)), key=lambda number: -clarity[number])
    return [
        rows[number]
        for rank, number in enumerate(order)
        if rank < MIN_PER_TAG or (rank < MAX_PER_TAG and clarity[number] >= MIN_CLARITY)
    ]


def _clarity(guesser: Guesser, row: RawStrokes, sides: list[tuple[WordSide, int]]) -> float:
    random = Random(json.dumps(row))  # noqa: S311 (reproducible)
    doodle: list[FloatArray] = [np.array(stroke, dtype=np.float32).T / np.float32(255) for stroke in row]
    probabilities = []
    for side, index in sides:
        holder = Holder((tuple(idea.draw for idea in side.ideas),))
        for _ in range(TRIALS):
            plan = plan_strokes(doodle, PROFILES[Skill.NORMAL], random)
            lines = [np.array([(p.x, p.y) for p in one.points], dtype=np.float32) for one in plan]
            probabilities.append(float(word_probabilities(guesser, guesser.predict(lines), holder)[0, index]))
    return float(np.median(probabilities))


if __name__ == "__main__":
    main()
