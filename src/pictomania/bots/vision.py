"""Runs the guesser for bots: off the event loop, with a cache that all bots share."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from pictomania.bots.arrays import FloatArray
from pictomania.bots.guesser import Guesser, Prediction
from pictomania.bots.inference import Holder, Trust, number_probabilities, word_probabilities
from pictomania.ink import Sheet

CACHE_SIZE = 512  # predictions; bots at one table see the same sheets


@dataclass(frozen=True, slots=True)
class Question:
    """Asks which number each of these artists is drawing."""

    paper: int
    artists: tuple[int, ...]
    drawings: tuple[tuple[FloatArray, ...], ...]
    trusts: tuple[Trust, ...]  # one per drawing
    holder: Holder


Beliefs = dict[int, FloatArray]  # by artist: the probability of each number


class Vision:
    """Recognises drawings in a worker thread and caches predictions."""

    def __init__(self, guesser: Guesser) -> None:
        self._guesser = guesser
        self._cache: OrderedDict[bytes, Prediction] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "vision")

    async def ask(self, question: Question) -> Beliefs:
        """Answer a question without blocking the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.answer, question)

    def answer(self, question: Question) -> Beliefs:
        """Return how likely each number is for each artist, considering all drawings together."""
        words = [
            word_probabilities(self._guesser, self._predict(drawing), question.holder, trust)
            for drawing, trust in zip(question.drawings, question.trusts, strict=True)
        ]
        return dict(zip(question.artists, number_probabilities(words), strict=True))

    def _predict(self, drawing: tuple[FloatArray, ...]) -> Prediction:
        digest = sha256(b"|".join(stroke.tobytes() for stroke in drawing)).digest()
        prediction = self._cache.get(digest)
        if prediction is None:
            prediction = self._cache[digest] = self._guesser.predict(drawing)
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        return prediction

    def close(self) -> None:
        """Stop the worker thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def strokes_on(sheet: Sheet) -> tuple[FloatArray, ...]:
    """Return the points of the visible strokes on a sheet."""
    return tuple(
        np.array([(point.x, point.y) for point in stroke.points], dtype=np.float32)
        for stroke in sheet.strokes
    )
