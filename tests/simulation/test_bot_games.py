"""Whole games of bots in simulated time."""

from random import Random

import pytest

from pictomania.bots.guesser import guesser
from pictomania.bots.inference import FAMILIAR, UNFAMILIAR, Trust
from pictomania.bots.player import BotPlayer
from pictomania.bots.vision import Beliefs, Question, Vision
from pictomania.rules import EditionName
from pictomania.simulation import bot_games
from pictomania.simulation.bot_games import BotTable, GameStalledError, HumanVision, play_bot_game
from pictomania.table.dealer import bot_box
from pictomania.wire.bots import Skill
from pictomania.wire.settings import Settings
from tests.simulation.support.blind_vision import BlindVision


def test_bots_with_vision_score() -> None:
    game = play_bot_game(Settings(), [Skill.HARD, Skill.HARD, None], Vision(guesser()), Random(2))
    assert game.refused == 0
    assert game.looks > 50
    assert sum(game.totals) > 0


def test_bots_are_house_bots() -> None:
    """They have a visible skill, and cards on which they can draw every word."""
    trusts: set[Trust] = set()

    class TrustRecorder(BlindVision):
        def answer(self, question: Question) -> Beliefs:
            trusts.update(question.trusts)
            return super().answer(question)

    table = BotTable(Settings(), Random(1))
    table.add_bot(Skill.EASY, BotPlayer(Random(1)), TrustRecorder())
    table.add_person("person", BotPlayer(Random(2)), BlindVision())
    table.add_bot(Skill.HARD, BotPlayer(Random(3)), TrustRecorder())
    table.play()
    assert [seat.skill for seat in table.table.seats] == [Skill.EASY, None, Skill.HARD]
    assert table.table.host == 1
    assert table.table.box is bot_box(EditionName.SECOND)
    assert trusts == {FAMILIAR, UNFAMILIAR}


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (
        play_bot_game(Settings(), [Skill.HARD, None, None], BlindVision(), Random(5)) for _ in range(2)
    )
    assert first == second


def test_people_recognise_clear_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HumanVision, "NEVER", 0.0)
    monkeypatch.setattr(HumanVision, "MISTAKEN", 0.0)
    game = play_bot_game(Settings(), [None, None, None], BlindVision(), Random(1))
    wrong = [guess for score in game.rounds for guess in score.players if guess.wrong]
    assert wrong == []


def test_a_player_who_cannot_join_is_named() -> None:
    with pytest.raises(GameStalledError, match="\u200b could not join: name-unfit"):
        BotTable(Settings(), Random(1)).add_person("\u200b", BotPlayer(Random(1)), BlindVision())


def test_a_game_that_cannot_start_raises() -> None:
    table = BotTable(Settings(), Random(1))
    table.add_person("alone", BotPlayer(Random(1)), BlindVision())
    with pytest.raises(GameStalledError, match="the game could not start"):
        table.play()


def test_a_stalled_game_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_games, "MAX_GAME_S", 1.0)
    with pytest.raises(GameStalledError, match="the game has stalled"):
        play_bot_game(Settings(), [Skill.HARD] * 3, BlindVision(), Random(1))
