"""A drawing as the network sees it."""

from time import process_time

import numpy as np

from pictomania.bots.picture import CHANNELS, SIZE, image_of
from tests.bots.shapes import HOUSE, circle, line


def test_nothing_is_white() -> None:
    assert image_of([]).shape == (CHANNELS, SIZE, SIZE)
    assert not image_of([]).any()


def test_a_line_is_as_dark_as_ink_and_as_thin() -> None:
    ink = image_of([line((0, 0), (100, 0))])[0]
    assert ink.max() > 0.8
    rows = np.flatnonzero(ink.any(axis=1))
    assert len(rows) <= 4
    assert abs(rows.mean() - (SIZE - 1) / 2) < 1


def test_a_dot_is_there() -> None:
    assert image_of([line((7, 7))])[0].max() > 0.5


def test_size_and_place_do_not_matter() -> None:
    here = image_of([circle()])
    there = image_of([circle(900, -300, 70)])
    assert np.allclose(here, there, atol=1e-3)


def test_what_was_drawn_last_is_freshest() -> None:
    ink, fresh = image_of([line((0, 0), (0, 1)), line((1, 0), (1, 1))])
    left, right = ink[:, : SIZE // 2], ink[:, SIZE // 2 :]
    assert left.sum() > 0
    assert np.isclose(left.sum(), right.sum(), rtol=0.05)
    assert fresh[:, : SIZE // 2].max() < 0.65 < fresh[:, SIZE // 2 :].max()
    assert (fresh <= ink).all()


def test_the_whole_drawing_is_in_the_picture() -> None:
    ink = image_of(HOUSE)[0]
    assert ink.any(axis=1)[[4, -5]].all()


def test_far_too_much_ink_is_as_dark_and_does_not_take_long() -> None:
    """Somebody may scribble all over the sheet so that bots have much to look at."""
    zigzag = np.array([(turn % 2 * 1000, turn / 40) for turn in range(40_000)], dtype=np.float32)
    began = process_time()
    image = image_of([zigzag])
    assert process_time() - began < 0.5  # it took two and a half seconds
    assert image[0].mean() > 0.7
    shaded = np.array([(turn % 100, turn // 100 * 0.5) for turn in range(20_000)], dtype=np.float32)
    assert image_of([shaded])[0].mean() > 0.7
