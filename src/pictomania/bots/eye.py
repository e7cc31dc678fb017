"""An eye: looks at sheets and says which numbers are likely; several bots can look through one.

Looking takes milliseconds of one core, so it is done in a thread that nobody waits for.
"""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from pictomania.bots.guesser import Guesser, Look
from pictomania.bots.opinion import Holder, Trust, numbers_of, words_of
from pictomania.bots.picture import Floats
from pictomania.ink import Sheet

REMEMBERS = 512  # looks; bots at one table see the same sheets


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants to know: the number of each of these artists, by what their sheets show."""

    paper: int
    artists: tuple[int, ...]
    drawings: tuple[tuple[Floats, ...], ...]
    trusts: tuple[Trust, ...]  # for each drawing
    holder: Holder


Opinions = dict[int, Floats]  # how likely each number is, by artist


class Eye:
    """Looks at drawings, and remembers what it saw."""

    def __init__(self, guesser: Guesser) -> None:
        """Look with this network."""
        self._guesser = guesser
        self._seen: OrderedDict[bytes, Look] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "eye")

    async def ask(self, question: Question) -> Opinions:
        """Answer without holding anybody up."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.answer, question)

    def answer(self, question: Question) -> Opinions:
        """Say how likely each number is for each artist, all of them together."""
        words = [
            words_of(self._guesser, self._look(drawing), question.holder, trust)
            for drawing, trust in zip(question.drawings, question.trusts, strict=True)
        ]
        return dict(zip(question.artists, numbers_of(words), strict=True))

    def _look(self, drawing: tuple[Floats, ...]) -> Look:
        digest = sha256(b"|".join(line.tobytes() for line in drawing)).digest()
        look = self._seen.get(digest)
        if look is None:
            look = self._seen[digest] = self._guesser.look(drawing)
            if len(self._seen) > REMEMBERS:
                self._seen.popitem(last=False)
        return look

    def close(self) -> None:
        """Look no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def lines_on(sheet: Sheet) -> tuple[Floats, ...]:
    """What is to be seen on a sheet."""
    return tuple(
        np.array([(point.x, point.y) for point in stroke.points], dtype=np.float32)
        for stroke in sheet.strokes
    )
