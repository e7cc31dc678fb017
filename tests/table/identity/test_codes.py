"""Tests of `pictomania.table.identity.codes`."""

from random import Random

import pytest

from pictomania.table.identity.codes import (
    GAME_LENGTH,
    LETTERS,
    day_of,
    hash_key,
    is_older,
    is_same_hash,
    new_code,
    new_game_id,
    normalize_code,
)

DAY = 86_400_000
NOON = 1_700_049_600_000  # of 15 November 2023
TAIL = "A" * GAME_LENGTH


def test_codes_have_forty_bits_and_differ() -> None:
    pick = Random(1).choice
    codes = {new_code(pick) for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == 8 and set(code) <= set(LETTERS) for code in codes)
    assert len(LETTERS) == 32


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ABCDEFGH", "ABCDEFGH"),
        ("abcd-efgh", "ABCDEFGH"),
        (" abcd efgh ", "ABCDEFGH"),
        ("oilu0123", "011V0123"),
        ("ABCDEFG", None),
        ("ABCDEFGHJ", None),
        ("ABCDEFG*", None),
        ("../ABCDE", None),
        ("ABCDEFGH\n", None),
        ("ÄBCDEFGH", None),
        ("", None),
    ],
)
def test_typed_codes_are_normalized(typed: str, meant: str | None) -> None:
    assert normalize_code(typed) == meant


def test_a_game_id_has_the_date_and_a_random_part() -> None:
    pick = Random(1).choice
    one, other = new_game_id(pick, NOON), new_game_id(pick, NOON)
    assert one != other
    assert one.startswith("20231115-")
    day = day_of(one)
    assert day is not None
    assert (day.year, day.month, day.day) == (2023, 11, 15)


@pytest.mark.parametrize(
    "name", ["", "20231115", f"20231315-{TAIL}", f"2023111-{TAIL}", f"20231115-{TAIL}/.."]
)
def test_an_invalid_game_id_has_no_day_and_is_never_old(name: str) -> None:
    assert day_of(name) is None
    assert not is_older(name, 0, NOON)


def test_a_game_is_kept_for_whole_days_after_the_one_it_began_on() -> None:
    game = f"20231115-{TAIL}"
    assert not is_older(game, 30, NOON + 30 * DAY)
    assert is_older(game, 30, NOON + 31 * DAY)
    assert not is_older(f"99991231-{TAIL}", 30, NOON)


def test_a_key_hash_depends_on_the_table_and_does_not_contain_the_key() -> None:
    assert hash_key("TABLE1", "key") != hash_key("TABLE2", "key")
    assert hash_key("TABLE1", "key") == hash_key("TABLE1", "key")
    assert "key" not in hash_key("TABLE1", "key")


def test_comparison_of_hashes() -> None:
    assert is_same_hash("a", "a")
    assert not is_same_hash("a", "b")
    assert not is_same_hash(None, "a")
