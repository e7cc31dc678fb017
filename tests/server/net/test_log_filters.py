"""Log filters: our own errors are logged, mistakes and data of peers are not."""

import logging

import pytest
from picows import WSFrame, WSProtocolError, WSTransport

from pictomania.server.net.log_filters import PAGES
from tests.server.support.echo_server import Echo, echo_server
from tests.server.support.raw_client import PING, TEXT, UPGRADE, connect, connect_websocket, frame, head


class FailsToConnect(Echo):
    """Raises when it is connected."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        raise ZeroDivisionError(str(transport.is_secure))


class FailsOnFrame(Echo):
    """Raises at the first frame."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        raise ZeroDivisionError(f"{transport.is_secure} {frame.payload_size}")


class RefusesFrames(Echo):
    """Closes the connection at the first frame."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        raise WSProtocolError(1008, "no")


@pytest.mark.parametrize(
    ("echo", "warning"), [(FailsToConnect, "on_ws_connected: False"), (FailsOnFrame, "on_ws_frame")]
)
async def test_our_own_errors_are_logged(echo: type[Echo], warning: str) -> None:
    """And the client gets the close code for a server error."""
    warnings = [f"Initiate disconnect because of exception from WSListener.{warning}"]
    async with (
        echo_server(lambda *_: echo(), warnings=warnings) as listener,
        connect_websocket(listener) as client,
    ):
        client.send(frame(TEXT, b"ink"))
        assert await client.close_code() == 1011


async def test_errors_and_data_of_peers_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """At any log level."""
    caplog.set_level(1)
    async with echo_server(lambda *_: RefusesFrames()) as listener:
        async with connect_websocket(listener) as client:
            client.send(frame(PING, b"secret"), frame(TEXT, b"secret"))
            assert await client.close_code() == 1008
        async with connect_websocket(listener, "Cookie: secret") as client:
            client.send(frame(3, b"secret"))
            assert await client.close_code() == 1002
        async with connect(listener, head("/ws", *UPGRADE, "a secret")) as client:
            assert (await client.response())[0] == 400
        for sent in (b"\x16\x03\x01secret\r\n\r\n", head("/", "a secret"), b"GET secret HTTP/1.1\r\n\r\n"):
            async with connect(listener, sent) as client:
                assert (await client.response())[0] == 400
        broken = head("/echo", "Transfer-Encoding: chunked", method="POST") + b"secret\r\n"
        async with connect(listener, broken) as client:
            assert (await client.response())[0] in (400, 500)
    assert [record for record in caplog.records if record.levelno >= logging.INFO] == []
    assert "secret" not in caplog.text


def test_a_client_that_disconnects_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    for error in (ConnectionResetError(), RuntimeError("Connection closed."), RuntimeError("ours"), None):
        PAGES.error("%r", error, exc_info=error)
    assert caplog.messages == ["RuntimeError('ours')", "None"]
