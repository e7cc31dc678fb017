"""Writes web/src/wire.ts: what travels between client and server, as TypeScript; each type crosses only once.

`python -m scripts.wire_types` writes it anew; a test fails when it is stale.
"""

import json
from collections.abc import Iterator, Sequence
from enum import Enum, IntEnum
from pathlib import Path
from textwrap import wrap
from types import ModuleType

from msgspec import NODEFAULT, inspect, to_builtins

from pictomania.ink import codec, sheet, stroke
from pictomania.rules import Misfit, Praise, Refusal, Variant
from pictomania.rules.editions import EDITIONS
from pictomania.table import names
from pictomania.wire import frames, limits, to_client
from pictomania.wire.from_client import FromClient
from pictomania.wire.reasons import Close, Reason
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused, TableMay, ToClient
from pictomania.words import Mistake
from scripts.remarks import doc, remarks

FILE = Path(__file__).parents[1] / "web/src/wire.ts"
WIDTH = 110

Record = inspect.StructType | inspect.DataclassType

# Numbers that both sides keep to, where they are defined.
NUMBERS: tuple[tuple[ModuleType, tuple[str, ...]], ...] = (
    (to_client, ("VERSION",)),
    (limits, ("LARGEST_FRAME",)),
    (frames, ("INK", "SHEETS")),
    (names, ("LONGEST_NAME", "LONGEST_LINE")),
    (stroke, ("LONG", "SHORT", "WIDTHS", "HARDEST", "TICK_MS", "LATEST", "LONGEST_NUMBER", "MANY_TICKS")),
    (sheet, ("MOST_MARKS", "MOST_POINTS", "MOST_POINTS_OF_A_STROKE", "MOST_TRAVEL", "MOST_TOGGLED")),
    (codec, ("MOST_MARKS_AT_ONCE", "MOST_POINTS_IN_SHORT")),
)
# A message of a client has the same name.
RENAMED: dict[type, str] = {Praise: "Praised"}
# Where Python has a mere `str`, because msgspec takes one kind of text in a union.
TOLD_MORE_CLOSELY: dict[tuple[type, str], str] = {
    (Refused, "about"): 'FromClient["type"] | "ink"',  # ink is bytes, and not a message
    (Refused, "reason"): "WhyNot",
    (TableMay, "begin_not"): "WhyNot | null",
}

HEAD = """\
// What travels between client and server; docs/wire.md explains it.
// Made by scripts/wire_types.py from src/pictomania: not to be changed by hand.
"""
WHY_NOT = """\
/** Why something was not done: by the table, by the referee, or because settings do not go together. */
export type WhyNot = Reason | Refusal | Misfit;
"""

EDITION = """\
/** What an edition prints; no levels where they are chosen before each round. */
export interface Edition {
  readonly rounds: number;
  readonly variants: readonly Variant[];
  readonly levels: readonly number[];
}
type Printed = Readonly<Record<EditionName, Edition>>;
"""


def typescript() -> str:
    """Write the whole file."""
    said, told = _members(FromClient), _members(ToClient)
    parts, enums = _reachable(said + told)
    enums += [Reason, Refusal, Misfit, Mistake]
    check_names([record.cls for record in said + told + parts] + enums + [Close, codec.Kind])
    sections = [
        HEAD,
        "// Numbers.\n",
        "".join(_numbers()),
        *map(_codes, (Close, codec.Kind)),
        "// From the client.\n",
        _union("FromClient", said),
        *(_interface(record, from_client=True) for record in said),
        "// To the client.\n",
        _union("ToClient", told),
        *(_interface(record, from_client=False) for record in told),
        "// What they are made of.\n",
        *(_interface(record, from_client=False) for record in parts),
        "// Names.\n",
        *map(_names, enums),
        WHY_NOT,
        "// What a form of settings begins with.\n",
        f"/** What a new table has. */\nexport const USUAL: Settings = {_object(to_builtins(Settings()))};\n",
        _editions(),
    ]
    return "\n".join(sections)


# What there is.


def _members(union: object) -> list[Record]:
    kind = inspect.type_info(union)
    assert isinstance(kind, inspect.UnionType)  # noqa: S101 (for mypy)
    return [member for member in kind.types if isinstance(member, Record)]


def _reachable(messages: list[Record]) -> tuple[list[Record], list[type[Enum]]]:
    """Find all that messages are made of, in the order in which one meets it."""
    found: dict[type, inspect.Type] = {}
    waiting: list[inspect.Type] = [field.type for message in messages for field in message.fields]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, Record | inspect.EnumType) and kind.cls not in found:
            found[kind.cls] = kind
            waiting += [field.type for field in kind.fields] if isinstance(kind, Record) else []
        else:
            waiting += _inside(kind)
    known = {message.cls for message in messages}
    parts = [kind for kind in found.values() if isinstance(kind, Record) and kind.cls not in known]
    return parts, [kind.cls for kind in found.values() if isinstance(kind, inspect.EnumType)]


def _inside(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.UnionType(types):
            return types
        case inspect.VarTupleType(item):
            return (item,)
        case inspect.DictType(key, value):
            return key, value
        case _:
            return ()


def _name(cls: type) -> str:
    return RENAMED.get(cls, cls.__name__)


def check_names(classes: Sequence[type]) -> None:
    """Refuse two types that would be one there."""
    names = [_name(cls) for cls in classes]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"two types have the same name: {', '.join(sorted(twice))}")


# How it is written.


def _numbers() -> Iterator[str]:
    for module, row in NUMBERS:
        said = remarks(module)
        for name in row:
            value = getattr(module, name)
            const = " as const" if isinstance(value, tuple) else ""
            yield _line(f"export const {name} = {json.dumps(value)}{const};", said.get(name), "")


def _editions() -> str:
    told = {
        name: {
            "rounds": edition.rounds,
            "variants": [variant for variant in Variant if variant in edition.variants],
            "levels": edition.levels or (),
        }
        for name, edition in EDITIONS.items()
    }
    return f"{EDITION}export const EDITIONS: Printed = {_object(to_builtins(told, str_keys=True))};\n"


def _object(value: dict[str, object]) -> str:
    lines = "".join(f"  {name}: {json.dumps(inner)},\n" for name, inner in value.items())
    return f"{{\n{lines}}}"


def _union(name: str, records: list[Record]) -> str:
    members = "".join(f"\n  | {_name(record.cls)}" for record in records)
    return f"export type {name} ={members};\n"


def _interface(record: Record, *, from_client: bool) -> str:
    lines = [_docstring(record.cls), f"export interface {_name(record.cls)} {{\n"]
    if isinstance(record, inspect.StructType) and record.tag is not None:
        lines.append(f'  readonly {record.tag_field}: "{record.tag}";\n')
    said = remarks(record.cls)
    for field in record.fields:
        lines += _field(record.cls, field, said.get(field.name), from_client)
    return "".join([*lines, "}\n"])


def _field(cls: type, field: inspect.Field, remark: str | None, from_client: bool) -> Iterator[str]:
    kind = TOLD_MORE_CLOSELY.get((cls, field.name)) or type_of(field.type, from_client)
    is_optional = from_client and not field.required
    said = ([remark.removesuffix(".")] if remark else []) + _bounds(field.type)
    if is_optional:
        said.append(f"{json.dumps(to_builtins(field.default))} unless it is said")
    mark = "?" if is_optional else ""
    yield _line(f"  readonly {field.encode_name}{mark}: {kind};", "; ".join(said), "  ")


def _line(code: str, remark: str | None, indent: str) -> str:
    """Put a remark behind what it is about or, where that is too long, before it."""
    if not remark:
        return f"{code}\n"
    line = f"{code} // {remark}\n"
    if len(line) <= WIDTH + 1:
        return line
    above = wrap(remark, WIDTH, initial_indent=f"{indent}// ", subsequent_indent=f"{indent}// ")
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


def type_of(kind: inspect.Type, from_client: bool) -> str:
    """Write a type; from a client, what can be left out is optional."""
    match kind:
        case inspect.IntType():
            return "number"
        case inspect.StrType():
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
            return _name(cls)
        case inspect.StructType() | inspect.DataclassType():
            return (
                f"Partial<{_name(kind.cls)}>" if from_client and _is_all_optional(kind) else _name(kind.cls)
            )
        case _:
            raise ValueError(f"no TypeScript for {kind}")


def _is_all_optional(record: Record) -> bool:
    optional = {field.default is not NODEFAULT for field in record.fields}
    if len(optional) > 1:
        raise ValueError(f"in {record.cls.__name__}, from a client, some fields may be missing and some not")
    return optional == {True}


def _names(cls: type[Enum]) -> str:
    """Write an enum as a list, for those who show a choice, and as the union of its names."""
    name, said = _name(cls), remarks(cls)
    members = [(json.dumps(member.value), said.get(member.name)) for member in cls]
    row = f"export const {name} = [{', '.join(value for value, _ in members)}] as const;\n"
    if any(remark for _, remark in members) or len(row) > WIDTH + 1:
        lines = "".join(_line(f"  {value},", remark, "  ") for value, remark in members)
        row = f"export const {name} = [\n{lines}] as const;\n"
    return f"{_docstring(cls)}{row}export type {name} = (typeof {name})[number];\n"


def _codes(cls: type[IntEnum]) -> str:
    name, said = _name(cls), remarks(cls)
    lines = "".join(_line(f"  {code.name}: {code.value},", said.get(code.name), "  ") for code in cls)
    kind = f"export type {name} = (typeof {name})[keyof typeof {name}];\n"
    return f"{_docstring(cls)}export const {name} = {{\n{lines}}} as const;\n{kind}"


def _docstring(cls: type) -> str:
    lines = doc(cls)
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def main() -> None:
    """Write the file anew."""
    FILE.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
