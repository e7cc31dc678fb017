"""Property test of `pictomania score`: any input gives results, or exactly one error."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from tests.cli.command import X1, X2, X4, Outcome, Round, pictomania, text_of

NAMES = ["R", "Y", "G", "B", "A", "C"]
TEXTS = st.text(max_size=6) | st.sampled_from(
    [*NAMES, "first", "second", "learning", "competitive", "children", "one-card", "calm-three"]
)
KEYS = TEXTS | st.sampled_from(["edition", "variants", "players", "piles", "name", "number", "token", "drew"])
SCALARS = st.none() | st.booleans() | st.integers(-2, 9) | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=4)
        | st.tuples(st.sampled_from(NAMES), st.integers(1, 7)).map(list)
    ),
    max_leaves=8,
)


def check_outcome(done: Outcome) -> None:
    """Exit status 0 with valid results, or 2 with one line."""
    for result in done.results:
        assert list(result) == ["black_sheep", "scores", "breakdown"]
        assert list(result["scores"]) == list(result["breakdown"])
        assert result["black_sheep"] is None or result["black_sheep"] in result["scores"]
        for name, reasons in result["breakdown"].items():
            received = sum(token["stars"] for token in reasons["received"])
            worth = reasons["black_token"]["worth"]
            assert result["scores"][name] == reasons["total"] == received - sum(reasons["left"]) + worth
    if done.status == 0:
        assert done.results
        assert done.err == ""
    else:
        assert done.status == 2
        assert done.err.endswith("\n")
        assert len(done.err.splitlines()) == 1
        assert done.err[:-1].isprintable()
        assert len(done.err) < 1000


@given(st.binary(max_size=60) | st.lists(VALUES, max_size=2).map(lambda values: text_of(*values)))
@example(b"{}")
def test_any_bytes(text: bytes) -> None:
    """From random bytes to JSON that is not a round."""
    check_outcome(pictomania("score", stdin=text))


def paths(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place inside a JSON value."""
    inside: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, inner in inside:
        yield (*path, step)
        yield from paths(inner, (*path, step))


@st.composite
def mutations(draw: st.DrawFn) -> Round:
    """A valid round with a few values replaced, removed, repeated or added."""
    played = copy.deepcopy(draw(st.sampled_from([X1, X2, X4])))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(list(paths(played)) or [("edition",)]))
        inner: Any = played
        for step in way:
            inner = inner[step]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            inner[last] = draw(VALUES)
        elif change == "remove":
            inner.pop(last, None) if isinstance(inner, dict) else inner.pop(last)
        elif isinstance(inner, dict):
            inner[draw(KEYS)] = draw(VALUES)
        else:
            inner.insert(draw(st.integers(0, 3)), draw(VALUES | st.just(inner[last])))
    return played


@given(mutations(), st.sampled_from([None, 1]))
def test_any_change_to_a_round(played: Round, indent: int | None) -> None:
    """`--explain` accepts the same rounds."""
    text = json.dumps(played, indent=indent).encode()
    done = pictomania("score", stdin=text)
    check_outcome(done)
    explained = pictomania("score", "--explain", stdin=text)
    assert (explained.status, explained.err, bool(explained.out)) == (done.status, done.err, bool(done.out))
