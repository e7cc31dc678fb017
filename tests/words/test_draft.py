"""Deck errors survive serialization and quote only a little of the deck."""

import pickle

import pytest

from pictomania.words import DeckError, Mistake, read_deck
from pictomania.words.draft import MAX_MESSAGE_LENGTH, MAX_QUOTE_LENGTH

ERRORS = (
    DeckError(3, Mistake.NOT_SEVEN, "this side has 2 words, not 7", number=2),
    DeckError(1, Mistake.UNKNOWN_NAME, "is not a known key here", "\ud800\u0301\0").on_card("a \U0001f600"),
    DeckError(1, Mistake.TOO_LONG, "is too long", "x" * 1000, 40).on_card("y" * 1000),
)


def parts(error: DeckError) -> tuple[object, ...]:
    """Return all attributes of an error."""
    return (error.line, error.mistake, error.message, error.word, error.number, error.card)


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_survives_serialization(error: DeckError) -> None:
    assert parts(DeckError.from_bytes(error.to_bytes())) == parts(error)
    assert parts(pickle.loads(pickle.dumps(error))) == parts(error)  # noqa: S301 (our own)


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ("# language: " + "x" * 9_000 + "\n" + "\n".join("abcdefg"), "text"),
        ("x" * 9_000 + "\n", "csv"),
        ("x" * 9_000 + " = 1", "toml"),
        (f"[{'x' * 9_000}]\n[{'x' * 9_000}]", "toml"),
        (f'[{{"words": {{"{"x" * 9_000}": 1}}}}]', "json"),
        (f'[{{"id": "{"x" * 9_000}", "words": {{}}}}]', "json"),
    ],
)
def test_an_error_quotes_little_of_the_deck(raw: str, form: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck(raw.encode(), form)
    error = caught.value
    assert len(error.message) <= MAX_MESSAGE_LENGTH
    assert len(error.word) <= MAX_QUOTE_LENGTH
    assert len(error.card or "") <= MAX_QUOTE_LENGTH
