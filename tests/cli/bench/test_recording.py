"""Scripts: real drawings as streams of small pieces."""

from pathlib import Path

import pytest

from pictomania.cli.bench.recording import (
    PIECE_MS,
    RATES_HZ,
    Script,
    piece_bytes,
    read_scripts,
    record,
    record_strokes,
)
from pictomania.ink import Sheet, apply_piece


def test_there_are_scripts_of_all_sampling_rates(scripts: list[Script]) -> None:
    assert [script.rate_hz for script in scripts] == list(RATES_HZ)
    for script in scripts:
        most = script.rate_hz * PIECE_MS // 1000
        assert max(piece.points for piece in script.pieces) == most
        assert 0.8 * most < script.points / len(script.pieces) <= most
        assert len(script.pieces) * PIECE_MS >= 2_000


def test_a_script_can_be_drawn_again_and_again(scripts: list[Script]) -> None:
    """Each time it goes on where it ended."""
    for script in scripts:
        sheet = Sheet()
        for turn in range(3):
            for piece in script.pieces:
                data = piece_bytes(piece, turn * script.strokes)
                assert apply_piece(data, sheet, bounded=True) == data
        assert sheet.visible_count == 3 * script.strokes
        assert sum(len(stroke.points) for stroke in sheet.strokes) == 3 * script.points


def test_points_are_as_far_apart_as_the_sampling_rate_says(scripts: list[Script]) -> None:
    for script in scripts:
        sheet = Sheet()
        for piece in script.pieces:
            apply_piece(piece_bytes(piece), sheet)
        points = max(sheet.strokes, key=lambda stroke: len(stroke.points)).points
        seconds = (points[-1].tick - points[0].tick) * 0.004
        assert (len(points) - 1) / seconds == pytest.approx(script.rate_hz, rel=0.05)


def test_recordings_are_always_the_same(scripts: list[Script]) -> None:
    assert record(7, seconds=2) == scripts


def test_a_file_has_the_same_pieces(scripts: list[Script], scripts_file: Path) -> None:
    assert [script.pieces for script in read_scripts(scripts_file)] == [script.pieces for script in scripts]


@pytest.mark.parametrize("points", [0, 1, 500])
def test_strokes_with_a_number_of_points(points: int) -> None:
    strokes = record_strokes(points)
    assert sum(len(stroke.points) for stroke in strokes) == points
    assert all(stroke.points for stroke in strokes)
