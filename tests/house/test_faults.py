"""Every fault in docs/faults.md has tests, and all of them exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAULTS = (ROOT / "docs/faults.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def rows(document: str) -> Iterator[tuple[str, ...]]:
    """Yield the cells of all rows of all tables, without the headings."""
    lines = document.splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        if line.startswith("|") and before.startswith("|") and not line.startswith("|---"):
            yield tuple(cell.strip() for cell in line.strip("|").split("|"))


def names_in(source: str) -> set[str]:
    """Return the names of all tests in a file, without importing it."""
    return {
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    }


def missing(named: set[tuple[str, str]]) -> set[str]:
    """Return those of these tests that do not exist."""
    files = {name for name, _ in named}
    known = {
        name: names_in((ROOT / name).read_text(encoding="utf-8")) if (ROOT / name).exists() else set()
        for name in files
    }
    return {f"{file}::{test}" for file, test in named if test not in known[file]}


@pytest.mark.parametrize("row", list(rows(FAULTS)), ids=lambda row: row[0])
def test_every_fault_has_tests_that_exist(row: tuple[str, ...]) -> None:
    fault, happens, shown = row
    assert fault
    assert happens
    named = NAMED.findall(shown)
    assert ", ".join(f"`{file}::{test}`" for file, test in named) == shown != ""
    assert missing(set(named)) == set()


def test_every_group_exists() -> None:
    assert len(re.findall(r"^## ", FAULTS, re.MULTILINE)) == 7
    assert len(list(rows(FAULTS))) == len({fault for fault, *_ in rows(FAULTS)}) >= 50


def test_missing_tests_are_noticed() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    named = {(here, "test_missing_tests_are_noticed"), (here, "test_x"), ("tests/no.py", "test_y")}
    assert missing(named) == {f"{here}::test_x", "tests/no.py::test_y"}
    assert names_in("async def test_a(): ...\ndef b(): ...\nclass C:\n  def test_d(self): ...") == {"test_a"}
    assert list(rows("a | b\n\n| x | y |\n|---|---|\n| 1 | `2` |\n\n| z |")) == [("1", "`2`")]
