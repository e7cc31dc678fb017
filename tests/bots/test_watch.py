"""When a bot is sure enough to lay a card."""

from random import Random

import numpy as np

from pictomania.bots.picture import Floats
from pictomania.bots.skills import MANNERS
from pictomania.bots.watch import LEAST_S, Watch
from pictomania.rules import NUMBERS
from pictomania.wire.bots import Skill

HAND = NUMBERS
MANNER = MANNERS[Skill.HARD]


def sure_of(number: int, chance: float = 0.95) -> Floats:
    """An opinion that one number is as likely as this, and the others share the rest."""
    likely = np.full(7, (1 - chance) / 6, dtype=np.float32)
    likely[NUMBERS.index(number)] = chance
    return likely


def watching(lines: int = 3, now: float = 10.0) -> Watch:
    """A drawing that has been there for a while."""
    watch = Watch()
    watch.see((1, 5), 1, 0.0)
    watch.see((lines - 1, 5), lines, now)
    return watch


def test_sure_for_long_enough_lays_a_card_in_a_moment() -> None:
    watch = watching()
    for look in range(MANNER.looks):
        watch.decide(HAND, MANNER, Random(1), 10.0 + look)
        assert watch.lays_at is None
        watch.think(sure_of(4), HAND, MANNER, 10.0 + look, False)
    watch.decide(HAND, MANNER, Random(1), 12.0)
    assert watch.lays == 4
    assert watch.lays_at is not None
    assert watch.lays_at > 12.3


def test_whoever_wavers_begins_again() -> None:
    watch = watching()
    for look in range(8):
        watch.think(sure_of(4 + look % 2), HAND, MANNER, 10.0 + look, False)
        watch.decide(HAND, MANNER, Random(1), 10.0 + look)
    assert watch.lays_at is None


def test_doubt_takes_a_decision_back() -> None:
    watch = watching()
    for look in range(4):
        watch.think(sure_of(4), HAND, MANNER, 10.0 + look, False)
    watch.decide(HAND, MANNER, Random(1), 14.0)
    watch.think(sure_of(4, 0.5), HAND, MANNER, 14.5, False)
    assert watch.lays_at is None
    assert watch.in_a_row == 0


def test_nobody_knows_a_first_line() -> None:
    watch = Watch()
    watch.see((0, 9), 1, 0.0)
    for now in (0.5, 1.0, 2.0, 3.0, LEAST_S - 0.1):
        watch.see((0, int(9 + now * 10)), 1, now)
        watch.think(sure_of(2, 0.999), HAND, MANNER, now, False)
        assert watch.in_a_row == 0


def test_a_single_line_that_stays_alone_is_a_drawing() -> None:
    watch = Watch()
    watch.see((0, 9), 1, 0.0)
    watch.think(sure_of(2), HAND, MANNER, LEAST_S + 0.1, False)
    assert watch.in_a_row == 1


def test_when_nothing_more_will_come_less_is_enough() -> None:
    watch = watching()
    watch.think(sure_of(2, 0.5), HAND, MANNER, 20.0, False)
    assert watch.in_a_row == 0
    watch.think(sure_of(2, 0.5), HAND, MANNER, 20.0, True)
    assert watch.in_a_row == 1


def test_a_card_that_is_gone_is_not_thought_of() -> None:
    watch = watching()
    watch.think(sure_of(2), (1, 3), MANNER, 20.0, False)
    assert watch.number in (1, 3)
    assert watch.in_a_row == 0


def test_easy_ones_take_the_second_for_the_best_now_and_then() -> None:
    manner, laid = MANNERS[Skill.EASY], set()
    for seed in range(40):
        watch = watching()
        for look in range(manner.looks):
            watch.think(sure_of(4, 0.98), HAND, manner, 10.0 + look, False)
        watch.decide(HAND, manner, Random(seed), 20.0)
        laid.add(watch.lays)
    assert 4 in laid
    assert len(laid) > 1


def test_without_an_opinion_nothing_is_likely() -> None:
    assert Watch().chance(3) == 0
    assert Watch().quiet_for(5.0) == 5
