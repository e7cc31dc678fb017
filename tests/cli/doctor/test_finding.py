"""How clocks and storage are judged."""

import pytest

from pictomania.cli.doctor.finding import Level, clock, storage


@pytest.mark.parametrize(
    ("ahead_s", "level", "text"),
    [
        (0.04, Level.OK, "the clock of n1 is 0.0 s ahead of this one"),
        (-2.0, Level.OK, "the clock of n1 is 2.0 s behind this one"),
        (
            2.1,
            Level.WARNING,
            "the clock of n1 is 2.1 s ahead of this one; let NTP set the clocks of all machines",
        ),
        (
            -61.0,
            Level.WARNING,
            "the clock of n1 is 61.0 s behind this one; let NTP set the clocks of all machines",
        ),
    ],
)
def test_a_clock(ahead_s: float, level: Level, text: str) -> None:
    found = clock("n1", ahead_s)
    assert found.level is level
    assert found.text.partition(", since")[0] == text


@pytest.mark.parametrize(
    ("used", "level"),
    [(0, Level.OK), (8, Level.OK), (9, Level.WARNING), (10, Level.PROBLEM), (12, Level.PROBLEM)],
)
def test_a_storage(used: int, level: Level) -> None:
    found = storage("n1", used * 1_000_000_000, 10_000_000_000)
    assert found.level is level
    assert found.text.startswith(f"n1 has {10 - used:.2f} GB of 10.00 GB left")
