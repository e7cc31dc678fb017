"""Reads what the source remarks on fields, members and numbers, so that it can be said in other languages."""

import ast
import inspect
import io
import re
import tokenize
from types import ModuleType

_ELSEWHERE = {"None": "null", "True": "true", "False": "false"}


def doc(cls: type) -> list[str]:
    """The docstring, line by line."""
    return _translated(inspect.getdoc(cls) or "").splitlines()


def remarks(where: type | ModuleType) -> dict[str, str]:
    """Gather the comments on what a class, with its bases, or a module defines, by name."""
    if isinstance(where, ModuleType):
        return _remarks(inspect.getsource(where))
    found: dict[str, str] = {}
    for cls in reversed(where.__mro__):
        if cls.__module__.startswith("pictomania."):
            found |= _remarks(inspect.getsource(cls))
    return found


def _remarks(source: str) -> dict[str, str]:
    module = ast.parse(source)
    first = module.body[0]
    own, behind = _comments(source)
    found = {}
    for node in first.body if isinstance(first, ast.ClassDef) else module.body:
        name = _defined(node)
        lines = [behind[line] for line in range(node.lineno, _end(node) + 1) if line in behind]
        remark = lines or _above(node.lineno, own)
        if name is not None and remark:
            found[name] = _translated(" ".join(remark))
    return found


def _above(line: int, own: dict[int, str]) -> list[str]:
    above: list[str] = []
    while (line := line - 1) in own:
        above.insert(0, own[line])
    return above


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _defined(node: ast.stmt) -> str | None:
    match node:
        case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
            return name
        case _:
            return None


def _comments(source: str) -> tuple[dict[int, str], dict[int, str]]:
    """Gather comments by line: those with a line of their own, and those behind something."""
    own: dict[int, str] = {}
    behind: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            is_own = token.line.strip() == token.string
            (own if is_own else behind)[token.start[0]] = token.string.lstrip("# ")
    return own, behind


def _translated(text: str) -> str:
    return re.sub(r"\b(None|True|False)\b", lambda match: _ELSEWHERE[match[0]], text)
