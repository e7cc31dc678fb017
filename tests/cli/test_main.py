"""The command as a whole: subcommands, interrupts and closed pipes."""

import argparse
import errno
import os
import signal
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from pictomania.cli.main import COMMANDS, main
from pictomania.cli.score import command as score_command
from pictomania.server import version as version_module
from pictomania.server.version import VERSION, installed_version
from tests.cli.command import X1, pictomania, start, text_of

ONE = text_of(X1)


def test_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version of the installed package."""
    assert pictomania("--version").out == f"pictomania {VERSION}\n"
    monkeypatch.setattr(version_module, "version", {"pictomania": "1.2.3"}.__getitem__)
    assert installed_version() == "1.2.3"


def test_version_of_a_source_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package may not be installed."""

    def missing(_name: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(version_module, "version", missing)
    assert installed_version() == "(not installed)"


def test_help_lists_the_commands() -> None:
    """Each command has its own help."""
    listed = pictomania("--help").out
    for name, purpose, _ in COMMANDS:
        assert name in listed
        assert purpose in listed
        assert pictomania(name, "--help").out.startswith(f"usage: pictomania {name} ")


@pytest.mark.parametrize("argv", [(), ("sing",), ("score", "--sing"), ("score", "--expl")])
def test_invalid_commands(argv: tuple[str, ...]) -> None:
    """They print the usage to standard error, with exit status 2."""
    done = pictomania(*argv)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("usage: pictomania")


def test_reads_the_command_line_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the installed script calls it."""
    monkeypatch.setattr(sys, "argv", ["pictomania", "score", "no such file"])
    assert main() == 2


def test_an_interrupt_ends_without_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def interrupted(_args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(score_command, "run", interrupted)
    assert main(["score"]) == 130
    assert capsys.readouterr() == ("", "")


def test_an_interrupt_from_the_keyboard() -> None:
    """While the command waits for the next round."""
    with start("score") as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(ONE)
        running.stdin.flush()
        assert running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
    assert (running.returncode, err) == (130, b"")


def test_a_closed_pipe_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As in `pictomania score FILE | head -0`."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(ONE * 3)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["score", str(file)]) == 141
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("argv", [("score",), ("--help",)])
def test_a_closed_pipe_of_a_real_process(argv: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start(*argv, stdout=writing) as running:
        os.close(writing)
        _, err = running.communicate(ONE)
    assert (running.returncode, err) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(ONE)
    with Path("/dev/full").open("w", encoding="utf-8") as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["score", str(file)]) == 1
    assert capsys.readouterr().err == f"pictomania: [Errno {errno.ENOSPC}] {os.strerror(errno.ENOSPC)}\n"


def test_without_any_output_nothing_is_lost_silently(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in `pictomania score FILE >&-`."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(ONE)
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["score", str(file)]) == 1
    assert capsys.readouterr().err == "pictomania: standard output is closed, and results would be lost\n"
