"""Laws that hold at every moment of whole random evenings."""

from collections.abc import Callable
from itertools import count

import pytest

from pictomania.rules import PLAYERS, EditionName, broken_law
from pictomania.table import record
from pictomania.table.table import Table, replayed
from pictomania.wire import from_client as said
from pictomania.wire.gate import told, written
from pictomania.wire.settings import Settings
from pictomania.wire.to_client import Refused
from tests.table.allowed import allowed, everything
from tests.table.crowd import Crowd, attentive_wish, crowd, likeness
from tests.table.evening import CODE, NAMES, Evening

Law = Callable[[Crowd], None]


# The laws.


def what_is_stored_is_the_table(evening: Crowd) -> None:
    """Whatever prefix of the log is read back, if it ends where a batch does, the table is the same."""
    table, read = Table(CODE), 0
    for step in range(200):
        evening.step()
        if evening.random.random() < 0.3:
            continue  # several things may be stored at once
        evening.store()
        for entry in evening.stored[read:]:
            table.apply(record.fact(entry))
        read = len(evening.stored)
        assert likeness(table) == likeness(evening.table)
        assert table.game is None or broken_law(table.game) is None
        if step % 50 == 0:
            assert likeness(replayed(CODE, evening.store())) == likeness(evening.table)
        if step % 90 == 0:
            evening.restarts(evening.random.choice((-9000.0, 0.0, 9000.0)))
    assert likeness(replayed(CODE, evening.store())) == likeness(evening.table)


def what_a_state_says_is_allowed_is_exactly_what_is_not_refused(evening: Crowd) -> None:
    """Of everything there is to ask, whoever asks."""
    for _ in range(40):
        for _ in range(6):
            evening.step()
        member = evening.anybody()
        if member is None:
            continue
        state = evening.state(member)
        may = allowed(state)
        for message in evening.random.sample(everything(state.stop, [seat.name for seat in state.seats]), 25):
            assert evening.is_refused(member, message) == (message not in may), message
        for message in evening.random.sample(may, min(8, len(may))):
            assert not evening.is_refused(member, message), message


def whatever_is_said_can_be_read_on_the_other_side(evening: Crowd) -> None:
    """States and mail survive being written and read."""
    for _ in range(40):
        for _ in range(6):
            evening.step()
        for member in evening.sitting.members:
            state = evening.state(member)
            assert told(written(state)) == state
        for letter in evening.told():
            assert letter.message is None or told(written(letter.message)) == letter.message


def what_is_refused_is_refused_to_one_alone_and_stores_nothing(evening: Crowd) -> None:
    """Whatever it is."""
    for _ in range(100):
        evening.step()
        member = evening.anybody()
        if member is None:
            continue
        evening.store()
        evening.told()
        names = [seat.name for seat in evening.table.seats]
        reason = evening.asks(member, evening.random.choice(everything(evening.table.stop, names)))
        if reason is not None:
            assert evening.sitting.unstored == []
            assert [(letter.to, type(letter.message)) for letter in evening.told()] == [((member,), Refused)]


def what_the_rules_know_is_done_once_however_often_it_is_said(evening: Crowd) -> None:
    """The second time it is refused, to the one who says it, because it is done or something else is on."""
    for _ in range(100):
        evening.step()
        member = evening.anybody()
        options = [] if member is None else allowed(evening.state(member))
        acts = [option for option in options if isinstance(option, said.Act)]
        if member is None or not acts:
            continue
        kind = evening.random.choice(sorted({type(act).__name__ for act in acts}))
        act = evening.random.choice([act for act in acts if type(act).__name__ == kind])
        assert evening.asks(member, act) is None
        evening.store()
        assert evening.asks(member, act) is not None, act
        assert evening.sitting.unstored == []


laws = pytest.mark.parametrize(
    "law",
    [
        what_is_stored_is_the_table,
        what_a_state_says_is_allowed_is_exactly_what_is_not_refused,
        whatever_is_said_can_be_read_on_the_other_side,
        what_is_refused_is_refused_to_one_alone_and_stores_nothing,
        what_the_rules_know_is_done_once_however_often_it_is_said,
    ],
    ids=lambda law: law.__name__,
)


@laws
@pytest.mark.parametrize("seed", range(5))
def test_the_laws_hold_all_evening(law: Law, seed: int) -> None:
    law(crowd(seed))


@laws
@pytest.mark.long
def test_the_laws_hold_on_many_evenings(law: Law) -> None:
    for seed in range(100, 300):
        law(crowd(seed))


# Every game ends.


def attentive(evening: Evening, faithful: int, comes: float) -> None:
    """Play on with everybody who is there, of whom only one certainly stays, until the game is over."""
    stays = evening.people[faithful]
    for step in count():
        assert step < 3000
        somebody = evening.random.choice(evening.sitting.members)
        wish = attentive_wish(evening.state(somebody), evening.random)
        if wish is not None:
            assert evening.asks(somebody, wish) is None
        if evening.table.is_over:
            return
        if somebody is not stays and evening.random.random() < 0.1:
            evening.goes(somebody)
        name = evening.random.choice(NAMES[: len(evening.table.seats)])
        if evening.random.random() < comes and name not in {
            member.name for member in evening.sitting.members
        }:
            evening.comes(name)
        evening.waits(4)


@pytest.mark.rule("D5")
@pytest.mark.parametrize("comes", [0.0, 0.1], ids=["nobody comes back", "some come back"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EditionName)
def test_a_game_ends_as_long_as_somebody_is_there_and_attentive(
    edition: EditionName, players: int, comes: float
) -> None:
    evening = Evening(*NAMES[:players], settings=Settings(edition), seed=players)
    evening.begins()
    attentive(evening, players - 1, comes)
