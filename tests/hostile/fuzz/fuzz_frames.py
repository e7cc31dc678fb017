"""Fuzz the message decoders: one property, used by Hypothesis in a test and by Atheris from the command line.

    python -m tests.hostile.fuzz.fuzz_frames [libFuzzer options, such as -max_total_time=300]

It needs Atheris, which is not a dependency of the project: run it in a separate environment with the project
on its path. Shrink what it finds, keep it as a file in `corpus/frames`, and a test will replay it for good.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from pictomania.wire.frames import (
    INK,
    SHEETS,
    decode_ink_from_client,
    decode_ink_to_client,
    encode_ink_from_client,
    encode_ink_to_client,
)
from pictomania.wire.json_codec import BadMessage, decode_from_client, decode_to_client, encode
from tests.hostile.fuzz.fuzzer import fuzz
from tests.hostile.largest_messages import KINDS, filled

CORPUS = Path(__file__).parent / "corpus" / "frames"
MAX_SENTENCE = 200  # of what is wrong; it repeats nothing that was sent
# What a mutation puts in: pieces that mean something to a JSON parser, and numbers at the edges.
PIECES = (
    *(b'"', b"\\", b"\\u0000", b"\\ud800", b"\\udc00", b"{", b"}", b"[", b"]", b":", b",", b"null", b"true"),
    *(
        b"-1",
        b"99",
        b"100",
        b"2147483648",
        b"2147483649",
        b"9223372036854775808",
        b"1e9",
        b"0.5",
        b"-0",
        b"1" * 400,
    ),
    *(
        b'"type"',
        b'"type":"hello"',
        b'"stop"',
        b"\xff",
        b"\xc3\xa9",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x9a\x80",
        b"\0",
    ),
    *(
        b"`$.x`",
        b"'",
        b"[" * 2000,
        b'{"a":' * 2000,
        b"\x80\x80\x80\x80",
        b"\x7f",
        b"\x81\x01",
        b"\x01",
        b"\x02",
    ),
)


def fuzz_one(data: bytes) -> None:
    """Let the first byte choose who reads the rest."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def check_text(data: bytes) -> None:
    """Expect a message that can be written and read again, or `BadMessage`, in a sentence of our own."""
    try:
        message = decode_from_client(data)
    except BadMessage as error:
        _check_sentence(error)
    else:
        assert decode_from_client(encode(message)) == message


def check_answer(data: bytes) -> None:
    """Expect the same on a client's side."""
    try:
        message = decode_to_client(data)
    except BadMessage as error:
        _check_sentence(error)
    else:
        assert decode_to_client(encode(message)) == message


def check_ink(data: bytes) -> None:
    """Expect a piece of ink with nothing added or lost, or `BadMessage`."""
    try:
        paper, piece = decode_ink_from_client(data)
    except BadMessage as error:
        _check_sentence(error)
    else:
        assert encode_ink_from_client(paper, piece) == data


def check_pieces(data: bytes) -> None:
    """Expect pieces that are written and read again as the same, or `BadMessage`."""
    try:
        kind, paper, pieces = decode_ink_to_client(data)
    except BadMessage as error:
        _check_sentence(error)
    else:
        assert sum(len(piece) for _, piece in pieces) <= len(data)
        assert decode_ink_to_client(encode_ink_to_client(kind, paper, pieces)) == (kind, paper, pieces)


READERS: tuple[Callable[[bytes], None], ...] = (check_text, check_answer, check_ink, check_pieces)


def _check_sentence(error: BadMessage) -> None:
    sentence = str(error)
    assert sentence.isprintable()
    assert len(sentence) <= MAX_SENTENCE


def good_frames() -> list[bytes]:
    """List a good frame of every kind, as `fuzz_one` takes it."""
    texts = [b"\0" + msgspec.json.encode(filled(kind, 0.1)) for kind in KINDS]
    ink = b"\2" + encode_ink_from_client(3, b"piece")
    sheets = [b"\3" + encode_ink_to_client(kind, 3, [(0, b"one"), (5, b"x" * 300)]) for kind in (INK, SHEETS)]
    return [*texts, ink, *sheets]


def corpus() -> Iterator[bytes]:
    """List inputs that once broke a decoder."""
    for file in sorted(CORPUS.iterdir()):
        yield file.read_bytes()


if __name__ == "__main__":
    fuzz(fuzz_one, [*corpus(), *good_frames()], PIECES, longest=6_000)
