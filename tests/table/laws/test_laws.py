"""Laws that hold at every step of random tables."""

from collections.abc import Callable
from itertools import count

import pytest

from pictomania.rules import PLAYERS, EditionName, violated_invariant
from pictomania.table import entries
from pictomania.table.table import Table, replay_facts
from pictomania.wire import from_client
from pictomania.wire.json_codec import decode_to_client, encode
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import RequestRefused
from tests.table.support.all_requests import all_requests, allowed_requests
from tests.table.support.harness import CODE, NAMES, TableHarness
from tests.table.support.random_table import RandomTable, attentive_request, random_table, snapshot

Law = Callable[[RandomTable], None]
INKED = ("sheets", "gallery")  # of a table


# The laws.


def stored_facts_rebuild_the_table(harness: RandomTable) -> None:
    """Every prefix of the log that ends with a batch gives the same table."""
    table, read = Table(CODE), 0
    for step in range(200):
        harness.step()
        if harness.random.random() < 0.3:
            continue  # several steps may be stored at once
        harness.store()
        for entry in harness.stored[read:]:
            table.apply(entries.decode_entry(entry))
        read = len(harness.stored)
        assert snapshot(table) == snapshot(harness.table)
        assert table.game is None or violated_invariant(table.game) is None
        if step % 50 == 0:
            assert snapshot(replay_facts(CODE, harness.store())) == snapshot(harness.table)
        if step % 90 == 0:
            harness.restart(harness.random.choice((-9000.0, 0.0, 9000.0)))
    assert snapshot(replay_facts(CODE, harness.store())) == snapshot(harness.table)


def all_output_can_be_decoded(harness: RandomTable) -> None:
    """States and mail round-trip."""
    for _ in range(40):
        for _ in range(6):
            harness.step()
        for member in harness.session.members:
            state = harness.state(member)
            assert decode_to_client(encode(state)) == state
        for mail in harness.take_mail():
            assert mail.message is None or decode_to_client(encode(mail.message)) == mail.message


def refusals_go_to_the_sender_and_store_nothing(harness: RandomTable) -> None:
    """For every type of request."""
    for _ in range(100):
        harness.step()
        member = harness.random_member()
        if member is None:
            continue
        harness.store()
        harness.take_mail()
        names = [seat.name for seat in harness.table.seats]
        reason = harness.request(member, harness.random.choice(all_requests(harness.table.stop, names)))
        if reason is not None:
            assert harness.unstored == []
            assert [(mail.to, type(mail.message)) for mail in harness.take_mail()] == [
                ((member,), RequestRefused)
            ]


def game_requests_take_effect_once(harness: RandomTable) -> None:
    """The second time they are refused: done already, or too late."""
    for _ in range(100):
        harness.step()
        member = harness.random_member()
        options = [] if member is None else allowed_requests(harness.state(member))
        acts = [option for option in options if isinstance(option, from_client.GameRequest)]
        if member is None or not acts:
            continue
        kind = harness.random.choice(sorted({type(act).__name__ for act in acts}))
        act = harness.random.choice([act for act in acts if type(act).__name__ == kind])
        assert harness.request(member, act) is None
        harness.store()
        assert harness.request(member, act) is not None, act
        assert harness.unstored == []


def a_copy_stays_as_it_was(harness: RandomTable) -> None:
    """No later fact changes it, apart from ink."""
    for _ in range(40):
        harness.step()
        copy = harness.table.copy()
        before = {name: repr(value) for name, value in snapshot(copy).items() if name not in INKED}
        for _ in range(5):
            harness.step()
        assert {name: repr(value) for name, value in snapshot(copy).items() if name not in INKED} == before


laws = pytest.mark.parametrize(
    "law",
    [
        stored_facts_rebuild_the_table,
        all_output_can_be_decoded,
        refusals_go_to_the_sender_and_store_nothing,
        game_requests_take_effect_once,
        a_copy_stays_as_it_was,
    ],
    ids=lambda law: law.__name__,
)


@laws
@pytest.mark.parametrize("seed", range(5))
def test_laws_hold_at_every_step(law: Law, seed: int) -> None:
    law(random_table(seed))


@laws
@pytest.mark.long
def test_laws_hold_at_many_tables(law: Law) -> None:
    for seed in range(100, 300):
        law(random_table(seed))


# Every game ends.


def play_attentively(harness: TableHarness, faithful: int, return_rate: float) -> None:
    """Play with all present players, of whom only one is sure to stay, until the game is over."""
    stays = harness.players[faithful]
    for step in count():
        assert step < 3000
        member = harness.random.choice(harness.session.members)
        request = attentive_request(harness.state(member), harness.random)
        if request is not None:
            assert harness.request(member, request) is None
        if harness.table.is_over:
            return
        if member is not stays and harness.random.random() < 0.1:
            harness.disconnect(member)
        name = harness.random.choice(NAMES[: len(harness.table.seats)])
        if harness.random.random() < return_rate and name not in {
            member.name for member in harness.session.members
        }:
            harness.join(name)
        harness.wait(4)


@pytest.mark.rule("D5")
@pytest.mark.parametrize("return_rate", [0.0, 0.1], ids=["no player comes back", "some come back"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EditionName)
def test_every_game_ends_if_one_attentive_player_stays(
    edition: EditionName, players: int, return_rate: float
) -> None:
    harness = TableHarness(*NAMES[:players], settings=Settings(edition), seed=players)
    harness.begin()
    play_attentively(harness, players - 1, return_rate)
