"""The generated TypeScript types are up to date and complete."""

import re
from typing import Literal

import pytest
from msgspec import Struct, inspect

from pictomania.wire.from_client import FromClient
from pictomania.wire.limits import MAX_FRAME_BYTES
from pictomania.wire.reasons import Close, Reason
from scripts import generate_types, typescript

FILES = generate_types.files()
MESSAGES = FILES["messages.ts"]


@pytest.mark.parametrize("name", FILES)
def test_generated_files_are_not_stale(name: str, request: pytest.FixtureRequest) -> None:
    """With --rewrite, they are written again."""
    if request.config.getoption("--rewrite"):
        generate_types.main()
    written = (generate_types.FOLDER / name).read_text(encoding="utf-8")
    assert written == FILES[name], "python -m scripts.generate_types updates it"


def test_every_file_in_the_folder_is_generated() -> None:
    assert {path.name for path in generate_types.FOLDER.iterdir()} == set(FILES)


def interface(name: str, text: str = MESSAGES) -> str:
    """Return the body of an interface."""
    body = re.search(rf"^export interface {name} \{{\n(.*?)^\}}", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    return body[1]


def test_fields_with_a_default_are_optional_for_a_client() -> None:
    assert "  readonly watch?: boolean; // default: false\n" in interface("Hello")
    assert "  readonly name: string; // 1 to 200 characters\n" in interface("Hello")
    assert "  readonly settings: Partial<Settings>;\n" in interface("ChangeSettings")


def test_all_fields_from_the_server_are_required() -> None:
    for name in ("State", "Settings", "TableMay", "View", "May", "PlayerView"):
        assert "?:" not in interface(name)


def test_only_fields_that_old_replays_lack_are_optional() -> None:
    assert re.findall(r"(\w+)\?:", interface("Replay", FILES["replay.ts"])) == ["artists", "language"]


def test_comments_and_types_are_carried_over() -> None:
    assert "  readonly seat: number | null; // yours; null: you watch\n" in interface("State")
    assert "  readonly holder: readonly (Face | null)[];\n" in interface("View")
    assert "  readonly words: Readonly<Record<string, readonly string[]>>; // of every" in interface("State")
    assert (
        "  readonly drawing_s: number | null; // time limit of the drawing phase (D5); 20 to 3600\n"
        in interface("Settings")
    )
    assert "\n  // One per round; `book`:" in interface("Settings")
    assert "None" not in MESSAGES


def test_all_codes_reasons_and_messages_are_there() -> None:
    assert f"export const MAX_FRAME_BYTES = {MAX_FRAME_BYTES};" in MESSAGES
    for code in Close:
        assert f"\n  {code.name}: {code.value}," in MESSAGES
    for reason in Reason:
        assert f'\n  "{reason.value}",' in MESSAGES
    for message in FromClient.__args__:
        assert f"\n  | {message.__name__}" in MESSAGES


class Mixed(Struct, frozen=True):
    """A struct with a required and an optional field."""

    one: int
    other: int = 0


@pytest.mark.parametrize("kind", [Mixed, float, list[int], tuple[int, str]])
def test_types_without_a_typescript_counterpart_are_rejected(kind: object) -> None:
    with pytest.raises(ValueError, match=r"no TypeScript|mixes required and optional"):
        typescript.type_of(inspect.type_info(kind), from_client=True)


def test_two_types_with_the_same_name_are_rejected() -> None:
    with pytest.raises(ValueError, match="same name: Mixed"):
        typescript.check_names([Mixed, type("Mixed", (), {})])


def test_string_literals_become_unions() -> None:
    kind = inspect.type_info(Literal["a", "b"] | None)
    assert typescript.type_of(kind, from_client=False) == '"a" | "b" | null'
