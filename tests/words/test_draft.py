"""What is wrong with a deck, told to another process, and cut where it would go on for ever."""

import pickle

import pytest

from pictomania.words import DeckError, Mistake, read_deck
from pictomania.words.draft import LONGEST_QUOTE, LONGEST_SENTENCE

ERRORS = (
    DeckError(3, Mistake.NOT_SEVEN, "this side has 2 words, not 7", number=2),
    DeckError(1, Mistake.UNKNOWN_NAME, "means nothing here", "\ud800\u0301\0").on("a \U0001f600"),
    DeckError(1, Mistake.TOO_LONG, "is too long", "x" * 1000, 40).on("y" * 1000),
)


def parts(error: DeckError) -> tuple[object, ...]:
    """Take an error apart."""
    return (error.line, error.mistake, error.sentence, error.word, error.number, error.card)


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_crosses_into_another_process(error: DeckError) -> None:
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
def test_an_error_repeats_little_of_the_deck(raw: str, form: str) -> None:
    with pytest.raises(DeckError) as caught:
        read_deck(raw.encode(), form)
    error = caught.value
    assert len(error.sentence) <= LONGEST_SENTENCE
    assert len(error.word) <= LONGEST_QUOTE
    assert len(error.card or "") <= LONGEST_QUOTE
