"""A table as it stands, and what every fact makes of it.

Facts are applied without being questioned: whether something may be done is asked in `wishes`, before. So the
same facts give the same table, now and after a restart.
"""

from collections import deque
from collections.abc import Sequence
from typing import assert_never

from pictomania.ink import Sheet, take
from pictomania.rules import (
    PLAYERS,
    TABLE,
    Game,
    MakeHost,
    Phase,
    SeatAction,
    TableAction,
    apply,
    last_one,
    may_draw,
    seats,
)
from pictomania.table import dealer, facts
from pictomania.table.seat import Seat
from pictomania.wire.frames import told_ink
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Line

MOST_SEATS = max(PLAYERS)
LINES_KEPT = 50  # of chat
MOST_BARRED = 100  # keys; a host who removes more people than that lets the first ones back in
WATCHERS_LINES_KEPT = 20  # of these, said among those who watch: they must not push out all others
UNDRAWN = (Phase.CHOOSING, Phase.LAYING, Phase.READING, Phase.DEALING)  # the round has no sheets yet
OPEN_PHASES = (Phase.PRAISING, Phase.OVER)  # nothing of the whole game is secret any more


class Table:
    """Everything that is known about one table but who is there at the moment."""

    def __init__(self, code: str) -> None:
        """Begin with nobody and nothing."""
        self.code = code
        self.at = 0  # the time of the last fact
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.barred: deque[str] = deque(maxlen=MOST_BARRED)  # hashes of the keys of removed players
        self.settings = Settings()
        self.own_box: dealer.Box | None = None
        self.own_deck: str | None = None  # its name
        self.chat: deque[Line] = deque(maxlen=LINES_KEPT)
        self.is_in_game = False  # also while the facts of a game that is over are only recalled
        self.game: Game | None = None
        self.game_id: str | None = None
        self.box: dealer.Box | None = None  # the cards of the game
        self.stop = 0  # grows whenever the table waits for something else
        self.stop_at = 0  # since when it does
        self.hurry_at = 0  # since when only one is left who draws or guesses (R37)
        self.paper = 0  # grows with every set of sheets
        self.sheets: list[Sheet] = []
        self.gallery: dict[tuple[int, int], Sheet] = {}  # by round and seat, of the rounds before this one
        self.artists: dict[int, tuple[str, ...]] = {}  # by round, the names at its seats when all had drawn
        # Asked for every piece of ink, so found out once for each fact.
        self._by_key: dict[str, int] = {}
        self._drawing: frozenset[int] = frozenset()

    @property
    def is_over(self) -> bool:
        """Is there a game that has come to its end?"""
        return self.game is not None and self.game.phase is Phase.OVER

    @property
    def is_open(self) -> bool:
        """Is nothing secret any more, so that the whole game may be shown to anybody who has its link?"""
        return self.game is not None and self.game.phase in OPEN_PHASES

    def seat_of(self, key: str) -> int | None:
        """Whose key is this? Asked with a hash, of hashes: how long it takes tells nobody anything."""
        return self._by_key.get(key)

    def chosen_box(self) -> dealer.Box | None:
        """The cards that the settings ask for, if they are there; of ours, those that all can draw."""
        if self.settings.deck == "own":
            return self.own_box
        has_bots = any(seat.skill is not None for seat in self.seats)
        return (dealer.bot_box if has_bots else dealer.house_box)(self.settings.edition)

    def may_draw(self, seat: int) -> bool:
        """Can this seat's sheet change now?"""
        return seat in self._drawing

    def drawings(self) -> dict[tuple[int, int], Sheet]:
        """All sheets of the game, by round and seat."""
        game = self.game
        if game is None:
            return {}
        is_ahead = game.phase in UNDRAWN and bool(game.past)  # the last round's sheets still lie there
        return self.gallery | self._this_round(game.round.index - is_ahead)

    # Facts.

    def apply(self, fact: facts.Any) -> None:
        """Let something have happened."""
        self.at = max(self.at, fact.at)
        self._apply(fact)
        if not isinstance(fact, facts.Inked):
            self._look_around()

    def recall(self, fact: facts.Any) -> None:
        """Let something have happened before the table went back to the lobby: only what outlasts its game.

        So whatever has become of the rules and the cards since then, the table can be read.
        """
        match fact:
            case facts.Begun():
                self.is_in_game = True
                self._nobody_is_ready()
            case facts.Acted() | facts.Inked() | facts.Dismissed():
                pass
            case _:
                self._apply(fact)
        self.at = max(self.at, fact.at)

    def _look_around(self) -> None:
        keys = [(key, seat) for seat, who in enumerate(self.seats) for key in (who.key, who.bot_key)]
        self._by_key = {key: seat for key, seat in keys if key is not None}
        game = self.game
        drawing = () if game is None else (seat for seat in seats(game) if may_draw(game, seat))
        self._drawing = frozenset(drawing)
        if game is not None and game.phase is Phase.DRAWING:
            self.artists[game.round.index] = tuple(seat.name for seat in self.seats)

    def _apply(self, fact: facts.Any) -> None:  # noqa: C901, PLR0912, PLR0915
        match fact:
            case facts.Acted():
                self._acted(fact)
            case facts.Inked():
                self._inked(fact)
            case facts.Opened() | facts.Rewritten():
                pass
            case facts.Sat():
                self._sat(fact)
            case facts.Tuned():
                self._tuned(fact)
            case facts.Called():
                self.seats[fact.seat].bot_key = fact.key
            case facts.Left():
                self._got_up(fact, key_stays=True)
            case facts.Removed():
                self._got_up(fact, key_stays=False)
            case facts.Barred():
                self.barred.append(fact.key)
            case facts.Rekeyed():
                self.seats[fact.seat].key = fact.key
            case facts.Renamed():
                self.seats[fact.seat].name = fact.name
            case facts.Spoke():
                self.seats[fact.seat].language = fact.language
            case facts.Wore():
                self.seats[fact.seat].colour = fact.colour
            case facts.GotReady():
                self.seats[fact.seat].ready = fact.yes
            case facts.Hosted():
                self._hosted(fact)
            case facts.Settled():
                self.settings = fact.settings
            case facts.Brought():
                self._brought(fact)
            case facts.Begun():
                self._begun(fact)
            case facts.Dismissed():
                away = self.seats[fact.seat]
                away.dismissed_by |= {fact.by}
            case facts.Spoken():
                self._spoken(fact)
            case facts.Returned():
                self._returned(fact)
            case _:
                assert_never(fact)

    def _sat(self, fact: facts.Sat) -> None:
        seat = Seat(fact.name, fact.colour, fact.language, fact.bot, fact.key, skill=fact.skill)
        if fact.seat == len(self.seats):
            self.seats.append(seat)
        else:
            self.seats[fact.seat] = seat
        if self.host is None:
            self.host = fact.seat

    def _tuned(self, fact: facts.Tuned) -> None:
        seat = self.seats[fact.seat]
        seat.skill = fact.skill
        if fact.skill is None:
            seat.bot_key = None

    def _got_up(self, fact: facts.Left | facts.Removed, *, key_stays: bool) -> None:
        if self.is_in_game:
            seat = self.seats[fact.seat]
            seat.left = True
            seat.key = seat.key if key_stays else None
            seat.skill = seat.bot_key = None
        else:
            del self.seats[fact.seat]
            self._nobody_is_ready()  # the others have moved up, and should look again
        self._make_host(fact.host)

    def _hosted(self, fact: facts.Hosted) -> None:
        self._make_host(fact.seat)

    def _make_host(self, seat: int | None) -> None:
        self.host = seat
        game = self.game
        if game is not None and seat is not None and game.phase is not Phase.OVER and game.host != seat:
            self.game = apply(game, TABLE, MakeHost(seat))

    def _brought(self, fact: facts.Brought) -> None:
        self.own_box = dealer.brought_box(fact.raw, fact.form, fact.language)
        self.own_deck = fact.name

    def _spoken(self, fact: facts.Spoken) -> None:
        among_watchers = [line for line in self.chat if line.watchers_only]
        if fact.watchers_only and len(among_watchers) == WATCHERS_LINES_KEPT:
            self.chat.remove(among_watchers[0])
        self.chat.append(Line(fact.name, fact.seat, fact.text, fact.watchers_only))

    # The game.

    def _begun(self, fact: facts.Begun) -> None:
        box = self.chosen_box()
        if box is None or self.host is None or box.fingerprint != fact.deck:
            raise dealer.CardsChanged("the word cards of this game have changed since it began")
        self.box = box
        self.game = dealer.begun(self.settings, box, [seat.colour for seat in self.seats], self.host)
        self.game_id = fact.game
        self.gallery = {}
        self.artists = {}
        self.is_in_game = True
        self._nobody_is_ready()
        self._new_sheets()
        self._next_stop()

    def _acted(self, fact: facts.Acted) -> None:
        if self.game is None:
            raise ValueError("nobody can act without a game")
        action = dealer.action(fact.action, fact.told)
        before = self.game
        if fact.seat is None:
            assert isinstance(action, TableAction)  # noqa: S101 (or `apply` refuses it)
            self.game = apply(before, TABLE, action)
        else:
            assert isinstance(action, SeatAction)  # noqa: S101
            self.game = apply(before, fact.seat, action)
        self._moved(before, self.game)

    def _moved(self, before: Game, now: Game) -> None:
        if _stop_of(before) != _stop_of(now):
            self._next_stop()
        if last_one(before) != last_one(now):
            self.hurry_at = self.at
        if before.phase is not now.phase and now.phase is Phase.DRAWING:
            if now.past:
                self.gallery |= self._this_round(now.past[-1].round.index)
            self._new_sheets()
            for who in self.seats:
                who.dismissed_by = frozenset()

    def _new_sheets(self) -> None:
        self.sheets = [Sheet() for _ in self.seats]
        self.paper += 1

    def _this_round(self, index: int) -> dict[tuple[int, int], Sheet]:
        return {(index, seat): sheet for seat, sheet in enumerate(self.sheets)}

    def _inked(self, fact: facts.Inked) -> None:
        _, _, pieces = told_ink(fact.frame)
        for seat, piece in pieces:
            take(piece, self.sheets[seat])

    def _nobody_is_ready(self) -> None:
        for seat in self.seats:
            seat.ready = False

    def _returned(self, fact: facts.Returned) -> None:
        """Go back to the lobby; those who have gone for good get up."""
        self.is_in_game = False
        self.game = self.game_id = self.box = None
        self.hurry_at = 0
        self.sheets = []
        self.gallery = {}
        self.artists = {}
        host = None if self.host is None else self.seats[self.host]
        self.seats = [seat for seat in self.seats if not seat.left]
        self.host = self.seats.index(host) if host in self.seats else (0 if self.seats else None)
        for seat in self.seats:
            seat.dismissed_by = frozenset()
        self.paper = fact.paper
        self.stop = fact.stop
        self.stop_at = self.at

    def _next_stop(self) -> None:
        self.stop += 1
        self.stop_at = self.at


def _stop_of(game: Game) -> tuple[object, ...]:
    """What the table is waiting for: anything sent for another one of these came too late."""
    motion = game.round.motion
    return game.round.index, game.phase, game.round.artist, motion and (motion.by, motion.about)


def since_rewritten(happened: Sequence[facts.Any]) -> Sequence[facts.Any]:
    """Leave out what was rewritten, where it has not been trimmed yet."""
    places = [place for place, fact in enumerate(happened) if isinstance(fact, facts.Rewritten)]
    return happened[places[-1] :] if places else happened


def replayed(code: str, happened: Sequence[facts.Any]) -> Table:
    """Make a table of its facts."""
    table = Table(code)
    happened = since_rewritten(happened)
    ended = max((place for place, fact in enumerate(happened) if isinstance(fact, facts.Returned)), default=0)
    for place, fact in enumerate(happened):
        if place < ended:  # games that are over are kept elsewhere
            table.recall(fact)
        else:
            table.apply(fact)
    return table
