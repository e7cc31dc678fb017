"""The network's outputs: concepts from the human collections, and ideas that only icons show.

Knows our cards only by the tags in their `draw` lists. Human outputs come first, so that their indices do not
depend on the icons.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

HUMAN_SOURCES = ("quickdraw", "tu-berlin")  # collections drawn by people; all other sources have icons

# Classes of TU-Berlin, and the name of the same concept in Quick, Draw!.
ALIASES = {
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
    """A concept and the tags of drawings that show it."""

    name: str
    tags: tuple[str, ...]


def concept_of(tag: str) -> str:
    """Return the concept of a class such as tu-berlin/tv."""
    source, _, name = tag.partition("/")
    return ALIASES.get(name, name) if source == "tu-berlin" else name


def human_outputs(tags: Iterable[str]) -> tuple[Output, ...]:
    """Group classes of the same concept, in alphabetical order."""
    found: dict[str, list[str]] = {}
    for tag in sorted(set(tags)):
        found.setdefault(concept_of(tag), []).append(tag)
    return tuple(Output(name, tuple(found[name])) for name in sorted(found))


def output_of_tag(outputs: Sequence[Output]) -> dict[str, int]:
    """Map each tag to the index of its output."""
    return {tag: number for number, output in enumerate(outputs) for tag in output.tags}


def is_human(tag: str) -> bool:
    """Is this a class of human sketches, rather than an icon?"""
    return tag.partition("/")[0] in HUMAN_SOURCES


def relevant_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return the tags that identify an idea: its human sketches if there are any, else its icons."""
    every = tuple(tags)
    return tuple(tag for tag in every if is_human(tag)) or every


def icon_outputs(ideas: Iterable[Sequence[str]], available: Set[str]) -> tuple[Output, ...]:
    """Return an output for each idea that has an icon but no human sketches.

    A shared icon cannot tell ideas apart, so an idea with other icons drops it. Ideas that still share an
    icon after that share an output.
    """
    every = list(ideas)
    reserved = {tag for tags in every if any(map(is_human, tags)) for tag in tags}
    icon_ideas = [[tag for tag in tags if tag in available] for tags in every if not any(map(is_human, tags))]
    kept = _drop_shared([tags for tags in icon_ideas if tags], reserved)
    groups = _merge(kept)
    return tuple(Output(tags[0], tuple(sorted(tags))) for tags in sorted(groups))


def _drop_shared(ideas: list[list[str]], reserved: Set[str]) -> list[list[str]]:
    """Drop shared icons repeatedly: an icon dropped by one idea may become unique to another."""
    while True:
        used = Counter(tag for tags in ideas for tag in tags)
        own = [[tag for tag in tags if used[tag] == 1 and tag not in reserved] for tags in ideas]
        reduced = [unique or tags for unique, tags in zip(own, ideas, strict=True)]
        if reduced == ideas:
            return ideas
        ideas = reduced


def _merge(ideas: list[list[str]]) -> list[list[str]]:
    """Merge ideas that share an icon (union-find); return the icons of each group, in order of appearance."""
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
