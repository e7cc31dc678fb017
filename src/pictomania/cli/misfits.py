"""Error messages for editions, variants and numbers of players that do not go together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pictomania.cli.quoting import quoted
from pictomania.rules import (
    LEVELS,
    MAX_ROUNDS,
    PLAYERS,
    EditionName,
    SettingsConflict,
    Variant,
    settings_conflict,
)

AN_EDITION = f"an edition ({' or '.join(quoted(edition) for edition in EditionName)})"
A_VARIANT = f"a variant ({', '.join(quoted(variant) for variant in Variant)})"
CAN_PLAY = f"({PLAYERS[0]} to {PLAYERS[-1]} can play)"

MESSAGES: Mapping[SettingsConflict, str] = MappingProxyType(
    {
        SettingsConflict.UNKNOWN_EDITION: f"{{edition}} is not {AN_EDITION}",
        SettingsConflict.UNKNOWN_VARIANT: f"{{variant}} is not {A_VARIANT}",
        SettingsConflict.TOO_FEW_PLAYERS: f"{{players}} players are too few {CAN_PLAY}",
        SettingsConflict.TOO_MANY_PLAYERS: f"{{players}} players are too many {CAN_PLAY}",
        SettingsConflict.VARIANT_OF_OTHER_EDITION: (
            "{variant} is a variant of the other edition, not of {edition}"
        ),
        SettingsConflict.VARIANT_NEEDS_THREE: "{variant} is for exactly 3 players, not {players}",
        SettingsConflict.LEVELS_NOT_ONE_EACH_ROUND: (
            f"give one level ({LEVELS[0]} to {LEVELS[-1]}) for each round"
        ),
        SettingsConflict.ROUNDS_OUT_OF_RANGE: f"a game has 1 to {MAX_ROUNDS} rounds",
        SettingsConflict.REPLACEMENTS_NEGATIVE: "the number of replacements cannot be negative",
        SettingsConflict.LEVELS_FIXED_BY_CHILDREN: f"children play level {LEVELS[0]} in every round",
    }
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A setting that does not go with the others: its field, its index if that is a list, and a message."""

    field: str
    index: int
    message: str


def find_misfit(edition: str, variants: Sequence[str], players: int) -> Misfit | None:
    """Return the first setting that does not go with those before it, if any."""
    for field, index, some, seats in (
        ("edition", 0, [], PLAYERS[0]),
        ("players", 0, [], players),
        *(("variants", index, variants[: index + 1], players) for index in range(len(variants))),
    ):
        reason = settings_conflict(edition, some, seats)
        if reason is not None:
            variant = quoted(some[-1]) if some else ""
            message = MESSAGES[reason].format(edition=quoted(edition), variant=variant, players=players)
            return Misfit(field, index, message)
    return None
