"""Drawings rendered as network input."""

import numpy as np
import pytest

from pictomania.bots import raster
from pictomania.bots.arrays import FloatArray
from pictomania.bots.raster import CHANNELS, SIZE, rasterise
from tests.bots.shapes import HOUSE, circle, line


def test_no_strokes_give_a_blank_image() -> None:
    assert rasterise([]).shape == (CHANNELS, SIZE, SIZE)
    assert not rasterise([]).any()


def test_a_line_is_dark_and_thin() -> None:
    ink = rasterise([line((0, 0), (100, 0))])[0]
    assert ink.max() > 0.8
    rows = np.flatnonzero(ink.any(axis=1))
    assert len(rows) <= 4
    assert abs(rows.mean() - (SIZE - 1) / 2) < 1


def test_a_dot_is_visible() -> None:
    assert rasterise([line((7, 7))])[0].max() > 0.5


def test_size_and_position_do_not_matter() -> None:
    here = rasterise([circle()])
    there = rasterise([circle(900, -300, 70)])
    assert np.allclose(here, there, atol=1e-3)


def test_the_latest_stroke_is_freshest() -> None:
    ink, fresh = rasterise([line((0, 0), (0, 1)), line((1, 0), (1, 1))])
    left, right = ink[:, : SIZE // 2], ink[:, SIZE // 2 :]
    assert left.sum() > 0
    assert np.isclose(left.sum(), right.sum(), rtol=0.05)
    assert fresh[:, : SIZE // 2].max() < 0.65 < fresh[:, SIZE // 2 :].max()
    assert (fresh <= ink).all()


def test_the_whole_drawing_is_visible() -> None:
    ink = rasterise(HOUSE)[0]
    assert ink.any(axis=1)[[4, -5]].all()


def test_excessive_ink_is_thinned_out_and_still_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may scribble all over the sheet to keep the bots busy."""
    counts = []

    def counted(a: FloatArray, *others: FloatArray) -> FloatArray:
        counts.append(len(a))
        return render(a, *others)

    render = raster._render
    monkeypatch.setattr(raster, "_render", counted)
    zigzag = np.array([(step % 2 * 1000, step / 40) for step in range(40_000)], dtype=np.float32)
    shaded = np.array([(step % 100, step // 100 * 0.5) for step in range(20_000)], dtype=np.float32)
    for scribble in (zigzag, shaded):
        assert rasterise([scribble])[0].mean() > 0.7
    assert max(counts) <= 1.2 * raster._MAX_PIECES  # of 700,000 for the zigzag
