"""Bringing a deck over HTTP: who may, how large and how slow it may be, and what is wrong with it."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

import msgspec
from aiohttp import web

from pictomania.log import Unavailable
from pictomania.server import jobs
from pictomania.server.addresses import Tally
from pictomania.server.answers import Sorry, busy, json_answer
from pictomania.server.callers import Callers
from pictomania.server.credit import Credits
from pictomania.server.hosted import Hosted
from pictomania.server.pipe import Declined
from pictomania.server.routes import DeckBrought, DeckUnfit
from pictomania.server.table_log import PATIENCE_S
from pictomania.server.workers import Busy, TooMuch, Workers
from pictomania.table.bringing import LARGEST_DECK, bring, titled, why_not_bring
from pictomania.table.codes import hashed
from pictomania.table.dealer import brought_box
from pictomania.wire.limits import Key
from pictomania.wire.reasons import Reason
from pictomania.words import FORMATS, PACKED, DeckError, Language, Mistake

BODY_S = 30.0  # for a whole deck, however slowly it drips in
DECKS_PER_HOUR = 60  # from one address; each is kept as long as its table
GIVEN_UP_COSTS = 10  # decks: that is what one counts for that took too long to read
AT_ONCE = 32  # uploads that are being read
AT_ONCE_EACH = 8


class Uploads:
    """Takes decks."""

    def __init__(self, callers: Callers, workers: Workers) -> None:
        """Have workers read them."""
        self._callers = callers
        self._workers = workers
        self.decks = Credits(DECKS_PER_HOUR / 3600, DECKS_PER_HOUR)
        self._reading = Tally(AT_ONCE_EACH)
        self._reading_now = 0

    async def bring(self, request: web.Request, hosted: Hosted, key: str) -> web.Response:
        """Bring a deck to a table, by the key of its host."""
        owner = hashed(hosted.code, key)
        name, form, language = _query(request.query)
        _check(why_not_bring(hosted.sitting, owner, name))  # before anything large is read
        self._callers.spend(self.decks, request, "decks")
        with self._counted(request):
            raw = await _body(request)
            packed, facts = await self._read(request, raw, form, language)
            await asyncio.to_thread(brought_box, packed, PACKED, language)  # the table finds it in the cache
        _check(await _done(hosted, owner, name, (packed, PACKED, language)))
        return json_answer(DeckBrought(titled(name) or name, facts.cards, facts.levels), HTTPStatus.CREATED)

    async def _read(
        self, request: web.Request, raw: bytes, form: str, language: Language
    ) -> tuple[bytes, jobs.DeckFacts]:
        parts, who = [form.encode(), language.encode(), raw], self._callers.who(request)
        try:
            packed, facts = await self._workers.do("read_own_deck", parts, who, jobs.DECK)
        except Busy:
            raise busy() from None
        except TooMuch:
            for _ in range(GIVEN_UP_COSTS - 1):
                self.decks.spend(who, asyncio.get_running_loop().time())
            status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, "Reading this deck takes too long."
            raise Sorry(status, "too-much-work", sentence) from None
        except Declined as declined:
            error = DeckError.from_bytes(declined.data)
            status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, error.told("the deck")
            raise Sorry(status, "deck-unfit", sentence, _unfit(error)) from None
        return packed, msgspec.msgpack.decode(facts, type=jobs.DeckFacts)

    @contextmanager
    def _counted(self, request: web.Request) -> Iterator[None]:
        """Bound the bodies that are in memory."""
        who = self._callers.who(request)
        if self._reading_now >= AT_ONCE or not self._reading.enter(who):
            raise busy()
        self._reading_now += 1
        try:
            yield
        finally:
            self._reading_now -= 1
            self._reading.leave(who)


def bearer(request: web.Request) -> str:
    """The secret that a request brings along."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def key_of(request: web.Request) -> str:
    """The key of a seat."""
    try:
        return msgspec.convert(bearer(request), Key)
    except msgspec.ValidationError:
        sentence = "Say whose seat it is: Authorization: Bearer KEY."
        raise Sorry(HTTPStatus.UNAUTHORIZED, "no-key", sentence) from None


def _check(reason: Reason | None) -> None:
    if reason is not None:
        status = HTTPStatus.CONFLICT if reason is Reason.GAME_IS_ON else HTTPStatus.FORBIDDEN
        status = HTTPStatus.BAD_REQUEST if reason is Reason.NAME_UNFIT else status
        raise Sorry(status, reason, "The deck was not taken.")


def _unfit(error: DeckError) -> DeckUnfit:
    card, word = (text if text.isprintable() else "" for text in (error.card or "", error.word))
    return DeckUnfit(error.mistake, error.line, card, word, error.number)


def _query(query: Mapping[str, str]) -> tuple[str, str, Language]:
    name, form, language = query.get("name", ""), query.get("form", ""), query.get("language", "")
    if not 1 <= len(name) <= 200:
        raise Sorry(HTTPStatus.BAD_REQUEST, "no-name", "Give the deck a name.")
    if form not in FORMATS or language not in list(Language):
        raise Sorry(
            HTTPStatus.BAD_REQUEST, "no-such-form", f"form is one of {', '.join(FORMATS)}; language a code."
        )
    return name, form, Language(language)


async def _body(request: web.Request) -> bytes:
    if (request.content_length or 0) > LARGEST_DECK:
        raise _too_large()
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except TimeoutError:
        raise Sorry(HTTPStatus.REQUEST_TIMEOUT, "too-slow", "The deck did not come.") from None
    except web.HTTPRequestEntityTooLarge:  # of chunks, whose sum nobody told
        raise _too_large() from None


def _too_large() -> Sorry:
    status, most = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGEST_DECK // 1000
    deck = DeckUnfit(Mistake.TOO_LARGE, line=1, card="", word="", number=most)
    return Sorry(status, "deck-too-large", f"A deck has at most {most} kB.", deck)


async def _done(hosted: Hosted, key: str, name: str, deck: tuple[bytes, str, Language]) -> Reason | None:
    """Bring a deck in the order of everything else at the table, and wait until it is stored."""
    result: asyncio.Future[Reason | None] = asyncio.get_running_loop().create_future()

    def work(now: int) -> None:
        if not result.done():  # whoever asked may have been told in the meantime that it takes too long
            result.set_result(bring(hosted.sitting, key, name, deck, now))

    hosted.do(work)
    try:
        async with asyncio.timeout(PATIENCE_S):
            reason = await result
            await hosted.settled()
    except TimeoutError:
        raise Unavailable("the table waits for the log") from None
    if hosted.is_lost:
        raise Unavailable("the table is somewhere else now")
    return reason
