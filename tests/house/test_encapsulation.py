"""Sessions and live tables change only through their own methods, and callbacks are constructor arguments."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/pictomania"
GUARDED = {  # the module that may change an object, and the names that such objects have elsewhere
    "Session": ("table/session.py", {"session", "_session"}),
    "LiveTable": ("server/tables/live_table.py", {"live", "live_table", "_live_table"}),
    "LiveTables": ("server/tables/live_tables.py", {"live_tables", "_live_tables"}),
}
MUTATORS = {
    *("append", "appendleft", "extend", "insert", "remove", "pop", "popleft", "popitem", "clear", "sort"),
    *("reverse", "add", "discard", "update", "setdefault", "difference_update", "intersection_update"),
    *("apply", "act", "apply_past"),  # of a table
}


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SERVICES = {"log"}  # attributes that are not state of the object


def violations(source: str, names: set[str], kind: str) -> Iterator[str]:
    """Find code that changes an object of this class, or part of one, or uses its private attributes."""
    for nodes in _scopes(source):
        known = names | _annotated(nodes, kind)
        known |= _aliases(nodes, known)
        for node in nodes:
            yield from (
                f"line {node.lineno}: {ast.unparse(target)}"
                for target in _changed(node, known)
                if isinstance(node, ast.expr | ast.stmt)
            )


@cache
def _scopes(source: str) -> list[list[ast.AST]]:
    """List the nodes of a module and of each function in it."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    return [list(_own_nodes(scope)) for scope in (tree, *functions)]


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes of a scope, without those of inner functions."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, FUNCTIONS):
            yield child
            yield from _own_nodes(child)


def _annotated(nodes: list[ast.AST], kind: str) -> set[str]:
    """Return the arguments of this class, and the variables that are constructed in this scope."""
    found = {
        node.arg
        for node in nodes
        if isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) == kind
    }
    for target, value in _assignments(nodes):
        if isinstance(value, ast.Call) and ast.unparse(value.func) == kind:
            found.add(target)
    return found


def _aliases(nodes: list[ast.AST], known: set[str]) -> set[str]:
    """Return variables that are parts of a known object, such as `table = session.table`."""
    return {
        target
        for target, value in _assignments(nodes)
        if isinstance(value, ast.Attribute | ast.Subscript) and _is_part(value, known)
    }


def _assignments(nodes: list[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                yield from ((one.id, value) for one, value in pairs if isinstance(one, ast.Name))


def _is_part(node: ast.expr, known: set[str]) -> bool:
    """Whether an expression is a known object, or an attribute or item of one."""
    match node:
        case ast.Name(name):
            return name in known
        case ast.Attribute(value, name):
            return name in known or _is_part(value, known)
        case ast.Subscript(value):
            return _is_part(value, known)
        case _:
            return False


def _changed(node: ast.AST, known: set[str]) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            changed: list[ast.AST] = [part for target in targets for part in ast.walk(target)]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            changed = [target]
        case ast.Call(func=ast.Attribute(value=ast.Attribute() | ast.Subscript() as value, attr=name)):
            is_state = not _is_object(value, known | SERVICES)
            yield from [value] if name in MUTATORS and is_state and _is_part(value, known) else []
            return
        case ast.Attribute(value, name) if name.startswith("_") and name not in known:
            yield from [node] if _is_object(value, known) else []
            return
        case _:
            return
    for one in changed:
        if isinstance(one, ast.Attribute | ast.Subscript) and _is_part(one.value, known):
            yield one


def _is_object(node: ast.expr, known: set[str]) -> bool:
    """Whether an expression is a known object itself."""
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name in known
        case _:
            return False


def modules_outside(kind: str) -> list[str]:
    """List all modules but the one that defines a class."""
    home = GUARDED[kind][0]
    paths = (path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
    return sorted(path for path in paths if path != home)


@pytest.mark.parametrize("kind", GUARDED)
def test_only_its_own_module_changes_an_object(kind: str) -> None:
    home, names = GUARDED[kind]
    assert f"class {kind}:" in (SOURCE / home).read_text(encoding="utf-8")
    found = {
        path: list(violations((SOURCE / path).read_text(encoding="utf-8"), names, kind))
        for path in modules_outside(kind)
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "session.table = table",
        "self.session.pick = choice",
        "live.session.table.host = 3",
        "session.table.at += 1",
        "session.table.seats[0].left = True",
        "del session.table.seats[0]",
        "session.members.append(member)",
        "session.table.banned.append(key)",
        "session.table.apply(fact)",
        "session._entries",
        "session._mail.clear()",
        "table = session.table\n    table.seats.append(seat)",
        "table, owner = session.table, session.table.seats[0]\n    owner.left = True",
        "session.table.host, other = 1, 2",
        "guest.on_close = None",
        "made = Session()\n    made.on_change = print",
    ],
)
def test_changes_from_outside_are_found(line: str) -> None:
    source = f"def change(guest: Session) -> None:\n    {line}\n"
    assert list(violations(source, {"session"}, "Session"))


@pytest.mark.parametrize(
    "line",
    [
        "session.record(fact)",
        "self._session = session",
        "table = session.table\n    table = other",
        "names = [seat.name for seat in session.table.seats]",
        "session.table.seats.index(seat)",
        "other.table.host = 3",
        "others.append(session.table)",
    ],
)
def test_reading_and_methods_are_fine(line: str) -> None:
    source = f"def use() -> None:\n    {line}\n"
    assert not list(violations(source, {"session", "_session"}, "Session"))
