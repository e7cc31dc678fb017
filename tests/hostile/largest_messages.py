"""The largest valid messages of every kind, generated from their types."""

import re
from typing import Any, get_args

import msgspec
from msgspec import inspect

from pictomania.table.identity.display_names import MAX_CODE_POINTS, MAX_LINE_LENGTH, MAX_NAME_LENGTH
from pictomania.wire import from_client

KINDS: tuple[type[from_client.ClientMessage], ...] = get_args(from_client.FromClient)
WITH_PATTERNS = ("k" * 64, "sgn-Latn-419")  # a key or a ticket, a language
BASE, MARK = "\U00011005", "\U00011000"  # a script with four bytes per letter and mark


def tag(kind: type[from_client.ClientMessage]) -> str:
    """The tag of a kind on the wire."""
    return str(kind.__struct_config__.tag)


def filled(kind: type[from_client.ClientMessage], share: float = 1.0) -> dict[str, Any]:
    """Fill every field of a message with this share of its maximum length."""
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
        case inspect.StrType(pattern=str(pattern)):
            return next(text for text in WITH_PATTERNS if re.search(pattern, text))
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
    """A text with the maximum of bytes: letters with six marks each, and joiners."""
    if most < MAX_NAME_LENGTH * MAX_CODE_POINTS:  # a code
        return "A" * max(1, round(share * most))
    signs = MAX_LINE_LENGTH if most > MAX_LINE_LENGTH else MAX_NAME_LENGTH
    room = round(share * min(most, signs * MAX_CODE_POINTS))
    text = (BASE + MARK * 6) * min(round(share * signs), room // 7)
    return text + "\u200d" * (room - len(text))
