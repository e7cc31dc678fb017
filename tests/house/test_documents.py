"""The documentation is right: examples run, links work, and the overview lists every package."""

import os
import re
from pathlib import Path

import pytest

from pictomania.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_commands_are_executable() -> None:
    for command in ("play", "check", ".ci/run"):
        assert os.access(ROOT / command, os.X_OK), command
    assert README.index("./play") < README.index("./check") < README.index("pictomania score")


def test_the_score_example_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"\$ cat round\.json\n(.*?)\n\$ ", README, re.DOTALL)
    assert example is not None
    file = tmp_path / "round.json"
    file.write_text(example[1], encoding="utf-8")
    assert main(["score", str(file)]) == 0
    assert '"scores": {"Ada": 5, "Ben": 4, "Cleo": -1}' in capsys.readouterr().out


def test_the_simulate_example_works(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"pictomania (simulate --games) \d+ ([^`]+)`", README)
    assert example is not None
    assert main([*example[1].split(), "2", *example[2].split()]) == 0
    assert "GUESSING EARLY" in capsys.readouterr().out


def test_the_overview_lists_every_package() -> None:
    overview = README.split("## Finding your way around")[1].split("```")[1]
    listed = set(re.findall(r"^  (\w+)/ ", overview, re.MULTILINE))
    packages = {path.parent.name for path in (ROOT / "src/pictomania").glob("*/__init__.py")}
    assert listed == packages
    for folder in ("tests", "bench", "docs"):
        assert f"{folder}/" in overview
        assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_paths_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (document.parent / target).exists(), target
    for path in re.findall(r"`((?:tests|docs|src|bench)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path
