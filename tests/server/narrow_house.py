"""A server with few descriptors: prints its port, and at the end how much work it has done meanwhile."""

import asyncio
import os
import resource
import sys
import time

import uvloop

from tests.server.host import opened
from tests.server.visitor import head, until, visitor

COMPLAINT = "nobody can come in at the moment: [Errno 24] Too many open files"


async def serve(connections: int) -> None:
    """Serve until nobody listens to us any more."""
    is_over = asyncio.Event()
    async with opened(complaints=[COMPLAINT]) as door:
        asyncio.get_running_loop().add_reader(sys.stdin, is_over.set)
        async with visitor(
            door, head()
        ) as guest:  # libuv keeps a descriptor for itself from the first one on
            await guest.answer()
        await until(lambda: door.connections == 0)
        free = [os.dup(0) for _ in range(connections)]
        for descriptor in free:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(free) + 1,) * 2)
        before = time.process_time()
        print(door.port, flush=True)  # noqa: T201 (this is how the test knows)
        await is_over.wait()
        print(time.process_time() - before)  # noqa: T201


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1])))
