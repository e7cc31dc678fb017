"""Fuzz names and chat: one property, used by Hypothesis in a test and by Atheris from the command line.

    python -m tests.hostile.fuzz.fuzz_names [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is not a dependency of the project: run it in a separate environment with the project
on its path. Shrink what it finds, keep it as a file in `corpus/names`, and a test will replay it for good.
"""

from collections.abc import Iterator
from pathlib import Path

from pictomania.table.identity.display_names import (
    MAX_CODE_POINTS,
    MAX_LINE_LENGTH,
    MAX_NAME_LENGTH,
    clean_name,
    is_taken,
    length,
    make_unique,
)
from pictomania.wire.from_client import Chat, Remove
from pictomania.wire.json_codec import decode_from_client, encode
from tests.hostile.fuzz.fuzzer import fuzz

CORPUS = Path(__file__).parent / "corpus" / "names"
# What a mutation puts in: characters that are trouble.
PIECES = (
    *(
        "\u200d",
        "\u200c",
        "\ufe0f",
        "\u0301",
        "\u0327",
        "\u0903",
        "\u3099",
        "\u093e",
        "\u17b4",
        "\u20e3",
        " ",
        "\n",
    ),
    *(
        "\U0001f468",
        "\U0001f3fd",
        "\U0001f1e9",
        "\ufb2c",
        "\U0001d160",
        "\ufdfa",
        "\u0344",
        "\u0390",
        "\u0130",
    ),
    *(
        "\u0131",
        "\u1e9e",
        "\u00df",
        "\u017f",
        "\u0149",
        "\u03f2",
        "\u13aa",
        "\uab7a",
        "\u0274",
        "\u0578",
        "\u0501",
    ),
    *(
        "\u202e",
        "\u2028",
        "\u00ad",
        "\u3164",
        "\u115f",
        "\uac01",
        "\u1100",
        "\u0410",
        "A",
        "a",
        "l",
        "I",
        "1",
        "0",
    ),
    *(
        " 2",
        "\u0e33",
        "\u0f73",
        "\u1d5e",
        "\u2126",
        "\u212a",
        "\uff21",
        "\U0001d400",
        "\u0345",
        "\u1fb3",
        "\u0385",
    ),
)


def fuzz_one(data: bytes) -> None:
    """Let two people come whose names are the two sides of the first line break."""
    one, _, other = data.decode("utf-8", "replace").partition("\n")
    check_names(one, other)


def check_names(one: str, other: str) -> None:
    """Expect that names are refused or clean, told apart, and never in anybody's way."""
    names = [name for text in (one, other) if (name := clean_name(text, MAX_NAME_LENGTH)) is not None]
    for name in names:
        _check_name(name)
    if len(names) == 2:
        _check_pair(*names)
    line = clean_name(one, MAX_LINE_LENGTH)
    if line is not None:
        assert clean_name(line, MAX_LINE_LENGTH) == line
        assert 1 <= length(line) <= MAX_LINE_LENGTH
        encode(Chat(line))


def _check_name(name: str) -> None:
    assert clean_name(name, MAX_NAME_LENGTH) == name
    assert 1 <= length(name) <= MAX_NAME_LENGTH
    assert len(name) <= MAX_NAME_LENGTH * MAX_CODE_POINTS
    assert is_taken(name, [name])
    assert is_taken(name, [name.upper()])


def _check_pair(name: str, taken: str) -> None:
    assert is_taken(name, [taken]) == is_taken(taken, [name])
    chosen = make_unique(name, [taken])
    assert (chosen == name) != is_taken(name, [taken])
    assert not is_taken(chosen, [taken])
    assert decode_from_client(encode(Remove(chosen))) == Remove(chosen)  # the host can name them


def corpus() -> Iterator[bytes]:
    """List what once broke a property."""
    for file in sorted(CORPUS.iterdir()):
        yield file.read_bytes()


if __name__ == "__main__":
    pairs = [f"A{piece}\nB{piece}".encode() for piece in PIECES]
    fuzz(fuzz_one, [*corpus(), *pairs], [piece.encode() for piece in PIECES], longest=1_200)
