"""Every numbered rule is covered by a test, and only existing rules are cited."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
ID = re.compile(r"\b[RVDX]\d{1,2}\b")


def defined() -> set[str]:
    """Return the ids of rules and worked examples in docs/rules.md."""
    return set(re.findall(r"^- \*\*([RVD]\d+)\*\*", RULES, re.MULTILINE)) | set(
        re.findall(r"^\| (X\d+) \|", RULES, re.MULTILINE)
    )


def named_by_tests(source: str) -> Iterator[str]:
    """Yield the ids in `@pytest.mark.rule(...)` on test functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield from (ast.literal_eval(argument) for argument in mark.args)


def all_named() -> set[str]:
    """Return the ids that tests name."""
    tests = (ROOT / "tests").rglob("test_*.py")
    return {rule for file in tests for rule in named_by_tests(file.read_text(encoding="utf-8"))}


def test_rule_ids() -> None:
    numbers = {kind: sorted(int(rule[1:]) for rule in defined() if rule[0] == kind) for kind in "RVDX"}
    assert numbers["V"] == list(range(1, 6))
    assert numbers["D"] == list(range(1, 13))
    assert numbers["X"] == list(range(1, 13))
    assert len(numbers["R"]) == 47


def test_tests_name_every_rule_and_no_unknown_ones() -> None:
    assert all_named() == defined()


def test_sources_cite_only_existing_rules() -> None:
    cited = {
        rule
        for folder in ("src", "bench", "docs")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".md"}
        for rule in ID.findall(file.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited <= defined()


def test_only_marks_on_tests_count() -> None:
    source = '@pytest.mark.rule("R1", "R2")\ndef test_a(): ...\n@pytest.mark.rule("R3")\ndef no_test(): ...\n'
    assert list(named_by_tests(source)) == ["R1", "R2"]
