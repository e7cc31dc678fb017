"""A game that is over, complete in itself: every step as a watcher saw it, every sheet, every word.

It is made of the facts of a table once, at the end, so that it can be shown for years whatever becomes of the
rules and the cards.
"""

from collections.abc import Sequence

from msgspec import Struct

from pictomania.ink import written
from pictomania.rules import Colour, Face, Phase, View, seen_by
from pictomania.table import facts
from pictomania.table.dealer import Box
from pictomania.table.table import Table, replayed, since_rewritten
from pictomania.words import Language

VERSION = 1
BY_CHANCE = (Phase.LAYING, Phase.DEALING)


class Player(Struct, frozen=True):
    """Who played, by the name and colour they had at the end."""

    name: str
    colour: Colour
    bot: bool


class Step(Struct, frozen=True):
    """What was to be seen from a moment on."""

    at_ms: int  # since the game began
    view: View


class Drawing(Struct, frozen=True):
    """One sheet: the whole stream of its marks, with the time of every point in it."""

    round: int
    artist: int
    began_ms: int  # since the game began: tick 0 of the sheet
    ink: bytes


class Replay(Struct, frozen=True):
    """A whole game."""

    version: int
    game: str
    lasted_ms: int
    players: tuple[Player, ...]
    steps: tuple[Step, ...]
    drawings: tuple[Drawing, ...]
    words: dict[str, dict[Language, tuple[str, ...]]]  # of every face that was on show, by `card/side`
    # The names of those who drew, round by round: somebody else may have had a seat later on. Games of long
    # ago do not say.
    artists: tuple[tuple[str, ...], ...] = ()


def replay_of(code: str, happened: Sequence[facts.Any], game: str) -> Replay | None:
    """Watch a game again; None if it is not among these facts, or not over."""
    happened = since_rewritten(happened)
    began = (
        place for place, fact in enumerate(happened) if isinstance(fact, facts.Begun) and fact.game == game
    )
    start = next(began, None)
    if start is None:
        return None
    table = replayed(code, happened[:start])
    watched = _Watched(max(table.at, happened[start].at))
    for fact in happened[start:]:
        table.apply(fact)
        watched.look(table, table.at)
        if table.is_over:
            return watched.result(table, game)
    return None


class _Watched:
    """What was seen of a game so far."""

    def __init__(self, began: int) -> None:
        self._began = began
        self._steps: list[Step] = []
        self._papers: dict[int, int] = {}  # when the drawing of each round began

    def look(self, table: Table, at: int) -> None:
        """Note what is to be seen, if it is anything new."""
        assert table.game is not None  # noqa: S101 (until it is over)
        view = seen_by(table.game, None)
        at_ms = at - self._began
        if view.phase is Phase.DRAWING:
            self._papers.setdefault(view.round, at_ms)
        if self._steps and self._steps[-1].view.phase in BY_CHANCE:
            self._steps.pop()  # which lays and deals many cards in one moment
        if not self._steps or self._steps[-1].view != view:
            self._steps.append(Step(at_ms, view))

    def result(self, table: Table, game: str) -> Replay:
        """Put it all together."""
        faces = {face for step in self._steps for face in step.view.holder if face is not None}
        return Replay(
            version=VERSION,
            game=game,
            lasted_ms=self._steps[-1].at_ms,
            players=tuple(Player(seat.name, seat.colour, seat.bot) for seat in table.seats),
            steps=tuple(self._steps),
            drawings=tuple(
                Drawing(number, artist, self._papers.get(number, 0), written(sheet))
                for (number, artist), sheet in sorted(table.drawings().items())
            ),
            words={} if table.box is None else _words(faces, table.box),
            artists=tuple(table.artists.values()),
        )


def _words(faces: set[Face], box: Box) -> dict[str, dict[Language, tuple[str, ...]]]:
    ordered = sorted(faces, key=lambda face: (face.card, face.side))
    return {
        f"{face.card}/{face.side}": {language: box.words.words(face, language) for language in Language}
        for face in ordered
    }
