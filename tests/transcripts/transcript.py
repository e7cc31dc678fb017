"""A game written down as each seat saw it: after every step, what changed in whose view."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from pictomania.rules import TABLE, Action, Actor, CardSeen, Face, Game, seats, seen_by

SEATS = "ABCDEF"
Lines = dict[str, str]


def transcript(title: str, beginning: Game, steps: Iterator[tuple[Actor, Action, Game]]) -> str:
    """Write a game down, step by step."""
    observers: list[int | None] = [*seats(beginning), None]
    lines = [f"# {title}", ""]
    before: dict[int | None, Lines] = {seat: {} for seat in observers}
    lines += _changes(before, _seen(beginning, observers))
    before = _seen(beginning, observers)
    for number, (seat, action, game) in enumerate(steps, 1):
        now = _seen(game, observers)
        lines += [f"{number}. {_name(seat)}: {_told(action)}", *_changes(before, now)]
        before = now
    return "\n".join(lines) + "\n"


def _seen(game: Game, observers: list[int | None]) -> dict[int | None, Lines]:
    return {seat: dict(_flat("", seen_by(game, seat))) for seat in observers}


def _changes(before: dict[int | None, Lines], now: dict[int | None, Lines]) -> Iterator[str]:
    """Write what changed, once for all who see the same change."""
    seen: dict[str, list[int | None]] = {}
    for seat, lines in now.items():
        for path in sorted(before[seat].keys() | lines.keys()):
            if before[seat].get(path) != lines.get(path):
                seen.setdefault(f"{path} = {lines.get(path, 'gone')}", []).append(seat)
    for change, observers in seen.items():
        who = "all" if len(observers) == len(now) else " ".join(_name(seat) for seat in observers)
        yield f"    {who}: {change}"


def _flat(path: str, value: object) -> Iterator[tuple[str, str]]:
    """Take a view apart into one line for every field, nothing left out."""
    if path == "players" and isinstance(value, tuple):
        for seat, player in enumerate(value):
            yield from _flat(SEATS[seat], player)
    elif path == "score" and value is not None:
        yield path, _told(value)
    elif is_dataclass(value) and not isinstance(value, (Face, CardSeen)) and path in {"", "may", *SEATS}:
        for field in fields(value):
            yield from _flat(f"{path}.{field.name}".lstrip("."), getattr(value, field.name))
    else:
        yield path, _told(value)


def _told(value: object) -> str:
    """Write a value shortly."""
    match value:
        case None:
            return "–"
        case CardSeen(guesser, number, fate, stars):
            return f"{SEATS[guesser]}:{number or '?'}" + (f"={fate}+{stars}" if fate else "")
        case Face(card, side):
            return f"{card}/{side}"
        case tuple() | list():
            return " ".join(map(_told, value)) or "none"
        case frozenset():
            return " ".join(sorted(map(_told, value))) or "none"
        case _ if is_dataclass(value):
            told = [f"{field.name}={_told(getattr(value, field.name))}" for field in fields(value)]
            return f"{type(value).__name__}({', '.join(told)})"
        case _:
            return str(value)


def _name(seat: Actor | None) -> str:
    if seat is None:
        return "watcher"
    return "table" if seat is TABLE else SEATS[seat]
