"""Writes Python types as TypeScript: structs and dataclasses as interfaces, enums as arrays and unions."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, IntEnum
from textwrap import wrap
from types import ModuleType

from msgspec import NODEFAULT, inspect, to_builtins

from pictomania.rules import Praise
from scripts.source_comments import comments, docstring_lines

WIDTH = 110

Record = inspect.StructType | inspect.DataclassType

# A client message has the same name.
RENAMED: Mapping[type, str] = {Praise: "Praised"}


# Finding types.


def members(union: object) -> list[Record]:
    """Return the records of a union."""
    kind = inspect.type_info(union)
    assert isinstance(kind, inspect.UnionType)  # noqa: S101 (for mypy)
    return [member for member in kind.types if isinstance(member, Record)]


def record(cls: type) -> Record:
    """Inspect a struct or dataclass."""
    kind = inspect.type_info(cls)
    assert isinstance(kind, Record)  # noqa: S101 (for mypy)
    return kind


def reachable(roots: Sequence[Record]) -> tuple[list[Record], list[type[Enum]]]:
    """Return all records and enums that the fields of these records refer to, breadth first."""
    found: dict[type, inspect.Type] = {}
    queue: list[inspect.Type] = [field.type for root in roots for field in root.fields]
    while queue:
        kind = queue.pop(0)
        if isinstance(kind, Record | inspect.EnumType) and kind.cls not in found:
            found[kind.cls] = kind
            queue += [field.type for field in kind.fields] if isinstance(kind, Record) else []
        else:
            queue += _arguments(kind)
    known = {root.cls for root in roots}
    records = [kind for kind in found.values() if isinstance(kind, Record) and kind.cls not in known]
    return records, [kind.cls for kind in found.values() if isinstance(kind, inspect.EnumType)]


def referenced(record: Record) -> set[type]:
    """Return the records and enums that the fields of a record name directly."""
    found: set[type] = set()
    queue: list[inspect.Type] = [field.type for field in record.fields]
    while queue:
        kind = queue.pop()
        if isinstance(kind, Record | inspect.EnumType):
            found.add(kind.cls)
        queue += _arguments(kind)
    return found


def _arguments(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.UnionType(types):
            return types
        case inspect.VarTupleType(item):
            return (item,)
        case inspect.DictType(key, value):
            return key, value
        case _:
            return ()


def name_of(cls: type) -> str:
    """Return the TypeScript name of a class."""
    return RENAMED.get(cls, cls.__name__)


def check_names(classes: Sequence[type]) -> None:
    """Raise ValueError if two types would get the same name."""
    names = [name_of(cls) for cls in classes]
    duplicates = {name for name in names if names.count(name) > 1}
    if duplicates:
        raise ValueError(f"two types have the same name: {', '.join(sorted(duplicates))}")


# Writing declarations.


def constants(module: ModuleType, names: Iterable[str], prefix: str = "") -> Iterator[str]:
    """Declare constants of a module, with their comments."""
    by_name = comments(module)
    for name in names:
        value = getattr(module, name)
        const = " as const" if isinstance(value, tuple) else ""
        code = f"export const {prefix}{name} = {json.dumps(value)}{const};"
        yield _with_comment(code, by_name.get(name), "")


def member_list(module: ModuleType, name: str, typescript_name: str) -> str:
    """Declare a constant that lists members of an enum of numbers."""
    values = "".join(f"  {name_of(type(member))}.{member.name},\n" for member in getattr(module, name))
    code = f"export const {typescript_name}: readonly number[] = [\n{values}];"
    return f"// {comments(module)[name]}\n{code}\n"


def union(name: str, records: Sequence[Record]) -> str:
    """Declare a union of interfaces."""
    lines = "".join(f"\n  | {name_of(record.cls)}" for record in records)
    return f"export type {name} ={lines};\n"


def interface(
    record: Record,
    *,
    from_client: bool = False,
    defaults_optional: bool = False,
    overrides: Mapping[tuple[type, str], str] | None = None,
) -> str:
    """Declare an interface. Fields with a default are optional from a client, or if asked for."""
    lines = [_docstring(record.cls), f"export interface {name_of(record.cls)} {{\n"]
    if isinstance(record, inspect.StructType) and record.tag is not None:
        lines.append(f'  readonly {record.tag_field}: "{record.tag}";\n')
    by_name = comments(record.cls)
    for field in record.fields:
        kind = (overrides or {}).get((record.cls, field.name)) or type_of(field.type, from_client)
        is_optional = (from_client or defaults_optional) and not field.required
        notes = ([by_name[field.name].removesuffix(".")] if field.name in by_name else []) + _bounds(
            field.type
        )
        if is_optional and from_client:
            notes.append(f"default: {json.dumps(to_builtins(field.default))}")
        mark = "?" if is_optional else ""
        lines.append(
            _with_comment(
                f"  readonly {field.encode_name}{mark}: {kind};", "; ".join(filter(None, notes)), "  "
            )
        )
    return "".join([*lines, "}\n"])


def string_enum(cls: type[Enum]) -> str:
    """Declare an enum as an array of its values and as their union."""
    name, by_name = name_of(cls), comments(cls)
    values = [(json.dumps(member.value), by_name.get(member.name)) for member in cls]
    row = f"export const {name} = [{', '.join(value for value, _ in values)}] as const;\n"
    if any(comment for _, comment in values) or len(row) > WIDTH + 1:
        lines = "".join(_with_comment(f"  {value},", comment, "  ") for value, comment in values)
        row = f"export const {name} = [\n{lines}] as const;\n"
    return f"{_docstring(cls)}{row}export type {name} = (typeof {name})[number];\n"


def int_enum(cls: type[IntEnum]) -> str:
    """Declare an enum of numbers as an object by member name and as the union of its values."""
    name, by_name = name_of(cls), comments(cls)
    lines = "".join(
        _with_comment(f"  {member.name}: {member.value},", by_name.get(member.name), "  ") for member in cls
    )
    kind = f"export type {name} = (typeof {name})[keyof typeof {name}];\n"
    return f"{_docstring(cls)}export const {name} = {{\n{lines}}} as const;\n{kind}"


def literal(value: Mapping[str, object]) -> str:
    """Write an object literal, one property a line."""
    lines = "".join(f"  {name}: {json.dumps(inner)},\n" for name, inner in value.items())
    return f"{{\n{lines}}}"


def _docstring(cls: type) -> str:
    lines = docstring_lines(cls)
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _with_comment(code: str, comment: str | None, indent: str) -> str:
    """Put a comment behind the code or, if the line gets too long, above it."""
    if not comment:
        return f"{code}\n"
    line = f"{code} // {comment}\n"
    if len(line) <= WIDTH + 1:
        return line
    above = wrap(comment, WIDTH, initial_indent=f"{indent}// ", subsequent_indent=f"{indent}// ")
    return "\n".join([*above, code, ""])


def _bounds(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.UnionType(types):
            return [bound for inner in types for bound in _bounds(inner)]
        case inspect.IntType(ge=int(least), le=int(most)):
            return [f"{least} to {most}"]
        case inspect.VarTupleType(item, max_length=int(most)):
            return [f"at most {most}", *_bounds(item)]
        case inspect.StrType(min_length=int(least), max_length=int(most)):
            return [f"{least} to {most} characters"]
        case inspect.StrType(pattern=str(pattern)):
            return [pattern.removeprefix(r"\A").removesuffix(r"\Z")]
        case _:
            return []


# Writing types.


def type_of(kind: inspect.Type, from_client: bool) -> str:
    """Write a type; records that a client may send in part become partial."""
    match kind:
        case inspect.IntType():
            return "number"
        case inspect.StrType() | inspect.BytesType():  # bytes are base64
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType(values):
            return " | ".join(map(json.dumps, values))
        case inspect.UnionType(types):
            return " | ".join(type_of(inner, from_client) for inner in types)
        case _:
            return _compound(kind, from_client)


def _compound(kind: inspect.Type, from_client: bool) -> str:
    match kind:
        case inspect.VarTupleType(item):
            inner = type_of(item, from_client)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case inspect.DictType(key, value):
            return f"Readonly<Record<{type_of(key, from_client)}, {type_of(value, from_client)}>>"
        case inspect.EnumType(cls):
            return name_of(cls)
        case inspect.StructType() | inspect.DataclassType():
            name = name_of(kind.cls)
            return f"Partial<{name}>" if from_client and _is_all_optional(kind) else name
        case _:
            raise ValueError(f"no TypeScript for {kind}")


def _is_all_optional(record: Record) -> bool:
    optional = {field.default is not NODEFAULT for field in record.fields}
    if len(optional) > 1:
        raise ValueError(f"{record.cls.__name__} from a client mixes required and optional fields")
    return optional == {True}
