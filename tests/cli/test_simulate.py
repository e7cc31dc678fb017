"""`pictomania simulate`: reports, the progress bar, and errors."""

import fcntl
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from itertools import pairwise
from pathlib import Path
from typing import IO

import pytest

from pictomania.cli import progress_bar
from tests.cli.command import SCRIPT, pictomania

SHORT = ("simulate", "--games", "3", "--players", "3")
ENDLESS = ("simulate", "--games", "1000000", "--players", "3")


def start(*argv: str, stderr: int | IO[bytes], hash_seed: str = "0") -> subprocess.Popen[bytes]:
    """Start the command in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *argv],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=environment,
    )


def on_terminal(*argv: str, columns: int = 80, interrupt: bool = False) -> tuple[int, str, str]:
    """Run the command with a terminal as standard error; return exit status, output and what was shown."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with start(*argv, stderr=terminal) as process, open(reader, "rb", buffering=0) as screen:  # noqa: PTH123
        os.close(terminal)
        shown = b""
        while part := _read(screen):
            shown += part
            if interrupt:
                process.send_signal(signal.SIGINT)
                interrupt = False
        out, _ = process.communicate()
    return process.returncode, out.decode(), shown.decode()


def _read(screen: io.RawIOBase | IO[bytes]) -> bytes:
    try:
        return screen.read(1000) or b""
    except OSError:  # on Linux, the other end is closed
        return b""


# The report.


def test_prints_a_report() -> None:
    outcome = pictomania(*SHORT)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("Games simulated: 3 (3 players, second edition, seed 1)\n")
    assert outcome.out.endswith("\n")


def test_prints_json() -> None:
    outcome = pictomania(*SHORT, "--json", "--variant", "learning", "--variant", "learning", "--seed", "-5")
    report = json.loads(outcome.out)
    assert (outcome.status, outcome.err) == (0, "")
    assert (report["games"], report["variants"], report["seed"]) == (3, ["learning"], -5)


def test_the_same_seed_gives_the_same_report_in_every_process() -> None:
    argv = (*SHORT, "--edition", "first", "--seed", "7", "--json")
    here = pictomania(*argv)
    for hash_seed in ("1", "2"):
        with start(*argv, stderr=subprocess.PIPE, hash_seed=hash_seed) as process:
            out, err = process.communicate()
        assert (process.returncode, err) == (0, b"")
        assert out.decode() == here.out


def test_another_seed_gives_another_report() -> None:
    assert pictomania(*SHORT, "--seed", "1").out != pictomania(*SHORT, "--seed", "2").out


def test_more_games_start_with_the_same_ones() -> None:
    """A game depends on the seed and its number only."""
    longest = [
        json.loads(pictomania("simulate", "--players", "3", "--games", games, "--json").out)["steps"][
            "longest"
        ]
        for games in ("1", "2", "4")
    ]
    assert longest == sorted(longest)


# The bar.


def test_the_bar_is_erased_from_the_terminal() -> None:
    argv = ("simulate", "--games", "60", "--players", "3")
    status, out, shown = on_terminal(*argv)
    assert status == 0
    assert out == pictomania(*argv).out
    assert re.search(r"\r\[#*\.*\] +\d+ %  \d+ of 60 games, \d+:\d\d left", shown)
    *_, erased, rest = shown.split("\r")
    assert erased.strip() == rest == ""
    assert "\n" not in shown


def test_a_narrow_terminal_does_not_wrap() -> None:
    _, _, shown = on_terminal(*ENDLESS, columns=24, interrupt=True)
    assert max(map(len, shown.split("\r"))) == 23


def test_an_interrupted_run_leaves_nothing_behind() -> None:
    status, out, shown = on_terminal(*ENDLESS, interrupt=True)
    assert (status, out) == (130, "")
    assert "Traceback" not in shown
    assert shown.split("\r")[-2].strip() == shown.split("\r")[-1] == ""


def test_a_file_shows_no_bar(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("wb") as stream, start("simulate", "--games", "20", stderr=stream) as process:
        process.communicate()
    assert errors.read_bytes() == b""


def test_a_stream_that_is_no_terminal_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 10.0])
    monkeypatch.setattr(progress_bar, "monotonic", lambda: next(clock))
    with progress_bar.ProgressBar(2, "games", stream := io.StringIO()) as shown:
        shown.show(1)
    assert stream.getvalue() == ""


class Terminal(io.StringIO):
    """A terminal in memory, which has no size."""

    def isatty(self) -> bool:
        return True


def test_the_bar_is_updated_ten_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, *(number / 64 for number in range(1, 641))])
    monkeypatch.setattr(progress_bar, "monotonic", lambda: next(clock))
    with progress_bar.ProgressBar(1280, "games", screen := Terminal()) as shown:
        for number in range(1, 641):
            shown.show(number)
        *_, last = screen.getvalue().split("\r")
    assert screen.getvalue().count("[") == 91  # every 7/64 s for ten seconds
    assert last == "[#########...........]  49 %  637 of 1,280 games, 0:10 left"


def test_a_shorter_line_overwrites_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 700.0, 1300.0])
    monkeypatch.setattr(progress_bar, "monotonic", lambda: next(clock))
    with progress_bar.ProgressBar(2, "games", screen := Terminal()) as shown:
        shown.show(1)
        shown.show(2)
    lines = screen.getvalue().split("\r")[1:]
    assert "11:40 left" in lines[0]
    assert all(len(later) >= len(line.rstrip()) for line, later in pairwise(lines[:-1]))


# Errors.


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("--players", "2"), "--players: 2 players are too few (3 to 6 can play)"),
        (("--players", "7"), "--players: 7 players are too many (3 to 6 can play)"),
        (
            ("--variant", "one-card"),
            '--variant: "one-card" is a variant of the other edition, not of "second"',
        ),
        (
            ("--edition", "first", "--variant", "calm-three", "--players", "4"),
            '--variant: "calm-three" is for exactly 3 players, not 4',
        ),
    ],
)
def test_conflicting_options(argv: tuple[str, ...], sentence: str) -> None:
    outcome = pictomania("simulate", *argv)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"pictomania simulate: {sentence}\n"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--games", "0"),
        ("--games", "1000001"),
        ("--games", "many"),
        ("--players", "some"),
        ("--edition", "third"),
        ("--variant", "blindfold"),
        ("--seed", "x"),
    ],
)
def test_invalid_values(option: str, value: str) -> None:
    outcome = pictomania("simulate", option, value)
    assert (outcome.status, outcome.out) == (2, "")
    last = outcome.err.splitlines()[-1]
    assert option in last
    assert value in last


def test_a_violated_invariant_is_reported_with_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pictomania.simulation.play.violated_invariant", lambda _: "Nobody plays (R0).")
    outcome = pictomania(*SHORT, "--seed", "7")
    assert (outcome.status, outcome.out) == (1, "")
    assert re.fullmatch(
        r"pictomania simulate: game 1 with --seed 7: "
        r"invariant violated after step 1, .*: Nobody plays \(R0\)\.\n",
        outcome.err,
    )
