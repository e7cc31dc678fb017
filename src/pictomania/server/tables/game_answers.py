"""Which games this node answers for: until a game is archived, only its table's node has the pictures."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pictomania.server.cluster.directory import Directory


class GameAnswers:
    """The games at live tables, and those that are being archived."""

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._at_tables: dict[str, str] = {}  # game by code
        self._archiving: list[str] = []

    async def change(self, code: str, game: str | None) -> None:
        """Answer for the game of a table from now on, instead of its last one."""
        self.drop(code)
        if game is not None:
            self._at_tables[code] = game
            await self._directory.hold(game)

    def drop(self, code: str) -> None:
        """Answer for the game of a table no longer."""
        self._release(self._at_tables.pop(code, None))

    @asynccontextmanager
    async def archiving(self, game: str) -> AsyncIterator[None]:
        """Answer for a game while it is being archived."""
        self._archiving.append(game)
        try:
            await self._directory.hold(game)
            yield
        finally:
            self._archiving.remove(game)
            self._release(game)

    def _release(self, game: str | None) -> None:
        if game is not None and game not in self._archiving and game not in self._at_tables.values():
            self._directory.release(game)
