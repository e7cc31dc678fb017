"""Condensed facts lead to the same table and the same replay, whatever happened."""

import pytest

from pictomania.ink import Wipe
from pictomania.rules import Phase
from pictomania.table import facts, record
from pictomania.table.condense import condensed
from pictomania.table.replay import replay_of
from pictomania.table.table import replayed
from pictomania.wire import from_client as said
from tests.table.crowd import crowd, likeness
from tests.table.decks import brought
from tests.table.evening import CODE, HOUR, NAMES, Evening, drawing, kinds

LONG = [pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 200)]


def read(entries: list[bytes]) -> list[facts.Any]:
    """Read entries."""
    return [record.fact(entry) for entry in entries]


@pytest.mark.parametrize("seed", [*range(12), *LONG])
def test_the_table_is_the_same_all_evening(seed: int) -> None:
    """Condensed at any moment, once or over and over, and with or without what was condensed before it."""
    evening = crowd(seed)
    rewritten: list[bytes] = []
    for _ in range(12):
        for _ in range(25):
            evening.step()
        evening.store()
        whole = likeness(evening.table)
        once = condensed(CODE, evening.stored)
        assert likeness(replayed(CODE, read(once))) == whole
        assert likeness(replayed(CODE, read([*evening.stored, *once]))) == whole
        rewritten = condensed(CODE, [*rewritten, *evening.stored])
        assert likeness(replayed(CODE, read(rewritten))) == whole
        assert condensed(CODE, rewritten) == rewritten
        evening.stored = rewritten
        if evening.random.random() < 0.3:
            evening.restarts(HOUR)


def played(rounds: int = 1) -> Evening:
    """Play some rounds in which everybody draws in many small pieces, and stop at the scores."""
    evening = drawing(*NAMES[:4])
    for _ in range(rounds):
        evening.until(Phase.DRAWING)
        for _ in range(30):
            for person in evening.people:
                evening.draws(person)
            evening.store()
        evening.draws(evening.people[0], Wipe())
        evening.store()
        evening.until(Phase.SCORES)
    return evening


def test_the_ink_of_finished_rounds_is_one_fact_for_each_sheet() -> None:
    """And of the round that is on it stays as it came."""
    evening = played(2)
    evening.until(Phase.DRAWING)
    evening.draws(evening.people[1])
    evening.store()
    evening.draws(evening.people[2])
    before, after = kinds(evening.store()), kinds(read(condensed(CODE, evening.stored)))
    assert before.count("Inked") > 2 * 30
    assert after.count("Inked") == 2 * 4 + 2
    assert before.count("Acted") == after.count("Acted")


def test_a_game_that_is_over_can_still_be_replayed() -> None:
    """Step by step, with the same sheets."""
    evening = played(2)
    evening.until(Phase.OVER)
    game = evening.table.game_id
    assert game is not None
    happened = evening.store()
    assert replay_of(CODE, read(condensed(CODE, evening.stored)), game) == replay_of(CODE, happened, game)


def test_back_in_the_lobby_nothing_is_left_of_games() -> None:
    """But everything that outlasts them: seats, host, settings, chat, the deck, who is ready."""
    evening = played(3)
    raw, form, language = brought(level_1=3)
    evening.sitting.do(facts.Brought(evening.now, "ours", form, language, raw))
    evening.until(Phase.OVER)
    evening.asks(evening.people[2], said.Say("Well played!"))
    evening.asks(evening.people[0], said.Again())
    evening.asks(evening.people[1], said.GetReady(yes=True))
    evening.asks(evening.people[0], said.HandOver(NAMES[3]))
    evening.store()
    after = condensed(CODE, evening.stored)
    assert not {"Acted", "Inked", "Begun"} & set(kinds(read(after)))
    assert likeness(replayed(CODE, read(after))) == likeness(evening.table)


def test_bots_keep_their_keys() -> None:
    """Or they would be called again for nothing."""
    evening = Evening(*NAMES[:2])
    evening.asks(evening.people[0], said.AddBot())
    evening.waits(5)
    assert evening.sitting.calls
    evening.store()
    after = condensed(CODE, evening.stored)
    assert "Called" in kinds(read(after))
    assert likeness(replayed(CODE, read(after))) == likeness(evening.table)


def test_an_empty_table() -> None:
    """Has nobody and no host."""
    evening = Evening()
    evening.store()
    assert likeness(replayed(CODE, read(condensed(CODE, evening.stored)))) == likeness(evening.table)
