"""Any bytes are a message or refused with a sentence of our own; every past failure is replayed."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.fuzz.fuzz_frames import CORPUS, PIECES, fuzz_one, good_frames

GOOD = good_frames()


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Mutate a good frame in a few places."""
    frame = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(1, len(frame)))
        end = at + draw(st.integers(0, 9))
        part = draw(st.sampled_from(PIECES) | st.binary(max_size=3) | st.just(frame[at:end] * 2))
        frame = frame[:at] + part + frame[draw(st.sampled_from((at, end))) :]
    return frame


@settings(max_examples=300)
@given(frame=mutated())
def test_a_good_frame_with_any_changes(frame: bytes) -> None:
    fuzz_one(frame)


@settings(max_examples=200)
@given(frame=st.binary(max_size=100))
def test_any_bytes(frame: bytes) -> None:
    fuzz_one(frame)


@pytest.mark.parametrize("frame", GOOD, ids=lambda frame: repr(frame[:20]))
def test_good_frames(frame: bytes) -> None:
    fuzz_one(frame)


@pytest.mark.parametrize("file", sorted(CORPUS.iterdir()), ids=lambda file: str(file.name))
def test_what_once_broke_something(file: Path) -> None:
    fuzz_one(file.read_bytes())


@pytest.mark.long
@settings(max_examples=20_000, deadline=None)
@given(frame=mutated())
def test_a_good_frame_with_any_changes_for_a_long_time(frame: bytes) -> None:
    fuzz_one(frame)
