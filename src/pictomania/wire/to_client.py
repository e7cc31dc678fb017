"""What a table can say to one client; shared ink is said in bytes, not here but in `frames`."""

from enum import StrEnum

from msgspec import Struct

from pictomania.rules import Colour, View
from pictomania.wire.bots import Skill
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.words import Language

VERSION = 1  # of these messages; a client that knows another should load its page again


class Message(Struct, frozen=True, tag_field="type"):
    """The base of all of them: the JSON field `type` says which it is."""


class SeatSeen(Struct, frozen=True):
    """Who has a seat; everything here is open to all."""

    name: str
    colour: Colour
    language: Language
    bot: bool  # does it belong to a program?
    skill: Skill | None  # of the bot of the house that plays here: its own seat, or for somebody who is away
    present: bool
    free: bool  # may somebody else sit down here?
    ready: bool  # for the game to begin
    dismissed_by: tuple[int, ...]  # seats that voted to go on without this one


class ClockKind(StrEnum):
    """Why the table does not wait for ever."""

    LIMIT = "limit"  # the drawing, or a stop of the reveal, has a limit
    HURRY = "hurry"  # only one is left (R37), or most are ready
    VOTE = "vote"  # those who have not voted by then have voted no
    NOBODY = "nobody"  # nobody who is there is waited for


class Clock(Struct, frozen=True):
    """How long the table goes on waiting for what it is waiting for (D5)."""

    kind: ClockKind
    remaining_ms: int  # when this was written; clocks are never compared


class TableMay(Struct, frozen=True):
    """What you may do at the table beside the rules; what the rules allow is in the view."""

    sit: tuple[int, ...] = ()  # seats that you may take
    settle: bool = False
    begin: bool = False
    begin_not: str | None = None  # why the game cannot begin yet
    again: bool = False
    remove: tuple[int, ...] = ()
    hand_over: tuple[int, ...] = ()
    add_bot: bool = False
    tune: tuple[int, ...] = ()  # bots of the house
    stand_in: tuple[int, ...] = ()  # those whom a bot could play for
    dismiss: tuple[int, ...] = ()
    talk: bool = False
    react: bool = False


class State(Message, frozen=True, tag="state"):
    """Everything about the table as you may see it, whenever anything has changed."""

    seat: int | None  # yours; None: you watch
    host: int | None
    seats: tuple[SeatSeen, ...]
    watchers: int
    settings: Settings
    deck: str | None  # the name of the deck that the host has brought
    stop: int  # what the table is waiting for, by a number of its own: actions name it
    paper: int  # which set of sheets is on the table: ink names it
    may: TableMay
    clock: Clock | None
    game: str | None  # where to find drawings and replay, once nothing is secret any more
    artists: tuple[tuple[str, ...], ...]  # then too, the names of those who drew, round by round
    view: View | None  # None in the lobby
    words: dict[str, tuple[str, ...]]  # of every face in the view, in your language, by `card/side`


class Line(Struct, frozen=True):
    """Something said."""

    name: str
    seat: int | None  # None: by somebody who watches
    text: str
    watchers_only: bool


class Welcome(Message, frozen=True, tag="welcome"):
    """Everything, at the beginning or again; a binary frame with all sheets follows at once."""

    version: int
    state: State
    chat: tuple[Line, ...]


class Said(Message, frozen=True, tag="said"):
    """Somebody said something."""

    line: Line


class Reacted(Message, frozen=True, tag="reacted"):
    """Somebody showed a feeling."""

    name: str
    seat: int | None
    reaction: Reaction


class Refused(Message, frozen=True, tag="refused"):
    """Something you asked was not done; only you are told."""

    about: str  # the type of your message
    reason: str  # a `Reason`, or a refusal or misfit of the rules


class TicketIssued(Message, frozen=True, tag="ticket"):
    """A ticket that moves your seat to another device."""

    ticket: str
    valid_ms: int


ToClient = Welcome | State | Said | Reacted | Refused | TicketIssued
