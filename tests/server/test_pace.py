"""How fast one client may be: as fast as people are, with some to spare, and not much faster."""

import pytest

from pictomania.server.credit import Credit
from pictomania.server.pace import Credits, Pace


def _lasts(credit: Credit, a_second: float, seconds: int = 600) -> bool:
    """Can somebody go on like this for so long?"""
    return all(credit.spend(number / a_second) for number in range(round(a_second * seconds)))


@pytest.mark.parametrize(
    ("kind", "human", "much"),
    [("ink", 60, 120), ("acts", 5, 20), ("wishes", 4, 10), ("talk", 0.5, 2), ("strikes", 0.4, 1)],
)
def test_people_and_programs(kind: str, human: float, much: float) -> None:
    """The one can go on for ten minutes, the other cannot."""
    assert _lasts(getattr(Credits(Pace()), kind), human)
    assert not _lasts(getattr(Credits(Pace()), kind), much)


def test_each_kind_counts_by_itself() -> None:
    """And each begins with all that may be done at once."""
    credits_ = Credits(Pace(ink=(1, 1), acts=(1, 2), wishes=(1, 3), talk=(1, 4), strikes=(1, 5)))
    kinds = (credits_.ink, credits_.acts, credits_.wishes, credits_.talk, credits_.strikes)
    assert [sum(kind.spend(0.0) for _ in range(9)) for kind in kinds] == [1, 2, 3, 4, 5]
