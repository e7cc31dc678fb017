"""Messages from a client to its table. Ink travels as binary frames instead; see `frames`."""

from typing import Annotated

from msgspec import Meta, Struct

from pictomania.rules import Colour, Fault, actions
from pictomania.wire.bots import Skill
from pictomania.wire.limits import Code, Key, Name, Small, Stop, Text, Ticket
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.words import Language


class ClientMessage(Struct, frozen=True, tag_field="type"):
    """Base class; the JSON field `type` names the message."""


# Joining and leaving.


class Hello(ClientMessage, frozen=True, tag="hello"):
    """First message on every socket: join a table, come back to a seat, or watch.

    The client makes up the key, a secret of 128 random bits, and keeps it where it survives a reload: the key
    is the seat. A ticket, from `request-ticket` on another device, moves that device's seat to this key.
    """

    table: Code
    key: Key
    name: Name
    language: Language
    watch: bool = False
    bot: bool = False
    ticket: Ticket | None = None


class TakeSeat(ClientMessage, frozen=True, tag="take-seat"):
    """Take a free seat: any in the lobby, an abandoned or a new one between rounds (D7, D11)."""

    seat: Small | None = None


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Leave the table. During a game the seat stays yours until another player takes it."""


class RequestTicket(ClientMessage, frozen=True, tag="request-ticket"):
    """Ask for a short-lived, single-use ticket that moves this seat to another device."""


class Resync(ClientMessage, frozen=True, tag="resync"):
    """Ask for a complete new welcome."""


# Your own seat.


class Rename(ClientMessage, frozen=True, tag="rename"):
    """Change your name."""

    name: Name


class SetLanguage(ClientMessage, frozen=True, tag="set-language"):
    """Read the cards in another language from now on."""

    language: Language


class SetColour(ClientMessage, frozen=True, tag="set-colour"):
    """Choose another colour, in the lobby."""

    colour: Colour


class SetReady(ClientMessage, frozen=True, tag="set-ready"):
    """Say in the lobby whether you are ready for the game to begin."""

    yes: bool


# The host's requests.


class HostRequest(ClientMessage, frozen=True):
    """Base class of requests that only the host may make."""


class ChangeSettings(HostRequest, frozen=True, tag="change-settings"):
    """Change the table's settings, in the lobby."""

    settings: Settings


class Begin(HostRequest, frozen=True, tag="begin"):
    """Begin a game with all seated players."""


class ReturnToLobby(HostRequest, frozen=True, tag="return-to-lobby"):
    """Go back to the lobby after a game, with the same players."""


class Remove(HostRequest, frozen=True, tag="remove"):
    """Remove a player; during a game the seat becomes free between rounds."""

    who: Name  # their current name: seat numbers shift in the lobby when a player leaves


class TransferHost(HostRequest, frozen=True, tag="transfer-host"):
    """Make another player the host."""

    who: Name


class AddBot(HostRequest, frozen=True, tag="add-bot"):
    """Give the next seat to a house bot, in the lobby."""

    skill: Skill = Skill.NORMAL


class SetBotSkill(HostRequest, frozen=True, tag="set-bot-skill"):
    """Change how well a house bot plays."""

    who: Name
    skill: Skill


class StandIn(HostRequest, frozen=True, tag="stand-in"):
    """Let a house bot play for another player until they are back (D5, D9)."""

    who: Name
    skill: Skill = Skill.NORMAL


class Pause(HostRequest, frozen=True, tag="pause"):
    """Pause the game, or go on (D12)."""

    yes: bool


class EndAfterRound(HostRequest, frozen=True, tag="end-after-round"):
    """End the game after this round, or play all rounds after all (D12)."""

    yes: bool


# Players' requests that the rules of the game do not know.


class SitOut(ClientMessage, frozen=True, tag="sit-out"):
    """Sit out until you come back, or have another player sit out, as the host (D10)."""

    who: Name | None = None  # None: yourself


class ComeBack(ClientMessage, frozen=True, tag="come-back"):
    """Play again after you sat out, or after a bot played for you (D10)."""


class AskForPause(ClientMessage, frozen=True, tag="ask-for-pause"):
    """Ask the host for a pause (D12)."""


class HoldOn(ClientMessage, frozen=True, tag="hold-on"):
    """Stop the reveal for a moment, to admit something or to object, or let it go on."""

    yes: bool


class Chat(ClientMessage, frozen=True, tag="chat"):
    """Send a chat line to everyone, or among watchers while players draw (R19)."""

    text: Text


class React(ClientMessage, frozen=True, tag="react"):
    """Show a reaction for a moment."""

    reaction: Reaction


# Game actions. Each names the stop it was meant for, so that a late one cannot hit the next.


class GameRequest(ClientMessage, frozen=True):
    """Base class of requests that become an action of the rules."""

    stop: Stop


class ChooseLevel(GameRequest, frozen=True, tag="choose-level"):
    """Choose the level of the next round, or vote for it (R8, D4)."""

    level: Annotated[int, Meta(ge=1, le=4)]

    def to_action(self) -> actions.ChooseLevel:
        """Convert to the action of the rules."""
        return actions.ChooseLevel(self.level)


class Replace(GameRequest, frozen=True, tag="replace"):
    """Ask for another card in a place of the holder (R5, D3)."""

    place: Small

    def to_action(self) -> actions.Replace:
        """Convert to the action of the rules."""
        return actions.Replace(self.place)


class Vote(GameRequest, frozen=True, tag="vote"):
    """Vote on another player's motion (D2, D3)."""

    yes: bool

    def to_action(self) -> actions.Vote:
        """Convert to the action of the rules."""
        return actions.Vote(self.yes)


class Ready(GameRequest, frozen=True, tag="ready"):
    """Be done reading the cards, or looking at what is on show (D6)."""

    def to_action(self) -> actions.Ready:
        """Convert to the action of the rules."""
        return actions.Ready()


class Start(GameRequest, frozen=True, tag="start"):
    """Move on without waiting for the others, as the host (D6)."""

    def to_action(self) -> actions.Start:
        """Convert to the action of the rules."""
        return actions.Start()


class Guess(GameRequest, frozen=True, tag="guess"):
    """Lay a number card on a drawing's pile (R21)."""

    artist: Small
    number: Small

    def to_action(self) -> actions.Guess:
        """Convert to the action of the rules."""
        return actions.Guess(self.artist, self.number)


class Finish(GameRequest, frozen=True, tag="finish"):
    """Stop drawing and guessing, and take a black token, given by its stars, or none (R31)."""

    token: Small | None = None

    def to_action(self) -> actions.Finish:
        """Convert to the action of the rules."""
        return actions.Finish(self.token)


class KeepPlaying(GameRequest, frozen=True, tag="keep-playing"):
    """Play on after declining a black token, where the last token ends the drawing (R38)."""

    def to_action(self) -> actions.KeepPlaying:
        """Convert to the action of the rules."""
        return actions.KeepPlaying()


class Admit(GameRequest, frozen=True, tag="admit"):
    """Admit a fault of your own drawing (R51, D2)."""

    fault: Fault

    def to_action(self) -> actions.Admit:
        """Convert to the action of the rules."""
        return actions.Admit(self.fault)


class Retract(GameRequest, frozen=True, tag="retract"):
    """Withdraw what you admitted, until the scores are confirmed (D2)."""

    def to_action(self) -> actions.Retract:
        """Convert to the action of the rules."""
        return actions.Retract()


class Object(GameRequest, frozen=True, tag="object"):
    """Object to a drawing that was revealed, and have it voted on (D2)."""

    fault: Fault
    artist: Small | None = None  # None: the one being revealed

    def to_action(self) -> actions.Object:
        """Convert to the action of the rules."""
        return actions.Object(self.fault, self.artist)


class Praise(GameRequest, frozen=True, tag="praise"):
    """Vote for the coolest drawing (R61)."""

    round: Small
    artist: Small

    def to_action(self) -> actions.Praise:
        """Convert to the action of the rules."""
        return actions.Praise(self.round, self.artist)


AnyGameRequest = (
    ChooseLevel
    | Replace
    | Vote
    | Ready
    | Start
    | Guess
    | Finish
    | KeepPlaying
    | Admit
    | Retract
    | Object
    | Praise
)
AnyHostRequest = (
    ChangeSettings
    | Begin
    | ReturnToLobby
    | Remove
    | TransferHost
    | AddBot
    | SetBotSkill
    | StandIn
    | Pause
    | EndAfterRound
)
TableRequest = (
    TakeSeat
    | Leave
    | RequestTicket
    | Resync
    | Rename
    | SetLanguage
    | SetColour
    | SetReady
    | AnyHostRequest
    | SitOut
    | ComeBack
    | AskForPause
    | HoldOn
    | Chat
    | React
)
AnyRequest = TableRequest | AnyGameRequest
FromClient = Hello | AnyRequest


def message_type(message: ClientMessage) -> str:
    """Return the `type` of a message, as on the wire."""
    return str(type(message).__struct_config__.tag)
