"""A server with few file descriptors: prints its port, and in the end how often it failed to accept.

The number of pauses that there was time for follows.
"""

import asyncio
import os
import resource
import sys
import time

import uvloop

from pictomania.server.net.port import PAUSE_S, Port
from tests.server.support.echo_server import echo_server
from tests.server.support.raw_client import connect, head
from tests.server.support.waiting import wait_until

WARNING = "cannot accept connections: [Errno 24] Too many open files"


async def serve(connections: int) -> None:
    """Serve until standard input is closed."""
    is_over = asyncio.Event()
    async with echo_server(warnings=[WARNING]) as listener:
        asyncio.get_running_loop().add_reader(sys.stdin, is_over.set)
        async with connect(
            listener, head()
        ) as guest:  # libuv opens a descriptor of its own with the first connection
            await guest.response()
        await wait_until(lambda: listener.connections == 0)
        free = [os.dup(0) for _ in range(connections)]
        for descriptor in free:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(free) + 1,) * 2)
        failures, began = count_failures(), time.monotonic()
        print(listener.port, flush=True)  # noqa: T201 (read by the test)
        await is_over.wait()
        print(len(failures), (time.monotonic() - began) / PAUSE_S)  # noqa: T201


def count_failures() -> list[OSError]:
    """Return a list to which every failure to accept a connection is added."""
    failures: list[OSError] = []
    pause = Port._pause_accepting

    def counted(port: Port, error: OSError) -> None:
        failures.append(error)
        pause(port, error)

    Port._pause_accepting = counted  # type: ignore[assignment, method-assign]
    return failures


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
