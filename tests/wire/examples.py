"""Every message once, as docs/wire.md shows it; what is told is what a real table of three tells."""

import json
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from pictomania.ink import Ink, Point, Stroke, encode
from pictomania.rules import Colour, EditionName, Fault, Phase, Variant
from pictomania.table.arrivals import greet
from pictomania.table.seat import Member
from pictomania.table.seen import state, welcome
from pictomania.table.sitting import Sitting
from pictomania.table.table import Table
from pictomania.table.wishes import hear
from pictomania.wire import from_client as said
from pictomania.wire.bots import Skill
from pictomania.wire.from_client import FromClient
from pictomania.wire.gate import written
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import ToClient
from pictomania.words import Language

T = TypeVar("T")

CODE = "7GK2WXQ4"
KEY = "pF3kQ9vT-0aLx_7mZr2W5g"  # one that everybody knows by now
TICKET = "c0Yq6vJm-8sXw_1rKd4T3A"
WIDTH = 110

FROM_CLIENT: tuple[FromClient, ...] = (
    said.Hello(CODE, KEY, "Ada", Language.EN),
    said.Sit(1),
    said.Leave(),
    said.AskTicket(),
    said.AskWelcome(),
    said.Rename("Ada L."),
    said.Speak(Language.FR),
    said.Wear(Colour.PURPLE),
    said.GetReady(True),
    said.Settle(Settings(EditionName.SECOND, (Variant.LEARNING,), drawing_s=180)),
    said.Begin(),
    said.Again(),
    said.Remove("Cleo"),
    said.HandOver("Ben"),
    said.AddBot(Skill.NORMAL),
    said.TuneBot("Smudge", Skill.HARD),
    said.StandIn("Cleo", Skill.EASY),
    said.Dismiss(2),
    said.Say("Is that a foot?"),
    said.React(Reaction.LAUGH),
    said.ChooseLevel(1, 2),
    said.Replace(2, 0),
    said.Vote(3, True),
    said.Ready(2),
    said.Start(2),
    said.Guess(4, 2, 5),
    said.Finish(4, 2),
    said.Admit(5, Fault.WRITING),
    said.Object(5, Fault.OTHER_WORD),
    said.Praise(30, 2, 1),
)


@cache
def to_client() -> tuple[ToClient, ...]:
    """Play a little, and write down what Ada is told of each kind."""
    table = _Evening()
    ada, ben, _ = table.people
    table.hear(ben, said.Say("Hello!"))
    spoken = table.told(ada)
    table.hear(ada, said.React(Reaction.CLAP))
    reacted = table.told(ada)
    table.hear(ada, said.AskTicket())
    ticket = table.told(ada)
    lobby = welcome(table.sitting, ada, table.now)
    table.draw_and_guess()
    drawing = state(table.sitting, ada, table.now)
    table.hear(ada, said.Guess(table.sitting.table.stop, 1, 2))
    refused = table.told(ada)
    return lobby, drawing, spoken, reacted, refused, ticket


class _Evening:
    """A table of three, where chance always takes what comes first."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.sitting = Sitting(Table(CODE), _first, lambda: TICKET, self.now)
        self.people = [
            self._come("Ada", Language.EN),
            self._come("Ben", Language.FR),
            self._come("Cleo", Language.RU, bot=True),
        ]

    def _come(self, name: str, language: Language, *, bot: bool = False) -> Member:
        key = KEY if name == "Ada" else name.ljust(22, "-")
        member = greet(self.sitting, said.Hello(CODE, key, name, language, bot=bot), self.now)
        assert isinstance(member, Member)
        return member

    def hear(self, member: Member, message: said.Wish | said.Played) -> None:
        """Say something to the table, a second later."""
        self.now += 1000
        hear(self.sitting, member, message, self.now)

    def told(self, member: Member) -> ToClient:
        """Take what somebody was told last."""
        message = next(mail.message for mail in reversed(self.sitting.mail) if member in mail.to)
        assert message is not None
        return message

    def draw_and_guess(self) -> None:
        """Begin, have everybody draw something, guess once or twice, and one of them finish."""
        ada, ben, cleo = self.people
        self.hear(ada, said.Begin())
        for member in self.people:
            self.hear(member, said.Ready(self.sitting.table.stop))
        game = self.sitting.table.game
        assert game is not None
        assert game.phase is Phase.DRAWING
        dot = encode(Ink(0, 0, (Stroke(1, (Point(1000, 800, 128, 100),)),)))
        for seat in range(len(self.people)):
            assert self.sitting.drew(seat, dot, self.now)
        stop = self.sitting.table.stop
        for member, action in (
            (ben, said.Guess(stop, 0, 3)),
            (ada, said.Guess(stop, 1, 2)),
            (cleo, said.Guess(stop, 1, 7)),
            (cleo, said.Guess(stop, 0, 1)),
            (cleo, said.Finish(stop, 2)),
        ):
            self.hear(member, action)


def _first(row: Sequence[T], /) -> T:
    return row[0]


def laid_out(message: FromClient | ToClient) -> str:
    """Write a message so that people can read it: on one line where it fits."""
    return _laid_out(json.loads(written(message)), 0, 0)


def _laid_out(value: object, indent: int, used: int) -> str:
    short = json.dumps(value, ensure_ascii=False)
    if indent + used + len(short) < WIDTH or not isinstance(value, dict | list):
        return short
    inner = indent + 2
    if isinstance(value, list):
        begin, items, end = "[", [_laid_out(item, inner, 0) for item in value], "]"
    else:
        begin, end = "{}"
        items = [f'"{key}": ' + _laid_out(item, inner, len(key) + 4) for key, item in value.items()]
    return f"{begin}\n{_filled(items, ' ' * inner)}\n{' ' * indent}{end}"


def _filled(items: list[str], pad: str) -> str:
    """Put as many on a line as fit."""
    lines = [pad + items[0]]
    for item in items[1:]:
        if "\n" in lines[-1] + item or len(lines[-1]) + len(item) + 3 > WIDTH:
            lines[-1] += ","
            lines.append(pad + item)
        else:
            lines[-1] += f", {item}"
    return "\n".join(lines)
