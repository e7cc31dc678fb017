"""The small HTTP API: make a table, look one up, bring a deck, watch a game again, how the server is."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from math import inf

import msgspec
from aiohttp import web

from pictomania.ink import Sheet, svg
from pictomania.ink.picture import animation, png
from pictomania.log import Conflict, Unavailable
from pictomania.rules import Colour
from pictomania.server.addresses import Addresses, bucket
from pictomania.server.archive import Damaged
from pictomania.server.config import Config
from pictomania.server.credit import Credits
from pictomania.server.headers import FOREVER, NEVER
from pictomania.server.hosted import PATIENCE_S, Hosted
from pictomania.server.hosting import Hosting
from pictomania.server.lookup import Lookup
from pictomania.server.metrics import exposition
from pictomania.server.origins import Origins
from pictomania.server.routes import (
    PICTURES,
    ROUTES,
    DeckBrought,
    DeckUnfit,
    Health,
    Problem,
    TableFound,
    TableMade,
    openapi,
)
from pictomania.server.version import VERSION
from pictomania.table.arrivals import seats_to_take
from pictomania.table.bringing import LARGEST_DECK, bring, titled, why_not_bring
from pictomania.table.codes import day_of, hashed
from pictomania.table.dealer import brought_box
from pictomania.table.table import MOST_SEATS
from pictomania.wire.limits import Key
from pictomania.wire.reasons import Reason
from pictomania.words import FORMATS, DeckError, Language, Mistake

PENCILS: Mapping[Colour, str] = {  # as in the theme of the browser client
    Colour.RED: "#c62828",
    Colour.YELLOW: "#9a7400",
    Colour.GREEN: "#2e7d32",
    Colour.BLUE: "#1565c0",
    Colour.PURPLE: "#7b1fa2",
    Colour.ORANGE: "#c44d08",
}
PAINTING_AT_ONCE = 2
BODY_S = 30.0  # for a whole deck, however slowly it drips in
DECKS_PER_HOUR = 60  # from one address; each is kept as long as its table
PAINTING = (50, 3_000)  # for one address, a second and at once, counted in the cost of its pictures
COSTS = {"svg": 1, "png": 10, "apng": 50}  # the end of a game shows thirty drawings to six people at once
PROBE = "healthz"  # under which nothing is kept for long
WELL_S = 1.0  # how long it is believed that the log works

Answer = Callable[[web.Request], Awaitable[web.Response]]


class Sorry(Exception):  # noqa: N818 (an answer, not a mistake of ours)
    """The answer to something that is not done."""

    def __init__(self, status: HTTPStatus, error: str, sentence: str, deck: DeckUnfit | None = None) -> None:
        """A name for programs and a sentence for people."""
        super().__init__(sentence)
        self.status = status
        self.headers = {**NEVER, "WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else NEVER
        self.problem = Problem(error, sentence, deck)


class Api:
    """Answers requests; everything it knows was given to it."""

    def __init__(
        self, hosting: Hosting, lookup: Lookup, origins: Origins, addresses: Addresses, config: Config
    ) -> None:
        """Answer for these tables."""
        self._hosting = hosting
        self._lookup = lookup
        self._origins = origins
        self._addresses = addresses
        self._config = config
        self._making = Credits(config.tables_per_hour / 3600, config.tables_per_hour)
        self._bringing = Credits(DECKS_PER_HOUR / 3600, DECKS_PER_HOUR)
        self._showing = Credits(*PAINTING)
        self._painting = asyncio.Semaphore(PAINTING_AT_ONCE)
        self._well_until = -inf
        self._document = msgspec.json.encode(openapi())

    def add_to(self, app: web.Application) -> None:
        """Answer all routes."""
        for route in ROUTES:
            if route.name.startswith("drawing_"):
                answer, path = self._drawing, route.path.replace("{artist}.", "{artist}.{form:") + "}"
            else:
                answer, path = getattr(self, f"_{route.name}"), route.path
            add = app.router.add_get if route.method == "GET" else app.router.add_post
            add(path, self._answered(answer), name=route.name)

    def _answered(self, answer: Answer) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def safely(request: web.Request) -> web.Response:
            try:
                return await answer(request)
            except Sorry as sorry:
                return _json(sorry.problem, sorry.status, sorry.headers)
            except Damaged:
                problem = Problem("damaged", "The record cannot be read; it was left as it is.")
                return _json(problem, HTTPStatus.GONE)
            except Unavailable:
                problem = Problem(
                    "log-unavailable", "Nothing can be stored or read now; try again in a moment."
                )
                return _json(problem, HTTPStatus.SERVICE_UNAVAILABLE)

        return safely

    # Tables.

    async def _make_table(self, request: web.Request) -> web.Response:
        self._check_origin(request)
        self._spend(self._making, request, "tables")
        code = await self._hosting.make()
        return _json(TableMade(code, f"/t/{code}"), HTTPStatus.CREATED)

    async def _look_up_table(self, request: web.Request) -> web.Response:
        sitting = (await self._found(request)).sitting
        table, free = sitting.table, len(seats_to_take(sitting))
        found = TableFound(
            code=table.code,
            edition=table.settings.edition,
            phase="lobby" if table.game is None else table.game.phase,
            players=len(table.seats),
            seats_free=MOST_SEATS - len(table.seats) if table.game is None and free else free,
            watching=table.settings.watchers,
        )
        return _json(found)

    async def _bring_deck(self, request: web.Request) -> web.Response:
        self._check_origin(request)
        key = _key(request)
        name, form, language = _deck_query(request.query)
        hosted = await self._found(request)
        owner = hashed(hosted.code, key)
        _check(why_not_bring(hosted.sitting, owner, name))  # before anything large is read
        self._spend(self._bringing, request, "decks")
        raw = await _body(request)
        try:
            box = await asyncio.to_thread(brought_box, raw, form, language)
        except DeckError as error:
            status, sentence = HTTPStatus.UNPROCESSABLE_ENTITY, error.told("the deck")
            raise Sorry(status, "deck-unfit", sentence, _unfit(error)) from None
        _check(await _done(hosted, owner, name, (raw, form, language)))
        cards = box.words.cards
        levels = tuple(sorted({card.level for card in cards}))
        return _json(DeckBrought(titled(name) or name, len(cards), levels), HTTPStatus.CREATED)

    async def _found(self, request: web.Request) -> Hosted:
        hosted = await self._lookup.find(request.match_info["code"], self._who(request))
        if hosted is None:
            raise Sorry(HTTPStatus.NOT_FOUND, "no-such-table", "There is no such table.")
        return hosted

    # Games.

    async def _replay(self, request: web.Request) -> web.Response:
        packed = _takes_gzip(request.headers.get("Accept-Encoding", ""))
        whole = await self._hosting.archive.replay(request.match_info["game"], packed=packed)
        if whole is None:
            raise _no_game()
        headers = {"Vary": "Accept-Encoding", **FOREVER, **({"Content-Encoding": "gzip"} if packed else {})}
        return web.Response(body=whole, content_type="application/json", headers=headers)

    async def _drawing(self, request: web.Request) -> web.Response:
        game, form = request.match_info["game"], request.match_info["form"]
        number, artist = _number(request.match_info["round"]), _number(request.match_info["artist"])
        found = self._open_drawing(game, number, artist)
        if found is None:
            gallery = await self._hosting.archive.gallery(game)
            found = None if gallery is None else gallery.sheet(number, artist)
        if found is None:
            raise _no_game()
        self._spend(self._showing, request, "pictures", COSTS[form])
        sheet, colour = found
        async with self._painting:
            picture = await asyncio.to_thread(_painted, sheet, PENCILS[colour], form)
        return web.Response(body=picture, content_type=PICTURES[form], headers=FOREVER)

    def _open_drawing(self, game: str, number: int, artist: int) -> tuple[Sheet, Colour] | None:
        """A drawing of a game that is still on the table, but has no secrets any more."""
        if day_of(game) is None:
            return None
        for hosted in self._hosting.tables.values():
            table = hosted.sitting.table
            if table.game_id == game and table.is_open:
                sheet = table.drawings().get((number, artist))
                return None if sheet is None else (sheet, table.seats[artist].colour)
        return None

    # The server.

    async def _health(self, request: web.Request) -> web.Response:  # noqa: ARG002
        """Write something, and forget it: a log that can only be read is not enough, nor is a full disk."""
        loop = asyncio.get_running_loop()
        if loop.time() > self._well_until:
            with suppress(Conflict):  # another one has written it, or one that was killed
                await self._hosting.log.append(PROBE, 0, [b"?"])
            await self._hosting.log.drop(PROBE)
            self._well_until = loop.time() + WELL_S
        return _json(Health("ok", VERSION), headers=NEVER)

    async def _metrics(self, request: web.Request) -> web.Response:
        if not self._may_see_figures(request):
            raise Sorry(HTTPStatus.FORBIDDEN, "not-for-you", "Figures are for this machine, or need a token.")
        return web.Response(text=exposition(self._hosting.metrics), content_type="text/plain", headers=NEVER)

    def _may_see_figures(self, request: web.Request) -> bool:
        token = self._config.metrics_token
        if token:
            told = _bearer(request).encode(errors="surrogateescape")
            return compare_digest(told, token.encode(errors="surrogateescape"))
        # Behind a proxy that nobody named, the whole world seems to be on this machine.
        is_named = self._addresses.is_proxy(request.remote or "")
        is_direct = is_named or "X-Forwarded-For" not in request.headers
        return is_direct and ip_address(self._address(request)).is_loopback

    async def _openapi(self, request: web.Request) -> web.Response:  # noqa: ARG002
        return web.Response(body=self._document, content_type="application/json")

    # Who asks.

    def _address(self, request: web.Request) -> str:
        return self._addresses.of(request.remote or "", request.headers.getall("X-Forwarded-For", []))

    def _who(self, request: web.Request) -> str:
        return bucket(self._address(request))

    def _spend(self, credit: Credits, request: web.Request, what: str, cost: float = 1) -> None:
        if not credit.spend(self._who(request), asyncio.get_running_loop().time(), cost):
            sentence = f"Enough {what} for now; try again later."
            raise Sorry(HTTPStatus.TOO_MANY_REQUESTS, f"too-many-{what}", sentence)

    def _check_origin(self, request: web.Request) -> None:
        """Browsers always say which page asks; whatever says nothing is no page."""
        origin = request.headers.get("Origin")
        if origin is not None and not self._origins.allows(origin, request.headers.get("Host")):
            raise Sorry(HTTPStatus.FORBIDDEN, "other-site", "Pages of other sites may not do this.")


def _json(
    result: object, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] = NEVER
) -> web.Response:
    body = msgspec.json.encode(result)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def _no_game() -> Sorry:
    return Sorry(HTTPStatus.NOT_FOUND, "no-such-game", "There is no such game, or it is not over yet.")


def _number(text: str) -> int:
    if len(text) > 2 or not (text.isascii() and text.isdigit()):
        raise _no_game()
    return int(text)


def _bearer(request: web.Request) -> str:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def _key(request: web.Request) -> str:
    try:
        return msgspec.convert(_bearer(request), Key)
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


def _takes_gzip(accepted: str) -> bool:
    """What says nothing, as simple programs do, wants what it can read."""
    codings = accepted.lower().replace(" ", "").split(",")
    return any(re.fullmatch(r"(x-)?gzip(;q=(1|0\.[0-9]*[1-9]).*)?", coding) for coding in codings)


def _deck_query(query: Mapping[str, str]) -> tuple[str, str, Language]:
    name, form, language = query.get("name", ""), query.get("form", ""), query.get("language", "")
    if not 1 <= len(name) <= 200:
        raise Sorry(HTTPStatus.BAD_REQUEST, "no-name", "Give the deck a name.")
    if form not in FORMATS or language not in list(Language):
        raise Sorry(
            HTTPStatus.BAD_REQUEST, "no-such-form", f"form is one of {', '.join(FORMATS)}; language a code."
        )
    return name, form, Language(language)


async def _body(request: web.Request) -> bytes:
    try:
        async with asyncio.timeout(BODY_S):
            return await request.read()
    except TimeoutError:
        raise Sorry(HTTPStatus.REQUEST_TIMEOUT, "too-slow", "The deck did not come.") from None
    except web.HTTPRequestEntityTooLarge:
        status, most = HTTPStatus.REQUEST_ENTITY_TOO_LARGE, LARGEST_DECK // 1000
        deck = DeckUnfit(Mistake.TOO_LARGE, line=1, card="", word="", number=most)
        raise Sorry(status, "deck-too-large", f"A deck has at most {most} kB.", deck) from None


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


def _painted(sheet: Sheet, colour: str, form: str) -> bytes:
    strokes, across = sheet.strokes, sheet.across
    if form == "svg":
        return svg(strokes, colour, across=across).encode()
    return png(strokes, colour, across=across) if form == "png" else animation(strokes, colour, across=across)
