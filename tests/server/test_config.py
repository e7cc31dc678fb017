"""Settings and their defaults."""

import pwd
from dataclasses import fields
from pathlib import Path

import pytest

from pictomania.cli.server_flags import FLAGS
from pictomania.server.config import Config, data_folder


def test_every_setting_has_a_default() -> None:
    config = Config()
    assert (config.host, config.port, config.public_url, config.proxies) == ("0.0.0.0", 8000, None, ())  # noqa: S104


def test_every_setting_has_a_flag() -> None:
    assert list(FLAGS) == [field.name for field in fields(Config)]


def test_data_is_stored_in_the_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert Config().data == Path("/home/somebody/.local/share/pictomania")


def test_without_a_home_directory_data_is_stored_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a user that the system does not know, as in some containers."""

    def unknown(_user: int) -> pwd.struct_passwd:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert data_folder() == Path("pictomania-data")
