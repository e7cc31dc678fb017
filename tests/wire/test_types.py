"""The TypeScript types are those of the messages now, and say what they should."""

import re
from typing import Literal

import pytest
from msgspec import Struct, inspect

from pictomania.wire.from_client import FromClient
from pictomania.wire.limits import LARGEST_FRAME
from pictomania.wire.reasons import Close, Reason
from scripts import wire_types

TEXT = wire_types.typescript()


def test_the_file_is_not_stale(request: pytest.FixtureRequest) -> None:
    """With --rewrite, it is written anew."""
    if request.config.getoption("--rewrite"):
        wire_types.main()
    assert wire_types.FILE.read_text(encoding="utf-8") == TEXT, "python -m scripts.wire_types writes it anew"


def declared(name: str) -> str:
    """The interface of this name."""
    found = re.search(rf"^export interface {name} \{{\n(.*?)^\}}", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_what_a_client_may_leave_out_is_optional() -> None:
    assert "  readonly watch?: boolean; // false unless it is said\n" in declared("Hello")
    assert "  readonly name: string; // 1 to 200 characters\n" in declared("Hello")
    assert "  readonly settings: Partial<Settings>;\n" in declared("Settle")


def test_what_a_server_says_is_all_there() -> None:
    for name in ("State", "Settings", "TableMay", "View", "May", "PlayerSeen"):
        assert "?:" not in declared(name)


def test_remarks_and_shapes_cross_over() -> None:
    assert "  readonly seat: number | null; // yours; null: you watch\n" in declared("State")
    assert "  readonly holder: readonly (Face | null)[];\n" in declared("View")
    assert "  readonly words: Readonly<Record<string, readonly string[]>>;\n" in declared("State")
    assert (
        "  readonly drawing_s: number | null; // a limit for the drawing phase (D5); 20 to 3600\n"
        in declared("Settings")
    )
    assert "\n  // One for each round; `book`:" in declared("Settings")
    assert "None" not in TEXT


def test_codes_and_names_and_numbers_are_there() -> None:
    assert f"export const LARGEST_FRAME = {LARGEST_FRAME};" in TEXT
    for code in Close:
        assert f"\n  {code.name}: {code.value}," in TEXT
    for reason in Reason:
        assert f'\n  "{reason.value}",' in TEXT
    for message in FromClient.__args__:
        assert f"\n  | {message.__name__}" in TEXT


class Odd(Struct, frozen=True):
    """Of which some may be left out and some not."""

    one: int
    other: int = 0


@pytest.mark.parametrize("kind", [Odd, bytes, list[int], tuple[int, str]])
def test_what_has_no_type_there_is_refused(kind: object) -> None:
    with pytest.raises(ValueError, match=r"TypeScript|some not"):
        wire_types.type_of(inspect.type_info(kind), from_client=True)


def test_two_types_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name: Odd"):
        wire_types.check_names([Odd, type("Odd", (), {})])


def test_kinds_of_text_become_unions() -> None:
    assert (
        wire_types.type_of(inspect.type_info(Literal["a", "b"] | None), from_client=False)
        == '"a" | "b" | null'
    )
