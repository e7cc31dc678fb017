"""What the network can name: one output for each concept that people drew in either collection.

Knows our cards only by the tags in their `draw` lists.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
