"""What bots choose to draw."""

from random import Random

from pictomania.bots.artist import draw
from pictomania.bots.skills import MANNERS
from pictomania.wire.bots import Skill

MANNER = MANNERS[Skill.NORMAL]


def test_what_nobody_has_drawn_is_not_drawn() -> None:
    assert draw((), MANNER, Random(1)) == []
    assert draw(("quickdraw/no such thing",), MANNER, Random(1)) == []


def test_an_icon_is_drawn_where_there_is_nothing_else() -> None:
    assert draw(("tabler/ship",), MANNER, Random(1))


def test_doodles_are_drawn_mostly_and_icons_now_and_then() -> None:
    random = Random(1)
    counts = {len(draw(("quickdraw/cat", "openmoji/cat"), MANNER, random)) for _ in range(40)}
    assert len(counts) > 3
