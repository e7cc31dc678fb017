"""The state of a table, and how each fact changes it.

Facts are applied without asking for permission, which `permissions` does before they are recorded. So the
same facts give the same table, now and after a restart.
"""

from collections import deque
from collections.abc import Sequence
from copy import copy
from typing import assert_never

from pictomania.ink import Sheet, apply_piece
from pictomania.rules import (
    PLAYERS,
    TABLE,
    Action,
    Game,
    MakeHost,
    Phase,
    Refusal,
    Refused,
    advance,
    apply,
    last_unfinished,
    may_draw,
    may_talk,
    seats,
    why_not,
)
from pictomania.table import dealer, facts
from pictomania.table.seat import Seat
from pictomania.wire.frames import decode_ink_to_client
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import ChatLine
from pictomania.words import Language

MAX_SEATS = max(PLAYERS)
CHAT_LINES_KEPT = 50
WATCHER_LINES_KEPT = 20  # of those, among watchers: they must not push out all other lines
MAX_BANNED = 100  # keys; the oldest bans are forgotten
UNDRAWN = (Phase.CHOOSING, Phase.LAYING, Phase.READING, Phase.DEALING)  # the round has no sheets yet
# Stored games may have such actions: from before this rule, or cards whose words could meet in a holder (R4)
# until a word was corrected in some language.
NEW_REFUSALS = (Refusal.NOTHING_DRAWN, Refusal.CARD_NOT_NEXT)
OPEN_PHASES = (Phase.PRAISING, Phase.OVER)  # nothing of the whole game is secret any more


class Table:
    """Everything about a table except who is connected."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.at = 0  # time of the last fact
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.banned: deque[str] = deque(maxlen=MAX_BANNED)  # key hashes of removed players
        self.settings = Settings()
        self.own_box: dealer.Box | None = None
        self.own_deck: str | None = None  # its name
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_LINES_KEPT)
        self.is_in_game = False  # also while the facts of a past game are skipped
        self.game: Game | None = None
        self.game_id: str | None = None
        self.box: dealer.Box | None = None  # the cards of the game
        self.paused_by: int | None = None  # the seat of the host who paused the game (D12)
        self.stop = 0  # counts up whenever the table starts to wait for something else
        self.stop_at = 0  # since when it waits
        self.hurry_at = 0  # since when only one player is left (R37)
        self.paper = 0  # counts up with every set of sheets
        self.sheets: list[Sheet] = []
        self.gallery: dict[tuple[int, int], Sheet] = {}  # sheets of earlier rounds, by round and seat
        self.artists: dict[int, tuple[str, ...]] = {}  # by round, the names at its seats while they drew
        # Needed for every piece of ink, so computed once per fact.
        self._seat_by_key: dict[str, int] = {}
        self._drawing: frozenset[int] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether there is a game and it is over."""
        return self.game is not None and self.game.phase is Phase.OVER

    @property
    def host_language(self) -> Language | None:
        """The language in which players read cards that there are not in theirs."""
        return None if self.host is None else self.seats[self.host].language

    def card_language(self, language: Language) -> Language | None:
        """Return the language in which someone who speaks this one reads the cards of the game."""
        return None if self.box is None else self.box.words.language(language, self.host_language)

    @property
    def planned_rounds(self) -> int | None:
        """How many rounds the game has unless its host ends it early (D12)."""
        if self.game is None or self.box is None:
            return None
        return dealer.rules(self.settings, self.box, min(PLAYERS)).rounds

    @property
    def is_open(self) -> bool:
        """Whether nothing is secret any more, so that anyone with its link may see the whole game."""
        return self.game is not None and self.game.phase in OPEN_PHASES

    def seat_of(self, key: str) -> int | None:
        """Find the seat of a key, given its hash; comparing hashes leaks no timing."""
        return self._seat_by_key.get(key)

    def chosen_box(self) -> dealer.Box | None:
        """Return the cards that the settings ask for, if any; with bots, cards that bots can draw."""
        if self.settings.deck == "own":
            return self.own_box
        has_bots = any(seat.skill is not None for seat in self.seats)
        return (dealer.bot_box if has_bots else dealer.house_box)(self.settings.edition)

    def may_draw(self, seat: int) -> bool:
        """Whether a seat's sheet may change now."""
        return seat in self._drawing

    def drawings(self) -> dict[tuple[int, int], Sheet]:
        """Return all sheets of the game, by round and seat."""
        game = self.game
        if game is None:
            return {}
        is_ahead = game.phase in UNDRAWN and bool(game.past)  # the last round's sheets are still on the table
        return self.gallery | self._current_sheets(game.round.index - is_ahead)

    def copy(self) -> "Table":
        """Return a table that further facts do not change; the sheets are the same ones."""
        other = copy(self)
        other.seats = [copy(seat) for seat in self.seats]
        other.banned = self.banned.copy()
        other.chat = self.chat.copy()
        other.gallery = self.gallery.copy()
        other.artists = self.artists.copy()
        return other

    # Applying facts.

    def apply(self, fact: facts.AnyFact) -> None:
        """Apply a fact."""
        self.at = max(self.at, fact.at)
        self._apply(fact)
        if not isinstance(fact, facts.InkDrawn | facts.ActionTaken):  # `act` does it itself
            self._update_lookups()

    def act(self, seat: int | None, action: Action, at: int, *, checked: bool = True) -> None:
        """Take an action of the rules; `checked=False`: the referee has just allowed it."""
        if self.game is None:
            raise ValueError("there is no game to act in")
        self.at = max(self.at, at)
        before, actor = self.game, TABLE if seat is None else seat
        refusal = why_not(before, actor, action) if checked else None
        if refusal is not None and refusal not in NEW_REFUSALS:
            raise Refused(refusal)
        self.game = advance(before, actor, action)
        self._after_action(before, self.game)
        self._update_lookups()

    def apply_past(self, fact: facts.AnyFact) -> None:
        """Apply a fact of a game that is over: only what outlasts the game.

        So the table stays readable even if the rules or the cards have changed since.
        """
        match fact:
            case facts.GameBegun():
                self.is_in_game = True
                self._reset_ready()
            case facts.ActionTaken() | facts.InkDrawn() | facts.GamePaused() | facts.GameResumed():
                pass
            case _:
                self._apply(fact)
        self.at = max(self.at, fact.at)

    def _update_lookups(self) -> None:
        keys = [(key, seat) for seat, owner in enumerate(self.seats) for key in (owner.key, owner.bot_key)]
        self._seat_by_key = {key: seat for key, seat in keys if key is not None}
        game = self.game
        can_draw = () if game is None or self.paused_by is not None else seats(game)
        self._drawing = frozenset(seat for seat in can_draw if game is not None and may_draw(game, seat))
        if game is not None and game.phase is Phase.DRAWING:
            self.artists[game.round.index] = tuple(seat.name for seat in self.seats)

    def _apply(self, fact: facts.AnyFact) -> None:  # noqa: C901, PLR0912, PLR0915
        match fact:
            case facts.ActionTaken():
                self.act(fact.seat, dealer.decode_action(fact.action, fact.fields), fact.at)
            case facts.InkDrawn():
                self._draw_ink(fact)
            case facts.TableOpened() | facts.LogCompacted() | facts.TableTaken():
                pass
            case facts.SeatTaken():
                self._take_seat(fact)
            case facts.BotSkillSet():
                self._set_bot_skill(fact)
            case facts.BotInvited():
                self.seats[fact.seat].bot_key = fact.key
            case facts.SeatLeft():
                self._vacate(fact, keep_key=True)
            case facts.PlayerRemoved():
                self._vacate(fact, keep_key=False)
            case facts.PlayerBanned():
                self.banned.append(fact.key)
            case facts.SeatMoved():
                self.seats[fact.seat].key = fact.key
            case facts.NameChanged():
                self._rename(fact)
            case facts.LanguageChanged():
                self.seats[fact.seat].language = fact.language
            case facts.ColourChanged():
                self.seats[fact.seat].colour = fact.colour
            case facts.ReadinessChanged():
                self.seats[fact.seat].ready = fact.yes
            case facts.HostChanged():
                self._make_host(fact.seat)
            case facts.SettingsChanged():
                self.settings = fact.settings
            case facts.DeckUploaded():
                self.own_box = dealer.custom_box(fact.raw, fact.form, fact.language)
                self.own_deck = fact.name
            case facts.GameBegun():
                self._begin_game(fact)
            case facts.SkipVoted():
                pass
            case facts.GamePaused():
                self.paused_by = fact.by
            case facts.GameResumed():
                self.paused_by = None
            case facts.ChatSent():
                self._add_chat(fact)
            case facts.ReturnedToLobby():
                self._return_to_lobby(fact)
            case _:
                assert_never(fact)

    def _take_seat(self, fact: facts.SeatTaken) -> None:
        seat = Seat(fact.name, fact.colour, fact.language, fact.bot, fact.key, skill=fact.skill)
        if fact.seat == len(self.seats):
            self.seats.append(seat)
        else:
            self.seats[fact.seat] = seat
        if self.host is None:
            self.host = fact.seat

    def _set_bot_skill(self, fact: facts.BotSkillSet) -> None:
        seat = self.seats[fact.seat]
        seat.skill = fact.skill
        if fact.skill is None:
            seat.bot_key = None

    def _vacate(self, fact: facts.SeatLeft | facts.PlayerRemoved, *, keep_key: bool) -> None:
        if self.is_in_game:
            seat = self.seats[fact.seat]
            seat.left = True
            seat.key = seat.key if keep_key else None
            seat.skill = seat.bot_key = None
        else:
            del self.seats[fact.seat]
            self._reset_ready()  # the others' seat numbers have shifted, and they should look again
        self._make_host(fact.host)

    def _make_host(self, seat: int | None) -> None:
        self.host = seat
        game = self.game
        if game is not None and seat is not None and game.phase is not Phase.OVER and game.host != seat:
            self.game = apply(game, TABLE, MakeHost(seat))

    def _rename(self, fact: facts.NameChanged) -> None:
        """Change a name; while players must be silent, it is shown later, since it could be a hint (R19)."""
        is_silent = self.game is not None and not may_talk(self.game)
        self.seats[fact.seat].next_name = fact.name
        if not is_silent:
            self._show_new_names()

    def _show_new_names(self) -> None:
        for seat in self.seats:
            seat.name, seat.next_name = seat.next_name or seat.name, None

    def _add_chat(self, fact: facts.ChatSent) -> None:
        watcher_lines = [line for line in self.chat if line.watchers_only]
        if fact.watchers_only and len(watcher_lines) == WATCHER_LINES_KEPT:
            self.chat.remove(watcher_lines[0])
        self.chat.append(ChatLine(fact.name, fact.seat, fact.text, fact.watchers_only))

    # The game.

    def _begin_game(self, fact: facts.GameBegun) -> None:
        box = self._box_of(fact.deck)
        if box is None or self.host is None:
            raise dealer.CardsChanged("the word cards of this game have changed since it began")
        self.box = box
        self.game = dealer.begin_game(self.settings, box, [seat.colour for seat in self.seats], self.host)
        self.game_id = fact.game
        self.gallery = {}
        self.artists = {}
        self.is_in_game = True
        self._reset_ready()
        self._lay_out_sheets()
        self._start_waiting()

    def _box_of(self, fingerprint: str) -> dealer.Box | None:
        """Return the chosen cards as they were when the game began."""
        box = self.chosen_box()
        if box is None or box.matches(fingerprint):
            return box
        if self.settings.deck == "own":
            return None
        return dealer.earlier_box(self.settings.edition, fingerprint)

    def _after_action(self, before: Game, now: Game) -> None:
        if _stop_of(before) != _stop_of(now):
            self._start_waiting()
        if may_talk(now):
            self._show_new_names()
        if last_unfinished(before) != last_unfinished(now):
            self.hurry_at = self.at
        if before.phase is not now.phase and now.phase is Phase.DRAWING:
            if now.past:
                self.gallery |= self._current_sheets(now.past[-1].round.index)
            self._lay_out_sheets()

    def _lay_out_sheets(self) -> None:
        self.sheets = [Sheet() for _ in self.seats]
        self.paper += 1

    def _current_sheets(self, index: int) -> dict[tuple[int, int], Sheet]:
        return {(index, seat): sheet for seat, sheet in enumerate(self.sheets)}

    def _draw_ink(self, fact: facts.InkDrawn) -> None:
        _, _, pieces = decode_ink_to_client(fact.frame)
        for seat, piece in pieces:
            apply_piece(piece, self.sheets[seat])

    def _reset_ready(self) -> None:
        for seat in self.seats:
            seat.ready = False

    def _return_to_lobby(self, fact: facts.ReturnedToLobby) -> None:
        """Go back to the lobby without the players who left."""
        self.is_in_game = False
        self.game = self.game_id = self.box = None
        self.hurry_at = 0
        self.sheets = []
        self.gallery = {}
        self.artists = {}
        host = None if self.host is None else self.seats[self.host]
        self.seats = [seat for seat in self.seats if not seat.left]
        self.host = self.seats.index(host) if host in self.seats else (0 if self.seats else None)
        self.paused_by = None
        self.paper = fact.paper
        self.stop = fact.stop
        self.stop_at = self.at

    def _start_waiting(self) -> None:
        self.stop += 1
        self.stop_at = self.at


def _stop_of(game: Game) -> tuple[object, ...]:
    """Identify what the table waits for: a request that was sent for anything else is too late."""
    motion = game.round.motion
    return game.round.index, game.phase, game.round.artist, motion and (motion.by, motion.about)


def since_compaction(history: Sequence[facts.AnyFact]) -> Sequence[facts.AnyFact]:
    """Drop the facts that a compaction replaced, where they have not been trimmed yet."""
    places = [place for place, fact in enumerate(history) if isinstance(fact, facts.LogCompacted)]
    return history[places[-1] :] if places else history


def replay_facts(code: str, history: Sequence[facts.AnyFact]) -> Table:
    """Rebuild a table from its facts."""
    table = Table(code)
    history = since_compaction(history)
    lobby = max((at for at, fact in enumerate(history) if isinstance(fact, facts.ReturnedToLobby)), default=0)
    for place, fact in enumerate(history):
        if place < lobby:  # past games are kept elsewhere
            table.apply_past(fact)
        else:
            table.apply(fact)
    return table
