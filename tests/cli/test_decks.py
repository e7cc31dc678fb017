"""The command `pictomania decks`."""

import json
from pathlib import Path

import pytest

from pictomania.words import house_deck, read_deck
from tests.cli.command import pictomania

SIDE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"


def test_list_as_json_has_every_side_in_every_language() -> None:
    sides = json.loads(pictomania("decks", "list", "--json").out)
    assert len(sides) == 198
    assert list(sides[0]) == ["id", "level", "side", "theme", "words"]
    assert list(sides[0]["words"]) == list(house_deck().cards[0].sides[0].languages)
    assert all(len(words) == 7 for words in sides[0]["words"].values())
    assert {side["side"] for side in sides} == {"a", "b"}


def test_list_of_one_level_in_one_language() -> None:
    sides = json.loads(pictomania("decks", "list", "--json", "--level", "4", "--language", "fr").out)
    assert len(sides) == 36
    assert {side["level"] for side in sides} == {4}
    assert all(list(side["words"]) == ["fr"] for side in sides)


def test_list_as_text() -> None:
    done = pictomania("decks", "list", "--level", "1", "--language", "es")
    first = house_deck().cards[0]
    assert done.out.startswith(f"1.01a  {first.sides[0].theme} (level 1, bots can draw it)\n  1  ")
    assert first.sides[1].words("es")[6] in done.out
    assert done.out.count("\n  7  ") == 54


def test_check_counts(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(SIDE, encoding="utf-8")
    done = pictomania("decks", "check", str(file), "--language", "ru")
    assert (done.status, done.out) == (0, f"{file}: 1 sides in ru, level 1, too few to play with\n")
    house = tmp_path / "house.csv"
    house.write_text(pictomania("decks", "convert", str(file), "--to", "csv").out, encoding="utf-8")
    assert pictomania("decks", "check", str(house)).status == 0


def test_check_says_what_a_deck_is_enough_for(tmp_path: Path) -> None:
    for sides, enough in ((3, "the second edition"), (6, "the second and the first edition")):
        file = tmp_path / f"{sides}.txt"
        file.write_text(
            "\n".join(SIDE.replace("\n", f" {side}\n") for side in range(sides)), encoding="utf-8"
        )
        assert pictomania("decks", "check", str(file)).out.endswith(f"enough for {enough}\n")


def test_errors_name_file_and_line_and_no_word_when_blind(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(SIDE.replace("five", "two"), encoding="utf-8")
    done = pictomania("decks", "check", str(file))
    assert (done.status, done.out) == (2, "")
    assert done.err == f"{file}, line 5: 'two' is already on line 2\n"
    blind = pictomania("decks", "check", str(file), "--blind")
    assert blind.err == f"{file}, line 5: (hidden) is already on line 2\n"
    missing = pictomania("decks", "check", str(tmp_path / "none.txt"))
    assert (missing.status, missing.err.count("\n")) == (2, 1)
    assert "cannot be read: No such file or directory" in missing.err


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.txt"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    done = pictomania("decks", "check", str(file))
    assert (done.status, done.err) == (
        2,
        f"{file}, line 1: the file is larger than 1 MB\n",
    )


@pytest.mark.parametrize("form", ["text", "csv", "toml", "json"])
def test_convert_from_standard_input(form: str) -> None:
    done = pictomania("decks", "convert", "-", "--to", form, stdin=SIDE.encode())
    assert done.status == 0
    (card,) = read_deck(done.out.encode(), form).cards
    assert card.sides[0].words("en") == tuple(SIDE.split())
    wrong = pictomania("decks", "convert", "-", "--to", form, stdin=b"one\n")
    assert wrong.err == "standard input, line 1: this side has 1 word, not 7\n"


def test_any_language_tag_is_accepted_for_a_deck(tmp_path: Path) -> None:
    done = pictomania("decks", "convert", "-", "--to", "csv", "--language", "pt-BR", stdin=SIDE.encode())
    assert done.out.startswith("card,side,level,theme,pt-BR,draw\n")
    file = tmp_path / "mine.csv"
    file.write_text(done.out, encoding="utf-8")
    assert "1 sides in pt-BR," in pictomania("decks", "check", str(file)).out
    wrong = pictomania("decks", "check", "-", "--language", "pt_BR", stdin=SIDE.encode())
    assert (wrong.status, "'pt_BR' is not a language tag such as en or pt-BR" in wrong.err) == (2, True)


def test_list_knows_only_languages_that_have_cards() -> None:
    done = pictomania("decks", "list", "--language", "tlh")
    assert (done.status, "'tlh'" in done.err) == (2, True)
