"""Worker processes for what is too costly, or too risky, for the server's own process.

A job is a named function of bytes (`jobs.py`). It runs in a child process that is killed when it takes too
long; waiting jobs are queued by address, and addresses take turns.
"""

import asyncio
from collections import Counter, deque
from dataclasses import dataclass

from pictomania.server.child import PROGRAM, Child, Ended
from pictomania.server.journal import note
from pictomania.server.metrics import Metrics
from pictomania.server.pipe import Declined, Limit, Parts, Status

MOST_PROCESSES = 2
MOST_JOBS = 500  # of one process; then a new one is started, whatever the old one has piled up
START_S = 10.0  # for a new process, on top of the time for its first job


@dataclass(frozen=True, slots=True)
class Queues:
    """How much may wait, in jobs and bytes."""

    jobs: int = 400
    jobs_each: int = 120  # of one address: a school looks at the pictures of its games
    bytes: int = 48_000_000
    bytes_each: int = 16_000_000  # one job may always wait, whatever its size
    wait_s: float = 15.0


class Busy(Exception):  # noqa: N818 (how it is, not what is wrong)
    """Too much is waiting already; try again later."""


class TooMuch(Exception):  # noqa: N818 (how it is)
    """A job was given up: it took too long or too much memory, had too large an answer, or crashed."""


@dataclass(slots=True, eq=False)
class _Task:
    job: str
    parts: Parts
    who: str
    limit: Limit
    answer: asyncio.Future[Parts]
    size: int
    patience: asyncio.TimerHandle | None = None


_WHY = {
    Status.ANSWER_TOO_LARGE: "the answer is too large",
    Status.OUT_OF_MEMORY: "out of memory",
    Status.CRASHED: "crashed",
}


class Workers:
    """A few killable processes, and what waits for them."""

    def __init__(
        self,
        metrics: Metrics,
        most: int = MOST_PROCESSES,
        queues: Queues | None = None,
        program: str = PROGRAM,
    ) -> None:
        """Start processes, of a module of this name, when there is something to do."""
        self._metrics = metrics
        self._program = program
        self._most = most
        self._queues = queues or Queues()
        self._idle: list[Child] = []
        self._busy: dict[Child, _Task] = {}
        self._waiting: dict[str, deque[_Task]] = {}  # whose turn is next comes first
        self.is_closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that run."""
        return [child.pid for child in (*self._idle, *self._busy) if child.pid]

    async def do(self, job: str, parts: Parts, who: str, limit: Limit) -> Parts:
        """Have a job done for an address. Raises `Busy`, `TooMuch` or `Declined`."""
        loop = asyncio.get_running_loop()
        task = _Task(job, parts, who, limit, loop.create_future(), sum(map(len, parts)))
        if self.is_closed or not self._has_room(task):
            self._metrics.jobs_busy += 1
            raise Busy
        self._waiting.setdefault(who, deque()).append(task)
        self._start()
        if task in self._waiting.get(who, ()):
            task.patience = loop.call_later(self._queues.wait_s, self._drop, task)
        try:
            return await task.answer
        finally:
            self._forget(task)

    def _has_room(self, task: _Task) -> bool:
        limits, own = self._queues, self._waiting.get(task.who, ())
        everything = [waiting for queue in self._waiting.values() for waiting in queue]
        return (
            len(own) < limits.jobs_each
            and len(everything) < limits.jobs
            and (not own or _bytes(own) + task.size <= limits.bytes_each)
            and (not everything or _bytes(everything) + task.size <= limits.bytes)
        )

    def _drop(self, task: _Task) -> None:
        self._metrics.jobs_busy += 1
        task.answer.set_exception(Busy())
        self._forget(task)

    def _forget(self, task: _Task) -> None:
        """Take a task out of its queue, if it still waits there."""
        if task.patience is not None:
            task.patience.cancel()
        queue = self._waiting.get(task.who)
        if queue is not None and task in queue:
            queue.remove(task)
            if not queue:
                del self._waiting[task.who]

    # Turns.

    def _start(self) -> None:
        """Give waiting jobs to processes that have none."""
        while len(self._busy) < self._most and (task := self._next()) is not None:
            if task.patience is not None:
                task.patience.cancel()
            self._give(task, self._child())

    def _child(self) -> Child:
        while self._idle:
            child = self._idle.pop()
            if child.is_usable:
                return child
            child.kill()  # its process is gone already, but not its thread
        return Child(self._program)

    def _give(self, task: _Task, child: Child) -> None:
        allowed_s = task.limit.wall_s + (0 if child.jobs else START_S)
        timer = asyncio.get_running_loop().call_later(allowed_s, child.kill)
        self._busy[child] = task
        ended = child.do(task.job, task.parts, task.limit)
        ended.add_done_callback(lambda ended: self._ended(child, timer, ended.result()))

    def _next(self) -> _Task | None:
        """Let addresses take turns; none may have all processes, so that another one never waits for it."""
        running = Counter(task.who for task in self._busy.values())
        for who, queue in self._waiting.items():
            if running[who] < max(1, self._most - 1):
                task = queue.popleft()
                del self._waiting[who]
                if queue:
                    self._waiting[who] = queue
                return task
        return None

    def _ended(self, child: Child, timer: asyncio.TimerHandle, ended: Ended) -> None:
        timer.cancel()
        task = self._busy.pop(child)
        if ended.is_harmless and child.is_usable and child.jobs < MOST_JOBS and not self.is_closed:
            self._idle.append(child)
        else:
            child.kill()
        self._tell(task, ended)
        if not self.is_closed:
            self._start()

    def _tell(self, task: _Task, ended: Ended) -> None:
        self._metrics.jobs += 1
        if task.answer.done():  # nobody waits for it any more
            return
        if ended.status is Status.DONE:
            task.answer.set_result(ended.answer)
        elif ended.status is Status.DECLINED:
            task.answer.set_exception(Declined(b"".join(ended.answer)))
        elif self.is_closed:
            task.answer.set_exception(Busy())
        else:
            self._metrics.jobs_given_up += 1
            why = ended.death if ended.status is None else _WHY[ended.status]
            place = b"".join(ended.answer).decode(errors="replace")
            note("a job was given up", 30, job=task.job, why=why, where=place, bytes=task.size)
            task.answer.set_exception(TooMuch(why))

    # The end.

    async def close(self) -> None:
        """Kill all processes at once; whoever waits for them is told that we are busy."""
        self.is_closed = True
        for queue in list(self._waiting.values()):
            for task in list(queue):
                self._drop(task)
        children = [*self._idle, *self._busy]
        self._idle.clear()
        for child in children:
            child.kill()
        for child in children:
            await child.until_gone()


def _bytes(tasks: "deque[_Task] | list[_Task] | tuple[()]") -> int:
    return sum(task.size for task in tasks)
