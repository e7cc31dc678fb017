"""`pictomania serve`: flags and the environment, what it prints, and clear sentences when it cannot serve."""

import asyncio
import io
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
import segno
from aiohttp import ClientSession

from pictomania.cli.main import main
from pictomania.cli.serve import FLAGS
from pictomania.client import Client
from pictomania.log.lock import locked
from pictomania.rules import Phase
from pictomania.wire import from_client as say
from pictomania.wire.gate import written
from pictomania.wire.reasons import Close
from pictomania.words import Language
from tests.cli.command import Outcome, pictomania
from tests.cli.test_doorplate import photographed
from tests.server.http_game import begin, play, seated
from tests.server.http_process import as_before, process

URL = "https://play.example/"
LONGEST_S = 60  # what hangs has failed


class Bell(io.TextIOWrapper):
    """A standard output that has the server stopped when it says that it is open."""

    def __init__(self, encoding: str) -> None:
        """Nothing was said yet."""
        self.said = io.BytesIO()
        self._is_rung = False
        super().__init__(self.said, encoding=encoding, newline="\n")

    def flush(self) -> None:
        """Ring when everything is said."""
        super().flush()
        if b"to stop" in self.said.getvalue() and not self._is_rung:
            self._is_rung = True
            os.kill(os.getpid(), signal.SIGTERM)


def served(*argv: str, encoding: str = "utf-8") -> Outcome:
    """Serve in this process until it is open, and stop."""
    out, err = Bell(encoding), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["serve", "--port", "0", *argv])
    return Outcome(status, out.said.getvalue().decode(encoding), err.getvalue())


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nothing outside set anything, and leave everything as it was."""
    for name in FLAGS:
        monkeypatch.delenv(f"PICTOMANIA_{name.upper()}", raising=False)
    with as_before():
        yield


# What it prints.


def test_it_says_where_it_is_open(tmp_path: Path) -> None:
    done = served("--host", "127.0.0.1", "--data", str(tmp_path))
    assert done.status == 0
    assert "  on this machine   http://localhost:" in done.out
    assert (tmp_path / "tables.sqlite3").exists()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_on_a_terminal_that_knows_few_signs(tmp_path: Path, encoding: str) -> None:
    """It serves, and says so as well as it can."""
    url = "https://пикто.рф/"
    done = served("--data", str(tmp_path), "--public-url", url, encoding=encoding)
    assert done.status == 0
    assert f"  on other devices  {url.encode('ascii', 'backslashreplace').decode()}" in done.out
    assert "\u2588" not in done.out


def test_help_names_every_flag_and_its_default() -> None:
    told = " ".join(pictomania("serve", "--help").out.split())
    assert told.isascii()
    for name, (_, metavar, purpose) in FLAGS.items():
        assert f"--{name.replace('_', '-')} {metavar} {purpose}" in told
    assert "listen on this port; 0: any that is free (8000)" in told


def test_a_home_with_a_strange_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help is made with per cent signs, but not from those."""
    monkeypatch.setenv("HOME", "/home/100%d")
    told = "".join(pictomania("serve", "--help").out.split())
    assert "wheretablesarekept(/home/100%d/.local/share/pictomania)" in told


# Flags and the environment.


def test_everything_can_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_DATA", str(tmp_path / "there"))
    monkeypatch.setenv("PICTOMANIA_PUBLIC_URL", URL)
    monkeypatch.setenv("PICTOMANIA_LOG_LEVEL", "error")
    monkeypatch.setenv("PICTOMANIA_PROXIES", "")  # as good as not set
    monkeypatch.setenv("PICTOMANIA_METRICS_TOKEN", "")
    done = served()
    assert (done.status, done.err) == (0, "")
    assert URL in done.out
    assert (tmp_path / "there" / "tables.sqlite3").exists()


def test_flags_come_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_DATA", str(tmp_path / "there"))
    monkeypatch.setenv("PICTOMANIA_PORT", "nonsense")
    assert served("--data", str(tmp_path / "here")).status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


GOOD = {
    "port": "8000",
    "public_url": "https://play.example/some/path",
    "origins": "https://one.example, http://192.168.1.7:9000",
    "proxies": "127.0.0.1, 10.0.0.0/8,fd00::/8",
    "keep_games_days": "1",
    "keep_tables_hours": "1000000",
    "most_connections": "5",
    "connections_per_address": "5",
    "tables_per_hour": "5",
    "wrong_codes_per_minute": "5",
    "metrics_token": "dGhpcy1pcy1hLXRva2Vu=",
    "most_bots": "9",
    "bots_per_address": "3",
    "bot_pace": "2.5",
    "log_level": "debug",
}


def test_good_values_are_taken(tmp_path: Path) -> None:
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in GOOD.items() if name != "port"]
    done = served("--host=127.0.0.1", f"--data={tmp_path}", *flags)
    assert done.status == 0
    assert GOOD["public_url"] in done.out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "x"),
        ("port", "65536"),
        ("port", "-1"),
        ("public_url", "play.example"),
        ("public_url", "ftp://play.example"),
        ("public_url", "https://play.example/" + "x" * 300),
        ("origins", "https://one.example,evil"),
        ("proxies", "localhost"),
        ("proxies", "10.0.0.0/99"),
        ("keep_games_days", "0"),
        ("keep_tables_hours", "1.5"),
        ("most_connections", "0"),
        ("tables_per_hour", "many"),
        ("metrics_token", "two words"),
        ("metrics_token", "é"),
        ("log_level", "loud"),
        ("most_bots", "-1"),
        ("bot_pace", "0"),
        ("bot_pace", "fast"),
    ],
)
def test_bad_values_name_the_flag(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    flag = f"--{name.replace('_', '-')}"
    by_flag = pictomania("serve", f"{flag}={value}")
    monkeypatch.setenv(f"PICTOMANIA_{name.upper()}", value)
    by_environment = pictomania("serve")
    for done in (by_flag, by_environment):
        assert (done.status, done.out) == (2, "")
        assert done.err.splitlines()[-1].startswith(f"pictomania serve: error: argument {flag}: ")


def test_other_commands_do_not_care(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_PORT", "nonsense")
    assert pictomania("decks", "list", "--level", "1").status == 0


# When it cannot serve.


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = pictomania("serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"pictomania serve: cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "--host and --port choose another\n"
    )


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    done = pictomania("serve", "--port", "0", "--data", str(file))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"pictomania serve: {file}/tables.sqlite3 cannot be used: ")
    assert done.err.count("\n") == 1


def test_a_folder_that_another_server_uses(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with locked(file):
        done = pictomania("serve", "--port", "0", "--data", str(tmp_path))
    sentence = "is in use by another server; stop that one or choose another folder"
    assert (done.status, done.err) == (1, f"pictomania serve: {file} {sentence}\n")


def test_data_that_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(b"this is no database" * 100)
    done = pictomania("serve", "--port", "0", "--data", str(tmp_path))
    assert done.status == 1
    assert done.err.startswith(f"pictomania serve: {file} is damaged (")
    assert file.read_bytes() == b"this is no database" * 100


# A process of its own.


def test_a_real_server_from_its_first_word_to_its_last(tmp_path: Path) -> None:
    """With a QR code to be photographed."""
    with process(tmp_path, "--public-url", URL) as server:
        blocks = "\n".join(
            line for line in server.plate.splitlines() if set(line) & set("\u2580\u2584\u2588")
        )
        assert photographed(blocks) == [list(row) for row in segno.make(URL, error="l").matrix]
        assert server.stop(signal.SIGINT)[0] == 0
    assert [line["what"] for line in server.journal()] == ["serving", "stopping", "stopped"]


def test_nothing_is_lost_when_it_is_stopped_in_the_middle_of_a_game(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_stopped_in_the_middle(tmp_path), LONGEST_S))


async def _stopped_in_the_middle(folder: Path) -> None:
    with process(folder) as server:
        code = await _new_table(server.url)
        closing = asyncio.create_task(_close_code(server.url, code))
        async with seated(server.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[0].draw_line([(1, 2), (300, 400), (5, 6)])
            await people[1].until(lambda _: not people[1].sheets[0].is_empty)
            status, took_s = await asyncio.to_thread(server.stop)
            assert (status, took_s < 10, await closing) == (0, True, Close.RESTART)
    with process(folder) as server:
        for before in people:
            async with Client(server.url, code, name="again", key=before.key) as after:
                assert after.view == before.view
                assert after.sheets[0].strokes == people[1].sheets[0].strokes


async def _new_table(url: str) -> str:
    async with ClientSession() as session, session.post(f"{url}/api/tables") as answer:
        return str((await answer.json())["code"])


async def _close_code(url: str, code: str) -> int | None:
    hello = say.Hello(code, "k" * 22, "Wim", Language.EN, watch=True)
    async with ClientSession() as session, session.ws_connect(f"{url}/socket", origin=url) as ws:
        await ws.send_str(written(hello).decode())
        async for _ in ws:
            pass
        return ws.close_code
