"""Messages of every kind with as much in them as the gate lets through, made from their types alone."""

from typing import Any, get_args

import msgspec
from msgspec import inspect

from pictomania.table.names import LONGEST_LINE, LONGEST_NAME, MOST_SIGNS
from pictomania.wire import from_client as said

KINDS: tuple[type[said.Message], ...] = get_args(said.FromClient)
BASE, MARK = "\U00011005", "\U00011000"  # of a script whose letters and marks have four bytes each


def tag(kind: type[said.Message]) -> str:
    """Name a kind as the wire does."""
    return str(kind.__struct_config__.tag)


def filled(kind: type[said.Message], share: float = 1.0) -> dict[str, Any]:
    """Fill in every field of a message with this share of the longest texts and lists it may have."""
    fields = inspect.type_info(kind)
    assert isinstance(fields, inspect.StructType)
    return {"type": tag(kind)} | _fields(fields, share)


def _fields(struct: inspect.StructType, share: float) -> dict[str, Any]:
    return {field.encode_name: _value(field.type, share) for field in struct.fields}


def _value(of: inspect.Type, share: float) -> Any:  # noqa: C901, PLR0911 (flat)
    match of:
        case inspect.UnionType():
            return max(
                (_value(each, share) for each in of.types), key=lambda each: len(msgspec.json.encode(each))
            )
        case inspect.StrType(pattern=None, max_length=int(most)):
            return _text(most, share)
        case inspect.StrType():
            return "k" * 64  # a key or a ticket
        case inspect.IntType(le=int(most)):
            return most
        case inspect.VarTupleType(max_length=int(most)):
            return [_value(of.item_type, share)] * max(1, round(most * share))
        case inspect.EnumType():
            return max((member.value for member in of.cls), key=lambda value: len(str(value)))
        case inspect.LiteralType():
            return max(of.values, key=lambda value: len(str(value)))
        case inspect.StructType():
            return _fields(of, share)
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case _:
            raise AssertionError(f"a field without a limit, or of a new kind: {of}")


def _text(most: int, share: float) -> str:
    """Write a text of as many bytes as a table takes: letters with six marks each, and joiners."""
    if most < LONGEST_NAME * MOST_SIGNS:  # a code
        return "A" * max(1, round(share * most))
    signs = LONGEST_LINE if most > LONGEST_LINE else LONGEST_NAME
    room = round(share * min(most, signs * MOST_SIGNS))
    text = (BASE + MARK * 6) * min(round(share * signs), room // 7)
    return text + "\u200d" * (room - len(text))
