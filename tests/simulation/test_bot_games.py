"""Whole games of bots, in a time of their own."""

from random import Random

import numpy as np
import pytest

from pictomania.bots.eye import Eye, Opinions, Question
from pictomania.bots.guesser import guesser
from pictomania.bots.opinion import ANYTHING, FAMILIAR, Trust
from pictomania.bots.player import Player
from pictomania.rules import NUMBERS, EditionName, Variant
from pictomania.simulation import bot_games
from pictomania.simulation.bot_games import BotTable, HumanSight, Stalled, bot_game
from pictomania.table.dealer import bot_box
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings

EVERY_TABLE = [
    Settings(),
    Settings(variants=(Variant.COMPETITIVE,)),
    Settings(variants=(Variant.LEARNING,), erasing=False),
    Settings(variants=(Variant.CHILDREN,)),
    Settings(edition=EditionName.FIRST),
    Settings(edition=EditionName.FIRST, levels=(1, 2, 3, 2, 1), drawing_s=60),
    Settings(edition=EditionName.FIRST, variants=(Variant.ONE_CARD,)),
]
ALL = (Skill.EASY, Skill.NORMAL, Skill.HARD)


class Blind:
    """Sees nothing."""

    def answer(self, question: Question) -> Opinions:
        """Say that everything is as likely as everything else."""
        return {artist: np.full(len(NUMBERS), 1 / 7, dtype=np.float32) for artist in question.artists}


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("settings", EVERY_TABLE, ids=lambda one: "-".join((one.edition, *one.variants)))
def test_a_game_comes_to_its_end(settings: Settings, players: int) -> None:
    skills = [ALL[seat % 3] for seat in range(players)]
    game = bot_game(settings, skills, Blind(), Random(players))
    assert len(game.rounds) == (5 if settings.edition is EditionName.FIRST else 4)
    assert game.refused == 0
    assert all(20 < seconds < 240 for seconds in game.drawing_s)


def test_bots_that_see_guess_well() -> None:
    game = bot_game(Settings(), [Skill.HARD, Skill.HARD, None], Eye(guesser()), Random(2))
    assert game.refused == 0
    assert game.looks > 50
    assert sum(game.totals) > 0


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1000, 50))
def test_a_thousand_games_without_a_stall(first: int) -> None:
    eye = Eye(guesser())
    for number in range(first, first + 50):
        random = Random(f"long {number}")
        settings = random.choice(EVERY_TABLE)
        skills = random.choices((*ALL, None), k=random.randint(3, 6))
        assert bot_game(settings, skills, eye, random).refused == 0


def test_bots_are_bots_of_the_house() -> None:
    """They have a skill that others see, and cards of which they can draw every word."""
    trusts: set[Trust] = set()

    class Curious(Blind):
        def answer(self, question: Question) -> Opinions:
            trusts.update(question.trusts)
            return super().answer(question)

    table = BotTable(Settings(), Random(1))
    table.seats(Skill.EASY, Player(Random(1)), Curious())
    table.sits("person", Player(Random(2)), Blind())
    table.seats(Skill.HARD, Player(Random(3)), Curious())
    table.play()
    assert [seat.skill for seat in table.table.seats] == [Skill.EASY, None, Skill.HARD]
    assert table.table.host == 1
    assert table.table.box is bot_box(EditionName.SECOND)
    assert trusts == {FAMILIAR, ANYTHING}


def test_it_is_the_same_game_with_the_same_chance() -> None:
    first, second = (bot_game(Settings(), [Skill.HARD, None, None], Blind(), Random(5)) for _ in range(2))
    assert first == second


def test_people_see_what_is_there_once_there_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HumanSight, "NEVER", 0.0)
    monkeypatch.setattr(HumanSight, "MISTAKEN", 0.0)
    game = bot_game(Settings(), [None, None, None], Blind(), Random(1))
    wrong = [guess for score in game.rounds for guess in score.players if guess.wrong]
    assert wrong == []


def test_who_is_not_let_in_is_named() -> None:
    with pytest.raises(Stalled, match="\u200b was not let in: name-unfit"):
        BotTable(Settings(), Random(1)).sits("\u200b", Player(Random(1)), Blind())


def test_a_game_that_cannot_begin_is_no_game() -> None:
    table = BotTable(Settings(), Random(1))
    table.sits("alone", Player(Random(1)), Blind())
    with pytest.raises(Stalled, match="no game could begin"):
        table.play()


def test_a_game_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_games, "LONGEST_S", 1.0)
    with pytest.raises(Stalled, match="nothing happens any more"):
        bot_game(Settings(), [Skill.HARD] * 3, Blind(), Random(1))
