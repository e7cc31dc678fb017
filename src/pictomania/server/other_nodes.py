"""What this server and the other nodes of its cluster do for each other; nothing, if it is alone."""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from http import HTTPStatus

from aiohttp import web
from picows import WSListener

from pictomania.log import EventLog, Unavailable, Unusable
from pictomania.log.nats import NatsLog
from pictomania.server.cluster.directory import Directory, LocalDirectory
from pictomania.server.cluster.membership import Membership, join_cluster
from pictomania.server.cluster.records import LINK_PATH
from pictomania.server.cluster.relay import PING_AFTER_S, PONG_WITHIN_S, Relay
from pictomania.server.cluster.remote_clients import RemoteClients
from pictomania.server.cluster.shared_budgets import SharedBudget
from pictomania.server.config import Config
from pictomania.server.http.api import Api
from pictomania.server.http.forwarding import Forwarder, trust_nodes
from pictomania.server.http.other_releases import OtherReleases
from pictomania.server.http.pages import FindElsewhere, add_files, catch_errors, static_folder
from pictomania.server.http.static_files import StaticFiles
from pictomania.server.net.addresses import Addresses
from pictomania.server.net.connection_limits import ConnectionLimits
from pictomania.server.net.listener import Listener, listen
from pictomania.server.net.port import CannotListen
from pictomania.server.net.refusal import HttpRefusal
from pictomania.server.net.upgrade import Peer
from pictomania.server.tables.client_socket import ClientSocket, SocketServices
from pictomania.server.tables.lookup import Lookup
from pictomania.table.custom_decks import MAX_UPLOAD_BYTES

MANY = 10_000  # connections from other nodes: requests that they send on, and one link each
MAX_MESSAGE_BYTES = 1 << 20  # on a link


class OtherNodes:
    """The other nodes of the cluster, if there is one."""

    def __init__(self, membership: Membership | None) -> None:
        self.directory: Directory = LocalDirectory()
        self.relay: Relay | None = None
        self.forwarder: Forwarder | None = None
        self.find_file: FindElsewhere | None = None
        self._membership = membership
        self._listener: Listener | None = None
        if membership is not None:
            tls = None if membership.tls is None else membership.tls.client
            self.directory = membership.directory
            self.relay = Relay(membership.secret, tls)
            self.forwarder = Forwarder(membership.secret, tls)
            self.find_file = OtherReleases(self.forwarder, membership.directory).file

    @classmethod
    async def meet(cls, config: Config, log: EventLog, is_sure: Callable[[str], bool]) -> "OtherNodes":
        """Join the cluster that the configuration names, or raise `CannotListen` or `Unusable`.

        `is_sure` tells whether this node still owns a table.
        """
        if not config.nats or not isinstance(log, NatsLog):
            return cls(None)
        try:
            return cls(await join_cluster(config, log, is_sure))
        except (OSError, UnicodeError) as error:
            why, _, _ = str(getattr(error, "strerror", None) or error).partition(" (")
            raise CannotListen(
                f"cannot listen on {config.inside}: {why}; --inside chooses another"
            ) from error
        except Unavailable as error:
            raise Unusable(str(error)) from error

    async def open(self, lookup: Lookup, sockets: SocketServices, api: Api) -> None:
        """Open the inside port, through which the clients and requests of other nodes come."""
        membership, relay = self._membership, self.relay
        if membership is None or relay is None:
            return

        def connect(bucket: str, only_seated: bool) -> ClientSocket:
            return ClientSocket(
                lambda code, key: lookup.find_here(code, key, only_seated=only_seated), bucket, sockets
            )

        def accept(request: web.BaseRequest, peer: Peer) -> WSListener:  # noqa: ARG001
            given = request.headers.get("Authorization", "").encode(errors="surrogateescape")
            if request.path != LINK_PATH or not compare_digest(given, f"Bearer {membership.secret}".encode()):
                raise HttpRefusal(HTTPStatus.FORBIDDEN)
            return RemoteClients(connect)

        pages = web.Application(
            client_max_size=MAX_UPLOAD_BYTES, middlewares=[catch_errors, trust_nodes(membership.secret)]
        )
        api.add_to(pages)
        add_files(pages, StaticFiles(static_folder()))
        limits = ConnectionLimits(
            connections=MANY,
            per_address=MANY,
            frame_bytes=MAX_MESSAGE_BYTES,
            ping_after_s=PING_AFTER_S,
            pong_within_s=PONG_WITHIN_S,
        )
        tls = None if membership.tls is None else membership.tls.server
        self._listener = await listen(membership.inside, accept, pages, limits, Addresses(), tls)
        await membership.directory.open()
        gauges = sockets.metrics.gauges
        gauges["relayed"] = ("Connected clients whose tables are on other nodes.", lambda: relay.sockets)
        gauges["links"] = ("Open links to nodes that have tables of our clients.", lambda: relay.links)

    async def share(self, budgets: Mapping[str, SharedBudget]) -> None:
        """Share budgets with other nodes, until cancelled."""
        if self._membership is not None:
            await self._membership.share(budgets).run()

    def stop(self) -> None:
        """Take no more clients of other nodes."""
        if self._membership is not None:
            self._membership.directory.close()
        if self._listener is not None:
            self._listener.close()

    async def close_sockets(self) -> None:
        """Close the sockets whose tables are on other nodes."""
        if self.relay is not None:
            await self.relay.close()

    async def close(self) -> None:
        """Close all links."""
        if self._listener is not None:
            await self._listener.shut_down()
        if self.forwarder is not None:
            await self.forwarder.close()
