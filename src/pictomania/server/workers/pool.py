"""A pool of worker processes, for work that is too expensive or too risky for the server's own process.

A job is a named function of bytes (`jobs.py`). It runs in a process process that is killed when it takes too
long. Jobs are queued by address, and addresses take turns.
"""

import asyncio
import logging
from collections import Counter, deque
from dataclasses import dataclass

from pictomania.server.metrics import Metrics
from pictomania.server.structured_logging import log_event
from pictomania.server.workers.pipe import JobDeclined, JobLimit, JobParts, JobStatus
from pictomania.server.workers.worker_process import PROGRAM, JobResult, WorkerProcess

MAX_PROCESSES = 2
JOBS_PER_PROCESS = 500  # then the process is replaced, in case it leaks memory
START_S = 10.0  # extra time for the first job of a new process


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """Limits on queued jobs, in number and bytes."""

    jobs: int = 400
    jobs_per_address: int = 120  # a school looks at pictures of its games
    bytes: int = 48_000_000
    bytes_per_address: int = 16_000_000  # a single job may be larger
    wait_s: float = 15.0


class PoolBusy(Exception):  # noqa: N818 (a state, not a fault)
    """The queue is full; try again later."""


class JobFailed(Exception):  # noqa: N818 (an event)
    """A job exceeded a limit on time, memory or result size, or crashed."""


@dataclass(slots=True, eq=False)
class _QueuedJob:
    name: str
    parts: JobParts
    who: str
    limit: JobLimit
    result: asyncio.Future[JobParts]
    size: int
    queue_timer: asyncio.TimerHandle | None = None


_REASONS = {
    JobStatus.RESULT_TOO_LARGE: "the result is too large",
    JobStatus.OUT_OF_MEMORY: "out of memory",
    JobStatus.CRASHED: "crashed",
}


class WorkerPool:
    """A few worker processes and their queue."""

    def __init__(
        self,
        metrics: Metrics,
        most: int = MAX_PROCESSES,
        limits: QueueLimits | None = None,
        program: str = PROGRAM,
    ) -> None:
        """Processes run the module `program`, and are started when there is a job."""
        self._metrics = metrics
        self._program = program
        self._most = most
        self._limits = limits or QueueLimits()
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, _QueuedJob] = {}
        self._waiting: dict[str, deque[_QueuedJob]] = {}  # by address; the next turn first
        self.is_closed = False

    @property
    def waiting(self) -> int:
        """The number of queued jobs."""
        return sum(map(len, self._waiting.values()))

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [process.pid for process in (*self._idle, *self._busy) if process.pid]

    async def run(self, name: str, parts: JobParts, who: str, limit: JobLimit) -> JobParts:
        """Run a job for an address. Raises `PoolBusy`, `JobFailed` or `JobDeclined`."""
        loop = asyncio.get_running_loop()
        job = _QueuedJob(name, parts, who, limit, loop.create_future(), sum(map(len, parts)))
        if self.is_closed or not self._has_room(job):
            self._metrics.jobs_busy += 1
            raise PoolBusy
        self._waiting.setdefault(who, deque()).append(job)
        self._start()
        if job in self._waiting.get(who, ()):
            job.queue_timer = loop.call_later(self._limits.wait_s, self._time_out, job)
        try:
            return await job.result
        finally:
            self._remove(job)

    def _has_room(self, job: _QueuedJob) -> bool:
        limits, own = self._limits, self._waiting.get(job.who, ())
        everything = [waiting for queue in self._waiting.values() for waiting in queue]
        return (
            len(own) < limits.jobs_per_address
            and len(everything) < limits.jobs
            and (not own or _bytes(own) + job.size <= limits.bytes_per_address)
            and (not everything or _bytes(everything) + job.size <= limits.bytes)
        )

    def _time_out(self, job: _QueuedJob) -> None:
        self._metrics.jobs_busy += 1
        job.result.set_exception(PoolBusy())
        self._remove(job)

    def _remove(self, job: _QueuedJob) -> None:
        """Remove a job from its queue, if it is still there."""
        if job.queue_timer is not None:
            job.queue_timer.cancel()
        queue = self._waiting.get(job.who)
        if queue is not None and job in queue:
            queue.remove(job)
            if not queue:
                del self._waiting[job.who]

    # Turns.

    def _start(self) -> None:
        """Give queued jobs to idle processes."""
        while len(self._busy) < self._most and (job := self._next()) is not None:
            if job.queue_timer is not None:
                job.queue_timer.cancel()
            self._assign(job, self._idle_process())

    def _idle_process(self) -> WorkerProcess:
        while self._idle:
            process = self._idle.pop()
            if process.is_usable:
                return process
            process.kill()  # its process is gone, but not its thread
        return WorkerProcess(self._program)

    def _assign(self, job: _QueuedJob, process: WorkerProcess) -> None:
        allowed_s = job.limit.wall_s + (0 if process.job_count else START_S)
        timer = asyncio.get_running_loop().call_later(allowed_s, process.kill)
        self._busy[process] = job
        ended = process.run(job.name, job.parts, job.limit)
        ended.add_done_callback(lambda ended: self._on_end(process, timer, ended.result()))

    def _next(self) -> _QueuedJob | None:
        """Pick the next job: addresses take turns, and none may occupy all processes."""
        running = Counter(job.who for job in self._busy.values())
        for who, queue in self._waiting.items():
            if running[who] < max(1, self._most - 1):
                job = queue.popleft()
                del self._waiting[who]
                if queue:
                    self._waiting[who] = queue
                return job
        return None

    def _on_end(self, process: WorkerProcess, timer: asyncio.TimerHandle, ended: JobResult) -> None:
        timer.cancel()
        job = self._busy.pop(process)
        if (
            ended.is_reusable
            and process.is_usable
            and process.job_count < JOBS_PER_PROCESS
            and not self.is_closed
        ):
            self._idle.append(process)
        else:
            process.kill()
        self._deliver(job, ended)
        if not self.is_closed:
            self._start()

    def _deliver(self, job: _QueuedJob, ended: JobResult) -> None:
        self._metrics.jobs += 1
        if job.result.done():  # the caller gave up
            return
        if ended.status is JobStatus.DONE:
            job.result.set_result(ended.result)
        elif ended.status is JobStatus.DECLINED:
            job.result.set_exception(JobDeclined(b"".join(ended.result)))
        elif self.is_closed:
            job.result.set_exception(PoolBusy())
        else:
            self._metrics.jobs_given_up += 1
            why = ended.cause if ended.status is None else _REASONS[ended.status]
            place = b"".join(ended.result).decode(errors="replace")
            log_event("job failed", logging.WARNING, job=job.name, why=why, where=place, bytes=job.size)
            job.result.set_exception(JobFailed(why))

    # Shutdown.

    async def close(self) -> None:
        """Kill all processes at once; their callers get `PoolBusy`."""
        self.is_closed = True
        for queue in list(self._waiting.values()):
            for job in list(queue):
                self._time_out(job)
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        for process in processes:
            process.kill()
        for process in processes:
            await process.wait_until_gone()


def _bytes(jobs: "deque[_QueuedJob] | list[_QueuedJob] | tuple[()]") -> int:
    return sum(job.size for job in jobs)
