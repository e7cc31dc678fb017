"""Reads docstrings and comments on fields, enum members and constants from the source, for generated code."""

import ast
import inspect
import io
import re
import tokenize
from types import ModuleType

_LITERALS = {"None": "null", "True": "true", "False": "false"}


def docstring_lines(cls: type) -> list[str]:
    """Return a class's docstring, line by line."""
    return _to_typescript(inspect.getdoc(cls) or "").splitlines()


def comments(source: type | ModuleType) -> dict[str, str]:
    """Return the comments on the names that a module, or a class with its bases, defines."""
    if isinstance(source, ModuleType):
        return _parse(inspect.getsource(source))
    found: dict[str, str] = {}
    for cls in reversed(source.__mro__):
        if cls.__module__.startswith("pictomania."):
            found |= _parse(inspect.getsource(cls))
    return found


def _parse(source: str) -> dict[str, str]:
    module = ast.parse(source)
    first = module.body[0]
    own_line, trailing = _comments_by_line(source)
    found = {}
    for node in first.body if isinstance(first, ast.ClassDef) else module.body:
        name = _defined_name(node)
        lines = [trailing[line] for line in range(node.lineno, _last_line(node) + 1) if line in trailing]
        comment = lines or _comment_above(node.lineno, own_line)
        if name is not None and comment:
            found[name] = _to_typescript(" ".join(comment))
    return found


def _comment_above(line: int, own_line: dict[int, str]) -> list[str]:
    above: list[str] = []
    while (line := line - 1) in own_line:
        above.insert(0, own_line[line])
    return above


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _defined_name(node: ast.stmt) -> str | None:
    match node:
        case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
            return name
        case _:
            return None


def _comments_by_line(source: str) -> tuple[dict[int, str], dict[int, str]]:
    """Return comments by line number: those on a line of their own, and trailing ones."""
    own_line: dict[int, str] = {}
    trailing: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            is_own_line = token.line.strip() == token.string
            (own_line if is_own_line else trailing)[token.start[0]] = token.string.lstrip("# ")
    return own_line, trailing


def _to_typescript(text: str) -> str:
    return re.sub(r"\b(None|True|False)\b", lambda match: _LITERALS[match[0]], text)
