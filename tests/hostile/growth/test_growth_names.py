"""Names and chat lines of any content take at most linear time."""

import pytest

from pictomania.table.identity.display_names import clean_name, is_taken, looks, make_unique
from tests.hostile.growth.linear import assert_linear

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HOSTILE = {
    "letters": "A",
    "blanks": " \t",
    "marks": "\u0301\u0327",  # of two classes, which normal forms put in order
    "marks that stand beside a letter": "\u0903\u093c",
    "letters full of marks": "A\u0301\u0327\u0301",
    "joiners": "\u200d",
    "families": FAMILY,
    "skins": "\U0001f3fd",
    "broken families": "\U0001f468\u200d",
    "flags": "\U0001f1e9\U0001f1ea",
    "letters that NFC takes apart": "\ufb2c\U0001d160",
    "letters that NFKD makes longer": "\ufdfa",  # by eighteen
    "letters that capitals make longer": "\u0390\ufb03",
    "syllables": "\uac01",
    "look-alikes": "\u0410\u13aa\u0274",
    "vowels": "\u0930\u093e\u092e\u093e",
    "invisible": "\u202e\ufe0f",
    "halves of characters": "\ud800",
}


def _text(part: str, size: int) -> str:
    return "A" + (part * size)[:size]


CLEAN = {name: part for name, part in HOSTILE.items() if clean_name(_text(part, 100), 101) is not None}
hostile = pytest.mark.parametrize("part", HOSTILE.values(), ids=HOSTILE)
clean = pytest.mark.parametrize("part", CLEAN.values(), ids=CLEAN)


@hostile
def test_cleaning_a_text(part: str) -> None:
    """As if texts of any length were let in."""
    assert_linear(lambda size: _text(part, size), lambda text: clean_name(text, len(text)), 3_000)


@clean
def test_reducing_a_clean_name_to_its_looks(part: str) -> None:
    """Only clean names get there; marks that flood a letter do not."""
    assert_linear(lambda size: _text(part, size), looks, 800)


def test_finding_a_free_number() -> None:
    """Among many of one name, who have all the numbers but the last."""

    def crowd(size: int) -> list[str]:
        return ["Ada", *(f"Ada {number}" for number in range(2, size))]

    assert_linear(crowd, lambda names: make_unique("Ada", names), 60)


def test_asking_whether_a_name_is_taken() -> None:
    assert_linear(lambda size: [f"Ada {n}" for n in range(size)], lambda names: is_taken("Ben", names), 150)
