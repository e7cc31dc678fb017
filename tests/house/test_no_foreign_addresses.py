"""No file of the project mentions the host of a package registry or a folder of a developer's machine."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# In parts, so that this file does not mention them either.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("snapshot", "debian", "org"),
    )
)
COMMON_FOLDERS = {Path("/", name) for name in ("", "home", "mnt", "opt", "srv", "tmp", "usr", "var")}


def local_folders() -> set[Path]:
    """Return the checkout, its parent and the home folder, except folders that every machine has."""
    return {ROOT, ROOT.parent, Path("~").expanduser().absolute()} - COMMON_FOLDERS


def foreign_addresses(text: str, folders: Iterable[Path]) -> list[str]:
    """Return the lines that mention a registry or one of `folders`."""
    names = [rf"\b{re.escape(host)}\b" for host in REGISTRIES]
    names += [rf"(?<![\w.-]){re.escape(str(folder))}(?!\.?[\w-])" for folder in folders]
    foreign = re.compile("|".join(names), re.IGNORECASE)
    return [line for line in text.splitlines() if foreign.search(line)]


def text_files() -> Iterator[tuple[str, str]]:
    """Yield every text file that is committed, or not ignored."""
    # The checkout may belong to another user than the one who runs the tests.
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    listing = [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""
        if b"\0" not in content:
            yield name, content.decode()


def test_no_file_mentions_a_registry_or_a_local_folder() -> None:
    files = dict(text_files())
    assert Path(__file__).relative_to(ROOT).as_posix() in files
    found = {name: foreign_addresses(text, local_folders()) for name, text in files.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


FOLDERS = (Path("/home/of/alice"), Path("/den"))


@pytest.mark.parametrize("host", REGISTRIES)
def test_registries_are_found(host: str) -> None:
    """Alone, in a URL, with a subdomain and in capitals."""
    lines = [
        host,
        f'"resolved": "https://registry.{host}/left-pad"',
        f"--index-url https://{host.upper()}/simple",
    ]
    assert foreign_addresses("\n".join(["harmless", *lines]), FOLDERS) == lines


def test_local_folders_are_found() -> None:
    """Alone, as part of a path, and in a URL."""
    lines = ["cd /den", "It is in /den.", 'open("/home/of/alice/main/x.py")', "file:///den/wheels"]
    assert foreign_addresses("\n".join(["harmless", *lines]), FOLDERS) == lines


@pytest.mark.parametrize("line", ["docs/den/fox", "/dentist", "/home/of/alice-smith", "mypypi.organic"])
def test_similar_names_are_not_found(line: str) -> None:
    assert foreign_addresses(line, FOLDERS) == []
