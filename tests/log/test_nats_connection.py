"""The connection to NATS: whom it trusts, what it fails at once, and that it always comes back."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import ModuleType

import pytest

from pictomania.log import Unavailable, Unusable, nats_connection
from pictomania.log.nats_connection import NatsConnection
from tests.log.fake_nats import FakeNats, fake_nats, silence
from tests.ports import free_port
from tests.server.support.waiting import wait_until

CREDENTIALS = """
-----BEGIN NATS USER JWT-----
header.claims.signature
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
SUSEED
------END USER NKEY SEED------
"""


def echo(_subject: str, data: bytes) -> Sequence[bytes]:
    """Answer with the question."""
    return [data]


@asynccontextmanager
async def connected(fake: FakeNats, credentials: str | None = None) -> AsyncIterator[NatsConnection]:
    """A connection, closed at the end."""
    connection = await NatsConnection.open([fake.url], credentials, 30.0)
    try:
        yield connection
    finally:
        await connection.close()


async def refused(url: str, credentials: str | None = None, patience_s: float = 30.0) -> str:
    """Why a server is unusable."""
    with pytest.raises(Unusable) as info:
        await NatsConnection.open([url], credentials, patience_s)
    return str(info.value)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged by us, without fields."""
    return [record.getMessage() for record in caplog.records if record.name == "pictomania"]


# Opening.


async def test_a_request() -> None:
    """The answer is the reply to this request, even if others wait."""
    async with fake_nats(echo) as fake, connected(fake) as connection:
        replies = await asyncio.gather(*(connection.request("a", b"%d" % number) for number in range(50)))
        assert [reply.data for reply in replies] == [b"%d" % number for number in range(50)]
        assert (connection.version, connection.is_clustered, connection.has_jetstream) == (
            "2.15.1",
            False,
            True,
        )


@pytest.mark.parametrize("version", ["2.9.10", "2.12.2", "2.12.2-RC.4", "1.99.99"])
async def test_an_old_server_is_refused(version: str) -> None:
    """In one sentence, with the version found and the one needed."""
    async with fake_nats() as fake:
        fake.info["version"] = version
        sentence = f"the NATS server at 127.0.0.1:{fake.port} has {version}; 2.12.3 or newer is needed"
        assert await refused(fake.url) == sentence


async def test_a_server_without_a_version_is_refused() -> None:
    async with fake_nats() as fake:
        del fake.info["version"]
        assert "has no version; 2.12.3 or newer is needed" in await refused(fake.url)


@pytest.mark.parametrize("version", ["2.12.3", "2.14.0-dev", "3.0.0"])
async def test_a_new_server_is_used(version: str) -> None:
    async with fake_nats(echo) as fake:
        fake.info["version"] = version
        async with connected(fake) as connection:
            assert connection.version == version


async def test_nothing_listens() -> None:
    """The sentence has the address, but not the password in it."""
    port = free_port()
    sentence = await refused(f"nats://me:secret@127.0.0.1:{port}", patience_s=0.01)
    assert sentence.startswith(f"no connection to NATS at 127.0.0.1:{port}: ")


async def test_an_invalid_address() -> None:
    assert await refused("nats://") == "no connection to NATS at : nats: invalid hostname in connect url"


async def test_a_wrong_password() -> None:
    """Trying again would not help."""
    async with fake_nats() as fake:
        fake.at_ping = "-ERR 'Authorization Violation'"
        sentence = f"no connection to NATS at 127.0.0.1:{fake.port}: nats: 'Authorization Violation'"
        assert await refused(fake.url) == sentence


async def test_a_server_that_hangs_up() -> None:
    """It may not like the password."""
    async with fake_nats() as fake:
        fake.info["auth_required"] = True
        fake.hangs_up = True
        sentence = await refused(fake.url, patience_s=1.0)
        assert sentence.endswith(" (it asks for a password or for credentials)")
        assert len(fake.connects) > 1


async def test_tls_is_not_left_to_the_server() -> None:
    """A server, or someone between, that offers none is told nothing."""
    async with fake_nats() as fake:
        url = fake.url.replace("nats:", "tls:")
        assert (await refused(url)).endswith("nats: secure connection not available")
        assert fake.connects == []


@asynccontextmanager
async def silent_server() -> AsyncIterator[tuple[str, list[asyncio.StreamReader]]]:
    """A server that accepts connections and says nothing: its URL, and what it has accepted."""
    accepted: list[asyncio.StreamReader] = []
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.append(reader)
        writers.append(writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}", accepted
    finally:
        server.close()
        for writer in writers:
            writer.close()


async def test_a_server_that_never_introduces_itself() -> None:
    async with silent_server() as (url, _):
        assert "no answer" in await refused(url, patience_s=0.05)


async def test_connections_to_a_silent_server_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the next one is opened."""
    monkeypatch.setattr(nats_connection, "CONNECT_S", 0.01)
    async with silent_server() as (url, accepted):
        opening = asyncio.ensure_future(NatsConnection.open([url], None, 30.0))
        await wait_until(lambda: len(accepted) == 3)
        assert await asyncio.gather(*(reader.read() for reader in accepted[:2])) == [b"", b""]
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening


# Credentials.


async def test_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are sent signed, again at every reconnect."""
    seeds: list[bytes] = []

    class KeyPair:
        def sign(self, nonce: bytes) -> bytes:
            return b"signed " + nonce

        def wipe(self) -> None:
            pass

    def from_seed(seed: bytearray) -> KeyPair:
        seeds.append(bytes(seed))
        return KeyPair()

    nkeys = ModuleType("nkeys")
    monkeypatch.setattr(nkeys, "from_seed", from_seed, raising=False)
    monkeypatch.setitem(sys.modules, "nkeys", nkeys)
    async with fake_nats(echo) as fake:
        fake.info |= {"auth_required": True, "nonce": "abc"}
        async with connected(fake, CREDENTIALS):
            fake.disconnect()
            await fake.wait_for(lambda: len(fake.connects) == 2)
        for connect in fake.connects:
            assert (connect["jwt"], connect["sig"]) == ("header.claims.signature", "c2lnbmVkIGFiYw==")
        assert seeds == [b"SUSEED"] * 2


async def test_credentials_without_the_package_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nkeys", None)
    async with fake_nats() as fake:
        sentence = "NATS credentials need one more package: pip install nkeys"
        assert await refused(fake.url, CREDENTIALS) == sentence


async def test_another_file_instead_of_credentials() -> None:
    assert await refused("nats://x", "password") == "the file with the NATS credentials contains none"


# Losing the connection.


async def test_a_lost_connection_fails_requests_at_once(caplog: pytest.LogCaptureFixture) -> None:
    """And it comes back; both are logged, without a trace."""
    caplog.set_level(logging.INFO)
    async with fake_nats() as fake, connected(fake) as connection:
        request = asyncio.ensure_future(connection.request("a", b""))
        await fake.wait_for(lambda: fake.asked == ["a"])
        fake.answer = echo
        fake.disconnect()
        with pytest.raises(Unavailable, match="the connection to NATS was lost"):
            await request
        with pytest.raises(Unavailable, match="there is no connection to NATS: nats: unexpected EOF"):
            await connection.request("b", b"")
        await fake.wait_for(lambda: len(fake.connects) == 2)
        await until_connected(connection)
    assert logged(caplog) == ["NATS connected", "NATS connection lost", "NATS connected"]
    assert not any(record.exc_info for record in caplog.records)


async def until_connected(connection: NatsConnection) -> bytes:
    """Repeat a request until it is answered."""
    while True:
        try:
            return (await connection.request("again", b"x")).data
        except Unavailable:
            await asyncio.sleep(0)


async def test_the_client_gives_up(caplog: pytest.LogCaptureFixture) -> None:
    """But we don't: nats-py ends its client after an error like this one."""
    async with fake_nats(echo) as fake, connected(fake) as connection:
        await fake.send("-ERR 'Maximum Connections Exceeded'")
        fake.disconnect()
        await fake.wait_for(lambda: len(fake.connects) == 2)
        assert await until_connected(connection) == b"x"
    assert "NATS connection lost" in logged(caplog)


async def test_closing_while_the_client_is_replaced() -> None:
    async with fake_nats(echo) as fake:
        async with connected(fake):
            fake.at_ping = ""
            await fake.send("-ERR 'Maximum Connections Exceeded'")
            await fake.wait_for(lambda: len(fake.connects) == 2)
        assert len(fake.connects) == 2


async def reconnect(fake: FakeNats, connection: NatsConnection, version: str) -> None:
    """Let a server come back with another version."""
    fake.info["version"] = version
    fake.disconnect()
    await wait_until(lambda: connection.version == version)


async def test_an_old_server_after_a_reconnect(caplog: pytest.LogCaptureFixture) -> None:
    """It is not used, and a newer one is."""
    async with fake_nats(echo) as fake, connected(fake) as connection:
        await reconnect(fake, connection, "2.10.1")
        with pytest.raises(Unavailable, match=r"has 2\.10\.1; 2\.12\.3 or newer is needed"):
            await connection.request("a", b"")
        await reconnect(fake, connection, "2.15.2")
        assert (await connection.request("a", b"x")).data == b"x"
    assert "NATS too old" in logged(caplog)


async def test_a_stalled_server_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers no pings, even if its connection stays open."""
    monkeypatch.setattr(nats_connection, "PING_S", 0.02)
    async with fake_nats() as fake, connected(fake) as connection:
        fake.at_ping = ""
        with pytest.raises(Unavailable, match="the connection to NATS was lost"):
            await connection.request("a", b"")


async def test_closing_fails_requests() -> None:
    """A closed connection takes no more of them."""
    async with fake_nats() as fake:
        async with connected(fake) as connection:
            request = asyncio.ensure_future(connection.request("a", b""))
            await fake.wait_for(lambda: fake.asked == ["a"])
        with pytest.raises(Unavailable, match="the connection to NATS was lost"):
            await request
        with pytest.raises(Unavailable, match="there is no connection to NATS"):
            await connection.request("a", b"")


# Answers.


async def test_a_late_answer_is_ignored() -> None:
    """Its caller has given up, or got another one."""

    def answer(subject: str, data: bytes) -> Sequence[bytes]:
        return silence(subject, data) if subject == "slow" else [data, b"once more"]

    async with fake_nats(answer) as fake, connected(fake) as connection:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await connection.request("slow", b"")
        assert (await connection.request("a", b"x")).data == b"x"
        assert (await connection.request("b", b"y")).data == b"y"


async def test_nobody_answers() -> None:
    """NATS says so at once."""
    async with fake_nats(lambda *_: [b"NATS/1.0 503\r\n\r\n"]) as fake, connected(fake) as connection:
        with pytest.raises(Unavailable, match="no server of NATS stores this log now"):
            await connection.request("a", b"")


async def test_a_message_that_is_too_large() -> None:
    """nats-py refuses it."""
    async with fake_nats() as fake, connected(fake) as connection:
        for send in (connection.request, connection.publish):
            with pytest.raises(Unavailable, match="nats: maximum payload exceeded"):
                await send("a", bytes(2 << 20))


async def test_a_missing_permission_is_logged_without_the_table(caplog: pytest.LogCaptureFixture) -> None:
    """Subjects contain codes of tables, which are secrets."""
    async with fake_nats(echo) as fake, connected(fake) as connection:
        await fake.send("-ERR 'Permissions Violation for Publish to \"pictomania.log.SECRET\"'")
        await connection.request("a", b"")
    (record,) = (record for record in caplog.records if record.getMessage() == "NATS permission missing")
    assert record.fields == {"why": 'nats: permissions violation for publish to "…"'}  # type: ignore[attr-defined]
