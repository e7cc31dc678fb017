"""A server, its good players, and one attack at a time, judged by what the good players see."""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.hostile.arena.samples import Seen
from tests.hostile.arena.usable import usable
from tests.hostile.arena.victim import Peak, Victim, on_core

ROOT = Path(__file__).parents[3]
GOOD = "127.0.0.1"  # where the good players are
PREPARING_S = 30.0
USABLE_S = 2.0  # after an attack


@dataclass(frozen=True)
class Length:
    """Durations, and a factor for the number of sockets."""

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
    unusable: str  # what did not work two seconds after the attack
    report: dict[str, Any]  # of the attacker
    seconds: float  # duration of the attack
    waited: float  # of which the server waited for its CPU core


class Helper:
    """A child process that takes commands line by line and answers in JSON."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
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
        """End the processes."""
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
        self.quiet = Seen([], [])  # everything measured without an attack
        self.is_attacked = False

    async def __aenter__(self) -> Self:
        """Seat the good players."""
        self._crowd = await Helper.start("tests.hostile.arena.crowd", str(self.victim.port), GOOD)
        assert await self._crowd.answer(PREPARING_S) == {"crowd": "plays"}
        await self.measure(0.5)  # warm up
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes."""
        if self._crowd is not None:
            await self._crowd.end()
        self.victim.end()

    async def measure(self, seconds: float) -> Seen:
        """Measure what the good players see for some seconds."""
        assert self._crowd is not None
        self._crowd.tell(f"measure {seconds}")
        return Seen(**await self._crowd.answer(seconds + 20))

    async def reload(self, seconds: float) -> float:
        """Let a good player reload the page; return how long it took."""
        assert self._crowd is not None
        self._crowd.tell("reload")
        took: float = (await self._crowd.answer(seconds))["took"]
        return took

    async def returned(self, seconds: float) -> float:
        """Wait until all good players are back at their seats; return how long it took."""
        assert self._crowd is not None
        self._crowd.tell("return")
        took: float = (await self._crowd.answer(seconds))["took"]
        return took

    def address(self) -> str:
        """Return an unused address."""
        self._attacks += 1
        return f"127.0.{1 + self._attacks // 250}.{1 + self._attacks % 250}"

    async def attacker(self, name: str, length: Length, address: str) -> Helper:
        """Start an attacker and wait until it is ready; until it attacks, it keeps its core busy."""
        numbers = (self.victim.port, length.attack_s, length.scale, os.getpid(), int(length.quiet_s > 0))
        attacker = await Helper.start("tests.hostile.arena.attacker", name, address, *map(str, numbers))
        try:
            ready = await attacker.answer(PREPARING_S)
            assert ready.get("ready"), f"{name} is not prepared: {ready}"
        except BaseException:
            await attacker.end()
            raise
        return attacker

    async def trial(self, name: str, length: Length, address: str | None = None) -> Trial:
        """Attack; return what the good players saw before, during and after it."""
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
