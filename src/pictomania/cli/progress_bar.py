"""Progress bar for a terminal."""

import os
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Self, TextIO


class ProgressBar:
    """One line on a terminal, erased at the end; prints nothing to a file or pipe."""

    CELLS = 20
    INTERVAL_S = 0.1

    def __init__(self, total: int, unit: str, stream: TextIO) -> None:
        self.total = total
        self.unit = unit
        self.stream = stream
        self.is_terminal = stream.isatty()
        self.started_at = self.shown_at = monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        """Update the bar, unless it was updated a moment ago."""
        now = monotonic()
        if not self.is_terminal or now - self.shown_at < self.INTERVAL_S:
            return
        self.shown_at = now
        cells = self.CELLS * done // self.total
        left_s = (now - self.started_at) / done * (self.total - done)
        self._write(
            f"[{'#' * cells:.<{self.CELLS}}] {100 * done // self.total:3} %  "
            f"{done:,} of {self.total:,} {self.unit}, {left_s // 60:.0f}:{left_s % 60:02.0f} left"
        )

    def _write(self, line: str) -> None:
        """Overwrite the last line, without wrapping: a wrapped line cannot be overwritten."""
        columns = 80
        with suppress(OSError):
            columns = os.get_terminal_size(self.stream.fileno()).columns or columns
        line = line[: columns - 1]
        self.width = max(self.width, len(line))  # before writing, so that __exit__ can erase a partial line
        print(f"\r{line:<{self.width}}", end="", file=self.stream, flush=True)

    def __enter__(self) -> Self:
        """Show nothing yet: a short run needs no bar."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Erase the bar, also after an interrupt."""
        if self.width:
            self._write("")
            print("\r", end="", file=self.stream, flush=True)
