"""The editions and variants as data."""

from itertools import chain, combinations

import pytest

from pictomania.rules import (
    EDITIONS,
    PLAYERS,
    EditionName,
    SettingsConflict,
    TokenSet,
    Variant,
    rules_for,
    settings_conflict,
)
from pictomania.rules.editions import CALM_THREE_BLACK_TOKENS, COMPETITIVE_BLACK_TOKENS
from tests.rules.tables import first, second

FIRST, SECOND = EDITIONS[EditionName.FIRST], EDITIONS[EditionName.SECOND]


@pytest.mark.rule("R1")
def test_three_to_six_players() -> None:
    assert PLAYERS == (3, 4, 5, 6)
    for edition in EditionName:
        assert settings_conflict(edition, [], 2) is SettingsConflict.TOO_FEW_PLAYERS
        assert settings_conflict(edition, [], 7) is SettingsConflict.TOO_MANY_PLAYERS
        for players in PLAYERS:
            assert settings_conflict(edition, [], players) is None
            assert len(rules_for(edition, [], players).marks) == 6


def test_switches_of_the_editions() -> None:
    assert (FIRST.rounds, SECOND.rounds) == (5, 4)
    assert (FIRST.holder_size, SECOND.holder_size) == (6, 3)
    assert (FIRST.levels, SECOND.levels) == (None, (1, 2, 3, 4))
    assert FIRST.level_colours == ("green", "orange", "blue", "purple")
    assert SECOND.level_colours == ("green", "yellow", "orange", "red")
    assert (FIRST.cards_per_level, SECOND.cards_per_level) == ((21, 27, 35, 16), (27, 27, 27, 18))
    assert sum(FIRST.cards_per_level) == sum(SECOND.cards_per_level) == 99
    assert (FIRST.any_black_token, SECOND.any_black_token) == (False, True)
    assert (FIRST.first_guess_freezes, SECOND.first_guess_freezes) == (False, True)
    assert (FIRST.last_token_ends, SECOND.last_token_ends) == (True, False)
    assert (FIRST.wrong_word_returns_token, SECOND.wrong_word_returns_token) == (False, True)
    assert (FIRST.replacements, SECOND.replacements) == (1, None)


@pytest.mark.rule("R6")
def test_marks_point_to_six_cards_or_twice_to_three() -> None:
    assert FIRST.marks == (0, 1, 2, 3, 4, 5)
    assert SECOND.marks == (0, 0, 1, 1, 2, 2)


def test_scoring_tokens() -> None:
    stars = {3: (2, 1), 4: (2, 1, 1), 5: (3, 2, 1, 1), 6: (3, 2, 1, 1, 1)}
    for edition in (FIRST, SECOND):
        assert {players: tokens.stars for players, tokens in edition.scoring_tokens.items()} == stars
    assert [FIRST.scoring_tokens[n].inferred for n in PLAYERS] == [False] * 4
    assert [SECOND.scoring_tokens[n].inferred for n in PLAYERS] == [False, True, True, True]


def test_black_tokens() -> None:
    one_fewer = {3: (2, 1), 4: (3, 2, 1), 5: (3, 3, 2, 1), 6: (3, 3, 2, 2, 1)}
    one_each = {3: (2, 2, 1), 4: (3, 2, 2, 1), 5: (3, 3, 2, 2, 1), 6: (3, 3, 2, 2, 1, 1)}
    assert {n: first(n).black_tokens for n in PLAYERS} == one_fewer
    assert {n: second(n).black_tokens for n in PLAYERS} == one_each
    assert {n: second(n, "competitive").black_tokens for n in PLAYERS} == one_fewer
    assert first(3, "calm-three").black_tokens == (3, 2, 1)
    assert [FIRST.black_tokens[n].inferred for n in PLAYERS] == [True, True, False, True]
    assert [SECOND.black_tokens[n].inferred for n in PLAYERS] == [False, True, True, True]
    assert [COMPETITIVE_BLACK_TOKENS[n].inferred for n in PLAYERS] == [True] * 4
    assert not CALM_THREE_BLACK_TOKENS.inferred


def test_tokens_are_in_descending_order() -> None:
    assert TokenSet((3, 1, 1), inferred=False).stars == (3, 1, 1)
    with pytest.raises(ValueError, match="descending order"):
        TokenSet((1, 2), inferred=False)


@pytest.mark.rule("V1", "R38")
def test_competitive_variant() -> None:
    assert (second().last_token_ends, second(3, "competitive").last_token_ends) == (False, True)
    assert second(3, "competitive").any_black_token


@pytest.mark.rule("V2")
def test_children_play_level_one_in_every_round() -> None:
    assert first(3, "children").levels == (1, 1, 1, 1, 1)
    assert second(3, "children").levels == (1, 1, 1, 1)


@pytest.mark.rule("V3")
def test_one_card_variant() -> None:
    rules = first(3, "one-card")
    assert (rules.holder_size, rules.marks) == (1, ())


@pytest.mark.rule("V4", "R39")
def test_calm_three_variant() -> None:
    assert first(3, "calm-three").black_tokens == (3, 2, 1)
    assert settings_conflict("first", ["calm-three"], 4) is SettingsConflict.VARIANT_NEEDS_THREE


@pytest.mark.rule("V5")
def test_learning_variant() -> None:
    assert (second().learning_round, second(3, "learning").learning_round) == (False, True)


@pytest.mark.rule("V1", "V2", "V3", "V4", "V5")
def test_variants_of_an_edition_can_be_combined() -> None:
    all_sets = list(chain.from_iterable(combinations(Variant, n) for n in range(6)))
    fitting = {
        edition: {frozenset(chosen) for chosen in all_sets if settings_conflict(edition, chosen, 3) is None}
        for edition in EditionName
    }
    subsets_of_first = chain.from_iterable(
        combinations(("children", "one-card", "calm-three"), n) for n in range(4)
    )
    subsets_of_second = chain.from_iterable(
        combinations(("competitive", "children", "learning"), n) for n in range(4)
    )
    assert fitting[EditionName.FIRST] == {frozenset(map(Variant, chosen)) for chosen in subsets_of_first}
    assert fitting[EditionName.SECOND] == {frozenset(map(Variant, chosen)) for chosen in subsets_of_second}
    assert settings_conflict("first", ["learning"], 4) is SettingsConflict.VARIANT_OF_OTHER_EDITION


def test_unknown_names() -> None:
    assert settings_conflict("third", [], 4) is SettingsConflict.UNKNOWN_EDITION
    assert settings_conflict("first", ["hurried"], 4) is SettingsConflict.UNKNOWN_VARIANT
    with pytest.raises(ValueError, match=r"^unknown-edition$"):
        rules_for("third")


@pytest.mark.rule("R8", "D4")
def test_levels_can_be_planned_or_chosen_round_by_round() -> None:
    assert rules_for("second", levels=None).levels is None
    assert rules_for("second", levels=None, level_vote=True).level_vote
    assert not rules_for("second", level_vote=True).level_vote  # there is nothing to vote on
    assert rules_for("second", levels=(4, 1, 1, 2)).levels == (4, 1, 1, 2)
    assert rules_for("first", levels=(1, 2, 3, 4, 4)).levels == (1, 2, 3, 4, 4)
    assert settings_conflict("second", [], 4, (1, 2, 3)) is SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND
    assert settings_conflict("second", [], 4, (1, 2, 3, 5)) is SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND
    assert (
        settings_conflict("second", ["children"], 4, (1, 1, 1, 1))
        is SettingsConflict.LEVELS_FIXED_BY_CHILDREN
    )
    assert settings_conflict("second", ["children"], 4, None) is SettingsConflict.LEVELS_FIXED_BY_CHILDREN


@pytest.mark.rule("D3")
def test_replacements_are_an_option_of_the_table() -> None:
    assert (first().replacements, second().replacements) == (1, None)
    assert rules_for("first", replacements=None).replacements is None
    assert rules_for("second", replacements=2).replacements == 2
    assert rules_for("second", replacements=0).replacements == 0
    assert settings_conflict("second", [], 4, replacements=-1) is SettingsConflict.REPLACEMENTS_NEGATIVE
    with pytest.raises(ValueError, match=r"^replacements-negative$"):
        rules_for("second", replacements=-1)


@pytest.mark.rule("R16")
def test_erasing_is_on_by_default() -> None:
    assert first().erasing
    assert second().erasing
    assert not rules_for("first", erasing=False).erasing


def test_rules_keep_the_chosen_options() -> None:
    rules = rules_for("second", ["learning", "children"], 5)
    assert rules.edition is EditionName.SECOND
    assert rules.variants == {Variant.CHILDREN, Variant.LEARNING}
    assert (rules.players, rules.rounds, rules.holder_size) == (5, 4, 3)
    assert rules.scoring_tokens == (3, 2, 1, 1)
    assert (rules.any_black_token, rules.first_guess_freezes, rules.wrong_word_returns_token) == (
        True,
        True,
        True,
    )
    assert rules_for("first").players == 4
