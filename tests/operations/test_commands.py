"""What the document says to type exists: commands, flags, and names in the environment."""

import re

import pytest

from pictomania.cli.server_flags import ENVIRONMENT, FLAGS
from tests.cli.command import pictomania
from tests.operations.examples import DOCUMENT

OF_OTHERS = {
    "--fail",
    "--silent",
    "--now",
    "--system",
    "--groups",
    "--nodes",
}  # curl, systemctl, useradd, `cluster`


def named_commands() -> list[str]:
    """The commands of ours that the document names."""
    return sorted({*re.findall(r"[`\n/]pictomania ([a-z]+)\b", DOCUMENT)})


def flags_of(command: str) -> set[str]:
    """The flags of a command, by its help."""
    shown = pictomania(command, "--help")
    assert shown.status == 0, shown.err
    return {*re.findall(r"--[a-z-]+", shown.out)}


def test_commands_are_found() -> None:
    assert named_commands() == ["backup", "cluster", "doctor", "restore", "serve"]


def test_flags_exist() -> None:
    named = {*re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b", DOCUMENT)}
    known = OF_OTHERS.union(*map(flags_of, named_commands()))
    assert named - known == set()


@pytest.mark.parametrize("command", named_commands())
def test_examples_use_flags_of_their_command(command: str) -> None:
    for line in re.findall(rf"[`\n/]pictomania {command} ([^`\n]*)", DOCUMENT.replace("\\\n", " ")):
        assert {*re.findall(r"(?<![\w-])--[a-z-]+", line)} <= flags_of(command), line


@pytest.mark.parametrize("name", FLAGS)
def test_every_flag_of_the_server_is_explained(name: str) -> None:
    assert re.search(rf"^\|[^|]*`--{name.replace('_', '-')}`", DOCUMENT, re.MULTILINE)


def test_names_in_the_environment_exist() -> None:
    named = {*re.findall(rf"\b{ENVIRONMENT}([A-Z_]+)\b", DOCUMENT)}
    assert named
    assert named <= {name.upper() for name in FLAGS}
