"""How far a long run is, on a terminal."""

import os
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Self, TextIO


class Bar:
    """How far a long run is: a line on a terminal that is gone at the end, and nothing anywhere else."""

    CELLS = 20
    EVERY_S = 0.1

    def __init__(self, total: int, what: str, stream: TextIO) -> None:
        """Start counting the time that is left."""
        self.total = total
        self.what = what
        self.stream = stream
        self.shown = stream.isatty()
        self.begun = self.shown_at = monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        """Say how many are done, unless that was said a moment ago."""
        now = monotonic()
        if not self.shown or now - self.shown_at < self.EVERY_S:
            return
        self.shown_at = now
        cells = self.CELLS * done // self.total
        left_s = (now - self.begun) / done * (self.total - done)
        self._write(
            f"[{'#' * cells:.<{self.CELLS}}] {100 * done // self.total:3} %  "
            f"{done:,} of {self.total:,} {self.what}, {left_s // 60:.0f}:{left_s % 60:02.0f} left"
        )

    def _write(self, line: str) -> None:
        """Write over the last line, without wrapping: what has wrapped cannot be written over."""
        columns = 80
        with suppress(OSError):
            columns = os.get_terminal_size(self.stream.fileno()).columns or columns
        line = line[: columns - 1]
        self.width = max(self.width, len(line))  # before writing: an interruption must find it
        print(f"\r{line:<{self.width}}", end="", file=self.stream, flush=True)

    def __enter__(self) -> Self:
        """Show nothing yet: a short run needs no bar."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Leave no trace, also when interrupted."""
        if self.width:
            self._write("")
            print("\r", end="", file=self.stream, flush=True)
