"""Hush: what our log hears of the libraries."""

import logging

import pytest
from picows import WSFrame, WSProtocolError, WSTransport

from pictomania.server.hush import PAGES
from tests.server.host import Echo, opened
from tests.server.visitor import PING, TEXT, UPGRADE, frame, head, socket, visitor


class Rude(Echo):
    """Does not even get connected."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Break down."""
        raise ZeroDivisionError(str(transport.is_secure))


class Clumsy(Echo):
    """Breaks down at the first frame."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Break down."""
        raise ZeroDivisionError(f"{transport.is_secure} {frame.payload_size}")


class Strict(Echo):
    """Refuses everything."""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Refuse."""
        raise WSProtocolError(1008, "no")


@pytest.mark.parametrize(
    ("listener", "complaint"), [(Rude, "on_ws_connected: False"), (Clumsy, "on_ws_frame")]
)
async def test_our_own_mistakes(listener: type[Echo], complaint: str) -> None:
    """Are heard of, and the peer is told that it was us."""
    complaints = [f"Initiate disconnect because of exception from WSListener.{complaint}"]
    async with opened(lambda *_: listener(), complaints=complaints) as door, socket(door) as drawer:
        drawer.say(frame(TEXT, b"ink"))
        assert await drawer.close_code() == 1011


async def test_what_peers_do_wrong(caplog: pytest.LogCaptureFixture) -> None:
    """Is not, however much somebody would like to hear, and neither is what they said."""
    caplog.set_level(1)
    async with opened(lambda *_: Strict()) as door:
        async with socket(door) as drawer:
            drawer.say(frame(PING, b"secret"), frame(TEXT, b"secret"))
            assert await drawer.close_code() == 1008
        async with socket(door, "Cookie: secret") as drawer:
            drawer.say(frame(3, b"secret"))
            assert await drawer.close_code() == 1002
        async with visitor(door, head("/ws", *UPGRADE, "a secret")) as guest:
            assert (await guest.answer())[0] == 400
        for said in (b"\x16\x03\x01secret\r\n\r\n", head("/", "a secret"), b"GET secret HTTP/1.1\r\n\r\n"):
            async with visitor(door, said) as guest:
                assert (await guest.answer())[0] == 400
        broken = head("/again", "Transfer-Encoding: chunked", method="POST") + b"secret\r\n"
        async with visitor(door, broken) as guest:
            assert (await guest.answer())[0] in (400, 500)
    assert [record for record in caplog.records if record.levelno >= logging.INFO] == []
    assert "secret" not in caplog.text


def test_whose_fault_a_page_failed_by(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever leaves while they are answered has done nothing wrong, and neither have we."""
    for fault in (ConnectionResetError(), RuntimeError("Connection closed."), RuntimeError("ours"), None):
        PAGES.error("%r", fault, exc_info=fault)
    assert caplog.messages == ["RuntimeError('ours')", "None"]
