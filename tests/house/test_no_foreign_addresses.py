"""No file of the project names a package registry's host or a folder of somebody's machine."""

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# In pieces, so that this file does not name them either.
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
EVERYBODYS_FOLDERS = {Path("/", name) for name in ("", "home", "mnt", "opt", "srv", "tmp", "usr", "var")}


def folders_of_this_machine() -> set[Path]:
    """The checkout, what it lies in, and the home folder, unless every machine has a folder of that name."""
    return {ROOT, ROOT.parent, Path("~").expanduser().absolute()} - EVERYBODYS_FOLDERS


def foreign_addresses(text: str, folders: Iterable[Path]) -> list[str]:
    """Find the lines of `text` that name a registry or lie in one of `folders`."""
    names = [rf"\b{re.escape(host)}\b" for host in REGISTRIES]
    names += [rf"(?<![\w.-]){re.escape(str(folder))}(?!\.?[\w-])" for folder in folders]
    foreign = re.compile("|".join(names), re.IGNORECASE)
    return [line for line in text.splitlines() if foreign.search(line)]


def text_files() -> Iterator[tuple[str, str]]:
    """Read every text file that is committed or about to be."""
    # The owner of the checkout may be another user than the one who runs the tests.
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    listing = [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        path = ROOT / name
        content = path.read_bytes() if path.is_file() else b""
        if b"\0" not in content:
            yield name, content.decode()


def test_no_file_names_a_registry_or_a_folder_of_this_machine() -> None:
    """Addresses that mean something here only are noise or harm elsewhere."""
    files = dict(text_files())
    assert Path(__file__).relative_to(ROOT).as_posix() in files
    found = {name: foreign_addresses(text, folders_of_this_machine()) for name, text in files.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


FOLDERS = (Path("/house/of/somebody"), Path("/den"))


@pytest.mark.parametrize("host", REGISTRIES)
def test_a_registry_is_found(host: str) -> None:
    """A host is found by itself, in an address, below a subdomain and in capitals."""
    lines = [
        host,
        f'"resolved": "https://registry.{host}/left-pad"',
        f"--index-url https://{host.upper()}/simple",
    ]
    assert foreign_addresses("\n".join(["innocent", *lines]), FOLDERS) == lines


def test_a_folder_of_a_machine_is_found() -> None:
    """A folder is found by itself, with what lies in it, and in an address."""
    lines = ["cd /den", "It is in /den.", 'open("/house/of/somebody/main/x.py")', "file:///den/wheels"]
    assert foreign_addresses("\n".join(["innocent", *lines]), FOLDERS) == lines


@pytest.mark.parametrize("line", ["docs/den/fox", "/dentist", "/house/of/somebody-else", "mypypi.organic"])
def test_a_mere_likeness_is_not_found(line: str) -> None:
    """A longer name that contains an address is another name."""
    assert foreign_addresses(line, FOLDERS) == []
