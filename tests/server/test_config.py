"""Settings: sensible ones for a party at home, wherever that is."""

import pwd
from dataclasses import fields
from pathlib import Path

import pytest

from pictomania.cli.serve import FLAGS
from pictomania.server.config import Config, data_folder


def test_everything_can_be_left_out() -> None:
    config = Config()
    assert (config.host, config.port, config.public_url, config.proxies) == ("0.0.0.0", 8000, None, ())  # noqa: S104


def test_everything_can_be_set() -> None:
    assert list(FLAGS) == [field.name for field in fields(Config)]


def test_tables_are_kept_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert Config().data == Path("/home/somebody/.local/share/pictomania")


def test_without_a_home_they_are_kept_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """As somebody whom the machine does not know, as in some containers."""

    def unknown(_user: int) -> pwd.struct_passwd:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert data_folder() == Path("pictomania-data")
