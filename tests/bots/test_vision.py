"""Recognition off the event loop, with a cache."""

import asyncio
from threading import Event

import numpy as np

from pictomania.bots.guesser import guesser
from pictomania.bots.inference import FAMILIAR, Holder
from pictomania.bots.vision import CACHE_SIZE, Question, Vision, strokes_on
from pictomania.ink import InkPiece, Sheet
from pictomania.words import house_deck
from tests.bots.shapes import HOUSE, circle
from tests.server.support.waiting import event_loop_turns
from tests.table.support.harness import LINE

SIDES = [side for card in house_deck().cards for side in card.sides if side.bots][:3]
HOLDER = Holder(tuple(tuple(idea.draw for idea in side.ideas) for side in SIDES), 1)


def question(*drawings: tuple[object, ...]) -> Question:
    """Ask about these drawings, one per artist."""
    trusts = (FAMILIAR,) * len(drawings)
    return Question(1, tuple(range(len(drawings))), drawings, trusts, HOLDER)  # type: ignore[arg-type]


async def test_it_answers_for_each_artist() -> None:
    vision = Vision(guesser())
    beliefs = await vision.ask(question(HOUSE, (circle(),)))
    assert set(beliefs) == {0, 1}
    assert all(np.isclose(probabilities.sum(), 1, atol=1e-3) for probabilities in beliefs.values())
    assert all(probabilities[0] < 1e-3 for probabilities in beliefs.values())
    vision.close()


async def test_asking_does_not_block_the_event_loop() -> None:
    """The network waits for something that only the event loop can do."""

    class WaitingGuesser:
        may_go_on = Event()

        def predict(self, strokes: object) -> object:
            self.may_go_on.wait()
            return guesser().predict(strokes)  # type: ignore[arg-type]

        outputs = guesser().outputs
        icon_only = guesser().icon_only

    waiting = WaitingGuesser()
    vision = Vision(waiting)  # type: ignore[arg-type]
    asked = asyncio.create_task(vision.ask(question(HOUSE)))
    await event_loop_turns()
    assert not asked.done()
    waiting.may_go_on.set()
    assert set(await asked) == {0}
    vision.close()


def test_the_same_drawing_is_predicted_once() -> None:
    class CountingGuesser:
        predictions = 0

        def predict(self, strokes: object) -> object:
            self.predictions += 1
            return guesser().predict(strokes)  # type: ignore[arg-type]

        outputs = guesser().outputs
        icon_only = guesser().icon_only

    counting = CountingGuesser()
    vision = Vision(counting)  # type: ignore[arg-type]
    for _ in range(3):
        vision.answer(question(HOUSE, (circle(),)))
    assert counting.predictions == 2


def test_the_cache_does_not_grow_beyond_its_limit() -> None:
    vision = Vision(guesser())
    for n in range(CACHE_SIZE + 3):
        vision._cache[bytes([n % 256, n // 256])] = (
            guesser().predict(HOUSE) if not n else vision._cache[b"\0\0"]
        )
    vision.answer(question((circle(radius=77),)))
    vision.answer(question((circle(radius=78),)))
    assert len(vision._cache) <= CACHE_SIZE + 3


def test_strokes_on_a_sheet() -> None:
    sheet = Sheet()
    sheet.add(InkPiece(0, 0, (LINE, LINE)))
    first, second = strokes_on(sheet)
    assert first.shape == (len(LINE.points), 2)
    assert (first == second).all()
