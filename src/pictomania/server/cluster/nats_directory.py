"""The directory of a cluster: asks over NATS who owns a table, and answers for the tables of this node."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress

import msgspec

from pictomania.log import Unavailable
from pictomania.log.nats_connection import NatsConnection, NoResponders, Reply
from pictomania.server.cluster.node import Node

FIRST_ASK_S = 0.05  # before a question is repeated: by then, a node that takes a table over has done so
ASK_S = 0.5  # the same, later
ANSWERS_S = 0.5  # for all nodes to say who they are
SILENCE_S = 3.0  # of an owner that does not answer: it is gone, or frozen
SILENCE_AGAIN_S = 0.5  # the same, of one that has been silent before

_decoder = msgspec.json.Decoder(Node)


class NatsDirectory:
    """Asks and answers on a subject for every table."""

    def __init__(
        self, connection: NatsConnection, name: str, node: Node, is_sure: Callable[[str], bool]
    ) -> None:
        """`name` is the first word of all subjects.

        `is_sure` tells whether this node still owns a table; while it can't tell, nobody gets an answer.
        """
        self.node = node
        self._connection = connection
        self._name = name
        self._is_sure = is_sure
        self._answer = msgspec.json.encode(node)

    @property
    def losses(self) -> int:
        """How often this node lost its connection to the others."""
        return self._connection.losses

    async def open(self) -> None:
        """Answer for the node itself."""
        await self._connection.services.serve(self._nodes_subject, lambda _: self._answer)

    def close(self) -> None:
        """Answer for the node no longer: it is stopping."""
        self._connection.services.withdraw(self._nodes_subject)

    async def other_nodes(self) -> list[Node]:
        """Ask all other nodes who they are; those that do not answer soon are missing."""
        found: list[Node] = []

        def add(reply: Reply) -> bool:
            with suppress(msgspec.MsgspecError):
                found.append(_decoder.decode(reply.data))
            return False

        asking = asyncio.ensure_future(self._connection.request_many(self._nodes_subject, b"", add))
        try:
            await asyncio.wait((asking,), timeout=ANSWERS_S)
            if asking.done():
                with suppress(NoResponders):
                    asking.result()
        finally:
            asking.cancel()
        return [node for node in found if node != self.node]

    async def newer_node(self) -> Node | None:
        """Find a node that can read newer entries than this one."""
        newer = [node for node in await self.other_nodes() if node.reads > self.node.reads]
        return random.choice(newer) if newer else None  # noqa: S311 (any of them)

    async def owner(self, code: str, *, again: bool = False) -> Node | None:
        """Find the node that owns a table; a node that stays silent for long does not own it any more.

        It is asked again and again, since messages may get lost; an answer to any of the questions counts.
        """
        asks: set[asyncio.Task[Node | None]] = set()
        silent_s, patience_s = 0.0, FIRST_ASK_S
        try:
            # Not by the clock: if this node stands still meanwhile, answers may wait to be read.
            while silent_s < (SILENCE_AGAIN_S if again else SILENCE_S):
                asks.add(asyncio.ensure_future(self._ask(code)))
                done, _ = await asyncio.wait(asks, timeout=patience_s, return_when=asyncio.FIRST_COMPLETED)
                if done:
                    return done.pop().result()
                silent_s += patience_s
                patience_s = min(2 * patience_s, ASK_S)
            return None
        finally:
            for ask in asks:
                ask.cancel()  # if it has failed too, this keeps asyncio from reporting it

    async def _ask(self, code: str) -> Node | None:
        try:
            reply = await self._connection.request(self._subject(code), b"")
        except NoResponders:
            return None
        try:
            return _decoder.decode(reply.data)
        except msgspec.MsgspecError:
            raise Unavailable("a node answers what nobody understands") from None

    async def hold(self, code: str, on_taken: Callable[[], None] | None = None) -> None:
        """Answer for a table from now on; `on_taken` is called if another node announces that it has it."""

        def receive(data: bytes) -> bytes | None:
            if on_taken is not None and self._is_announcement(data):
                on_taken()
            return self._answer if self._is_sure(code) else None  # sent only if it was a question

        await self._connection.services.serve(self._subject(code), receive)

    def _is_announcement(self, data: bytes) -> bool:
        """Whether a message comes from another node that has taken a table over; a question is empty."""
        with suppress(msgspec.MsgspecError):
            return _decoder.decode(data) != self.node
        return False

    async def announce(self, code: str) -> None:
        """Tell the last owner of a table, if it is alive, that this node has taken it over."""
        with suppress(Unavailable):  # it will find out at its next append
            await self._connection.publish(self._subject(code), self._answer)

    def release(self, code: str) -> None:
        """Answer for a table no longer."""
        self._connection.services.withdraw(self._subject(code))

    @property
    def _nodes_subject(self) -> str:
        return f"{self._name}.nodes"

    def _subject(self, code: str) -> str:
        return f"{self._name}.who.{code}"
