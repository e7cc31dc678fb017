"""The spelling check finds mistakes, and British English in the texts for players."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TYPOS = Path(sys.executable).with_name("typos")
MISTAKE = "reci" + "eve"


def _misspelled(file: Path, text: str) -> list[str]:
    file.write_text(text, encoding="utf-8")
    command = [str(TYPOS), "--config", str(ROOT / "scripts/typos.toml"), "--format", "brief", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return [line.split("`")[1] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ["a.py", "b.md", "c.svelte"])
def test_mistakes_are_found_everywhere(tmp_path: Path, name: str) -> None:
    assert _misspelled(tmp_path / name, f"{MISTAKE} a colour\n") == [MISTAKE]


@pytest.mark.parametrize("name", ["en.ts", "README.md", "CHANGELOG.md", "operations.md"])
def test_players_read_american_english(tmp_path: Path, name: str) -> None:
    text = f"{MISTAKE} the lorry in the grey centre.\nReceive the truck in the gray center.\n"
    assert _misspelled(tmp_path / name, text) == [MISTAKE, "lorry", "grey", "centre"]


def test_keys_may_be_british(tmp_path: Path) -> None:
    text = 'colours: {\n  "colour-taken": "That color is taken.",\n  colour: "Your colour",\n'
    assert _misspelled(tmp_path / "en.ts", text) == ["colour"]


def test_only_the_english_words_of_cards_are_english(tmp_path: Path) -> None:
    idea = '{ en = "tyre", es = "favor", fr = "programme", draw = ["quickdraw/moustache"] },'
    assert _misspelled(tmp_path / "level-1.toml", f'theme = "a moustache"\n{idea}\n') == ["moustache", "tyre"]
