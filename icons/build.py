"""Makes what bots draw from: the icons that our cards name, as pen strokes, in two files of the package.

Icons come from packages that `icons/package.json` names and are never committed. One file has everything from
OpenMoji, which stays under its licence, the other has the rest: see CREDITS.md beside them.
"""

import gzip
import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from icons.pen import Drawing, drawing
from icons.svg import shapes

HERE = Path(__file__).parent
CARDS = HERE.parent / "src" / "pictomania" / "words" / "cards"
MATERIAL = HERE.parent / "src" / "pictomania" / "bots" / "material"
PACKAGES = HERE / "node_modules" / "@iconify-json"
NOT_FOR_BOTS = HERE / "not_for_bots.txt"
FILES = {
    "openmoji.ndjson.gz": ("openmoji",),
    "icons.ndjson.gz": ("hugeicons", "icon-park-outline", "lucide", "tabler"),
}
SOURCES = [*sorted(HERE.glob("*.py")), HERE / "package-lock.json", NOT_FOR_BOTS]


def build(install: Callable[[], None], say: Callable[[str], None]) -> None:
    """Make both files, unless they were made of the same sources; `install` brings the packages."""
    stamp, made_of = MATERIAL / "stamp", fingerprint([*SOURCES, *sorted(CARDS.glob("*.toml"))])
    made = [stamp, *(MATERIAL / file for file in FILES)]
    if all(file.is_file() for file in made) and stamp.read_text() == made_of:
        return
    install()
    say("Turning icons into pen strokes ...")
    wanted = tags_of_cards() - left_out(NOT_FOR_BOTS.read_text(encoding="utf-8"))
    for file, sources in FILES.items():
        drawings = {tag: draw for source in sources for tag, draw in drawings_of(source, wanted)}
        (MATERIAL / file).write_bytes(packed(drawings))
    stamp.write_text(made_of)  # last, so that a build that was cut short counts as none


def fingerprint(files: Iterable[Path]) -> str:
    """A short text that changes with these files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def tags_of_cards() -> set[str]:
    """All tags that ideas on our cards have."""
    decks = (tomllib.loads(file.read_text(encoding="utf-8")) for file in CARDS.glob("*.toml"))
    sides = (card[side] for deck in decks for card in deck["card"] for side in "ab")
    return {tag for side in sides for idea in side["ideas"] for tag in idea.get("draw", [])}


def left_out(written: str) -> set[str]:
    """Read the list of tags that show writing, or not what they should; why is said behind a #."""
    lines = (line.partition("#")[0].strip() for line in written.splitlines())
    return {line for line in lines if line}


def drawings_of(source: str, wanted: Iterable[str]) -> Iterator[tuple[str, Drawing]]:
    """Draw the icons of one package that are wanted; a tag without an icon stays without."""
    package = json.loads((PACKAGES / source / "icons.json").read_text(encoding="utf-8"))
    for tag in sorted(tag for tag in wanted if tag.startswith(f"{source}/")):
        body = body_of(package, tag.removeprefix(f"{source}/"))
        if body is not None:
            yield tag, drawing(shapes(body))


def body_of(package: dict[str, Any], name: str) -> str | None:
    """Find an icon by its name, or by another one for the same."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    key = package.get("aliases", {}).get(key, {}).get("parent", key)
    body: str | None = package["icons"].get(key, {}).get("body")
    return body


def packed(drawings: dict[str, Drawing]) -> bytes:
    """A line of JSON for each drawing; the same bytes whenever they are made of the same drawings."""
    lines = (
        json.dumps({"word": tag, "drawing": drawings[tag]}, ensure_ascii=False, separators=(",", ":")) + "\n"
        for tag in sorted(drawings)
    )
    return gzip.compress("".join(lines).encode(), mtime=0)
