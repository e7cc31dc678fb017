"""Reading rounds from files and standard input."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from pictomania.cli.main import main
from pictomania.cli.score.source import HINT, LIMIT
from tests.cli.command import X1, X2, changed, pictomania, process, text_of

ONE, TWO = text_of(X1), text_of(X2)
PRETTY = json.dumps(X1, indent=2).encode()
TOO_LONG = "more than 1 MB, which is too long for a round"
EXTRA = "something follows the round; give one round per line, or a single one over several lines"


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        (ONE, 1),
        (ONE + TWO, 2),
        (ONE.rstrip(), 1),
        (b"\n  \r\n" + ONE + b"\n\n" + TWO + b"\n\n", 2),
        (ONE.replace(b"\n", b"\r\n") + TWO, 2),
        (b"\xef\xbb\xbf" + ONE, 1),
        (b"\xef\xbb\xbf\n" + ONE, 1),
        (ONE + b"\xef\xbb\xbf" + TWO, 2),  # two files with BOM, put together by cat
        (PRETTY, 1),
        (b"\xef\xbb\xbf\n" + PRETTY.replace(b"\n", b"\r\n") + b"\n\n", 1),
        (json.dumps(X1, ensure_ascii=False, indent=None, separators=(",\n", ":")).encode(), 1),
    ],
)
def test_reads_one_round_per_line_or_a_single_one(tmp_path: Path, text: bytes, rounds: int) -> None:
    """From a file as from standard input."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(text)
    done = pictomania("score", str(file))
    assert (done.status, done.err, len(done.results)) == (0, "", rounds)
    assert done == pictomania("score", stdin=text) == pictomania("score", "-", stdin=text)


def test_reads_files_one_after_the_other(tmp_path: Path) -> None:
    """Standard input among them."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(ONE)
    done = pictomania("score", str(file), "-", str(file), stdin=TWO)
    assert [result["black_sheep"] for result in done.results] == ["Y", "G", "Y"]


BROKEN = [
    (b"", ": no round in it"),
    (b"\n \n\xef\xbb\xbf\n", ": no round in it"),
    (b"\xff\xfe{\x00}\x00", ", line 1: not UTF-8 text at byte 1"),
    (ONE + b'{"edition": "\xe9"}', ", line 2: not UTF-8 text at byte 14"),
    (b"hello\n", ", line 1: not JSON at character 1: expecting value"),
    (
        ONE + b"\n{'edition'}",
        ", line 3: not JSON at character 2: expecting property name enclosed in double quotes",
    ),
    (ONE + b'{"edition":\n' + TWO, ", line 2: not JSON at character 12: expecting value"),
    (b'{"edition":\n' + TWO, ", line 1: not JSON at character 12: expecting value"),
    (b'{"edition":', ", line 1: not JSON at character 12: expecting value"),
    (ONE.rstrip() + TWO, f", line 1: not JSON at character {len(ONE)}: {EXTRA}"),
    (PRETTY + b"\n" + PRETTY, f", line {len(PRETTY.splitlines()) + 1}: not JSON at character 1: {EXTRA}"),
    (b"{\n\n\n,", ", line 4: not JSON at character 1: expecting property name enclosed in double quotes"),
    (b'{"a": "\x07"}', ", line 1: not JSON at character 8: invalid control character at"),
    (b'{"a": "\\q"}', ", line 1: not JSON at character 8: invalid \\escape"),
    (b"[" * 200_000, ", line 1: nested too deeply for a round"),
    (b'{"a":' * 150_000, ", line 1: nested too deeply for a round"),
    (b"[\n" + b"[" * 200_000, ", line 1: nested too deeply for a round"),
    (ONE + b" " * LIMIT + b"\n", f", line 2: {TOO_LONG}"),
    (b'"' + b"a" * LIMIT, f", line 1: {TOO_LONG}"),
    (b"[" + (b"1," * 500 + b"\n") * (LIMIT // 1000), f", line 1: {TOO_LONG}"),
]


@pytest.mark.parametrize(("text", "end"), BROKEN, ids=[end.lstrip(":, ") for _, end in BROKEN])
def test_unreadable_input(tmp_path: Path, text: bytes, end: str) -> None:
    """One sentence names the file and the line."""
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(text)
    done = pictomania("score", str(file))
    assert (done.status, done.err) == (2, f"{file}{end}\n")
    assert done.out == (pictomania("score", stdin=ONE).out if text.startswith(ONE) else "")
    assert pictomania("score", stdin=text).err == f"standard input{end}\n"


def test_many_short_lines_are_rejected_quickly() -> None:
    done = pictomania("score", stdin=b"[\n" + b"1\n" * 100_000)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_an_error_in_a_multiline_round_names_its_first_line() -> None:
    text = json.dumps(changed(X1, "players", 1, "number", to=9), indent=1)
    done = pictomania("score", stdin=b"\n\n" + text.encode())
    assert done.err == "standard input, line 3: players[1].number: 9 is not a number card (1 to 7)\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.jsonl", "No such file or directory"),
        (".", "Is a directory"),
        ("", "Is a directory"),
        ("new\nline\udcff", "No such file or directory"),
    ],
)
def test_files_that_cannot_be_opened(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File names are escaped."""
    monkeypatch.chdir(tmp_path)
    done = pictomania("score", name)
    shown = {"": '""', "new\nline\udcff": r"new\nline\udcff"}.get(name, name)
    assert (done.status, done.out, done.err) == (2, "", f"{shown}: cannot be read: {reason}\n")


def test_standard_input_that_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in `pictomania score <&-`."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["score"]) == 2
    assert capsys.readouterr() == ("", "standard input: cannot be read: it is closed\n")


class Terminal(io.TextIOWrapper):
    """Standard input from a keyboard."""

    def isatty(self) -> bool:
        return True


def test_prints_a_hint_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO(ONE)))
    assert main(["score"]) == 0
    out, err = capsys.readouterr()
    assert (out.count("\n"), err) == (1, HINT + "\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that opens and cannot be read")
def test_an_error_while_reading() -> None:
    """As with a failing disk."""
    done = pictomania("score", "/proc/self/mem")
    assert (done.status, done.err) == (2, "/proc/self/mem: cannot be read: Input/output error\n")


def test_no_traceback_from_a_real_process(tmp_path: Path) -> None:
    done = process("score", os.fspath(tmp_path / "none"))
    assert (done.status, done.out) == (2, "")
    assert done.err == f"{tmp_path / 'none'}: cannot be read: No such file or directory\n"
