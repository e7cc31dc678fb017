"""Replay of a finished game, complete in itself: every step as a watcher saw it, every sheet, every word.

Built from a table's facts once, at the end of the game, so that it can be shown for years even if rules and
cards change.
"""

from collections.abc import Sequence

from msgspec import Struct

from pictomania.ink import encode_sheet
from pictomania.rules import Colour, Face, Phase, View, view_for
from pictomania.table import facts
from pictomania.table.dealer import Box
from pictomania.table.table import Table, replay_facts, since_compaction
from pictomania.words import Language

VERSION = 1
BY_CHANCE = (Phase.LAYING, Phase.DEALING)


class ReplayPlayer(Struct, frozen=True):
    """A player, by the name and colour they had at the end."""

    name: str
    colour: Colour
    bot: bool


class ReplayStep(Struct, frozen=True):
    """What a watcher saw from a moment on."""

    at_ms: int  # since the game began
    view: View


class ReplayDrawing(Struct, frozen=True):
    """A sheet: its whole stream of marks, with the time of every point."""

    round: int
    artist: int
    began_ms: int  # since the game began: tick 0 of the sheet
    ink: bytes


class Replay(Struct, frozen=True):
    """A whole game."""

    version: int
    game: str
    lasted_ms: int
    players: tuple[ReplayPlayer, ...]
    steps: tuple[ReplayStep, ...]
    drawings: tuple[ReplayDrawing, ...]
    # Of every face that was on show, by `card/side`, in the languages that it has, English first.
    words: dict[str, dict[Language, tuple[str, ...]]]
    # Who drew, by round and seat: another player may have taken a seat later. Missing in old replays.
    artists: tuple[tuple[str, ...], ...] = ()
    language: Language | None = None  # of the host, for readers without words; missing in old replays


def build_replay(code: str, history: Sequence[facts.AnyFact], game: str) -> Replay | None:
    """Build the replay of a game; None if it is not among these facts, or not over."""
    history = since_compaction(history)
    began = (
        place for place, fact in enumerate(history) if isinstance(fact, facts.GameBegun) and fact.game == game
    )
    start = next(began, None)
    if start is None:
        return None
    table = replay_facts(code, history[:start])
    recorder = _Recorder(max(table.at, history[start].at))
    for fact in history[start:]:
        table.apply(fact)
        recorder.record(table, table.at)
        if table.is_over:
            return recorder.result(table, game)
    return None


class _Recorder:
    """Records what a watcher sees of a game."""

    def __init__(self, began: int) -> None:
        self._began = began
        self._steps: list[ReplayStep] = []
        self._drawing_began_at: dict[int, int] = {}  # by round, in ms since the game began

    def record(self, table: Table, at: int) -> None:
        """Record a step if anything has changed."""
        assert table.game is not None  # noqa: S101 (until it is over)
        view = view_for(table.game, None)
        at_ms = at - self._began
        if view.phase is Phase.DRAWING:
            self._drawing_began_at.setdefault(view.round, at_ms)
        if self._steps and self._steps[-1].view.phase in BY_CHANCE:
            self._steps.pop()  # many cards are laid and dealt in one moment
        if not self._steps or self._steps[-1].view != view:
            self._steps.append(ReplayStep(at_ms, view))

    def result(self, table: Table, game: str) -> Replay:
        """Return the complete replay."""
        faces = {face for step in self._steps for face in step.view.holder if face is not None}
        return Replay(
            version=VERSION,
            game=game,
            lasted_ms=self._steps[-1].at_ms,
            players=tuple(ReplayPlayer(seat.name, seat.colour, seat.bot) for seat in table.seats),
            steps=tuple(self._steps),
            drawings=tuple(
                ReplayDrawing(number, artist, self._drawing_began_at.get(number, 0), encode_sheet(sheet))
                for (number, artist), sheet in sorted(table.drawings().items())
            ),
            words={} if table.box is None else _words(faces, table.box),
            artists=tuple(table.artists.values()),
            language=table.host_language,
        )


def _words(faces: set[Face], box: Box) -> dict[str, dict[Language, tuple[str, ...]]]:
    ordered = sorted(faces, key=lambda face: (face.card, face.side))
    sides = ((face, box.words.side(face)) for face in ordered)
    return {
        f"{face.card}/{face.side}": {language: side.words(language) for language in side.languages}
        for face, side in sides
    }
