"""Sentences for editions, variants and players that do not go together, and what is to blame."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pictomania.cli.quoting import quoted
from pictomania.rules import LEVELS, PLAYERS, EditionName, Misfit, Variant, misfit

AN_EDITION = f"an edition ({' or '.join(quoted(edition) for edition in EditionName)})"
A_VARIANT = f"a variant ({', '.join(quoted(variant) for variant in Variant)})"
CAN_PLAY = f"({PLAYERS[0]} to {PLAYERS[-1]} can play)"

MISFITS: Mapping[Misfit, str] = MappingProxyType(
    {
        Misfit.UNKNOWN_EDITION: f"{{edition}} is not {AN_EDITION}",
        Misfit.UNKNOWN_VARIANT: f"{{variant}} is not {A_VARIANT}",
        Misfit.TOO_FEW_PLAYERS: f"{{players}} players are too few {CAN_PLAY}",
        Misfit.TOO_MANY_PLAYERS: f"{{players}} players are too many {CAN_PLAY}",
        Misfit.VARIANT_OF_OTHER_EDITION: "{variant} is a variant of the other edition, not of {edition}",
        Misfit.VARIANT_NEEDS_THREE: "{variant} is for exactly 3 players, not for {players}",
        Misfit.LEVELS_NOT_ONE_EACH_ROUND: f"give one level ({LEVELS[0]} to {LEVELS[-1]}) for each round",
        Misfit.REPLACEMENTS_NEGATIVE: "fewer than no replacements are not possible",
        Misfit.LEVELS_FIXED_BY_CHILDREN: f"children play level {LEVELS[0]} in every round",
    }
)


@dataclass(frozen=True, slots=True)
class Blame:
    """What does not fit: the field, the place in it where it is a list, and a sentence."""

    field: str
    place: int
    sentence: str


def blame(edition: str, variants: Sequence[str], players: int) -> Blame | None:
    """Blame the first of these that does not go with those before it, if any does not."""
    for field, place, some, seats in (
        ("edition", 0, [], PLAYERS[0]),
        ("players", 0, [], players),
        *(("variants", place, variants[: place + 1], players) for place in range(len(variants))),
    ):
        reason = misfit(edition, some, seats)
        if reason is not None:
            variant = quoted(some[-1]) if some else ""
            sentence = MISFITS[reason].format(edition=quoted(edition), variant=variant, players=players)
            return Blame(field, place, sentence)
    return None
