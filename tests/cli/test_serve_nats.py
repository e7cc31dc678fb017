"""`pictomania serve --nats`: real processes that share a log, and what stops one from starting."""

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from aiohttp import ClientSession

from pictomania.cli.server_flags import FLAGS
from tests.cli.command import SCRIPT, process
from tests.log.fake_nats import fake_nats
from tests.log.nats_server import NatsServer
from tests.server.support.server_process import run_process


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the real environment."""
    for name in FLAGS:
        monkeypatch.delenv(f"PICTOMANIA_{name.upper()}", raising=False)


async def test_two_processes_are_a_cluster(nats: NatsServer, tmp_path: Path) -> None:
    """Each answers for the other's tables; a third of the same name is refused."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with (
        run_process(tmp_path / "a", "--nats", nats.url, "--node", "a") as a,
        run_process(tmp_path / "b", "--nats", nats.url) as b,
    ):
        async with ClientSession() as session:
            async with session.post(f"{a.url}/api/tables") as answer:
                code = (await answer.json())["code"]
            async with session.get(f"{b.url}/api/tables/{code}") as answer:
                assert (await answer.json())["code"] == code
        done = process("serve", "--port", "0", "--nats", nats.url, "--node", "a")
        assert done.status == 1
        assert "pictomania serve: a node called a runs at 127.0.0.1:" in done.err
        assert (a.stop(), b.stop()) == (0, 0)
    assert not (tmp_path / "a" / "tables.sqlite3").exists()


async def test_an_old_nats_server_is_refused() -> None:
    """One sentence says which version is needed."""
    async with fake_nats() as old:
        old.info["version"] = "2.9.10"
        done = await asyncio.to_thread(process, "serve", "--port", "0", "--nats", old.url)
    sentence = f"the NATS server at 127.0.0.1:{old.port} has 2.9.10; 2.12.3 or newer is needed"
    assert done.status == 1
    assert done.err.splitlines()[-1] == f"pictomania serve: {sentence}"


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
async def test_stopping_while_nats_is_looked_for(tmp_path: Path, kind: signal.Signals) -> None:
    """It ends at once, as if it had been open."""
    async with fake_nats() as fake:
        fake.at_ping = ""
        command = (sys.executable, "-c", SCRIPT, "serve", "--data", str(tmp_path), "--nats", fake.url)
        child = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=PIPE)
        await fake.wait_for(lambda: len(fake.connects) > 0)
        child.send_signal(kind)
        out, err = await child.communicate()
    assert (child.returncode, out) == (0, b"")
    assert [json.loads(line)["what"] for line in err.splitlines()] == ["stopping", "stopped"]


def test_how_servers_may_be_given() -> None:
    """Several, with passwords, encrypted, or only by name."""
    parse, _, _ = FLAGS["nats"]
    for text in ("nats://10.0.0.5:4222, nats://me:secret@[::1]", "tls://nats.example/", "10.0.0.5"):
        assert parse(text) == tuple(text.split(", "))
