"""`pictomania bots evaluate`: input files and reports."""

import gzip
import json
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from pictomania.bots.drawing_library import drawings
from tests.cli.command import pictomania


def row(word: str, drawing: object = None) -> str:
    """A line of a file; by default one of our own doodles."""
    if drawing is None:
        doodle = drawings(f"quickdraw/{word}")[0]
        drawing = [
            [[round(float(x) * 255) for x, _ in line], [round(float(y) * 255) for _, y in line]]
            for line in doodle
        ]
    return json.dumps({"word": word, "drawing": drawing, "id": "ignored"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Five usable drawings, and five invalid lines."""
    lines = [row(word) for word in ("cat", "apple", "guitar", "octopus", "bicycle")]
    lines += [
        "",
        "no JSON",
        '{"word": "cat"}',
        row("zzyzx", [[[1, 2], [3, 4]]]),
        row("cat", []),
        row("cat", [[[1, 2], [3]]]),
    ]
    path = tmp_path / "drawings.ndjson"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_the_report_as_json(file: Path) -> None:
    result = pictomania(
        "bots", "evaluate", str(file), "--json", "--cards", "6", "--players", "6", "--seed", "3"
    )
    assert result.status == 0
    report = json.loads(result.out)
    assert report["drawings"] == 5
    assert report["skipped"] == 5
    assert report["skipped_why"] == {
        "not JSON": 1,
        "not a word and a drawing": 1,
        "no idea of our cards": 1,
        "nothing drawn": 1,
        "not as many x as y": 1,
    }
    assert 0.5 < report["word_accuracy"] <= 1
    assert 0.5 < report["number_accuracy"] <= 1
    assert 0.3 < report["word_accuracy_as_played"] <= report["word_accuracy"]
    assert set(report["by_share"]) == {"0.25", "0.5", "0.75", "1.0"}
    bins = report["by_share"]["1.0"]["calibration"]
    assert sum(one["drawings"] for one in bins) == 5
    assert set(report["unknown_ideas"]) == {"1", "2", "3", "4"}


def test_large_files_are_refused(monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path) -> None:
    monkeypatch.setattr("pictomania.cli.bots.drawing_files.MAX_BYTES", 2**20)
    packed = tmp_path / "bomb.gz"
    packed.write_bytes(gzip.compress(bytes(2**20 + 1)))
    for path in (packed, Path("/dev/zero")):
        result = pictomania("bots", "evaluate", str(path))
        assert result.status == 2
        assert "larger than 1 MB" in result.err
    assert pictomania("bots", "evaluate", str(file)).status == 0


def test_gzip_and_a_byte_order_mark_make_no_difference(file: Path, tmp_path: Path) -> None:
    packed = tmp_path / "drawings.ndjson.gz"
    packed.write_bytes(gzip.compress(BOM_UTF8 + file.read_bytes()))
    plain, other = (pictomania("bots", "evaluate", str(path), "--json").out for path in (file, packed))
    assert plain == other


def test_the_report_as_text(file: Path) -> None:
    result = pictomania("bots", "evaluate", str(file))
    assert result.status == 0
    assert result.out.startswith("5 drawings on holders of 3 cards, 4 players, --seed 1\n")
    assert "skipped: no idea of our cards (line 9)" in result.out
    assert " 90-100" in result.out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "no drawing in it can be used (it is empty)"),
        (
            b'{"word": "zzyzx", "drawing": [[[1], [1]]]}',
            "no drawing in it can be used (no idea of our cards (line 1))",
        ),
        (b"\x1f\x8b not gzip", "cannot be read"),
        (gzip.compress(bytes(999), mtime=0)[:12] + b"\xff" * 9, "cannot be read"),
        (b'{"word": "cat\xff", "drawing": []}', "not JSON (line 1)"),
        (b"\n" + b"[" * 99_999, "not a word and a drawing (line 2)"),
        (b'{"x": ' + b"[" * 99_999, "not JSON (line 1)"),
        (
            b'{"word": "cat", "drawing": [[[1, 3e38], [1, 2]]]}\n' * 1_200,
            "away (1,200 lines, the first is 1)",
        ),
    ],
)
def test_unusable_files(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "drawings"
    if content is not None:
        path.write_bytes(content)
    result = pictomania("bots", "evaluate", str(path))
    assert result.status == 2
    assert result.err.startswith("pictomania bots: ")
    assert sentence in result.err
    assert result.out == ""
