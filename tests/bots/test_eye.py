"""Looking without holding anybody up."""

import asyncio
from time import perf_counter

import numpy as np

from pictomania.bots import eye as eyes
from pictomania.bots.eye import Eye, Question, lines_on
from pictomania.bots.guesser import guesser
from pictomania.bots.opinion import FAMILIAR, Holder
from pictomania.ink import Ink, Sheet
from pictomania.words import house_deck
from tests.bots.shapes import HOUSE, circle
from tests.table.evening import LINE

SIDES = [side for card in house_deck().cards for side in card.sides if side.bots][:3]
HOLDER = Holder(tuple(tuple(idea.draw for idea in side.ideas) for side in SIDES), 1)


def question(*drawings: tuple[object, ...]) -> Question:
    """Ask for these drawings."""
    trusts = (FAMILIAR,) * len(drawings)
    return Question(1, tuple(range(len(drawings))), drawings, trusts, HOLDER)  # type: ignore[arg-type]


async def test_it_answers_for_each_artist() -> None:
    eye = Eye(guesser())
    opinions = await eye.ask(question(HOUSE, (circle(),)))
    assert set(opinions) == {0, 1}
    assert all(np.isclose(likely.sum(), 1, atol=1e-3) for likely in opinions.values())
    assert all(likely[0] < 1e-3 for likely in opinions.values())
    eye.close()


async def test_the_event_loop_goes_on_meanwhile() -> None:
    eye = Eye(guesser())
    await eye.ask(question(HOUSE))
    longest, last = 0.0, perf_counter()
    began = last
    asked = [asyncio.create_task(eye.ask(question((circle(radius=n),)))) for n in range(1, 41)]
    while not all(task.done() for task in asked):
        await asyncio.sleep(0)
        longest, last = max(longest, perf_counter() - last), perf_counter()
    assert longest < (perf_counter() - began) / 4
    eye.close()


def test_it_looks_once_at_the_same_drawing() -> None:
    class Counting:
        looks = 0

        def look(self, strokes: object) -> object:
            self.looks += 1
            return guesser().look(strokes)  # type: ignore[arg-type]

        outputs = guesser().outputs
        by_icons = guesser().by_icons

    counting = Counting()
    eye = Eye(counting)  # type: ignore[arg-type]
    for _ in range(3):
        eye.answer(question(HOUSE, (circle(),)))
    assert counting.looks == 2


def test_it_forgets_in_time() -> None:
    eye = Eye(guesser())
    for n in range(eyes.REMEMBERS + 3):
        eye._seen[bytes([n % 256, n // 256])] = guesser().look(HOUSE) if not n else eye._seen[b"\0\0"]
    eye.answer(question((circle(radius=77),)))
    eye.answer(question((circle(radius=78),)))
    assert len(eye._seen) <= eyes.REMEMBERS + 3


def test_the_lines_on_a_sheet() -> None:
    sheet = Sheet()
    sheet.add(Ink(0, 0, (LINE, LINE)))
    first, second = lines_on(sheet)
    assert first.shape == (len(LINE.points), 2)
    assert (first == second).all()
