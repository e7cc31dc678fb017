"""Keep the doodles that a card needs and that a recogniser tells from the other six words of the card.

    PYTHONPATH=src python -m training.fit_for_cards DOODLES.ndjson.gz RECOGNISER OUT.ndjson.gz

RECOGNISER is a folder with guesser.onnx and labels.json, trained with another seed than the one that is
shipped and the one that chose the doodles. A doodle is drawn by the hand of a bot, as it will be in a game.
"""

import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from pictomania.bots.guesser import HUMAN, Guesser, Labels
from pictomania.bots.hand import drawn
from pictomania.bots.opinion import Holder, words_of
from pictomania.bots.picture import Floats
from pictomania.bots.skills import MANNERS
from pictomania.wire.bots import Skill
from pictomania.words import WordSide, house_deck

MOST, LEAST = 10, 3  # of a name
CLEAR = 0.5  # how likely the right word must be, in the middle of all tries
HANDS = 2  # that draw each doodle on each card
WRITING = ("quickdraw/stop sign",)  # people write on these, which is forbidden (R18)

Raw = list[list[list[int]]]


def main() -> None:
    """Choose."""
    source, recogniser, out = map(Path, sys.argv[1:])
    labels = msgspec.json.decode((recogniser / "labels.json").read_bytes(), type=Labels)
    guesser = Guesser((recogniser / "guesser.onnx").read_bytes(), labels)
    sides = _sides_by_tag()
    doodles: dict[str, list[Raw]] = defaultdict(list)
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["word"] in sides and row["word"] not in WRITING:
                doodles[row["word"]].append(row["drawing"])
    kept = {tag: _kept(guesser, rows, sides[tag]) for tag, rows in sorted(doodles.items())}
    rows = [{"word": tag, "drawing": row} for tag, chosen in kept.items() for row in chosen]
    text = "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
    out.write_bytes(gzip.compress(text.encode(), mtime=0))
    few = [f"{tag} {len(chosen)}" for tag, chosen in kept.items() if len(chosen) < 5]
    print(f"{len(rows)} doodles of {len(kept)} names, {out.stat().st_size / 1e6:.2f} MB; few of {few}")


def _sides_by_tag() -> dict[str, list[tuple[WordSide, int]]]:
    found: dict[str, list[tuple[WordSide, int]]] = defaultdict(list)
    for side in (side for card in house_deck().cards for side in card.sides):
        for nth, idea in enumerate(side.ideas):
            for tag in idea.draw:
                if tag.startswith(HUMAN):
                    found[tag].append((side, nth))
    return found


def _kept(guesser: Guesser, rows: list[Raw], sides: list[tuple[WordSide, int]]) -> list[Raw]:
    clear = [_clear(guesser, row, sides) for row in rows]
    order = sorted(range(len(rows)), key=lambda number: -clear[number])
    return [rows[n] for place, n in enumerate(order) if place < LEAST or (place < MOST and clear[n] >= CLEAR)]


def _clear(guesser: Guesser, row: Raw, sides: list[tuple[WordSide, int]]) -> float:
    random = Random(json.dumps(row))  # noqa: S311 (to be repeated)
    doodle: list[Floats] = [np.array(stroke, dtype=np.float32).T / np.float32(255) for stroke in row]
    chances = []
    for side, nth in sides:
        holder = Holder((tuple(idea.draw for idea in side.ideas),))
        for _ in range(HANDS):
            plan = drawn(doodle, MANNERS[Skill.NORMAL], random)
            lines = [np.array([(p.x, p.y) for p in one.points], dtype=np.float32) for one in plan]
            chances.append(float(words_of(guesser, guesser.look(lines), holder)[0, nth]))
    return float(np.median(chances))


if __name__ == "__main__":
    main()
