"""A server, the good players at it, and one attack at a time; what the good players saw is the verdict."""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.hostile.samples import Seen
from tests.hostile.usable import usable
from tests.hostile.victim import Peak, Victim, on_core

ROOT = Path(__file__).parents[2]
GOOD = "127.0.0.1"  # where the good players are
PREPARING_S = 30.0
USABLE_S = 2.0  # after an attack


@dataclass(frozen=True)
class Length:
    """How long things take: seconds, and how many times the sockets of the short form."""

    quiet_s: float
    attack_s: float
    scale: int


SHORT = Length(quiet_s=1.0, attack_s=2.0, scale=1)
LONG = Length(quiet_s=5, attack_s=20, scale=4)


@dataclass
class Trial:
    """What one attack did to the good players, the server and its disk."""

    quiet: Seen
    attacked: Seen
    after: Seen
    memory: int  # bytes more than before, at the worst moment
    disk: int  # bytes more than before
    unusable: str  # what was not usable two seconds after the attack
    report: dict[str, Any]  # of the attacker
    seconds: float  # that it took
    waited: float  # of which the server waited for its core, which may be anybody's fault


class Helper:
    """A process of ours that is told what to do line by line, and answers in JSON."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Started already."""
        self._process = process

    @classmethod
    async def start(cls, *arguments: str) -> Self:
        """Start a module of this folder on the second core."""
        pipe = asyncio.subprocess.PIPE
        with on_core(-1):
            started = await asyncio.create_subprocess_exec(
                sys.executable, "-m", *arguments, cwd=ROOT, stdin=pipe, stdout=pipe, limit=2**26
            )
        return cls(started)

    def tell(self, line: str) -> None:
        """Send a command."""
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")

    async def answer(self, seconds: float) -> dict[str, Any]:
        """Wait for the answer."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            line = await self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line or "null") or {}
        return answer

    async def end(self) -> None:
        """Leave nothing running."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.communicate()


class Arena:
    """A server and its good players; attacks come one after the other, each from an address of its own."""

    def __init__(self, folder: Path) -> None:
        """Start the server."""
        self.victim = Victim(folder)
        self._crowd: Helper | None = None
        self._attacks = 0
        self.quiet = Seen([], [])  # all that was ever seen while nobody attacked
        self.is_attacked = False

    async def __aenter__(self) -> Self:
        """Seat the good players."""
        self._crowd = await Helper.start("tests.hostile.crowd", str(self.victim.port), GOOD)
        assert await self._crowd.answer(PREPARING_S) == {"crowd": "plays"}
        await self.measure(0.5)  # what is done for the first time takes longer
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing running."""
        if self._crowd is not None:
            await self._crowd.end()
        self.victim.end()

    async def measure(self, seconds: float) -> Seen:
        """Say what the good players see in the coming seconds."""
        assert self._crowd is not None
        self._crowd.tell(f"measure {seconds}")
        return Seen(**await self._crowd.answer(seconds + 20))

    async def reload(self, seconds: float) -> float:
        """Have a good player reload the page, and say how long that took."""
        assert self._crowd is not None
        self._crowd.tell("reload")
        took: float = (await self._crowd.answer(seconds))["took"]
        return took

    async def returned(self, seconds: float) -> float:
        """Wait until all good players are back at their seats, and say how long that took."""
        assert self._crowd is not None
        self._crowd.tell("return")
        took: float = (await self._crowd.answer(seconds))["took"]
        return took

    def address(self) -> str:
        """Give an address that nobody has had yet."""
        self._attacks += 1
        return f"127.0.{1 + self._attacks // 250}.{1 + self._attacks % 250}"

    async def attacker(self, name: str, length: Length, address: str) -> Helper:
        """Start an attacker and wait until it is prepared; before a quiet time is measured, it keeps busy."""
        numbers = (self.victim.port, length.attack_s, length.scale, os.getpid(), int(length.quiet_s > 0))
        attacker = await Helper.start("tests.hostile.attacker", name, address, *map(str, numbers))
        try:
            ready = await attacker.answer(PREPARING_S)
            assert ready.get("ready"), f"{name} is not prepared: {ready}"
        except BaseException:
            await attacker.end()
            raise
        return attacker

    async def trial(self, name: str, length: Length, address: str | None = None) -> Trial:
        """Attack, and say what the good players saw before, meanwhile and after."""
        attacker = await self.attacker(name, length, address or self.address())
        try:
            quiet = await self.measure(length.quiet_s)
            disk, waited, peak = self.victim.disk(), self.victim.waited(), Peak(self.victim)
            watching = asyncio.create_task(peak.watch())
            attacker.tell("go")
            self.is_attacked = True
            attacked = await self.measure(length.attack_s)
            waited = self.victim.waited() - waited
            report = await attacker.answer(length.attack_s + 20)
        finally:
            self.is_attacked = False
            await attacker.end()
        unusable = await usable(self.victim.port, self.address(), USABLE_S)
        after = await self.measure(length.quiet_s / 2)
        watching.cancel()
        self.quiet += quiet
        grown, more = self.victim.disk() - disk, peak.most - peak.before
        return Trial(quiet, attacked, after, more, grown, unusable, report, length.attack_s, waited)
