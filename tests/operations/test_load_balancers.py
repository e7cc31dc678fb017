"""The load balancers of the examples: they pass everything on, skip nodes that are gone."""

import asyncio
import shutil
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from itertools import count
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession, TCPConnector, WSServerHandshakeError

from pictomania.wire.json_codec import encode
from tests.operations.examples import Program, Site, example, running
from tests.server.support.socket_client import hello
from tests.server.support.waiting import wait_until

ORIGIN = "https://pictomania.example"
UNPACKED = Path(sys.prefix) / "load_balancers"  # by scripts/load_balancers.sh
PLACES = f"{UNPACKED}/usr/sbin:{UNPACKED}/usr/bin:/usr/local/sbin:/usr/sbin"
LIBRARIES = {"LD_LIBRARY_PATH": ":".join(map(str, UNPACKED.glob("usr/lib/*-linux-*")))}
BALANCER, PORT, PLAIN_PORT = 10, 8443, 8080
TABLES_PER_HOUR = 30
RETRY_S = 0.02
SURE = 30  # answers in a row
SHUTDOWN_S = 40.0  # asyncio gives up closing TLS after 30 s
_players = count(20)


def installed(name: str) -> str:
    """Where a program is; a test that needs it is skipped without it."""
    path = shutil.which(name) or shutil.which(name, path=PLACES)
    if path is None:
        pytest.skip(f"{name} is missing: run scripts/load_balancers.sh {UNPACKED}")
    return path


def certificate(site: Site, *suffixes: str) -> bytes:
    """A certificate and a key, of any kind: nobody checks it here."""
    return b"".join((site.etc(1) / f"machine.{suffix}").read_bytes() for suffix in suffixes)


def haproxy(site: Site, folder: Path) -> Program:
    """HAProxy, which reads the certificate and its key from one file."""
    (folder / "site.pem").write_bytes(certificate(site, "pem", "key"))
    text = site.local(example("/etc/haproxy/haproxy.cfg"), 1)
    text = text.replace("/etc/haproxy/pictomania.pem", str(folder / "site.pem"))
    text = text.replace("maxconn 40000", "maxconn 400")  # what a machine for tests allows
    text = text.replace("bind :", f"bind {site.address(BALANCER)}:")
    file = folder / "haproxy.cfg"
    file.write_text(text.replace(":443", f":{PORT}").replace(":80\n", f":{PLAIN_PORT}\n"))
    return Program([installed("haproxy"), "-db", "-f", str(file)], LIBRARIES)


def nginx(site: Site, folder: Path) -> Program:
    """A copy of nginx that writes to a folder of its own."""
    for suffix in ("pem", "key"):
        (folder / f"pictomania.{suffix}").write_bytes(certificate(site, suffix))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds) + "access_log off;"
    text = site.local(example("/etc/nginx/nginx.conf"), 1).replace("/etc/nginx", str(folder))
    text = text.replace("65536", "1024").replace("32768", "500")  # what a machine for tests allows
    text = text.replace("http {\n", f"http {{ {own}\n", 1)
    address = site.address(BALANCER)
    text = text.replace("listen 443", f"listen {address}:{PORT}")
    file = folder / "nginx.conf"
    file.write_text(text.replace("listen 80", f"listen {address}:{PLAIN_PORT}"))
    settings = f"daemon off; pid {folder}/pid; error_log stderr;"
    return Program([installed("nginx"), "-c", str(file), "-e", "stderr", "-g", settings], LIBRARIES)


def caddy(site: Site, folder: Path) -> Program:
    """Caddy, with a certificate of its own instead of a public one."""
    text = site.local(example("/etc/caddy/Caddyfile"), 1)
    address = site.address(BALANCER)
    options = "{\n admin off\n auto_https disable_redirects\n skip_install_trust\n}\n"
    own = f"https://{address}:{PORT} {{\n bind {address}\n tls internal\n"
    text = text.replace("pictomania.example {\n", own, 1)
    file = folder / "Caddyfile"
    file.write_text(options + text)
    command = [installed("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    return Program(command, {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})


BALANCERS: dict[str, Callable[[Site, Path], Program]] = {"haproxy": haproxy, "nginx": nginx, "caddy": caddy}


@pytest.fixture(params=BALANCERS)
def url(request: pytest.FixtureRequest, site: Site, nodes: list[str], tmp_path: Path) -> Iterator[str]:
    """The address of a load balancer; only two of its six nodes are there."""
    assert nodes
    with running(BALANCERS[request.param](site, tmp_path)):
        yield f"https://{site.address(BALANCER)}:{PORT}"


@asynccontextmanager
async def player(url: str, site: Site) -> AsyncIterator[ClientSession]:
    """A player who connects from an address of their own."""
    tls = ssl.create_default_context()
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    here = site.address(next(_players))
    connector = TCPConnector(ssl=tls, local_addr=(here, 0))
    async with ClientSession(url, connector=connector) as session:
        answered = 0
        while answered < SURE:  # it listens, and knows which nodes are there
            answered = answered + 1 if await is_answered(session) else 0
            await asyncio.sleep(RETRY_S)
        yield session
    with suppress(TimeoutError):
        async with asyncio.timeout(SHUTDOWN_S):  # TLS takes a moment to close
            await wait_until(lambda: not has_sockets_of(here))


def has_sockets_of(address: str) -> bool:
    """Whether this process has open connections from an address."""
    for file in Path("/proc/self/fd").iterdir():
        with suppress(OSError), socket.fromfd(int(file.name), socket.AF_INET, socket.SOCK_STREAM) as copy:
            if address in copy.getsockname():  # fails for other files
                return True
    return False


async def is_answered(session: ClientSession) -> bool:
    """Whether the load balancer is there."""
    with suppress(ClientError):
        async with session.get("/healthz") as answer:
            return answer.status == HTTPStatus.OK
    return False


async def create(session: ClientSession, claimed: str = "") -> tuple[int, str]:
    """Create a table, perhaps with an address that a player makes up; return the status and the code."""
    headers = {"X-Forwarded-For": claimed} if claimed else {}
    async with session.post("/api/tables", headers=headers) as made:
        return made.status, (await made.json()).get("code", "")


async def test_sockets_and_pages(url: str, site: Site) -> None:
    """All of them get through to one of the two nodes, and stay."""
    async with player(url, site) as session, AsyncExitStack() as stack:
        for number in range(4):
            status, code = await create(session)
            assert status == HTTPStatus.CREATED
            for name in ("Ada", "Ben", "Cleo"):
                socket = await stack.enter_async_context(session.ws_connect("/socket", origin=ORIGIN))
                await socket.send_str(encode(hello(code, f"{name}{number}")).decode())
                assert (await socket.receive_json())["type"] == "welcome"
            async with session.get("/openapi.json") as page:
                assert page.status == HTTPStatus.OK
                assert "Strict-Transport-Security" in page.headers
        with pytest.raises(WSServerHandshakeError, match="403"):
            await session.ws_connect("/socket", origin="https://elsewhere.example")


async def test_addresses(url: str, site: Site) -> None:
    """Each player has limits of their own, however they call themselves."""
    async with player(url, site) as greedy, player(url, site) as other:
        number = 0
        while (await create(greedy, f"192.0.2.{number}"))[0] == HTTPStatus.CREATED:
            number += 1
            assert number <= 2 * TABLES_PER_HOUR  # on two nodes, which tell each other with a delay
        assert number >= TABLES_PER_HOUR
        assert (await create(other))[0] == HTTPStatus.CREATED
