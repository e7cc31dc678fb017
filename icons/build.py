"""Convert the icons that our cards name into pen strokes, in two files of the package.

The icons come from the packages in `icons/package.json` and are never committed. One file has everything from
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

from icons.pen import Drawing, draw_icon
from icons.svg import shapes

HERE = Path(__file__).parent
CARDS = HERE.parent / "src" / "pictomania" / "words" / "cards"
LEVELS = "level-*.toml"  # the files that name drawings
DRAWINGS = HERE.parent / "src" / "pictomania" / "bots" / "drawings"
PACKAGES = HERE / "node_modules" / "@iconify-json"
NOT_FOR_BOTS = HERE / "not_for_bots.txt"
FILES = {
    "openmoji.ndjson.gz": ("openmoji",),
    "icons.ndjson.gz": ("hugeicons", "icon-park-outline", "lucide", "tabler"),
}
SOURCES = [*sorted(HERE.glob("*.py")), HERE / "package-lock.json", NOT_FOR_BOTS]


def build(install: Callable[[], None], report: Callable[[str], None]) -> None:
    """Build both files, unless they are up to date; `install` installs the packages."""
    stamp, current = DRAWINGS / "stamp", fingerprint([*SOURCES, *sorted(CARDS.glob(LEVELS))])
    outputs = [stamp, *(DRAWINGS / file for file in FILES)]
    if all(file.is_file() for file in outputs) and stamp.read_text() == current:
        return
    install()
    report("Converting icons into pen strokes ...")
    wanted = card_tags() - excluded_tags(NOT_FOR_BOTS.read_text(encoding="utf-8"))
    for file, sources in FILES.items():
        drawings = {tag: draw for source in sources for tag, draw in draw_package(source, wanted)}
        (DRAWINGS / file).write_bytes(pack(drawings))
    stamp.write_text(current)  # last, so that an interrupted build is repeated


def fingerprint(files: Iterable[Path]) -> str:
    """Return a hash of files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def card_tags() -> set[str]:
    """Return the tags of all ideas on our cards."""
    decks = (tomllib.loads(file.read_text(encoding="utf-8")) for file in CARDS.glob(LEVELS))
    sides = (card[side] for deck in decks for card in deck["card"] for side in "ab")
    return {tag for side in sides for idea in side["ideas"] for tag in idea.get("draw", [])}


def excluded_tags(text: str) -> set[str]:
    """Parse the list of tags that bots must not draw; comments start with #."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return {line for line in lines if line}


def draw_package(source: str, wanted: Iterable[str]) -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings of the wanted icons in one package; tags without an icon are skipped."""
    package = json.loads((PACKAGES / source / "icons.json").read_text(encoding="utf-8"))
    for tag in sorted(tag for tag in wanted if tag.startswith(f"{source}/")):
        body = find_body(package, tag.removeprefix(f"{source}/"))
        if body is not None:
            yield tag, draw_icon(shapes(body))


def find_body(package: dict[str, Any], name: str) -> str | None:
    """Return the SVG of an icon, found by its name or an alias."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    key = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    key = package.get("aliases", {}).get(key, {}).get("parent", key)
    body: str | None = package["icons"].get(key, {}).get("body")
    return body


def pack(drawings: dict[str, Drawing]) -> bytes:
    """Encode drawings as gzipped JSON lines; the result is reproducible."""
    lines = (
        json.dumps({"word": tag, "drawing": drawings[tag]}, ensure_ascii=False, separators=(",", ":")) + "\n"
        for tag in sorted(drawings)
    )
    return gzip.compress("".join(lines).encode(), mtime=0)
