"""A cache bounded in bytes."""

import asyncio

import pytest

from pictomania.server.cache import Cache


class Maker:
    """Makes values, and counts."""

    def __init__(self, size: int = 40) -> None:
        """Everything has this size."""
        self.made: list[str] = []
        self._size = size

    async def make(self, name: str) -> tuple[str, int]:
        """Make a value that is called like this."""
        self.made.append(name)
        await asyncio.sleep(0)
        return name.upper(), self._size


async def found(cache: Cache[str], maker: Maker, *names: str) -> list[str]:
    """Find values one after the other."""
    return [await cache.find(name, lambda name=name: maker.make(name)) for name in names]  # type: ignore[misc]


async def test_nothing_is_made_twice() -> None:
    cache, maker = Cache[str](100), Maker()
    assert await found(cache, maker, "a", "b", "a", "b") == ["A", "B", "A", "B"]
    assert maker.made == ["a", "b"]
    assert cache.bytes == 80


async def test_nothing_is_made_twice_at_a_time() -> None:
    cache, maker = Cache[str](100), Maker()
    assert await asyncio.gather(*(found(cache, maker, "a") for _ in range(5))) == [["A"]] * 5
    assert maker.made == ["a"]


async def test_what_was_used_least_recently_goes_first() -> None:
    cache, maker = Cache[str](100), Maker()
    await found(cache, maker, "a", "b", "a", "c", "a", "b")
    assert maker.made == ["a", "b", "c", "b"]
    assert cache.bytes == 80


async def test_what_is_too_large_is_not_kept() -> None:
    cache, maker = Cache[str](100), Maker(size=101)
    assert await found(cache, maker, "a", "a") == ["A", "A"]
    assert maker.made == ["a", "a"]
    assert cache.bytes == 0


async def test_what_cannot_be_made_is_tried_again() -> None:
    cache, maker = Cache[str](100), Maker()

    async def fail() -> tuple[str, int]:
        await asyncio.sleep(0)
        raise ValueError("no")

    ends = await asyncio.gather(*(cache.find("a", fail) for _ in range(3)), return_exceptions=True)
    assert [type(end) for end in ends] == [ValueError] * 3
    assert await found(cache, maker, "a") == ["A"]


async def test_what_there_is_not_is_looked_for_again() -> None:
    cache, maker = Cache[str](100), Maker()

    async def nothing() -> tuple[str, int]:
        await asyncio.sleep(0)
        return "", 0

    assert await cache.find("a", nothing) == ""
    assert await found(cache, maker, "a") == ["A"]


async def test_everything_can_be_forgotten() -> None:
    cache, maker = Cache[str](100), Maker()
    await found(cache, maker, "a")
    cache.clear()
    assert cache.bytes == 0
    await found(cache, maker, "a")
    assert maker.made == ["a", "a"]


async def test_one_who_waits_no_more_takes_nothing_from_the_others() -> None:
    cache, maker = Cache[str](100), Maker()
    first = asyncio.create_task(found(cache, maker, "a"))
    second = asyncio.create_task(found(cache, maker, "a"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == ["A"]
    with pytest.raises(asyncio.CancelledError):
        await first
    assert maker.made == ["a"]
