"""The search for the largest load."""

from hypothesis import given
from hypothesis import strategies as st

from pictomania.cli.bench.search import search


@given(st.integers(0, 500), st.integers(1, 300), st.integers(1, 400), st.integers(1, 40))
def test_finds_the_limit(limit: int, first: int, most: int, step: int) -> None:
    """It never claims what was not carried, and never tries more than the most."""
    tried = []

    def probe(load: int) -> tuple[int, bool]:
        tried.append(load)
        return load, load <= limit

    found, best = search(probe, first, most, lambda _: step)
    assert max(tried) <= most
    assert found <= min(limit, most)
    assert best == (found or None)
    assert min(limit, most) - found <= step


def test_a_load_is_tried_twice() -> None:
    """Another program may have disturbed the first time."""
    answers = iter([True, False, True, False, False, False, False])
    found, _ = search(lambda load: (load, next(answers)), 10, 40, lambda _: 10)
    assert found == 20


def test_ends_when_the_time_is_up() -> None:
    answers = iter([(1, True), None])
    assert search(lambda _: next(answers), 10, 100, lambda _: 1) == (10, 1)
    answers = iter([(1, False), None])
    assert search(lambda _: next(answers), 10, 100, lambda _: 1) == (0, None)
