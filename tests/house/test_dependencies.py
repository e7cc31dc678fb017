"""Dependencies are documented, and have the undocumented features that we rely on."""

import asyncio
import json
import re
import tomllib
from pathlib import Path

import pytest
from aiohttp import http_parser
from picows.picows import WSProtocol  # type: ignore[attr-defined] # not in the stubs; see docs/dependencies.md

from pictomania.server.net import upgrade

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/dependencies.md").read_text()


def _python() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["cluster"], *extras["bench"]]
    return [re.split(r"[<>=~!\[; ]", each)[0] for each in needed]


def _web() -> list[str]:
    return list(json.loads((ROOT / "web/package.json").read_text())["dependencies"])


def _locked() -> dict[str, set[str]]:
    versions: dict[str, set[str]] = {}
    lock = (ROOT / "requirements.txt").read_text()
    for name, version in re.findall(r"^([a-z0-9-]+)(?:\[[a-z0-9,-]+\])?==([^ \\;]+)", lock, re.MULTILINE):
        versions.setdefault(name, set()).add(version)
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    return versions | {name: {packages[f"node_modules/{name}"]["version"]} for name in _web()}


@pytest.mark.parametrize("name", [*_python(), *_web()])
def test_every_dependency_is_documented_with_its_version(name: str) -> None:
    lines = [line for line in PAGE.splitlines() if f"`{name}`" in line]
    versions = _locked()[name]
    assert any(all(version in line for version in versions) for line in lines), versions


def test_aiohttp_uses_its_c_parser() -> None:
    """The parser in Python has had vulnerabilities of its own."""
    assert http_parser.HttpRequestParser is not http_parser.HttpRequestParserPy


def test_picows_has_the_protocol_class_for_upgrades() -> None:
    assert issubclass(WSProtocol, asyncio.BufferedProtocol)
    assert issubclass(upgrade.SocketConnection, WSProtocol)
    for method in ("connection_made", "get_buffer", "buffer_updated", "pause_writing", "resume_writing"):
        assert callable(getattr(WSProtocol, method))


def test_picows_protocol_takes_the_same_arguments() -> None:
    """By number only; their meaning is tested in tests/server/net/test_upgrade.py."""
    with pytest.raises(TypeError, match="exactly 15 positional arguments"):
        WSProtocol(*[None] * 14)
    with pytest.raises(TypeError, match="exactly 15 positional arguments"):
        WSProtocol(*[None] * 16)
