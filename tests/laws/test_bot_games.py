"""Whole games of bots at all kinds of tables, in simulated time."""

from random import Random

import pytest

from pictomania.bots.guesser import guesser
from pictomania.bots.vision import Vision
from pictomania.rules import EditionName, Variant
from pictomania.simulation.bot_games import play_bot_game
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from tests.simulation.support.blind_vision import BlindVision

EVERY_TABLE = [
    Settings(),
    Settings(variants=(Variant.COMPETITIVE,)),
    Settings(variants=(Variant.LEARNING,), erasing=False),
    Settings(variants=(Variant.CHILDREN,)),
    Settings(edition=EditionName.FIRST),
    Settings(edition=EditionName.FIRST, levels=(1, 2, 3, 2, 1), drawing_s=60),
    Settings(edition=EditionName.FIRST, variants=(Variant.ONE_CARD,)),
]
SKILLS = (Skill.EASY, Skill.NORMAL, Skill.HARD)


def name_of(settings: Settings) -> str:
    """Name a table in a test id."""
    return "-".join((settings.edition, *settings.variants))


@pytest.mark.parametrize("settings", EVERY_TABLE, ids=name_of)
def test_a_game_of_three_ends(settings: Settings) -> None:
    check_end(settings, 3)


@pytest.mark.parametrize(
    "settings",
    [EVERY_TABLE[0], *(pytest.param(settings, marks=pytest.mark.long) for settings in EVERY_TABLE[1:])],
    ids=name_of,
)
def test_a_game_of_six_ends(settings: Settings) -> None:
    check_end(settings, 6)


def check_end(settings: Settings, players: int) -> None:
    """Let bots that recognise nothing play a whole game."""
    skills = [SKILLS[seat % 3] for seat in range(players)]
    game = play_bot_game(settings, skills, BlindVision(), Random(players))
    assert len(game.rounds) == (5 if settings.edition is EditionName.FIRST else 4)
    assert game.refused == 0
    assert all(20 < seconds < 240 for seconds in game.drawing_s)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_games_do_not_stall(first: int) -> None:
    vision = Vision(guesser())
    for number in range(first, first + 50):
        random = Random(f"long {number}")
        settings = random.choice(EVERY_TABLE)
        skills = random.choices((*SKILLS, None), k=random.randint(3, 6))
        assert play_bot_game(settings, skills, vision, random).refused == 0
