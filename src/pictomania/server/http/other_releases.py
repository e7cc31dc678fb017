"""Files of other releases: during a rolling upgrade, a page and its files may come from different nodes.

Only files that are named after their contents, so that there is only one of each name.
"""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus

from aiohttp import web

from pictomania.log import Unavailable
from pictomania.server.cache import ByteLimitedCache
from pictomania.server.cluster.nats_directory import NatsDirectory
from pictomania.server.cluster.node import Node
from pictomania.server.http.forwarding import Forwarder
from pictomania.server.http.static_files import PACKED

CACHE_BYTES = 16_000_000
MAX_ASKING = 8  # files at a time
KNOWN_S = 2.0  # how long the nodes are remembered, since any stranger can ask for files that don't exist

_NAMED_BY_CONTENT = re.compile(r"/static/assets/[A-Za-z0-9_.-]{1,100}")

_File = tuple[bytes, Mapping[str, str]]


class OtherReleases:
    """Gets files from nodes of other releases, and keeps them in memory."""

    def __init__(self, forwarder: Forwarder, directory: NatsDirectory) -> None:
        self._forwarder = forwarder
        self._directory = directory
        self._files: ByteLimitedCache[_File | None] = ByteLimitedCache(CACHE_BYTES)
        self._asking = asyncio.Semaphore(MAX_ASKING)
        self._looking = asyncio.Lock()
        self._nodes: Mapping[str, Node] = {}  # one for each version
        self._known_until = 0.0

    async def file(self, request: web.Request) -> web.Response:
        """Return a file that this release does not have, or raise `HTTPNotFound`."""
        if not _NAMED_BY_CONTENT.fullmatch(request.path):
            raise web.HTTPNotFound
        accepted = request.headers.get("Accept-Encoding", "").lower()
        coding = ", ".join(coding for coding in PACKED if coding in accepted)
        found = await self._files.find((request.path, coding), lambda: self._find(request.path, coding))
        if found is None:
            raise web.HTTPNotFound
        body, headers = found
        return web.Response(body=body, headers=headers)

    async def _find(self, path: str, coding: str) -> tuple[_File | None, int]:
        async with self._asking:
            for node in (await self._one_of_each()).values():
                with suppress(Unavailable):
                    answer = await self._forwarder.ask(node, "GET", path, {"Accept-Encoding": coding})
                    if answer.status == HTTPStatus.OK and isinstance(answer.body, bytes):
                        return (answer.body, dict(answer.headers)), len(answer.body)
        return None, 0

    async def _one_of_each(self) -> Mapping[str, Node]:
        """Return a node of each other release."""
        loop = asyncio.get_running_loop()
        async with self._looking:
            if loop.time() > self._known_until:
                with suppress(Unavailable):
                    nodes, ours = await self._directory.other_nodes(), self._directory.node.version
                    self._nodes = {node.version: node for node in nodes if node.version != ours}
                self._known_until = loop.time() + KNOWN_S
        return self._nodes
