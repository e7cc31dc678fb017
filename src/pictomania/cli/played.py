"""A round played at a real table, read from JSON and checked to be one that can have happened."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pictomania.cli.field import Field
from pictomania.cli.misfits import A_VARIANT, AN_EDITION, blame
from pictomania.cli.quoting import quoted
from pictomania.rules import NUMBERS, Drawing, Fault, Laid, Rules, rules_for

LONGEST_NAME = 40  # so that a name is never shortened in a sentence, which would hide a difference

A_NAME = f"a name (a string of 1 to {LONGEST_NAME} characters)"
A_NUMBER = f"a number card ({NUMBERS[0]} to {NUMBERS[-1]})"
A_GUESS = 'a guess (["name", number])'


@dataclass(frozen=True, slots=True)
class Played:
    """A round that can have happened; names and drawings by seat."""

    rules: Rules
    names: tuple[str, ...]
    drawings: tuple[Drawing, ...]


def played_from(value: object) -> Played:
    """Read a round from a JSON value."""
    fields = Field("", value).members(
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
    return Played(rules, names, tuple(map(Drawing, numbers, piles, tokens, faults)))


def _rules(edition: Field, variants: Field, players: Field) -> Rules:
    """Put the rules together, or blame the first field that does not go with those before it."""
    name = edition.text(AN_EDITION)
    kinds = variants.items("a list of variants")
    chosen = [kind.text(A_VARIANT) for kind in kinds]
    count = len(players.items("a list of players"))
    blamed = blame(name, chosen, count)
    if blamed is not None:
        field = {"edition": edition, "players": players}.get(blamed.field) or kinds[blamed.place]
        raise field.error(blamed.sentence)
    return rules_for(name, chosen, count)


def _names(fields: Sequence[Field]) -> tuple[str, ...]:
    names: list[str] = []
    for field in fields:
        name = _name(field)
        if not name.strip() or len(name) > LONGEST_NAME:
            raise field.error(f"{field} is not {A_NAME}")
        if name in names:
            raise field.error(f"{field} is the name of players[{names.index(name)}] already")
        names.append(name)
    return tuple(names)


def _numbers(fields: Sequence[Field], names: Sequence[str]) -> list[int]:
    """Numbers are dealt without replacement (R6)."""
    numbers: list[int] = []
    for field in fields:
        number = field.one_of(NUMBERS, A_NUMBER)
        if number in numbers:
            raise field.error(f"{number} is the number of {quoted(names[numbers.index(number)])} already")
        numbers.append(number)
    return numbers


def _fault(wrong_word: Field, drew: Field) -> Fault | None:
    shown_another, shown_anything = wrong_word.flag(), drew.flag()
    if not shown_anything:
        return Fault.EMPTY
    return Fault.OTHER_WORD if shown_another else None


def _tokens(rules: Rules, fields: Sequence[Field], faults: Sequence[Fault | None]) -> list[int | None]:
    """Each black token is taken once, by somebody who drew (R32, R33), and in the edition's order (R31)."""
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


def _piles(field: Field, names: tuple[str, ...]) -> list[tuple[Laid, ...]]:
    used: dict[Laid, str] = {}
    piles: list[tuple[Laid, ...]] = [()] * len(names)
    read: set[int] = set()
    for name, pile in field.entries("an object with piles").items():
        artist = _seat(pile, _normal(name), names)
        if artist in read:
            raise pile.error(f"the pile of {quoted(names[artist])} stands twice, spelt in two ways")
        read.add(artist)
        piles[artist] = _pile(pile, artist, names, used)
    return piles


def _pile(field: Field, artist: int, names: tuple[str, ...], used: dict[Laid, str]) -> tuple[Laid, ...]:
    """Read a pile; `used` says where each number card of each player lies so far (R22, R23, R24)."""
    pile: dict[int, Laid] = {}
    for guess in field.items("a pile (a list of guesses)"):
        laid = _guess(guess, names)
        guesser = quoted(names[laid.guesser])
        if laid.guesser == artist:
            raise guess.error(f"{guesser} cannot guess their own drawing")
        if laid.guesser in pile:
            raise guess.error(f"{guesser} has guessed on this pile already, with {pile[laid.guesser].number}")
        if laid in used:
            raise guess.error(f"{guesser} has used the number card {laid.number} already, in {used[laid]}")
        pile[laid.guesser] = laid
        used[laid] = guess.path
    return tuple(pile.values())


def _guess(field: Field, names: tuple[str, ...]) -> Laid:
    parts = field.items(A_GUESS)
    if len(parts) != 2:
        raise field.error(f"a list of {len(parts)} is not {A_GUESS}")
    guesser, number = parts
    return Laid(_seat(guesser, _name(guesser), names), number.one_of(NUMBERS, A_NUMBER))


def _name(field: Field) -> str:
    return _normal(field.text(A_NAME))


def _normal(name: str) -> str:
    """Spell a name in one way: an accent may be part of its letter or follow it, and looks the same."""
    return normalize("NFC", name)


def _seat(field: Field, name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise field.error(f"nobody is called {quoted(name)} (the names are {', '.join(map(quoted, names))})")
    return names.index(name)
