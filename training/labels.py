"""What the network can name: concepts that people drew in either collection, and ideas that only icons show.

Knows our cards only by the tags in their `draw` lists. Outputs that people taught come first, so that their
numbers do not depend on the icons.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

HUMAN = ("quickdraw", "tu-berlin")  # collections of what people drew; every other source has icons

# Classes of TU-Berlin that another spelling of the same concept in Quick, Draw! stands for.
SAME = {
    "bear (animal)": "bear",
    "car (sedan)": "car",
    "flower with stem": "flower",
    "frying-pan": "frying pan",
    "head-phones": "headphones",
    "hot-dog": "hot dog",
    "ice-cream-cone": "ice cream",
    "lightbulb": "light bulb",
    "mouse (animal)": "mouse",
    "potted plant": "house plant",
    "rollerblades": "rollerskates",
    "socks": "sock",
    "speed-boat": "speedboat",
    "tennis-racket": "tennis racquet",
    "trousers": "pants",
    "tv": "television",
    "wine-bottle": "wine bottle",
    "wineglass": "wine glass",
    "wrist-watch": "wristwatch",
}


@dataclass(frozen=True)
class Output:
    """A concept and the tags by which cards name drawings of it."""

    name: str
    tags: tuple[str, ...]


def concept_of(tag: str) -> str:
    """Name the concept that a class such as tu-berlin/tv shows."""
    source, _, name = tag.partition("/")
    return SAME.get(name, name) if source == "tu-berlin" else name


def outputs_of(tags: Iterable[str]) -> tuple[Output, ...]:
    """Put classes that mean the same together, in the order of the alphabet."""
    found: dict[str, list[str]] = {}
    for tag in sorted(set(tags)):
        found.setdefault(concept_of(tag), []).append(tag)
    return tuple(Output(name, tuple(found[name])) for name in sorted(found))


def output_of_tag(outputs: Sequence[Output]) -> dict[str, int]:
    """Find an output by each of its tags."""
    return {tag: number for number, output in enumerate(outputs) for tag in output.tags}


def by_people(tag: str) -> bool:
    """Tell a class of human sketches from an icon."""
    return tag.partition("/")[0] in HUMAN


def counting(draw: Iterable[str]) -> tuple[str, ...]:
    """The tags by which an idea is known: those of human sketches where there are any, else its icons."""
    tags = tuple(draw)
    return tuple(tag for tag in tags if by_people(tag)) or tags


def icon_outputs(draws: Iterable[Sequence[str]], there: Set[str]) -> tuple[Output, ...]:
    """An output for each idea that nobody drew for the collections but that has an icon.

    An icon that several ideas have tells them apart badly: an idea that has others does without it. Ideas
    that still share an icon after that share an output.
    """
    draws = list(draws)
    others = {tag for draw in draws if any(map(by_people, draw)) for tag in draw}
    ideas = [[tag for tag in draw if tag in there] for draw in draws if not any(map(by_people, draw))]
    kept = _without_shared([tags for tags in ideas if tags], others)
    groups = _joined(kept)
    return tuple(Output(tags[0], tuple(sorted(tags))) for tags in sorted(groups))


def _without_shared(ideas: list[list[str]], others: Set[str]) -> list[list[str]]:
    """Drop shared icons, again and again: what one idea drops may be another's own from then on."""
    while True:
        used = Counter(tag for tags in ideas for tag in tags)
        own = [[tag for tag in tags if used[tag] == 1 and tag not in others] for tags in ideas]
        fewer = [mine or tags for mine, tags in zip(own, ideas, strict=True)]
        if fewer == ideas:
            return ideas
        ideas = fewer


def _joined(ideas: list[list[str]]) -> list[list[str]]:
    """Put ideas that share an icon together (union-find); the icons of each group, in order of appearance."""
    parent: dict[str, str] = {}

    def root(tag: str) -> str:
        while parent.setdefault(tag, tag) != tag:
            tag = parent[tag]
        return tag

    for tags in ideas:
        for tag in tags:
            parent[root(tag)] = root(tags[0])
    groups: dict[str, list[str]] = {}
    for tag in dict.fromkeys(tag for tags in ideas for tag in tags):
        groups.setdefault(root(tag), []).append(tag)
    return list(groups.values())
