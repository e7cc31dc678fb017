"""Tests of `pictomania.table.compaction`: fewer facts give the same table and the same replay."""

import pytest

from pictomania.ink import Clear
from pictomania.rules import Phase
from pictomania.table import facts
from pictomania.table.compaction import compact
from pictomania.table.entries import decode_entry
from pictomania.table.replay import build_replay
from pictomania.table.table import replay_facts
from pictomania.wire import from_client
from tests.table.support.decks import uploaded_deck
from tests.table.support.harness import CODE, HOUR, NAMES, TableHarness, drawing_phase, fact_names
from tests.table.support.random_table import random_table, snapshot

LONG = [pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 200)]


def decode(entries: list[bytes]) -> list[facts.AnyFact]:
    """Decode entries."""
    return [decode_entry(entry) for entry in entries]


@pytest.mark.parametrize("seed", [*range(12), *LONG])
def test_compaction_does_not_change_the_table(seed: int) -> None:
    """At any moment, once or repeatedly, with or without the facts that were replaced."""
    harness = random_table(seed)
    rewritten: list[bytes] = []
    for _ in range(12):
        for _ in range(25):
            harness.step()
        harness.store()
        whole = snapshot(harness.table)
        once = compact(CODE, harness.stored)
        assert snapshot(replay_facts(CODE, decode(once))) == whole
        assert snapshot(replay_facts(CODE, decode([*harness.stored, *once]))) == whole
        rewritten = compact(CODE, [*rewritten, *harness.stored])
        assert snapshot(replay_facts(CODE, decode(rewritten))) == whole
        assert compact(CODE, rewritten) == rewritten
        harness.stored = rewritten
        if harness.random.random() < 0.3:
            harness.restart(HOUR)


def play_rounds(rounds: int = 1) -> TableHarness:
    """Play some rounds in which all players draw in many small pieces, and stop at the scores."""
    harness = drawing_phase(*NAMES[:4])
    for _ in range(rounds):
        harness.play_until(Phase.DRAWING)
        for _ in range(30):
            for person in harness.players:
                harness.draw(person)
            harness.store()
        harness.draw(harness.players[0], Clear())
        harness.store()
        harness.play_until(Phase.SCORES)
    return harness


def test_the_ink_of_finished_rounds_becomes_one_fact_per_sheet() -> None:
    """The ink of the current round stays as it is."""
    harness = play_rounds(2)
    harness.play_until(Phase.DRAWING)
    harness.draw(harness.players[1])
    harness.store()
    harness.draw(harness.players[2])
    before, after = fact_names(harness.store()), fact_names(decode(compact(CODE, harness.stored)))
    assert before.count("InkDrawn") > 2 * 30
    assert after.count("InkDrawn") == 2 * 4 + 2
    assert before.count("ActionTaken") == after.count("ActionTaken")


def test_a_finished_game_can_still_be_replayed() -> None:
    """The replay has the same steps and the same sheets."""
    harness = play_rounds(2)
    harness.play_until(Phase.OVER)
    game = harness.table.game_id
    assert game is not None
    happened = harness.store()
    assert build_replay(CODE, decode(compact(CODE, harness.stored)), game) == build_replay(
        CODE, happened, game
    )


def test_in_the_lobby_nothing_is_kept_of_past_games() -> None:
    """Seats, host, settings, chat, the deck and readiness are kept."""
    harness = play_rounds(3)
    raw, form, language = uploaded_deck(level_1=3)
    harness.session.record(facts.DeckUploaded(harness.now, "ours", form, language, raw))
    harness.play_until(Phase.OVER)
    harness.request(harness.players[2], from_client.Chat("Well play_rounds!"))
    harness.request(harness.players[0], from_client.ReturnToLobby())
    harness.request(harness.players[1], from_client.SetReady(yes=True))
    harness.request(harness.players[0], from_client.TransferHost(NAMES[3]))
    harness.store()
    after = compact(CODE, harness.stored)
    assert not {"ActionTaken", "InkDrawn", "GameBegun"} & set(fact_names(decode(after)))
    assert snapshot(replay_facts(CODE, decode(after))) == snapshot(harness.table)


def test_bots_keep_their_keys() -> None:
    """Otherwise they would be invited again for nothing."""
    harness = TableHarness(*NAMES[:2])
    harness.request(harness.players[0], from_client.AddBot())
    harness.wait(5)
    assert harness.invites
    harness.store()
    after = compact(CODE, harness.stored)
    assert "BotInvited" in fact_names(decode(after))
    assert snapshot(replay_facts(CODE, decode(after))) == snapshot(harness.table)


def test_an_empty_table_stays_empty() -> None:
    """It has no seats and no host."""
    harness = TableHarness()
    harness.store()
    assert snapshot(replay_facts(CODE, decode(compact(CODE, harness.stored)))) == snapshot(harness.table)
