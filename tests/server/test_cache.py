"""The byte-limited cache."""

import asyncio

import pytest

from pictomania.server.cache import ByteLimitedCache


class Builder:
    """Builds values and counts the calls."""

    def __init__(self, size: int = 40) -> None:
        self.made: list[str] = []
        self._size = size

    async def make(self, name: str) -> tuple[str, int]:
        """Build a value of this name."""
        self.made.append(name)
        await asyncio.sleep(0)
        return name.upper(), self._size


async def found(cache: ByteLimitedCache[str], builder: Builder, *names: str) -> list[str]:
    """Get values one by one."""
    return [await cache.find(name, lambda name=name: builder.make(name)) for name in names]  # type: ignore[misc]


async def test_values_are_cached() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()
    assert await found(cache, builder, "a", "b", "a", "b") == ["A", "B", "A", "B"]
    assert builder.made == ["a", "b"]
    assert cache.bytes == 80


async def test_parallel_callers_share_one_build() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()
    assert await asyncio.gather(*(found(cache, builder, "a") for _ in range(5))) == [["A"]] * 5
    assert builder.made == ["a"]


async def test_the_least_recently_used_entry_is_evicted() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()
    await found(cache, builder, "a", "b", "a", "c", "a", "b")
    assert builder.made == ["a", "b", "c", "b"]
    assert cache.bytes == 80


async def test_a_value_that_is_too_large_is_not_cached() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder(size=101)
    assert await found(cache, builder, "a", "a") == ["A", "A"]
    assert builder.made == ["a", "a"]
    assert cache.bytes == 0


async def test_a_failed_build_is_retried() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()

    async def fail() -> tuple[str, int]:
        await asyncio.sleep(0)
        raise ValueError("no")

    ends = await asyncio.gather(*(cache.find("a", fail) for _ in range(3)), return_exceptions=True)
    assert [type(end) for end in ends] == [ValueError] * 3
    assert await found(cache, builder, "a") == ["A"]


async def test_a_size_of_zero_is_not_cached() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()

    async def nothing() -> tuple[str, int]:
        await asyncio.sleep(0)
        return "", 0

    assert await cache.find("a", nothing) == ""
    assert await found(cache, builder, "a") == ["A"]


async def test_clearing() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()
    await found(cache, builder, "a")
    cache.clear()
    assert cache.bytes == 0
    await found(cache, builder, "a")
    assert builder.made == ["a", "a"]


async def test_a_cancelled_caller_does_not_affect_the_others() -> None:
    cache, builder = ByteLimitedCache[str](100), Builder()
    first = asyncio.create_task(found(cache, builder, "a"))
    second = asyncio.create_task(found(cache, builder, "a"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == ["A"]
    with pytest.raises(asyncio.CancelledError):
        await first
    assert builder.made == ["a"]
