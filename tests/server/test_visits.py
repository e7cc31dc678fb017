"""Visits: counted from beginning to end, all together and by address."""

import pytest

from pictomania.server.visits import TooMany, Visits


async def test_room_for_so_many() -> None:
    """Who is too many leaves no trace."""
    visits = Visits(room=3, per_address=1)
    ann = visits.begin("a", "a")
    for bucket in ("a", "a"):
        with pytest.raises(TooMany) as many:
            visits.begin("a", bucket)
        assert many.value.status == 429
    ben, proxy = visits.begin("b", "b"), visits.begin("p", None)
    with pytest.raises(TooMany) as many:
        visits.begin("c", "c")
    assert many.value.status == 503
    assert set(visits) == {ann, ben, proxy}
    assert len(visits) == 3
    with pytest.raises(TooMany):
        proxy.count_for("a")
    ann.end()
    proxy.count_for("a")
    proxy.count_for("b")  # has no effect: it counts already
    proxy.end()
    visits.begin("b2", "a").end()
    ben.end()
    await visits.until_over()
    assert len(visits) == 0


async def test_waiting_for_nobody() -> None:
    """Takes no time."""
    await Visits(room=1, per_address=1).until_over()


async def test_coming_and_going_all_the_time() -> None:
    """Is too much for one address, however few are in; others may come."""
    visits = Visits(room=9, per_address=2)
    for _ in range(8):
        visits.begin("a", "a").end()
    with pytest.raises(TooMany) as many:
        visits.begin("a", "a")
    assert many.value.status == 429
    visits.begin("b", "b").end()
    assert len(visits) == 0
