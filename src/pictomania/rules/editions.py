"""The two printed editions and their variants as data, and the resulting rules of one table.

No other module branches on the edition: the rest of the game reads the switches of `Rules`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from pictomania.rules.cards import LEVELS

PLAYERS = (3, 4, 5, 6)
MAX_ROUNDS = 8  # D12


class EditionName(StrEnum):
    """The published editions."""

    FIRST = "first"
    SECOND = "second"


class Variant(StrEnum):
    """The published variants (V1 to V5)."""

    COMPETITIVE = "competitive"  # V1
    CHILDREN = "children"  # V2
    ONE_CARD = "one-card"  # V3
    CALM_THREE = "calm-three"  # V4
    LEARNING = "learning"  # V5


class SettingsConflict(StrEnum):
    """Why an edition, its variants, its options and a number of players cannot be combined."""

    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_VARIANT = "unknown-variant"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    VARIANT_OF_OTHER_EDITION = "variant-of-other-edition"
    VARIANT_NEEDS_THREE = "variant-needs-three"
    LEVELS_NOT_ONE_EACH_ROUND = "levels-not-one-each-round"
    ROUNDS_OUT_OF_RANGE = "rounds-out-of-range"
    LEVELS_FIXED_BY_CHILDREN = "levels-fixed-by-children"
    REPLACEMENTS_NEGATIVE = "replacements-negative"


@dataclass(frozen=True, slots=True)
class TokenSet:
    """A set of tokens by their stars, in descending order."""

    stars: tuple[int, ...]
    inferred: bool  # not printed in any rulebook; consistent with everything that is

    def __post_init__(self) -> None:
        if list(self.stars) != sorted(self.stars, reverse=True):
            raise ValueError(f"tokens not in descending order: {self.stars}")


def _printed(*stars: int) -> TokenSet:
    return TokenSet(stars, inferred=False)


def _inferred(*stars: int) -> TokenSet:
    return TokenSet(stars, inferred=True)


@dataclass(frozen=True, slots=True)
class Edition:
    """One printed edition."""

    name: EditionName
    rounds: int
    holder_size: int  # word cards in the holder
    marks: tuple[int, ...]  # the place in the holder that each of the six mark cards points to
    levels: tuple[int, ...] | None  # level of each round, or None if the group chooses before each round (R8)
    level_colours: tuple[str, ...]
    cards_per_level: tuple[int, ...]
    scoring_tokens: Mapping[int, TokenSet]  # by number of players
    black_tokens: Mapping[int, TokenSet]
    any_black_token: bool  # may players take any token left, or only one with the most stars?
    first_guess_freezes: bool  # R13 or R14
    last_token_ends: bool  # R38 or R37
    blank_is_not_guessed: bool  # no card on the sheet of a player who finished without drawing (R54)
    wrong_word_returns_token: bool  # R53
    replacements: int | None  # free card replacements per player and game; None: no limit (D3)
    variants: frozenset[Variant]


COMPETITIVE_BLACK_TOKENS: Mapping[int, TokenSet] = MappingProxyType(
    {3: _inferred(2, 1), 4: _inferred(3, 2, 1), 5: _inferred(3, 3, 2, 1), 6: _inferred(3, 3, 2, 2, 1)}
)
CALM_THREE_BLACK_TOKENS = _printed(3, 2, 1)

EDITIONS: Mapping[EditionName, Edition] = MappingProxyType(
    {
        EditionName.FIRST: Edition(
            name=EditionName.FIRST,
            rounds=5,
            holder_size=6,
            marks=(0, 1, 2, 3, 4, 5),
            levels=None,
            level_colours=("green", "orange", "blue", "purple"),
            cards_per_level=(21, 27, 35, 16),
            scoring_tokens=MappingProxyType(
                {3: _printed(2, 1), 4: _printed(2, 1, 1), 5: _printed(3, 2, 1, 1), 6: _printed(3, 2, 1, 1, 1)}
            ),
            black_tokens=MappingProxyType(
                {
                    3: _inferred(2, 1),
                    4: _inferred(3, 2, 1),
                    5: _printed(3, 3, 2, 1),
                    6: _inferred(3, 3, 2, 2, 1),
                }
            ),
            any_black_token=False,
            first_guess_freezes=False,
            last_token_ends=True,
            blank_is_not_guessed=True,
            wrong_word_returns_token=False,
            replacements=1,
            variants=frozenset({Variant.CHILDREN, Variant.ONE_CARD, Variant.CALM_THREE}),
        ),
        EditionName.SECOND: Edition(
            name=EditionName.SECOND,
            rounds=4,
            holder_size=3,
            marks=(0, 0, 1, 1, 2, 2),
            levels=(1, 2, 3, 4),
            level_colours=("green", "yellow", "orange", "red"),
            cards_per_level=(27, 27, 27, 18),
            scoring_tokens=MappingProxyType(
                {
                    3: _printed(2, 1),
                    4: _inferred(2, 1, 1),
                    5: _inferred(3, 2, 1, 1),
                    6: _inferred(3, 2, 1, 1, 1),
                }
            ),
            black_tokens=MappingProxyType(
                {
                    3: _printed(2, 2, 1),
                    4: _inferred(3, 2, 2, 1),
                    5: _inferred(3, 3, 2, 2, 1),
                    6: _inferred(3, 3, 2, 2, 1, 1),
                }
            ),
            any_black_token=True,
            first_guess_freezes=True,
            last_token_ends=False,
            blank_is_not_guessed=False,
            wrong_word_returns_token=True,
            replacements=None,
            variants=frozenset({Variant.COMPETITIVE, Variant.CHILDREN, Variant.LEARNING}),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table: an edition with its variants and options for a number of players.

    When the number of players changes between rounds (D10, D11), `for_players` returns the new rules.
    """

    edition: EditionName
    variants: frozenset[Variant]
    players: int
    rounds: int
    holder_size: int
    marks: tuple[int, ...]  # empty if no mark cards are dealt (V3)
    levels: tuple[int, ...] | None  # None: chosen before each round (D4)
    level_vote: bool  # do the players vote on it, or does the host choose alone (D4)?
    scoring_tokens: tuple[int, ...]
    black_tokens: tuple[int, ...]
    any_black_token: bool
    first_guess_freezes: bool
    last_token_ends: bool
    blank_is_not_guessed: bool
    wrong_word_returns_token: bool
    replacements: int | None
    learning_round: bool  # is the first round scored simply (R48)?
    erasing: bool  # R16


class EditionDefault:
    """Type of `EDITION_DEFAULT`."""


EDITION_DEFAULT = EditionDefault()  # keep the printed value; None means something else for these options


def settings_conflict(  # noqa: PLR0911
    edition: str,
    variants: Collection[str],
    players: int,
    levels: tuple[int, ...] | EditionDefault | None = EDITION_DEFAULT,
    replacements: int | EditionDefault | None = EDITION_DEFAULT,
    rounds: int | EditionDefault = EDITION_DEFAULT,
) -> SettingsConflict | None:
    """Return why these cannot be combined, or None if they can."""
    if edition not in list(EditionName):
        return SettingsConflict.UNKNOWN_EDITION
    if not all(variant in list(Variant) for variant in variants):
        return SettingsConflict.UNKNOWN_VARIANT
    if players < min(PLAYERS):
        return SettingsConflict.TOO_FEW_PLAYERS
    if players > max(PLAYERS):
        return SettingsConflict.TOO_MANY_PLAYERS
    printed = EDITIONS[EditionName(edition)]
    if not printed.variants.issuperset(variants):
        return SettingsConflict.VARIANT_OF_OTHER_EDITION
    if Variant.CALM_THREE in variants and players != 3:
        return SettingsConflict.VARIANT_NEEDS_THREE
    if isinstance(replacements, int) and replacements < 0:
        return SettingsConflict.REPLACEMENTS_NEGATIVE
    if isinstance(rounds, int) and not 1 <= rounds <= MAX_ROUNDS:
        return SettingsConflict.ROUNDS_OUT_OF_RANGE
    return _levels_conflict(variants, levels, _rounds(printed, rounds))


def _rounds(printed: Edition, rounds: int | EditionDefault) -> int:
    return printed.rounds if isinstance(rounds, EditionDefault) else rounds


def _levels_conflict(
    variants: Collection[str], levels: tuple[int, ...] | EditionDefault | None, rounds: int
) -> SettingsConflict | None:
    if isinstance(levels, EditionDefault):
        return None
    if Variant.CHILDREN in variants:
        return SettingsConflict.LEVELS_FIXED_BY_CHILDREN
    if levels is not None and (len(levels) != rounds or not set(levels) <= set(LEVELS)):
        return SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND
    return None


def rules_for(  # noqa: PLR0913
    edition: str,
    variants: Collection[str] = (),
    players: int = 4,
    *,
    levels: tuple[int, ...] | EditionDefault | None = EDITION_DEFAULT,
    level_vote: bool = False,
    replacements: int | EditionDefault | None = EDITION_DEFAULT,
    rounds: int | EditionDefault = EDITION_DEFAULT,
    erasing: bool = True,
) -> Rules:
    """Assemble the rules of one table (V1 to V5); raise ValueError if `settings_conflict` objects.

    `levels`: one for each round, or None to choose before each round. `replacements`: None for no limit, as
    in the French rulebook of the first edition.
    """
    reason = settings_conflict(edition, variants, players, levels, replacements, rounds)
    if reason is not None:
        raise ValueError(reason)
    printed = EDITIONS[EditionName(edition)]
    chosen = frozenset(Variant(variant) for variant in variants)
    planned = planned_levels(edition, chosen, levels, rounds)
    return Rules(
        edition=printed.name,
        variants=chosen,
        players=players,
        rounds=_rounds(printed, rounds),
        holder_size=holder_size(edition, chosen),
        marks=mark_places(edition, chosen),
        levels=planned,
        level_vote=level_vote and planned is None,
        scoring_tokens=printed.scoring_tokens[players].stars,
        black_tokens=black_tokens(printed, chosen, players).stars,
        any_black_token=printed.any_black_token,
        first_guess_freezes=printed.first_guess_freezes,
        last_token_ends=printed.last_token_ends or Variant.COMPETITIVE in chosen,
        blank_is_not_guessed=printed.blank_is_not_guessed,
        wrong_word_returns_token=printed.wrong_word_returns_token,
        replacements=printed.replacements if isinstance(replacements, EditionDefault) else replacements,
        learning_round=Variant.LEARNING in chosen,
        erasing=erasing,
    )


def for_players(rules: Rules, players: int) -> Rules:
    """Return the same rules with the tokens for another number of players (D10, D11)."""
    if players == rules.players:
        return rules
    printed = EDITIONS[rules.edition]
    return replace(
        rules,
        players=players,
        scoring_tokens=printed.scoring_tokens[players].stars,
        black_tokens=black_tokens(printed, rules.variants, players).stars,
    )


def for_rounds(rules: Rules, rounds: int) -> Rules:
    """Return the same rules with another number of rounds (D12)."""
    levels = None if rules.levels is None else _stretch(rules.levels, rounds)
    return replace(rules, rounds=rounds, levels=levels)


def _stretch(levels: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """Repeat the last level, or leave some out, until there is one for each round (D12)."""
    return (*levels, *(levels[-1:] * rounds))[:rounds]


def black_tokens(printed: Edition, variants: Collection[Variant], players: int) -> TokenSet:
    """Return the black tokens that an edition and its variants put in the centre."""
    if Variant.COMPETITIVE in variants:
        return COMPETITIVE_BLACK_TOKENS[players]
    if Variant.CALM_THREE in variants and players == 3:
        return CALM_THREE_BLACK_TOKENS
    return printed.black_tokens[players]


def holder_size(edition: str, variants: Collection[str]) -> int:
    """Return the number of word cards in the holder (R2, V3)."""
    return 1 if Variant.ONE_CARD in variants else EDITIONS[EditionName(edition)].holder_size


def mark_places(edition: str, variants: Collection[str]) -> tuple[int, ...]:
    """Return the place in the holder that each mark card points to; empty without mark cards (R6, V3)."""
    return () if Variant.ONE_CARD in variants else EDITIONS[EditionName(edition)].marks


def planned_levels(
    edition: str,
    variants: Collection[str],
    levels: tuple[int, ...] | EditionDefault | None = EDITION_DEFAULT,
    rounds: int | EditionDefault = EDITION_DEFAULT,
) -> tuple[int, ...] | None:
    """Return the level of each round, or None if it is chosen before each round (R8, V2, D4, D12)."""
    printed = EDITIONS[EditionName(edition)]
    count = _rounds(printed, rounds)
    if Variant.CHILDREN in variants:
        return (LEVELS[0],) * count
    planned = printed.levels if isinstance(levels, EditionDefault) else levels
    return None if planned is None else _stretch(planned, count)
