"""Any first bytes get a well-formed response or none, and the next client is served."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.fuzz.fuzz_heads import PIECES, FuzzedPort, corpus, good_heads, open_port


@pytest.fixture(scope="module")
def port() -> Iterator[FuzzedPort]:
    with open_port() as port:
        yield port


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Mutate a good head in a few places."""
    data = draw(st.sampled_from(good_heads()))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(data)))
        end = at + draw(st.sampled_from((0, 0, 1, 9, 60)))
        data = data[:at] + draw(st.sampled_from(PIECES) | st.binary(max_size=4)) + data[end:]
    return data


@settings(max_examples=300)
@given(data=mutated())
def test_mutated_heads(port: FuzzedPort, data: bytes) -> None:
    port.fuzz_one(data)


@settings(max_examples=100)
@given(data=st.binary(max_size=100))
def test_any_bytes(port: FuzzedPort, data: bytes) -> None:
    port.fuzz_one(data)


@pytest.mark.parametrize("data", [*good_heads(), *corpus()])
def test_good_heads_and_past_failures(port: FuzzedPort, data: bytes) -> None:
    port.fuzz_one(data)


@pytest.mark.long
@settings(max_examples=20_000)
@given(data=mutated())
def test_mutated_heads_for_long(port: FuzzedPort, data: bytes) -> None:
    port.fuzz_one(data)
