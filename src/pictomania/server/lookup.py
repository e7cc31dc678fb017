"""Finding a table by its code, for somebody at an address: only so many wrong codes are answered."""

from pictomania.server.credit import Credits
from pictomania.server.hosted import Hosted
from pictomania.server.hosting import Hosting
from pictomania.table.codes import tidied


class Lookup:
    """Answers a code that is wrong and a code that may not be tried alike."""

    def __init__(self, hosting: Hosting, wrong_per_minute: int) -> None:
        """Let each address be wrong so often a minute."""
        self._hosting = hosting
        self._wrong = Credits(wrong_per_minute / 60, wrong_per_minute)

    async def find(self, typed: str, who: str) -> Hosted | None:
        """Find a table by what somebody typed; raises `Damaged` where its record cannot be read."""
        now = self._hosting.time.ms() / 1000
        if not self._wrong.spend(who, now):
            return None
        self._wrong.spend(who, now, -1)  # many who are right may come at once, after a restart
        code = tidied(typed)
        found = None if code is None else await self._hosting.find(code)
        if found is None:
            self._wrong.spend(who, now)
        return found
