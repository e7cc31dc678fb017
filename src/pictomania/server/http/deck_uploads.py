"""Deck uploads: permissions, limits on size and time, and errors in the deck."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus

import msgspec
from aiohttp import web

from pictomania.log import Unavailable
from pictomania.server.http.callers import Callers
from pictomania.server.http.responses import ApiError, busy, json_response
from pictomania.server.http.routes import DeckBrought, DeckUnfit
from pictomania.server.net.addresses import Tally
from pictomania.server.net.token_bucket import TokenBuckets
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.workers import jobs
from pictomania.server.workers.pipe import JobDeclined
from pictomania.server.workers.pool import JobFailed, PoolBusy, WorkerPool
from pictomania.table.custom_decks import MAX_UPLOAD_BYTES, upload
from pictomania.table.dealer import custom_box
from pictomania.table.identity.codes import hash_key
from pictomania.table.identity.display_names import clean_name
from pictomania.table.permissions import MAX_DECK_NAME_LENGTH, why_not_upload
from pictomania.wire.limits import Key
from pictomania.wire.reasons import Reason
from pictomania.words import (
    FORMATS,
    LANGUAGE_HINT,
    PACKED,
    DeckError,
    Language,
    Mistake,
    is_language,
)

BODY_S = 30.0  # time limit for the whole upload
DECKS_PER_HOUR = 60  # per address; each is stored as long as its table
FAILED_DECK_COST = 10  # a deck that took too long to parse counts as this many
MAX_UPLOADS = 32  # at a time
MAX_UPLOADS_EACH = 8


class DeckUploads:
    """Accepts decks from hosts."""

    def __init__(self, callers: Callers, workers: WorkerPool) -> None:
        self._callers = callers
        self._workers = workers
        self.decks = TokenBuckets(DECKS_PER_HOUR / 3600, DECKS_PER_HOUR)
        self._uploads = Tally(MAX_UPLOADS_EACH)
        self._uploads_now = 0

    async def upload(self, request: web.Request, live_table: LiveTable, key: str) -> web.Response:
        """Add a deck to a table, with the key of its host."""
        owner = hash_key(live_table.code, key)
        name, form, language = _query(request.query)
        _check(why_not_upload(live_table.session, owner, name))  # before reading anything large
        self._callers.spend(self.decks, request, "decks")
        with self._limit_uploads(request):
            raw = await _body(request)
            packed, facts = await self._read(request, raw, form, language)
            await asyncio.to_thread(custom_box, packed, PACKED, language)  # fills the cache for the table
        _check(await _add_to_table(live_table, owner, name, (packed, PACKED, language)))
        return json_response(
            DeckBrought(clean_name(name, MAX_DECK_NAME_LENGTH) or name, facts.cards, facts.levels),
            HTTPStatus.CREATED,
        )

    @asynccontextmanager
    async def body(self, request: web.Request) -> AsyncIterator[bytes]:
        """Read a body for another node, within the limits of this one; it counts until the block ends."""
        with self._limit_uploads(request):
            yield await _body(request)

    async def _read(
        self, request: web.Request, raw: bytes, form: str, language: Language
    ) -> tuple[bytes, jobs.DeckFacts]:
        parts, who = [form.encode(), language.encode(), raw], self._callers.bucket(request)
        try:
            packed, facts = await self._workers.run("read_uploaded_deck", parts, who, jobs.DECK)
        except PoolBusy:
            raise busy() from None
        except JobFailed:
            for _ in range(FAILED_DECK_COST - 1):
                self.decks.spend(who, asyncio.get_running_loop().time())
            status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, "Reading this deck takes too long."
            raise ApiError(status, "too-much-work", sentence) from None
        except JobDeclined as declined:
            error = DeckError.from_bytes(declined.data)
            status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, error.describe("the deck")
            raise ApiError(status, "deck-unfit", sentence, _describe(error)) from None
        return packed, msgspec.msgpack.decode(facts, type=jobs.DeckFacts)

    @contextmanager
    def _limit_uploads(self, request: web.Request) -> Iterator[None]:
        """Limit the number of bodies in memory."""
        who = self._callers.bucket(request)
        if self._uploads_now >= MAX_UPLOADS or not self._uploads.enter(who):
            raise busy()
        self._uploads_now += 1
        try:
            yield
        finally:
            self._uploads_now -= 1
            self._uploads.leave(who)


def bearer_token(request: web.Request) -> str:
    """The bearer token of a request, or an empty string."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def seat_key(request: web.Request) -> str:
    """The key of the caller's seat."""
    try:
        return msgspec.convert(bearer_token(request), Key)
    except msgspec.ValidationError:
        sentence = "Send the key of your seat: Authorization: Bearer KEY."
        raise ApiError(HTTPStatus.UNAUTHORIZED, "no-key", sentence) from None


def _check(reason: Reason | None) -> None:
    if reason is not None:
        status = HTTPStatus.CONFLICT if reason is Reason.GAME_IS_ON else HTTPStatus.FORBIDDEN
        status = HTTPStatus.BAD_REQUEST if reason is Reason.NAME_UNFIT else status
        raise ApiError(status, reason, "The deck was not accepted.")


def _describe(error: DeckError) -> DeckUnfit:
    card, word = (text if text.isprintable() else "" for text in (error.card or "", error.word))
    return DeckUnfit(error.mistake, error.line, card, word, error.number)


def _query(query: Mapping[str, str]) -> tuple[str, str, Language]:
    name, form, language = query.get("name", ""), query.get("form", ""), query.get("language", "")
    if not 1 <= len(name) <= 200:
        raise ApiError(HTTPStatus.BAD_REQUEST, "no-name", "Give the deck a name.")
    if form not in FORMATS or not is_language(language):
        sentence = f"form is one of {', '.join(FORMATS)}; language is {LANGUAGE_HINT}."
        raise ApiError(HTTPStatus.BAD_REQUEST, "no-such-form", sentence)
    return name, form, language


async def _body(request: web.Request) -> bytes:
    if (request.content_length or 0) > MAX_UPLOAD_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except TimeoutError:
        raise ApiError(HTTPStatus.REQUEST_TIMEOUT, "too-slow", "The deck did not arrive in time.") from None
    except web.HTTPRequestEntityTooLarge:  # chunked, so the size was not known before
        raise _too_large() from None


def _too_large() -> ApiError:
    status, most = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, MAX_UPLOAD_BYTES // 1000
    deck = DeckUnfit(Mistake.TOO_LARGE, line=1, card="", word="", number=most)
    return ApiError(status, "deck-too-large", f"A deck has at most {most} kB.", deck)


async def _add_to_table(
    live_table: LiveTable, key: str, name: str, deck: tuple[bytes, str, Language]
) -> Reason | None:
    """Queue the deck at the table like any other request, and wait until it is stored."""
    result: asyncio.Future[Reason | None] = asyncio.get_running_loop().create_future()

    def work(now: int) -> None:
        if not result.done():  # the upload may have timed out by now
            result.set_result(upload(live_table.session, key, name, deck, now))

    live_table.do(work)
    try:
        async with asyncio.timeout(live_table.patience_s):
            reason = await result
            await live_table.store_all()
    except TimeoutError:
        raise Unavailable("the table waits for the log") from None
    if live_table.is_lost:
        raise Unavailable("the table is somewhere else now")
    return reason
