"""The wire package cannot leak the secret game: it does not name it, and no message contains it."""

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
SECRET = {"Game", "Round", "Hand", "Motion", "PastRound", "view_for", "apply", "new_game"}


def names_in(source: str) -> Iterator[str]:
    """Yield all names that a source imports or uses, also as strings."""
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


def imports_of(source: str) -> Iterator[str]:
    """Yield the modules that a source imports from; with a star if it imports all of one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield f"{node.module}.*" if node.names[0].name == "*" else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (f"{alias.name}.*" for alias in node.names)


@pytest.mark.parametrize("file", sorted(WIRE.rglob("*.py")), ids=lambda file: file.name)
def test_the_wire_package_does_not_name_the_game(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert SECRET.isdisjoint(names_in(source))
    ours = {module for module in imports_of(source) if module.startswith("pictomania")}
    others = {module for module in ours if not module.startswith("pictomania.wire.")}
    assert others <= {"pictomania.rules", "pictomania.words"}


def test_names_are_found_in_every_form() -> None:
    for source in (
        "from pictomania.rules import Game",
        "from pictomania.rules import Game as View",
        "import pictomania.rules.Game",
        "x = rules.Game",
        "x: 'Game'",
        "Game",
    ):
        assert "Game" in set(names_in(source))
    assert list(imports_of("from pictomania.rules import *")) == ["pictomania.rules.*"]
    assert list(imports_of("import pictomania.rules")) == ["pictomania.rules.*"]


def classes_in(kind: inspect.Type) -> Iterator[type]:
    """Yield all classes that a type consists of."""
    match kind:
        case inspect.StructType(cls, fields) | inspect.DataclassType(cls, fields):
            yield cls
            for field in fields:
                yield from classes_in(field.type)
        case inspect.UnionType(types):
            for inner in types:
                yield from classes_in(inner)
        case inspect.VarTupleType(inner) | inspect.DictType(_, inner):
            yield from classes_in(inner)
        case inspect.EnumType(cls):
            yield cls
        case _:
            assert isinstance(
                kind,
                inspect.IntType | inspect.StrType | inspect.BoolType | inspect.NoneType | inspect.LiteralType,
            )


def test_no_message_contains_the_game() -> None:
    classes = {*classes_in(inspect.type_info(FromClient)), *classes_in(inspect.type_info(ToClient))}
    secret = {cls for cls in classes if cls.__module__ == game.__name__}
    assert secret == {game.Phase}
