"""What a client can say. Ink is the one thing said in bytes, not here but in `frames`."""

from typing import Annotated

from msgspec import Meta, Struct

from pictomania.rules import Colour, Fault
from pictomania.wire.bots import Skill
from pictomania.wire.limits import Code, Key, Name, Small, Stop, Text, Ticket
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.words import Language


class Message(Struct, frozen=True, tag_field="type"):
    """The base of all of them: the JSON field `type` says which it is."""


# Coming and going.


class Hello(Message, frozen=True, tag="hello"):
    """The first message on every socket: come to a table, come back to a seat, or watch.

    The key is a secret of the client's own making, 128 random bits, kept where it survives a reload; whoever
    has it has the seat. A ticket, from `ask-ticket` on another device, moves that seat to this key.
    """

    table: Code
    key: Key
    name: Name
    language: Language
    watch: bool = False
    bot: bool = False
    ticket: Ticket | None = None


class Sit(Message, frozen=True, tag="sit"):
    """Take a free seat: any in the lobby, an abandoned one between rounds (D7)."""

    seat: Small | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Get up; in a game the seat stays one's own until somebody else takes it."""


class AskTicket(Message, frozen=True, tag="ask-ticket"):
    """Ask for a ticket that moves this seat to another device, once and soon."""


class AskWelcome(Message, frozen=True, tag="ask-welcome"):
    """Ask for everything again, for whatever reason."""


# About oneself.


class Rename(Message, frozen=True, tag="rename"):
    """Change the own name."""

    name: Name


class Speak(Message, frozen=True, tag="speak"):
    """Read the cards in another language from now on."""

    language: Language


class Wear(Message, frozen=True, tag="wear"):
    """Choose another colour, in the lobby."""

    colour: Colour


class GetReady(Message, frozen=True, tag="get-ready"):
    """Be ready for the game to begin, or not any more, in the lobby."""

    yes: bool


# What the host does.


class Host(Message, frozen=True):
    """The base of those."""


class Settle(Host, frozen=True, tag="settle"):
    """Set the table, in the lobby."""

    settings: Settings


class Begin(Host, frozen=True, tag="begin"):
    """Begin the game with those who have a seat."""


class Again(Host, frozen=True, tag="again"):
    """Go back to the lobby after a game, with the same people."""


class Remove(Host, frozen=True, tag="remove"):
    """Send a player away; in a game the seat can be taken by somebody else between rounds."""

    who: Name  # as they are called now: in the lobby, numbers of seats change when somebody leaves


class HandOver(Host, frozen=True, tag="hand-over"):
    """Make somebody else the host."""

    who: Name


class AddBot(Host, frozen=True, tag="add-bot"):
    """Have a bot of the house sit down, in the lobby."""

    skill: Skill = Skill.NORMAL


class TuneBot(Host, frozen=True, tag="tune-bot"):
    """Have a bot of the house play better or worse from now on."""

    who: Name
    skill: Skill


class StandIn(Host, frozen=True, tag="stand-in"):
    """Have a bot of the house play for somebody who is away, until they come back (D5)."""

    who: Name
    skill: Skill = Skill.NORMAL


# What players do beside the rules.


class Dismiss(Message, frozen=True, tag="dismiss"):
    """Vote for finishing the round of a player who has been away for a while (D5)."""

    seat: Small


class Say(Message, frozen=True, tag="say"):
    """Say something to all, or among watchers while the players draw (R19)."""

    text: Text


class React(Message, frozen=True, tag="react"):
    """Show a feeling, for a moment."""

    reaction: Reaction


# What the rules know. Each names the stop it was meant for, so that it cannot hit a later one.


class Act(Message, frozen=True):
    """The base of those."""

    stop: Stop


class ChooseLevel(Act, frozen=True, tag="choose-level"):
    """Choose the level of the coming round (R8, D4)."""

    level: Annotated[int, Meta(ge=1, le=4)]


class Replace(Act, frozen=True, tag="replace"):
    """Ask for another card in a place of the holder (R5, D3)."""

    place: Small


class Vote(Act, frozen=True, tag="vote"):
    """Say yes or no to what another player has asked (D2, D3)."""

    yes: bool


class Ready(Act, frozen=True, tag="ready"):
    """Have read the cards, or seen enough (D6)."""


class Start(Act, frozen=True, tag="start"):
    """Start what comes next without waiting for the others, as the host (D6)."""


class Guess(Act, frozen=True, tag="guess"):
    """Lay a number card on the pile of a drawing (R21)."""

    artist: Small
    number: Small


class Finish(Act, frozen=True, tag="finish"):
    """Stop drawing and guessing, with a black token of so many stars or without one (R31)."""

    token: Small | None = None


class Admit(Act, frozen=True, tag="admit"):
    """Say what is wrong with the own drawing (R51, D2)."""

    fault: Fault


class Object(Act, frozen=True, tag="object"):
    """Say what is wrong with the drawing being revealed, and have it voted on (D2)."""

    fault: Fault


class Praise(Act, frozen=True, tag="praise"):
    """Vote for the coolest drawing (R61)."""

    round: Small
    artist: Small


Played = ChooseLevel | Replace | Vote | Ready | Start | Guess | Finish | Admit | Object | Praise
Arrival = Hello
HostWish = Settle | Begin | Again | Remove | HandOver | AddBot | TuneBot | StandIn
Wish = (
    Sit | Leave | AskTicket | AskWelcome | Rename | Speak | Wear | GetReady | HostWish | Dismiss | Say | React
)
FromClient = Arrival | Wish | Played
