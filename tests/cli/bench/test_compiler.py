"""Compiling the programs in C."""

import subprocess
from pathlib import Path

import pytest

from pictomania.cli.bench import compiler


def script(folder: Path, name: str, text: str) -> None:
    """Write a program that stands in for a compiler."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler.compile_program("generator", tmp_path) is None


def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without the headers of Linux."""
    script(tmp_path, "gcc", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler.find_compiler() == str(tmp_path / "gcc")
    assert compiler.compile_program("generator", tmp_path) is None


def test_a_compiler_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one of those that we know is used."""
    script(tmp_path, "gcc", "exit 1")
    script(tmp_path, "cc", 'for last; do :; done; test -f "$last"')
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiler.compile_program("broadcaster", tmp_path) == tmp_path / "broadcaster"


def test_a_compiler_that_takes_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("cc", 1)

    monkeypatch.setattr(compiler, "find_compiler", lambda: "cc")
    monkeypatch.setattr(subprocess, "run", too_slow)
    assert compiler.compile_program("generator", tmp_path) is None
