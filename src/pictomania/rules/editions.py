"""The two printed editions and their variants as data, and the rules that one table plays by.

Nothing outside this module asks which edition is played: everybody else reads the switches of `Rules`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pictomania.rules.cards import LEVELS

PLAYERS = (3, 4, 5, 6)


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


class Misfit(StrEnum):
    """Why an edition, its variants and a number of players do not go together."""

    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_VARIANT = "unknown-variant"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    VARIANT_OF_OTHER_EDITION = "variant-of-other-edition"
    VARIANT_NEEDS_THREE = "variant-needs-three"
    LEVELS_NOT_ONE_EACH_ROUND = "levels-not-one-each-round"
    LEVELS_FIXED_BY_CHILDREN = "levels-fixed-by-children"
    REPLACEMENTS_NEGATIVE = "replacements-negative"


@dataclass(frozen=True, slots=True)
class Tokens:
    """A set of tokens by their stars, most first."""

    stars: tuple[int, ...]
    inferred: bool  # no rulebook prints it; the value fits all that is known

    def __post_init__(self) -> None:
        """Keep the order on which giving and taking rely."""
        if list(self.stars) != sorted(self.stars, reverse=True):
            raise ValueError(f"tokens not in falling order: {self.stars}")


def _printed(*stars: int) -> Tokens:
    return Tokens(stars, inferred=False)


def _inferred(*stars: int) -> Tokens:
    return Tokens(stars, inferred=True)


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition prints, by its switches."""

    name: EditionName
    rounds: int
    holder_size: int  # word cards on show in a round
    marks: tuple[int, ...]  # the place in the holder that each of the six mark cards points at
    levels: tuple[int, ...] | None  # level of each round, or None where the group chooses before it (R8)
    level_colours: tuple[str, ...]
    cards_per_level: tuple[int, ...]
    scoring_tokens: Mapping[int, Tokens]  # by number of players
    black_tokens: Mapping[int, Tokens]
    any_black_token: bool  # may one take any that is left, or only one with most stars?
    first_guess_freezes: bool  # R13 or R14
    last_token_ends: bool  # R38 or R37
    wrong_word_returns_token: bool  # R53
    replacements: int | None  # per player and game before all must agree; None: no limit (D3)
    variants: frozenset[Variant]


COMPETITIVE_BLACK_TOKENS: Mapping[int, Tokens] = MappingProxyType(
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
            wrong_word_returns_token=True,
            replacements=None,
            variants=frozenset({Variant.COMPETITIVE, Variant.CHILDREN, Variant.LEARNING}),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules one table plays by: an edition with its variants and options, for so many players."""

    edition: EditionName
    variants: frozenset[Variant]
    players: int
    rounds: int
    holder_size: int
    marks: tuple[int, ...]  # empty where no marks are dealt (V3)
    levels: tuple[int, ...] | None  # None: the host chooses before each round (D4)
    scoring_tokens: tuple[int, ...]
    black_tokens: tuple[int, ...]
    any_black_token: bool
    first_guess_freezes: bool
    last_token_ends: bool
    wrong_word_returns_token: bool
    replacements: int | None
    learning_round: bool  # is the first round scored simply (R48)?
    erasing: bool  # R16


class FromTheBook:
    """The type of `FROM_THE_BOOK`."""


FROM_THE_BOOK = FromTheBook()  # an option left as the edition prints it, where None has a meaning of its own


def misfit(
    edition: str,
    variants: Collection[str],
    players: int,
    levels: tuple[int, ...] | FromTheBook | None = FROM_THE_BOOK,
    replacements: int | FromTheBook | None = FROM_THE_BOOK,
) -> Misfit | None:
    """Say why these do not go together, or None when they do."""
    if edition not in list(EditionName):
        return Misfit.UNKNOWN_EDITION
    if not all(variant in list(Variant) for variant in variants):
        return Misfit.UNKNOWN_VARIANT
    if players < min(PLAYERS):
        return Misfit.TOO_FEW_PLAYERS
    if players > max(PLAYERS):
        return Misfit.TOO_MANY_PLAYERS
    book = EDITIONS[EditionName(edition)]
    if not book.variants.issuperset(variants):
        return Misfit.VARIANT_OF_OTHER_EDITION
    if Variant.CALM_THREE in variants and players != 3:
        return Misfit.VARIANT_NEEDS_THREE
    if isinstance(replacements, int) and replacements < 0:
        return Misfit.REPLACEMENTS_NEGATIVE
    return _levels_misfit(book, variants, levels)


def _levels_misfit(
    book: Edition, variants: Collection[str], levels: tuple[int, ...] | FromTheBook | None
) -> Misfit | None:
    if isinstance(levels, FromTheBook):
        return None
    if Variant.CHILDREN in variants:
        return Misfit.LEVELS_FIXED_BY_CHILDREN
    if levels is not None and (len(levels) != book.rounds or not set(levels) <= set(LEVELS)):
        return Misfit.LEVELS_NOT_ONE_EACH_ROUND
    return None


def rules_for(
    edition: str,
    variants: Collection[str] = (),
    players: int = 4,
    *,
    levels: tuple[int, ...] | FromTheBook | None = FROM_THE_BOOK,
    replacements: int | FromTheBook | None = FROM_THE_BOOK,
    erasing: bool = True,
) -> Rules:
    """Put together the rules of one table (V1 to V5); raise ValueError where `misfit` speaks.

    `levels`: one for each round, or None to choose before each. `replacements`: None for no limit, as the
    French rulebook of the first edition has it.
    """
    reason = misfit(edition, variants, players, levels, replacements)
    if reason is not None:
        raise ValueError(reason)
    book = EDITIONS[EditionName(edition)]
    chosen = frozenset(Variant(variant) for variant in variants)
    one_card = Variant.ONE_CARD in chosen
    return Rules(
        edition=book.name,
        variants=chosen,
        players=players,
        rounds=book.rounds,
        holder_size=1 if one_card else book.holder_size,
        marks=() if one_card else book.marks,
        levels=_levels(book, chosen, levels),
        scoring_tokens=book.scoring_tokens[players].stars,
        black_tokens=black_tokens(book, chosen, players).stars,
        any_black_token=book.any_black_token,
        first_guess_freezes=book.first_guess_freezes,
        last_token_ends=book.last_token_ends or Variant.COMPETITIVE in chosen,
        wrong_word_returns_token=book.wrong_word_returns_token,
        replacements=book.replacements if isinstance(replacements, FromTheBook) else replacements,
        learning_round=Variant.LEARNING in chosen,
        erasing=erasing,
    )


def black_tokens(book: Edition, variants: Collection[Variant], players: int) -> Tokens:
    """Pick the row of black tokens that an edition and its variants put in the centre."""
    if Variant.COMPETITIVE in variants:
        return COMPETITIVE_BLACK_TOKENS[players]
    if Variant.CALM_THREE in variants:
        return CALM_THREE_BLACK_TOKENS
    return book.black_tokens[players]


def _levels(
    book: Edition, variants: Collection[Variant], levels: tuple[int, ...] | FromTheBook | None
) -> tuple[int, ...] | None:
    if Variant.CHILDREN in variants:
        return (LEVELS[0],) * book.rounds
    return book.levels if isinstance(levels, FromTheBook) else levels
