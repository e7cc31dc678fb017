"""A transcript of a game: what changed in each seat's view after every step."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    CardView,
    Face,
    Game,
    MotionView,
    PastRoundView,
    seats,
    view_for,
)

SEATS = "ABCDEF"
_LABELS = {MotionView: "MotionSeen", PastRoundView: "PastSeen"}  # names in the golden files
Lines = dict[str, str]  # text by path of the field


def transcript(title: str, initial: Game, steps: Iterator[tuple[Actor, Action, Game]]) -> str:
    """Return the transcript of a game."""
    before = _views(initial)
    lines = [f"# {title}", "", *_changes({}, before)]
    for number, (seat, action, game) in enumerate(steps, 1):
        now = _views(game)
        lines += [f"{number}. {_name(seat)}: {_format(action)}", *_changes(before, now)]
        before = now
    return "\n".join(lines) + "\n"


def _views(game: Game) -> dict[int | None, Lines]:
    return {seat: dict(_flatten("", view_for(game, seat))) for seat in (*seats(game), None)}


def _changes(before: dict[int | None, Lines], now: dict[int | None, Lines]) -> Iterator[str]:
    """Yield what changed, with all observers who see the same change on one line."""
    changes: dict[str, list[int | None]] = {}
    for seat, lines in now.items():
        old = before.get(seat, {})
        for path in sorted(old.keys() | lines.keys()):
            if old.get(path) != lines.get(path):
                changes.setdefault(f"{path} = {lines.get(path, 'gone')}", []).append(seat)
    for change, observers in changes.items():
        who = "all" if len(observers) == len(now) else " ".join(_name(seat) for seat in observers)
        yield f"    {who}: {change}"


def _flatten(path: str, value: object) -> Iterator[tuple[str, str]]:
    """Flatten a view into one line per field, with nothing left out."""
    if path == "players" and isinstance(value, tuple):
        for seat, player in enumerate(value):
            yield from _flatten(SEATS[seat], player)
    elif path == "score" and value is not None:
        yield path, _format(value)
    elif is_dataclass(value) and not isinstance(value, (Face, CardView)) and path in {"", "may", *SEATS}:
        for field in fields(value):
            yield from _flatten(f"{path}.{field.name}".lstrip("."), getattr(value, field.name))
    else:
        yield path, _format(value)


def _format(value: object) -> str:
    """Format a value concisely."""
    match value:
        case None:
            return "–"
        case CardView(guesser, number, fate, stars):
            return f"{SEATS[guesser]}:{number or '?'}" + (f"={fate}+{stars}" if fate else "")
        case Face(card, side):
            return f"{card}/{side}"
        case tuple() | list():
            return " ".join(map(_format, value)) or "none"
        case frozenset():
            return " ".join(sorted(map(_format, value))) or "none"
        case _ if is_dataclass(value):
            parts = [f"{field.name}={_format(getattr(value, field.name))}" for field in fields(value)]
            return f"{_LABELS.get(type(value), type(value).__name__)}({', '.join(parts)})"
        case _:
            return str(value)


def _name(seat: Actor | None) -> str:
    if seat is None:
        return "watcher"
    return "table" if seat is TABLE else SEATS[seat]
