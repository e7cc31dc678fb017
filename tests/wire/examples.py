"""One example of every message, as in docs/wire.md; those to the client come from a real table of three."""

import json
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from pictomania.ink import InkPiece, Point, Stroke, encode_piece
from pictomania.rules import Colour, EditionName, Fault, Phase, Variant
from pictomania.table import requests
from pictomania.table.arrivals import join
from pictomania.table.seat import Member
from pictomania.table.session import Session
from pictomania.table.table import Table
from pictomania.table.views import state, welcome
from pictomania.wire import from_client
from pictomania.wire.bots import Skill
from pictomania.wire.from_client import FromClient
from pictomania.wire.json_codec import encode
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import StorageChanged, StorageStatus, ToClient
from pictomania.words import Language

T = TypeVar("T")

CODE = "7GK2WXQ4"
KEY = "pF3kQ9vT-0aLx_7mZr2W5g"  # an example, so no secret
TICKET = "c0Yq6vJm-8sXw_1rKd4T3A"
WIDTH = 110

FROM_CLIENT: tuple[FromClient, ...] = (
    from_client.Hello(CODE, KEY, "Ada", "en"),
    from_client.TakeSeat(1),
    from_client.Leave(),
    from_client.RequestTicket(),
    from_client.Resync(),
    from_client.Rename("Ada L."),
    from_client.SetLanguage("fr"),
    from_client.SetColour(Colour.PURPLE),
    from_client.SetReady(True),
    from_client.ChangeSettings(Settings(EditionName.SECOND, (Variant.LEARNING,), drawing_s=180)),
    from_client.Begin(),
    from_client.ReturnToLobby(),
    from_client.Remove("Cleo"),
    from_client.TransferHost("Ben"),
    from_client.AddBot(Skill.NORMAL),
    from_client.SetBotSkill("Smudge", Skill.HARD),
    from_client.StandIn("Cleo", Skill.EASY),
    from_client.Pause(yes=True),
    from_client.EndAfterRound(yes=True),
    from_client.SitOut("Cleo"),
    from_client.ComeBack(),
    from_client.AskForPause(),
    from_client.HoldOn(yes=True),
    from_client.Chat("Is that a foot?"),
    from_client.React(Reaction.LAUGH),
    from_client.ChooseLevel(1, 2),
    from_client.Replace(2, 0),
    from_client.Vote(3, True),
    from_client.Ready(2),
    from_client.Start(2),
    from_client.Guess(4, 2, 5),
    from_client.Finish(4, 2),
    from_client.KeepPlaying(4),
    from_client.Admit(5, Fault.WRITING),
    from_client.Retract(5),
    from_client.Object(5, Fault.OTHER_WORD, 1),
    from_client.Praise(30, 2, 1),
)


@cache
def to_client() -> tuple[ToClient, ...]:
    """Play a little, and return one message of each type that Ada receives."""
    table = _ThreePlayers()
    ada, ben, _ = table.members
    table.request(ben, from_client.Chat("Hello!"))
    chat = table.last_mail(ada)
    table.request(ada, from_client.React(Reaction.CLAP))
    reaction = table.last_mail(ada)
    table.request(ada, from_client.RequestTicket())
    ticket = table.last_mail(ada)
    lobby = welcome(table.session, ada, table.now)
    table.draw_and_guess()
    drawing = state(table.session, ada, table.now)
    table.request(ada, from_client.Guess(table.session.table.stop, 1, 2))
    refused = table.last_mail(ada)
    return lobby, drawing, chat, reaction, refused, ticket, StorageChanged(StorageStatus.AWAY)


class _ThreePlayers:
    """A table of three without chance: every draw picks the first card."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.session = Session(Table(CODE), _first, lambda: TICKET, self.now)
        self.members = [
            self._join("Ada", "en"),
            self._join("Ben", "fr"),
            self._join("Cleo", "ru", bot=True),
        ]

    def _join(self, name: str, language: Language, *, bot: bool = False) -> Member:
        key = KEY if name == "Ada" else name.ljust(22, "-")
        member = join(self.session, from_client.Hello(CODE, key, name, language, bot=bot), self.now)
        assert isinstance(member, Member)
        return member

    def request(self, member: Member, message: from_client.AnyRequest) -> None:
        """Send a request to the table, a second later."""
        self.now += 1000
        requests.handle(self.session, member, message, self.now)

    def last_mail(self, member: Member) -> ToClient:
        """Return the last message to a member."""
        message = next(mail.message for mail in reversed(self.session.drain().mail) if member in mail.to)
        assert message is not None
        return message

    def draw_and_guess(self) -> None:
        """Begin; let all players draw, each guess once or twice, and one of them finish."""
        ada, ben, cleo = self.members
        self.request(ada, from_client.Begin())
        for member in self.members:
            self.request(member, from_client.Ready(self.session.table.stop))
        game = self.session.table.game
        assert game is not None
        assert game.phase is Phase.DRAWING
        dot = encode_piece(InkPiece(0, 0, (Stroke(1, (Point(1000, 800, 128, 100),)),)))
        for seat in range(len(self.members)):
            assert self.session.draw(seat, dot, self.now)
        stop = self.session.table.stop
        for member, action in (
            (ben, from_client.Guess(stop, 0, 3)),
            (ada, from_client.Guess(stop, 1, 2)),
            (cleo, from_client.Guess(stop, 1, 7)),
            (cleo, from_client.Guess(stop, 0, 1)),
            (cleo, from_client.Finish(stop, 2)),
        ):
            self.request(member, action)


def _first(row: Sequence[T], /) -> T:
    return row[0]


def pretty(message: FromClient | ToClient) -> str:
    """Format a message for people: on one line where it fits."""
    return _pretty(json.loads(encode(message)), 0, 0)


def _pretty(value: object, indent: int, used: int) -> str:
    short = json.dumps(value, ensure_ascii=False)
    if indent + used + len(short) < WIDTH or not isinstance(value, dict | list):
        return short
    inner = indent + 2
    if isinstance(value, list):
        begin, items, end = "[", [_pretty(item, inner, 0) for item in value], "]"
    else:
        begin, end = "{}"
        items = [f'"{key}": ' + _pretty(item, inner, len(key) + 4) for key, item in value.items()]
    return f"{begin}\n{_fill(items, ' ' * inner)}\n{' ' * indent}{end}"


def _fill(items: list[str], pad: str) -> str:
    """Fill lines with items."""
    lines = [pad + items[0]]
    for item in items[1:]:
        if "\n" in lines[-1] + item or len(lines[-1]) + len(item) + 3 > WIDTH:
            lines[-1] += ","
            lines.append(pad + item)
        else:
            lines[-1] += f", {item}"
    return "\n".join(lines)
