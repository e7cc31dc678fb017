"""A relayed socket, between a client and a link that only record what they are told."""

from collections.abc import Callable

import pytest

from pictomania.server.cluster.records import RecordKind
from pictomania.server.cluster.relayed_socket import MAX_EARLY, RelayedSocket
from pictomania.server.net.outbox import BINARY, MAX_UNSENT, PING, TEXT
from pictomania.wire.reasons import Close
from tests.server.cluster.support.links import FakeClient, close_frame

CHANNEL = 7


class FakeLink:
    """Records what a socket sends over it."""

    def __init__(self) -> None:
        self.is_congested = False
        self.sent: list[object] = []

    def add(self, socket: RelayedSocket, bucket: str, *, only_seated: bool) -> int:  # noqa: ARG002
        self.sent.append((bucket, only_seated))
        return CHANNEL

    def send(self, kind: int, channel: int, payload: bytes = b"") -> None:
        assert channel == CHANNEL
        self.sent.append((kind, payload))

    def end(self, channel: int) -> None:
        self.sent.append(("end", channel))


def opened(link: FakeLink) -> tuple[RelayedSocket, FakeClient]:
    """A socket that goes on over a link."""
    client = FakeClient()
    socket = RelayedSocket(client, "10.0.0.1")
    socket.open(link, b"hello", only_seated=False)
    link.sent.clear()
    return socket, client


def test_what_a_client_sends_early_follows_the_hello() -> None:
    """It is not read while the link is being opened, but some of it has been read already."""
    client, link = FakeClient(), FakeLink()
    socket = RelayedSocket(client, "10.0.0.1")
    assert (client.is_reading, client.high) == (False, MAX_UNSENT)
    socket.connected(client)
    socket.receive(PING, b"there?")
    socket.receive(TEXT, b"text")
    socket.open(link, b"hello", only_seated=True)
    assert client.is_reading
    socket.receive(BINARY, b"ink")
    assert link.sent == [
        ("10.0.0.1", True),
        (RecordKind.TEXT, b"hello"),
        (RecordKind.PING, b"there?"),
        (RecordKind.TEXT, b"text"),
        (RecordKind.BINARY, b"ink"),
    ]


def test_too_much_before_the_link_is_open() -> None:
    """The socket is closed, and the other node never hears of it."""
    client, link = FakeClient(), FakeLink()
    socket = RelayedSocket(client, "10.0.0.1")
    for _ in range(MAX_EARLY + 2):
        socket.receive(PING, b"")
    assert client.done == [close_frame(Close.TOO_MUCH), "close"]
    socket.open(link, b"hello", only_seated=False)
    socket.disconnected()
    assert link.sent == []


def test_a_client_that_is_gone_before_the_link_is_open() -> None:
    """The same."""
    client, link = FakeClient(), FakeLink()
    socket = RelayedSocket(client, "10.0.0.1")
    socket.disconnected()
    socket.open(link, b"hello", only_seated=False)
    assert (link.sent, client.done) == ([], [])


def test_nothing_is_passed_on_behind_what_was_refused() -> None:
    """Nor behind the close frame of the client; the channel ends when the connection has."""
    for end in (lambda socket: socket.reject(Close.UNSUPPORTED), RelayedSocket.left):
        link = FakeLink()
        socket, client = opened(link)
        end(socket)
        socket.reject(Close.RESTART)
        socket.receive(TEXT, b"late")
        socket.write(b"late")
        for kind in RecordKind:
            socket.obey(kind, b"")
        assert link.sent == []
        assert client.done in ([], [close_frame(Close.UNSUPPORTED), "close"])
        socket.disconnected()
        assert link.sent == [("end", CHANNEL)]


def test_what_the_other_node_wants() -> None:
    """It writes, sets the limit of a slow reader, and closes or drops the connection."""
    for kind, done in ((RecordKind.CLOSE, "close"), (RecordKind.ABORT, "abort")):
        socket, client = opened(FakeLink())
        socket.write(b"one")
        socket.obey(RecordKind.LIMIT, (1_000_000).to_bytes(4, "little"))
        socket.obey(99, b"of a later release")
        socket.obey(kind, b"")
        socket.write(b"two")
        assert client.done == [b"one", done]
        assert client.high == 1_000_000


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_a_client_is_read_when_nothing_forbids_it(order: tuple[int, ...]) -> None:
    """Neither the other node, nor a congested link, nor what the client has yet to read."""
    link = FakeLink()
    socket, client = opened(link)

    def congest(is_congested: bool) -> None:
        link.is_congested = is_congested
        socket.update_reading()

    holds: list[tuple[Callable[[], None], Callable[[], None]]] = [
        (lambda: socket.obey(RecordKind.PAUSE, b""), lambda: socket.obey(RecordKind.RESUME, b"")),
        (socket.pause_writing, socket.resume_writing),
        (lambda: congest(True), lambda: congest(False)),
    ]
    for hold, _ in holds:
        hold()
    for place in order:
        assert not client.is_reading
        client.is_reading = place == 1  # then the connection has resumed reading by itself
        holds[place][1]()
    assert client.is_reading
    assert link.sent == [(RecordKind.LAGS, b""), (RecordKind.KEEPS_UP, b"")]


def test_a_client_that_lags_is_cut_off() -> None:
    """It would not read why; and if the link isn't open yet, nobody needs to know."""
    socket, client = opened(FakeLink())
    socket.pause_writing()
    socket.reject(Close.RESTART)
    assert client.done == ["abort"]
    client = FakeClient()
    socket = RelayedSocket(client, "10.0.0.1")
    socket.pause_writing()
    socket.resume_writing()
    assert not client.is_reading


def test_a_connection_that_is_closing() -> None:
    """It can be neither paused nor resumed, and need not be."""
    socket, client = opened(FakeLink())
    client.is_closing = True
    socket.obey(RecordKind.PAUSE, b"")
    socket.obey(RecordKind.RESUME, b"")
    assert client.is_reading
