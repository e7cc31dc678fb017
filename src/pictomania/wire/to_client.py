"""Messages from a table to one client. Ink travels as binary frames instead; see `frames`."""

from enum import StrEnum

from msgspec import Struct

from pictomania.rules import Colour, View
from pictomania.wire.bots import Skill
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.words import Language

VERSION = 2  # of this protocol; a page that knows another version reloads itself


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """Base class; the JSON field `type` names the message."""


class SeatInfo(Struct, frozen=True):
    """Public information about a seat."""

    name: str
    colour: Colour
    language: Language
    bot: bool  # belongs to a program
    skill: Skill | None  # of the bot that plays here, in its own seat or as a stand-in
    present: bool
    left: bool  # its player left, and may come back
    idle: bool  # present, but has not done anything for a while (D9)
    free: bool  # another player may take it
    ready: bool  # for the game to begin


class CountdownKind(StrEnum):
    """Why the table stops waiting."""

    LIMIT = "limit"  # time limit of the drawing or of a stop in the reveal
    HURRY = "hurry"  # one player is left (R37), or most are ready (D9)
    VOTE = "vote"  # missing votes count as no
    NOBODY = "nobody"  # only absent players are awaited
    SHOW = "show"  # the reveal goes on by itself
    IDLE = "idle"  # an idle player is about to be done with this round (D9)
    HOLD = "hold"  # a player has stopped the reveal for a moment


class Countdown(Struct, frozen=True):
    """How long the table keeps waiting (D5, D9)."""

    kind: CountdownKind
    remaining_ms: int  # when this was encoded; clocks are never compared
    seat: int | None = None  # whom it concerns, of an idle player


class TableMay(Struct, frozen=True):
    """What you may ask of the table; what the rules allow is in the view."""

    take_seat: tuple[int, ...] = ()  # seats
    change_settings: bool = False
    begin: bool = False
    begin_not: str | None = None  # why the game cannot begin yet
    return_to_lobby: bool = False
    remove: tuple[int, ...] = ()
    transfer_host: tuple[int, ...] = ()
    add_bot: bool = False
    set_bot_skill: tuple[int, ...] = ()  # seats that a house bot plays
    stand_in: tuple[int, ...] = ()  # seats that a house bot could play
    sit_out: tuple[int, ...] = ()  # seats, your own included
    come_back: bool = False
    pause: bool = False
    resume: bool = False
    ask_for_pause: bool = False
    end_after_round: bool = False
    play_all_rounds: bool = False
    hold_on: bool = False
    let_go_on: bool = False
    chat: bool = False
    react: bool = False


class State(ServerMessage, frozen=True, tag="state"):
    """The whole table as you may see it; sent after every change."""

    seat: int | None  # yours; None: you watch
    host: int | None
    seats: tuple[SeatInfo, ...]
    watchers: int
    settings: Settings
    deck: str | None  # name of the host's own deck
    stop: int  # number of what the table waits for; game requests name it
    paper: int  # number of the set of sheets; ink names it
    may: TableMay
    clock: Countdown | None
    paused_by: int | None  # the host who paused the game (D12)
    pause_asked_by: tuple[int, ...]  # seats that asked for a pause
    held_by: int | None  # the seat that stopped the reveal for a moment
    planned_rounds: int | None  # in a game: the number of rounds, unless the host ends it early (D12)
    game: str | None  # id for drawings and replay, once nothing is secret
    artists: tuple[tuple[str, ...], ...]  # who drew, by round and seat, once nothing is secret
    view: View | None  # None in the lobby
    words: dict[str, tuple[str, ...]]  # of every face in the view, by `card/side`
    card_language: Language | None  # of these words: yours or, without cards in it, the host's, or another


class ChatLine(Struct, frozen=True):
    """A line of chat."""

    name: str
    seat: int | None  # None: from a watcher
    text: str
    watchers_only: bool


class StorageStatus(StrEnum):
    """What becomes of your requests; ink is not affected."""

    READY = "ready"  # they are stored as they arrive
    WAITING = "waiting"  # the server waits for its storage: they are carried out in order once it is back
    AWAY = "away"  # for so long that new ones are refused (`not-stored`); earlier ones still wait


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """Everything, after hello or resync; a binary frame with all sheets follows."""

    version: int
    state: State
    chat: tuple[ChatLine, ...]
    storage: StorageStatus = StorageStatus.READY


class ChatSaid(ServerMessage, frozen=True, tag="chat"):
    """A new line of chat."""

    line: ChatLine


class ReactionShown(ServerMessage, frozen=True, tag="reaction"):
    """A reaction, to be shown for a moment."""

    name: str
    seat: int | None
    reaction: Reaction


class StorageChanged(ServerMessage, frozen=True, tag="storage"):
    """The server can't store anything, or can again."""

    status: StorageStatus


class RequestRefused(ServerMessage, frozen=True, tag="refused"):
    """Why your request was refused; only you receive it."""

    about: str  # the type of your message
    reason: str  # a `Reason`, a `Refusal`, or a conflict of settings


class TicketIssued(ServerMessage, frozen=True, tag="ticket"):
    """A ticket that moves your seat to another device."""

    ticket: str
    valid_ms: int


ToClient = Welcome | State | ChatSaid | ReactionShown | RequestRefused | TicketIssued | StorageChanged
