"""A round played at a real table, parsed from JSON and checked against the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pictomania.cli.misfits import A_VARIANT, AN_EDITION, find_misfit
from pictomania.cli.quoting import quoted
from pictomania.cli.score.json_field import JsonField
from pictomania.rules import NUMBERS, DrawingResult, Fault, LaidCard, Rules, rules_for

MAX_NAME_LENGTH = 40  # never truncated in a message, which could hide a difference

A_NAME = f"a name (a string of 1 to {MAX_NAME_LENGTH} characters)"
A_NUMBER = f"a number card ({NUMBERS[0]} to {NUMBERS[-1]})"
A_GUESS = 'a guess (["name", number])'


@dataclass(frozen=True, slots=True)
class RoundInput:
    """A round that the rules allow; names and drawings by seat."""

    rules: Rules
    names: tuple[str, ...]
    drawings: tuple[DrawingResult, ...]


def parse_round(value: object) -> RoundInput:
    """Parse a round from a JSON value, or raise `InputError`."""
    fields = JsonField("", value).members(
        "a round (an object)", required=("edition", "players"), defaults={"variants": [], "piles": {}}
    )
    rules = _rules(fields["edition"], fields["variants"], fields["players"])
    seats = [
        seat.members(
            "a player (an object)",
            required=("name", "number"),
            defaults={"token": None, "wrong_word": False, "drew": True},
        )
        for seat in fields["players"].items("a list of players")
    ]
    names = _names([seat["name"] for seat in seats])
    numbers = _numbers([seat["number"] for seat in seats], names)
    faults = [_fault(seat["wrong_word"], seat["drew"]) for seat in seats]
    tokens = _tokens(rules, [seat["token"] for seat in seats], faults)
    piles = _piles(fields["piles"], names)
    return RoundInput(rules, names, tuple(map(DrawingResult, numbers, piles, tokens, faults)))


def _rules(edition: JsonField, variants: JsonField, players: JsonField) -> Rules:
    """Return the rules, or report the first field that does not go with those before it."""
    name = edition.text(AN_EDITION)
    kinds = variants.items("a list of variants")
    chosen = [kind.text(A_VARIANT) for kind in kinds]
    count = len(players.items("a list of players"))
    misfit = find_misfit(name, chosen, count)
    if misfit is not None:
        field = {"edition": edition, "players": players}.get(misfit.field) or kinds[misfit.index]
        raise field.error(misfit.message)
    return rules_for(name, chosen, count)


def _names(fields: Sequence[JsonField]) -> tuple[str, ...]:
    names: list[str] = []
    for field in fields:
        name = _name(field)
        if not name.strip() or len(name) > MAX_NAME_LENGTH:
            raise field.error(f"{field} is not {A_NAME}")
        if name in names:
            raise field.error(f"{field} is already the name of players[{names.index(name)}]")
        names.append(name)
    return tuple(names)


def _numbers(fields: Sequence[JsonField], names: Sequence[str]) -> list[int]:
    """Numbers are dealt without replacement (R6)."""
    numbers: list[int] = []
    for field in fields:
        number = field.one_of(NUMBERS, A_NUMBER)
        if number in numbers:
            raise field.error(f"{number} is already the number of {quoted(names[numbers.index(number)])}")
        numbers.append(number)
    return numbers


def _fault(wrong_word: JsonField, drew: JsonField) -> Fault | None:
    shown_another, shown_anything = wrong_word.flag(), drew.flag()
    if not shown_anything:
        return Fault.EMPTY
    return Fault.OTHER_WORD if shown_another else None


def _tokens(rules: Rules, fields: Sequence[JsonField], faults: Sequence[Fault | None]) -> list[int | None]:
    """Each black token is taken once, by a player who drew (R32, R33), and in the edition's order (R31)."""
    on_the_table = f"(on the table: {' '.join(map(str, rules.black_tokens))})"
    left = Counter(rules.black_tokens)
    tokens: list[int | None] = []
    for field, fault in zip(fields, faults, strict=True):
        if field.value is None:
            tokens.append(None)
            continue
        stars = field.one_of(rules.black_tokens, f"a black token {on_the_table}")
        if not left[stars]:
            raise field.error(f"no black token of {stars} was left {on_the_table}")
        if fault is Fault.EMPTY:
            raise field.error("a player who drew nothing cannot take a black token")
        left[stars] -= 1
        tokens.append(stars)
    best = max(left.elements(), default=0)
    for field, token in zip(fields, tokens, strict=True):
        if token is not None and token < best and not rules.any_black_token:
            raise field.error(f"{token} cannot be taken while {best} is left {on_the_table}")
    return tokens


def _piles(field: JsonField, names: tuple[str, ...]) -> list[tuple[LaidCard, ...]]:
    used: dict[LaidCard, str] = {}
    piles: list[tuple[LaidCard, ...]] = [()] * len(names)
    read: set[int] = set()
    for name, pile in field.entries("an object with piles").items():
        artist = _seat(pile, _normalise(name), names)
        if artist in read:
            raise pile.error(f"the pile of {quoted(names[artist])} appears twice, spelled in two ways")
        read.add(artist)
        piles[artist] = _pile(pile, artist, names, used)
    return piles


def _pile(
    field: JsonField, artist: int, names: tuple[str, ...], used: dict[LaidCard, str]
) -> tuple[LaidCard, ...]:
    """Parse a pile; `used` says where each number card of each player lies so far (R22, R23, R24)."""
    pile: dict[int, LaidCard] = {}
    for guess in field.items("a pile (a list of guesses)"):
        laid = _guess(guess, names)
        guesser = quoted(names[laid.guesser])
        if laid.guesser == artist:
            raise guess.error(f"{guesser} cannot guess their own drawing")
        if laid.guesser in pile:
            raise guess.error(f"{guesser} has already guessed on this pile, with {pile[laid.guesser].number}")
        if laid in used:
            raise guess.error(f"{guesser} has already used the number card {laid.number}, in {used[laid]}")
        pile[laid.guesser] = laid
        used[laid] = guess.path
    return tuple(pile.values())


def _guess(field: JsonField, names: tuple[str, ...]) -> LaidCard:
    parts = field.items(A_GUESS)
    if len(parts) != 2:
        raise field.error(f"a list of {len(parts)} is not {A_GUESS}")
    guesser, number = parts
    return LaidCard(_seat(guesser, _name(guesser), names), number.one_of(NUMBERS, A_NUMBER))


def _name(field: JsonField) -> str:
    return _normalise(field.text(A_NAME))


def _normalise(name: str) -> str:
    """Normalise a name: an accent may be part of its letter or follow it, and looks the same."""
    return normalize("NFC", name)


def _seat(field: JsonField, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise field.error(
            f"no player is called {quoted(name)} (the names are {', '.join(map(quoted, names))})"
        )
    return names.index(name)
