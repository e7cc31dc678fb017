"""Icons of further sets that are called as one of our ideas, as lessons for ideas that only icons show.

    python -m training.namesakes PACKAGES... --out training/made/namesakes.ndjson.gz

A package is a folder of @iconify-json. Its icons become pen strokes as those that bots draw from do. One that
bears the name of exactly one output, by a tag or by the English word of an idea, teaches that output.
"""

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from icons.build import key_of
from icons.pen import Drawing, drawing
from icons.svg import shapes
from pictomania.words import Language, house_deck
from training.icons import is_a_sketch, read_icons
from training.labels import Output, counting, icon_outputs, output_of_tag

# What a name may end with that tells nothing of what is shown.
STYLES = {"bold", "fill", "light", "line", "linear", "one", "outline", "regular", "solid", "01", "1"}
# Looked at, and left out: they show something else of the same name, or letters.
WRONG = {
    "game-icons/bulb", "game-icons/bull", "game-icons/caterpillar", "game-icons/contract",
    "game-icons/cricket", "game-icons/imp", "game-icons/mortar", "game-icons/oyster",
    "game-icons/paper-lantern", "game-icons/running-shoe", "game-icons/switzerland",
    "game-icons/wall-light", "game-icons/weight", "mdi/globe-light", "mdi/hail", "mdi/school",
    "mdi/seal", "mdi/virtual-reality", "solar/bottle-bold",
}  # fmt: skip


def main() -> None:
    """Read the packages and write one file."""
    parser = argparse.ArgumentParser(description="Find icons that are called as our ideas.")
    parser.add_argument("packages", type=Path, nargs="+")
    parser.add_argument("--icons", type=Path, nargs="+", required=True, help="those that outputs are made of")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    ideas = [idea for card in house_deck().cards for side in card.sides for idea in side.ideas]
    outputs = icon_outputs([idea.draw for idea in ideas], set(read_icons(args.icons).name))
    words = {tag: idea.word(Language.EN) for idea in ideas for tag in counting(idea.draw)}
    named = names_of(outputs, words)
    with gzip.open(args.out, "wt", encoding="utf-8") as out:
        for package in args.packages:
            found = dict(namesakes(package, named))
            print(f"{package.name}: {len(found)} of {len(outputs)}", flush=True)
            for output, strokes in found.items():
                out.write(json.dumps({"word": outputs[output].tags[0], "drawing": strokes}) + "\n")


def names_of(outputs: tuple[Output, ...], words: Mapping[str, str]) -> dict[str, int]:
    """Outputs by their names, where a name is one's alone; `words` has English words by tag."""
    found: dict[str, set[int]] = defaultdict(set)
    for tag, output in output_of_tag(outputs).items():
        found[key_of(tag.partition("/")[2])].add(output)
        if tag in words:
            found[key_of(words[tag])].add(output)
    return {name: next(iter(mine)) for name, mine in found.items() if len(mine) == 1}


def namesakes(package: Path, named: Mapping[str, int]) -> Iterator[tuple[int, Drawing]]:
    """At most one icon for each output, that with the shortest name."""
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))["icons"]
    taught: set[int] = set()
    for name in sorted(icons, key=lambda name: (len(name), name)):
        output = named.get(plain(name))
        if output is not None and output not in taught and f"{package.name}/{name}" not in WRONG:
            strokes = drawing(shapes(icons[name]["body"]))
            if is_a_sketch(strokes):
                taught.add(output)
                yield output, strokes


def plain(name: str) -> str:
    """A name without what it says of a style."""
    parts = name.split("-")
    while parts and parts[-1] in STYLES:
        parts.pop()
    return "-".join(parts)


if __name__ == "__main__":
    main()
