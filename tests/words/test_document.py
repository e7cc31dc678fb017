"""docs/words.md matches the cards."""

import re
from pathlib import Path

import pytest

from pictomania.rules import LEVELS
from pictomania.words import Language, house_deck, read_deck

DOCUMENT = (Path(__file__).parents[2] / "docs/words.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("form", "language"), [("text", "en"), ("csv", "fr")])
def test_the_examples_are_valid_decks(form: str, language: Language) -> None:
    example = DOCUMENT.split(f"```{form}\n")[1].split("```")[0]
    (card,) = read_deck(example.encode(), form).cards
    (side,) = card.sides
    assert side.theme == "things on a desk"
    assert len(set(side.words(language))) == 7


@pytest.mark.parametrize("level", LEVELS)
def test_the_table_of_themes_matches_the_cards(level: int) -> None:
    table = DOCUMENT.split(f"### Level {level}: ")[1].split("###")[0]
    rows = re.findall(r"^\| (\d\.\d\d) \| (.+) \| (.+) \|$", table, re.MULTILINE)
    assert rows == [
        (card.name, *(side.theme + ("" if side.bots else " °") for side in card.sides))
        for card in house_deck().cards
        if card.level == level
    ]
