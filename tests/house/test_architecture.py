"""docs/architecture.md is true: its diagram, its list of modules, and every path in the documents."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pictomania"
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

# Where a path in a document may start; a bare file name may be anywhere below these.
STARTS = (ROOT, SOURCE, ROOT / "web" / "src")
OURS = (SOURCE, ROOT / "tests", ROOT / "web" / "src")
# Files that exist only while an example is followed.
EXAMPLES = {"bot.py"}

NODE = re.compile(r'^ *(?:subgraph )?(\w+)\["([\w/]+)(?:<br/>[^"]*)?"\]$', re.MULTILINE)
ARROW = re.compile(r"^ *(\w+) --> (\w+)$", re.MULTILINE)
STATEMENT = re.compile(r"^ *(?:flowchart TD|end|)$")
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?<![\w./-])[\w./-]+\.(?:py|ts|svelte)\b")

Arrow = tuple[str, str]


@dataclass(frozen=True)
class Diagram:
    """Packages by their paths below src/pictomania, and arrows from importer to imported."""

    packages: frozenset[str]
    arrows: frozenset[Arrow]

    @classmethod
    def read(cls, page: str) -> "Diagram":
        (text,) = re.findall(r"```mermaid\n(.*?)```", page, re.DOTALL)
        unknown = [
            line
            for line in text.splitlines()
            if not any(each.fullmatch(line) for each in (NODE, ARROW, STATEMENT))
        ]
        assert unknown == []
        paths = dict(NODE.findall(text))
        return cls(frozenset(paths.values()), frozenset((paths[a], paths[b]) for a, b in ARROW.findall(text)))

    def leads(self, start: str, end: str) -> bool:
        """Whether arrows lead from one package to another."""
        reached, following = set[str](), [start]
        while following:
            here = following.pop()
            if here not in reached:
                reached.add(here)
                following += [b for a, b in self.arrows if a == here]
        return end in reached


DIAGRAM = Diagram.read(PAGE)


def packages() -> set[str]:
    return {_relative(path.parent) for path in SOURCE.glob("*/**/__init__.py")}


def modules() -> set[str]:
    return {_relative(path) for path in SOURCE.glob("*/**/*.py") if path.name != "__init__.py"}


def _relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@cache
def file_names() -> frozenset[str]:
    return frozenset(path.name for folder in OURS for path in folder.rglob("*"))


def exists(name: str) -> bool:
    return name in file_names() or any((start / name).exists() for start in STARTS)


@cache
def imports() -> frozenset[Arrow]:
    """Which package imports which, sub-packages included."""
    return frozenset(
        (_relative(file.parent), imported)
        for file in SOURCE.glob("*/**/*.py")
        for name in _imported_names(ast.parse(file.read_text(encoding="utf-8")))
        for imported in _package_of(name)
        if imported != _relative(file.parent)
    )


def _imported_names(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _package_of(name: str) -> Iterable[str]:
    """The innermost package of ours in a dotted name."""
    top, *parts = name.split(".")
    found = ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)] if top == "pictomania" else []
    return [path for path in found if (SOURCE / path / "__init__.py").exists()][:1]


def layers() -> dict[str, list[str]]:
    """The layers of each container, by its path, highest first."""
    return {
        container.replace(".", "/").removeprefix("pictomania").removeprefix("/"): contract["layers"]
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
        for container in contract["containers"]
    }


def upward(arrows: Iterable[Arrow], layers_of: dict[str, list[str]]) -> set[Arrow]:
    """Arrows that do not go from a higher layer to a lower one."""
    return {(a, b) for a, b in arrows if not _goes_down(a, b, layers_of)}


def _goes_down(a: str, b: str, layers_of: dict[str, list[str]]) -> bool:
    (container, _, start), (other, _, end) = a.rpartition("/"), b.rpartition("/")
    if container != other:
        return False
    heights = {
        name.strip(): height
        for height, line in enumerate(layers_of.get(container, []))
        for name in line.split("|")
    }
    return start in heights and end in heights and heights[start] < heights[end]


def undrawn(real: Iterable[Arrow], diagram: Diagram) -> set[Arrow]:
    """Imports between packages that the diagram does not show."""
    return {(a, b) for a, b in real if not _is_drawn(a, b, diagram)}


def _is_drawn(a: str, b: str, diagram: Diagram) -> bool:
    top, other = a.partition("/")[0], b.partition("/")[0]
    if top != other:
        return diagram.leads(top, other)
    return top in (a, b) or diagram.leads(a, b)  # a package and its own sub-packages belong together


def invented(diagram: Diagram, real: Iterable[Arrow]) -> set[Arrow]:
    """Arrows between packages that do not import each other."""
    real = list(real)
    return {arrow for arrow in diagram.arrows if not any(_is_within(each, arrow) for each in real)}


def _is_within(real: Arrow, arrow: Arrow) -> bool:
    return all(f"{inner}/".startswith(f"{outer}/") for inner, outer in zip(real, arrow, strict=True))


def test_the_diagram_shows_every_package() -> None:
    assert DIAGRAM.packages == packages()


def test_the_arrows_agree_with_the_import_contracts() -> None:
    assert upward(DIAGRAM.arrows, layers()) == set()


def test_the_arrows_are_the_imports() -> None:
    assert undrawn(imports(), DIAGRAM) == set()
    assert invented(DIAGRAM, imports()) == set()


def test_a_new_package_would_be_noticed() -> None:
    assert Diagram.read(PAGE.replace('    ink["', '    new["new"]\n    ink["')).packages != packages()


def test_a_reversed_arrow_would_be_noticed() -> None:
    for a, b in DIAGRAM.arrows:
        reversed_ = Diagram(DIAGRAM.packages, DIAGRAM.arrows - {(a, b)} | {(b, a)})
        assert upward(reversed_.arrows, layers()) == {(b, a)}
        assert invented(reversed_, imports()) == {(b, a)}


def test_a_missing_arrow_would_be_noticed() -> None:
    for arrow in DIAGRAM.arrows:
        assert undrawn(imports(), Diagram(DIAGRAM.packages, DIAGRAM.arrows - {arrow})) != set(), arrow


def test_every_module_is_listed() -> None:
    listed = {name for code in CODE.findall(PAGE) for name in FILE.findall(code)}
    assert modules() - listed == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = {name for code in CODE.findall(text) for name in FILE.findall(code)}
    assert {name for name in named - EXAMPLES if not exists(name)} == set()
