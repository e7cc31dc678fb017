"""What the documents say is so: examples run, links lead somewhere, the picture of the house is true."""

import os
import re
from pathlib import Path

import pytest

from pictomania.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_two_commands_can_be_run() -> None:
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


def test_the_picture_of_the_house_is_true() -> None:
    picture = README.split("## The house")[1].split("```")[1]
    drawn = set(re.findall(r"^  (\w+)/ ", picture, re.MULTILINE))
    rooms = {room.name for room in (ROOT / "src/pictomania").iterdir() if (room / "__init__.py").exists()}
    assert drawn == rooms
    for folder in ("tests", "bench", "docs"):
        assert f"{folder}/" in picture
        assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_paths_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (document.parent / target).exists(), target
    for path in re.findall(r"`((?:tests|docs|src|bench)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path
