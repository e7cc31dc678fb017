"""`pictomania serve`: flags, the environment, the startup banner, and clear errors."""

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
from pictomania.cli.server_flags import FLAGS
from pictomania.client import Client
from pictomania.log.lock import locked
from pictomania.rules import Phase
from pictomania.wire import from_client
from pictomania.wire.json_codec import encode
from pictomania.wire.reasons import Close
from tests.cli.command import Outcome, pictomania
from tests.cli.test_startup_banner import scan_qr_code
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.server_process import restore_process_state, run_process

URL = "https://play.example/"


class StoppingOutput(io.TextIOWrapper):
    """A standard output that stops the server as soon as it has printed its banner."""

    def __init__(self, encoding: str) -> None:
        self.captured = io.BytesIO()
        self._is_stopped = False
        super().__init__(self.captured, encoding=encoding, newline="\n")

    def flush(self) -> None:
        """Send SIGTERM after the last line of the banner."""
        super().flush()
        if b"to stop" in self.captured.getvalue() and not self._is_stopped:
            self._is_stopped = True
            os.kill(os.getpid(), signal.SIGTERM)


def serve_once(*argv: str, encoding: str = "utf-8") -> Outcome:
    """Start a server in this process, and stop it once it is open."""
    out, err = StoppingOutput(encoding), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["serve", "--port", "0", *argv])
    return Outcome(status, out.captured.getvalue().decode(encoding), err.getvalue())


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ignore the real environment, and restore all global state."""
    for name in FLAGS:
        monkeypatch.delenv(f"PICTOMANIA_{name.upper()}", raising=False)
    with restore_process_state():
        yield


# Output.


def test_prints_where_it_is_open(tmp_path: Path) -> None:
    done = serve_once("--host", "127.0.0.1", "--data", str(tmp_path))
    assert done.status == 0
    assert "  on this machine   http://localhost:" in done.out
    assert (tmp_path / "tables.sqlite3").exists()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_on_a_terminal_with_few_characters(tmp_path: Path, encoding: str) -> None:
    """It serves all the same, and escapes characters."""
    url = "https://пикто.рф/"
    done = serve_once("--data", str(tmp_path), "--public-url", url, encoding=encoding)
    assert done.status == 0
    assert f"  on other devices  {url.encode('ascii', 'backslashreplace').decode()}" in done.out
    assert "\u2588" not in done.out


def test_help_names_every_flag_and_its_default() -> None:
    help_text = " ".join(pictomania("serve", "--help").out.split())
    assert help_text.isascii()
    for name, (_, metavar, purpose) in FLAGS.items():
        assert f"--{name.replace('_', '-')} {metavar} {purpose}" in help_text
    assert "listen on this port; 0: any free one (8000)" in help_text


def test_a_percent_sign_in_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """argparse formats help texts with percent signs."""
    monkeypatch.setenv("HOME", "/home/100%d")
    help_text = "".join(pictomania("serve", "--help").out.split())
    assert "wheretablesarestored(/home/100%d/.local/share/pictomania)" in help_text


# Flags and the environment.


def test_settings_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_DATA", str(tmp_path / "there"))
    monkeypatch.setenv("PICTOMANIA_PUBLIC_URL", URL)
    monkeypatch.setenv("PICTOMANIA_LOG_LEVEL", "error")
    monkeypatch.setenv("PICTOMANIA_PROXIES", "")  # the same as not set
    monkeypatch.setenv("PICTOMANIA_METRICS_TOKEN", "")
    done = serve_once()
    assert (done.status, done.err) == (0, "")
    assert URL in done.out
    assert (tmp_path / "there" / "tables.sqlite3").exists()


def test_flags_override_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_DATA", str(tmp_path / "there"))
    monkeypatch.setenv("PICTOMANIA_PORT", "nonsense")
    assert serve_once("--data", str(tmp_path / "here")).status == 0
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


def test_valid_values(tmp_path: Path) -> None:
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in GOOD.items() if name != "port"]
    done = serve_once("--host=127.0.0.1", f"--data={tmp_path}", *flags)
    assert done.status == 0
    assert GOOD["public_url"] in done.out


def test_a_setting_without_the_one_it_needs(tmp_path: Path) -> None:
    """A server that is alone ignores nothing that was meant for a cluster."""
    file = tmp_path / "file"
    file.touch()
    for name, value in (("node", "a"), ("inside", "10.0.0.7:8001"), ("inside-tls-ca", str(file))):
        done = pictomania("serve", f"--{name}={value}")
        sentence = f"--{name} is for nodes of a cluster; --nats says where their tables are"
        assert (done.status, done.err) == (1, f"pictomania serve: {sentence}\n")


def test_a_wrong_server_is_not_repeated() -> None:
    """It may contain a password."""
    done = pictomania("serve", "--nats=nats://me:secret@127.0.0.1:x")
    assert "give NATS servers as in nats://" in done.err
    assert "secret" not in done.err


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
        ("nats", ","),
        ("nats", "http://127.0.0.1:4222"),
        ("nats", "nats://127.0.0.1:4222,nats://"),
        ("nats", "127.0.0.1:0"),
        ("nats", "127.0.0.1:70000"),
        ("nats", "nats://[::1"),
        ("nats", "nats://127.0.0.1/stream"),
        ("nats_credentials", "/no/such/file"),
        ("node", 'a"b'),
        ("node", "x" * 65),
        ("inside", "10.0.0.7"),
        ("inside", ":8001"),
        ("inside", "10.0.0.7:65536"),
        ("inside", "::1:8001"),
        ("inside", "0.0.0.0:8001"),
        ("inside", "[::]:8001"),
        ("inside_tls_cert", "/"),
    ],
)
def test_invalid_values_name_the_flag(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    flag = f"--{name.replace('_', '-')}"
    by_flag = pictomania("serve", f"{flag}={value}")
    monkeypatch.setenv(f"PICTOMANIA_{name.upper()}", value)
    by_environment = pictomania("serve")
    for done in (by_flag, by_environment):
        assert (done.status, done.out) == (2, "")
        assert done.err.splitlines()[-1].startswith(f"pictomania serve: error: argument {flag}: ")


def test_other_commands_ignore_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTOMANIA_PORT", "nonsense")
    assert pictomania("decks", "list", "--level", "1").status == 0


# Errors.


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = pictomania("serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert (done.status, done.out) == (1, "")
    assert done.err == (
        f"pictomania serve: cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "--host and --port choose another\n"
    )


def test_an_unusable_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    done = pictomania("serve", "--port", "0", "--data", str(file))
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(f"pictomania serve: {file}/tables.sqlite3 cannot be used: ")
    assert done.err.count("\n") == 1


def test_a_folder_in_use(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with locked(file):
        done = pictomania("serve", "--port", "0", "--data", str(tmp_path))
    sentence = "is in use by another server; stop that one or choose another folder"
    assert (done.status, done.err) == (1, f"pictomania serve: {file} {sentence}\n")


def test_a_damaged_database(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(b"this is no database" * 100)
    done = pictomania("serve", "--port", "0", "--data", str(tmp_path))
    assert done.status == 1
    assert done.err.startswith(f"pictomania serve: {file} is damaged (")
    assert file.read_bytes() == b"this is no database" * 100


# Server processes.


def test_a_real_server_process(tmp_path: Path) -> None:
    """Its banner has a QR code that can be scanned."""
    with run_process(tmp_path, "--public-url", URL) as server:
        blocks = "\n".join(
            line for line in server.plate.splitlines() if set(line) & set("\u2580\u2584\u2588")
        )
        assert scan_qr_code(blocks) == [list(row) for row in segno.make(URL, error="l").matrix]
        assert server.stop(signal.SIGINT) == 0
    assert [line["what"] for line in server.journal()] == ["serving", "stopping", "stopped"]


def test_a_background_server_stops(tmp_path: Path) -> None:
    """A shell starts background jobs with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with run_process(tmp_path) as server:
            assert server.stop(signal.SIGTERM) == 0
    finally:
        signal.signal(signal.SIGINT, before)


async def test_stopping_in_the_middle_of_a_game_loses_nothing(tmp_path: Path) -> None:
    with run_process(tmp_path) as server:
        code = await _new_table(server.url)
        closing = asyncio.create_task(_close_code(server.url, code))
        async with take_seats(server.url, code) as people:
            begin(people)
            await play(people, Phase.DRAWING)
            people[0].draw_line([(1, 2), (300, 400), (5, 6)])
            await people[1].until(lambda _: not people[1].sheets[0].is_empty)
            assert await asyncio.to_thread(server.stop) == 0
            assert await closing == Close.RESTART
    with run_process(tmp_path) as server:
        for before in people:
            async with Client(server.url, code, name="again", key=before.key) as after:
                assert after.view == before.view
                assert after.sheets[0].strokes == people[1].sheets[0].strokes


async def _new_table(url: str) -> str:
    async with ClientSession() as session, session.post(f"{url}/api/tables") as answer:
        return str((await answer.json())["code"])


async def _close_code(url: str, code: str) -> int | None:
    hello = from_client.Hello(code, "k" * 22, "Wim", "en", watch=True)
    async with ClientSession() as session, session.ws_connect(f"{url}/socket", origin=url) as ws:
        await ws.send_str(encode(hello).decode())
        async for _ in ws:
            pass
        return ws.close_code
