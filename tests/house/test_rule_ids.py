"""Every numbered rule is held by a test, and nobody cites a rule that does not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
ID = re.compile(r"\b[RVDX]\d{1,2}\b")


def defined() -> set[str]:
    """Read the ids that docs/rules.md gives to its statements and worked examples."""
    return set(re.findall(r"^- \*\*([RVD]\d+)\*\*", RULES, re.MULTILINE)) | set(
        re.findall(r"^\| (X\d+) \|", RULES, re.MULTILINE)
    )


def named_by_tests(source: str) -> Iterator[str]:
    """Go through the ids in `@pytest.mark.rule(...)` over test functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield from (ast.literal_eval(argument) for argument in mark.args)


def all_named() -> set[str]:
    """Gather what all tests name."""
    tests = (ROOT / "tests").rglob("test_*.py")
    return {rule for file in tests for rule in named_by_tests(file.read_text(encoding="utf-8"))}


def test_the_rules_are_those_we_know() -> None:
    numbers = {kind: sorted(int(rule[1:]) for rule in defined() if rule[0] == kind) for kind in "RVDX"}
    assert numbers["V"] == list(range(1, 6))
    assert numbers["D"] == list(range(1, 9))
    assert numbers["X"] == list(range(1, 13))
    assert len(numbers["R"]) == 47


def test_every_rule_is_named_by_a_test_and_no_test_names_an_unknown_one() -> None:
    assert all_named() == defined()


def test_the_sources_cite_only_rules_that_exist() -> None:
    cited = {
        rule
        for folder in ("src", "bench", "docs")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".md"}
        for rule in ID.findall(file.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited <= defined()


def test_ids_are_read_only_off_tests() -> None:
    source = '@pytest.mark.rule("R1", "R2")\ndef test_a(): ...\n@pytest.mark.rule("R3")\ndef no_test(): ...\n'
    assert list(named_by_tests(source)) == ["R1", "R2"]
