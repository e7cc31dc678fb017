"""Run Atheris, the coverage-guided fuzzer, on a function of bytes; it isn't a dependency of the project."""

import importlib
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

MAX_PIECE = 60  # bytes that libFuzzer takes in a dictionary entry


def fuzz(
    one: Callable[[bytes], None], seeds: Iterable[bytes], pieces: Iterable[bytes], *, longest: int
) -> None:
    """Look for inputs that break `one`, from seeds and pieces to insert; more flags come from sys.argv."""
    atheris = importlib.import_module("atheris")
    atheris.instrument_all()
    with tempfile.TemporaryDirectory() as scratch:
        folder, dictionary = Path(scratch, "seeds"), Path(scratch, "dictionary")
        folder.mkdir()
        for number, seed in enumerate(seeds):
            (folder / str(number)).write_bytes(seed)
        dictionary.write_text("\n".join(_quoted(piece[:MAX_PIECE]) for piece in pieces))
        flags = [f"-dict={dictionary}", f"-max_len={longest}", "-timeout=5", *sys.argv[1:]]
        atheris.Setup([sys.argv[0], str(folder), *flags], one)
        atheris.Fuzz()


def _quoted(piece: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in piece) + '"'
