"""There is no road from the secret game to the wire: nothing there names it, and no message is made of it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import inspect

import pictomania.wire
from pictomania.rules import game
from pictomania.wire.from_client import FromClient
from pictomania.wire.to_client import ToClient

WIRE = Path(pictomania.wire.__path__[0])
SECRET = {"Game", "Round", "Hand", "Motion", "Past", "seen_by", "apply", "new_game"}


def named(source: str) -> Iterator[str]:
    """Go through all names that a source imports or uses, also as text."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from module.split(".")
                yield from (alias.name for alias in names)
            case ast.Import(names=names):
                yield from (part for alias in names for part in alias.name.split("."))
            case ast.Name(name) | ast.Attribute(attr=name) | ast.Constant(str(name)):
                yield name
            case _:
                pass


def doors(source: str) -> Iterator[str]:
    """Go through the rooms from which a source imports, a whole one with a star."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield f"{node.module}.*" if node.names[0].name == "*" else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (f"{alias.name}.*" for alias in node.names)


@pytest.mark.parametrize("file", sorted(WIRE.rglob("*.py")), ids=lambda file: file.name)
def test_the_wire_does_not_name_the_game(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert SECRET.isdisjoint(named(source))
    ours = {door for door in doors(source) if door.startswith("pictomania")}
    others = {door for door in ours if not door.startswith("pictomania.wire.")}
    assert others <= {"pictomania.rules", "pictomania.words"}


def test_names_are_found_wherever_they_are() -> None:
    for source in (
        "from pictomania.rules import Game",
        "from pictomania.rules import Game as View",
        "import pictomania.rules.Game",
        "x = rules.Game",
        "x: 'Game'",
        "Game",
    ):
        assert "Game" in set(named(source))
    assert list(doors("from pictomania.rules import *")) == ["pictomania.rules.*"]
    assert list(doors("import pictomania.rules")) == ["pictomania.rules.*"]


def made_of(kind: inspect.Type) -> Iterator[type]:
    """Go through all classes that something is made of."""
    match kind:
        case inspect.StructType(cls, fields) | inspect.DataclassType(cls, fields):
            yield cls
            for field in fields:
                yield from made_of(field.type)
        case inspect.UnionType(types):
            for inner in types:
                yield from made_of(inner)
        case inspect.VarTupleType(inner) | inspect.DictType(_, inner):
            yield from made_of(inner)
        case inspect.EnumType(cls):
            yield cls
        case _:
            assert isinstance(
                kind,
                inspect.IntType | inspect.StrType | inspect.BoolType | inspect.NoneType | inspect.LiteralType,
            )


def test_no_message_is_made_of_the_game() -> None:
    classes = {*made_of(inspect.type_info(FromClient)), *made_of(inspect.type_info(ToClient))}
    of_the_game = {cls for cls in classes if cls.__module__ == game.__name__}
    assert of_the_game == {game.Phase}
