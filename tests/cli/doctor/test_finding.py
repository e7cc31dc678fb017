"""How clocks and storage are judged."""

import pytest

from pictomania.cli.doctor import finding
from pictomania.cli.doctor.finding import Severity, clock, storage


@pytest.mark.parametrize(
    ("ahead_s", "severity", "text"),
    [
        (1.0, Severity.OK, "the clock of n1 is 1.0 s ahead of this one"),
        (-1.0, Severity.OK, "the clock of n1 is 1.0 s behind this one"),
        (61.0, Severity.WARNING, "the clock of n1 is 61.0 s ahead of this one; let NTP set the clocks"),
        (-61.0, Severity.WARNING, "the clock of n1 is 61.0 s behind this one; let NTP set the clocks"),
    ],
)
def test_a_clock(monkeypatch: pytest.MonkeyPatch, ahead_s: float, severity: Severity, text: str) -> None:
    monkeypatch.setattr(finding, "time", lambda: 1000.2)
    found = clock("n1", 1000.1 + ahead_s, asked_at=1000.0)
    assert found.severity is severity
    assert found.text.startswith(text)


@pytest.mark.parametrize(
    ("theirs", "asked_at", "severity"),
    [
        (1007, 1000.0, Severity.OK),  # it may have told the time when we asked, or ten seconds later
        (1012, 1000.0, Severity.OK),
        (1013, 1000.0, Severity.WARNING),
        (998, 1000.0, Severity.OK),
        (997, 1000.0, Severity.WARNING),
    ],
)
def test_a_slow_answer(
    monkeypatch: pytest.MonkeyPatch, theirs: int, asked_at: float, severity: Severity
) -> None:
    monkeypatch.setattr(finding, "time", lambda: 1010.0)
    assert clock("n1", theirs, asked_at).severity is severity


def test_whole_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is right may seem to be a second behind."""
    monkeypatch.setattr(finding, "time", lambda: 1000.9)
    assert (
        clock("n1", 1000, asked_at=1000.9, is_whole=True).text == "the clock of n1 is 0.4 s behind this one"
    )


@pytest.mark.parametrize(
    ("used", "level"),
    [
        (0, Severity.OK),
        (8, Severity.OK),
        (9, Severity.WARNING),
        (10, Severity.PROBLEM),
        (12, Severity.PROBLEM),
    ],
)
def test_a_storage(used: int, level: Severity) -> None:
    found = storage("n1", used * 1_000_000_000, 10_000_000_000)
    assert found.severity is level
    assert found.text.startswith(f"n1 has {10 - used:.2f} GB of 10.00 GB left")
