"""Deck uploads: in every form, by the host, in the lobby, and within the limits."""

import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from pictomania.client import Client
from pictomania.rules import Phase
from pictomania.server.http import deck_uploads
from pictomania.server.http.routes import DeckBrought, DeckUnfit, Problem
from pictomania.server.tables import table_log
from pictomania.server.tables.live_table import LiveTable
from pictomania.server.workers import jobs, pool
from pictomania.server.workers.pool import QueueLimits
from pictomania.table import facts
from pictomania.table.custom_decks import MAX_UPLOAD_BYTES
from pictomania.table.entries import decode_entry, encode_entry
from pictomania.wire import from_client
from pictomania.wire.settings import Settings
from pictomania.words import FORMATS, PACKED, Mistake, WordDeck, read_deck, unpack
from pictomania.words.formats import csv, json, text, toml
from tests.log.disks import write_locked
from tests.server.support.http_server import HttpResponse, HttpServer, run_http_server
from tests.server.support.quick_game import begin, play, take_seats
from tests.server.support.raw_client import connect, head

WRITERS: dict[str, Callable[[WordDeck], str]] = {
    "text": lambda words: "\n".join(text.write(words, "en")),
    "csv": csv.write,
    "toml": toml.write,
    "json": json.write,
}


def deck(levels: int = 4, sides: int = 6) -> bytes:
    """A deck of made-up words, large enough for a game."""
    lines = ["# language: en"]
    for level in range(1, levels + 1):
        for side in range(sides):
            lines += ["", f"# level: {level}", *(f"{level}{side}{letter}" for letter in "tuvwxyz")]
    return "\n".join(lines).encode()


DECK = deck()


async def chunks(whole: bytes) -> AsyncIterator[bytes]:
    """A chunked body."""
    for at in range(0, len(whole), 50_000):
        yield whole[at : at + 50_000]


async def brings(
    house: HttpServer,
    who: Client | str | None,
    code: str,
    raw: bytes | AsyncIterator[bytes] = DECK,
    *,
    query: str = "name=ours&form=text&language=en",
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Upload a deck with a key."""
    key = who.key if isinstance(who, Client) else who
    told = {} if key is None else {"Authorization": f"Bearer {key}"}
    path = f"/api/tables/{code}/deck?{query}"
    return await house.ask(path, "POST", data=raw, headers={**told, **(headers or {})})


@pytest.mark.parametrize("form", FORMATS)
async def test_a_deck_in_any_form(tmp_path: Path, form: str) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            raw = WRITERS[form](read_deck(DECK, "text")).encode()
            typed = f"{code[:4].lower()}-{code[4:]}"
            query = f"name=%20our%20%20w%C3%B6rds&form={form}&language=en"
            answer = await brings(house, people[0], typed, raw, query=query)
            assert (answer.status, answer.read(DeckBrought)) == (
                201,
                DeckBrought("our wörds", cards=24, levels=(1, 2, 3, 4)),
            )
            assert (await people[1].until(lambda state: state.deck is not None)).deck == "our wörds"


async def test_a_game_is_played_with_it(tmp_path: Path) -> None:
    """In its own language, which stands in for the others."""
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            assert (await brings(house, people[0], code)).status == 201
            begin(people, Settings(deck="own"))
            await play(people, Phase.DRAWING)
            words = {word for side in people[1].state.words.values() for word in side}
            assert words <= set(DECK.decode().splitlines())


@pytest.mark.parametrize(
    ("form", "raw", "sentence"),
    [
        ("text", b"a\nb\nc", "the deck, line 1: this side has 3 words, not 7"),
        ("text", DECK + b"\n\nx", "the deck, line 219: this side has 1 word, not 7"),
        ("text", DECK.replace(b"10u", b"10t"), "the deck, line 5: '10t' is already on line 4"),
        ("text", b"one\ntwo\n\xff", "the deck, line 3: the file is not UTF-8 text"),
        ("csv", b"card,klingon\n1,2", "the deck, line 1: 'klingon' is neither a known column"),
        ("toml", b"[[cards]\n", "the deck, line 1: "),
        ("json", b"[\n\n{", "the deck, line 3: "),
        ("json", b"[" * 100_000, "the deck, line 1: "),
        ("json", b"", "the deck, line 1: "),
    ],
)
async def test_errors_name_the_line(tmp_path: Path, form: str, raw: bytes, sentence: str) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            answer = await brings(house, people[0], code, raw, query=f"name=x&form={form}&language=en")
            assert answer.error == (422, "deck-unfit")
            assert answer.read(Problem).sentence.startswith(sentence)
            assert people[0].state.deck is None


@pytest.mark.parametrize(
    ("raw", "unfit"),
    [
        (DECK.replace(b"10u", b"10t"), DeckUnfit(Mistake.REPEATED, 5, "", "10t", 4)),
        (b"# card\na\nb", DeckUnfit(Mistake.NOT_SEVEN, 2, "", "", 2)),
        (b'[{"id": "me", "words": {"en": ["a"]}}]', DeckUnfit(Mistake.NOT_SEVEN, 1, "me", "", 1)),
        (b'[{"\\ud800": 1}]', DeckUnfit(Mistake.UNKNOWN_NAME, 1, "", "", None)),  # cannot be shown or sent
    ],
)
async def test_errors_can_be_translated(tmp_path: Path, raw: bytes, unfit: DeckUnfit) -> None:
    form = "json" if raw.startswith(b"[") else "text"
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            answer = await brings(house, people[0], code, raw, query=f"name=x&form={form}&language=en")
            assert answer.read(Problem).deck == unfit


async def test_size_limit(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        largest = DECK + b"\n#" + bytes(MAX_UPLOAD_BYTES - len(DECK) - 2).replace(b"\0", b" ")
        async with take_seats(house.url, code, "Ada") as people:
            for raw in (largest + b" ", chunks(largest + b" ")):
                answer = await brings(house, people[0], code, raw)
                assert answer.error == (413, "deck-too-large")
                assert answer.read(Problem) == Problem(
                    "deck-too-large",
                    "A deck has at most 500 kB.",
                    DeckUnfit(Mistake.TOO_LARGE, line=1, card="", word="", number=500),
                )
            assert (await brings(house, people[0], code, largest)).status == 201


async def test_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_uploads, "BODY_S", 0.01)
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
            fields = (f"Authorization: Bearer {people[0].key}", "Content-Length: 100")
            async with connect(house, head(path, *fields, method="POST"), b"stapler\n") as guest:
                status, body = await guest.response()
                assert (status, b'"error":"too-slow"' in body) == (408, True)


async def test_decks_in_the_wrong_form(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
            fields = (f"Authorization: Bearer {people[0].key}",)
            chunked = head(path, *fields, "Transfer-Encoding: chunked", method="POST")
            async with connect(house, chunked, b"zz\r\n") as guest:
                assert (await guest.response())[0] == 400


@pytest.mark.parametrize(
    "told",
    ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer short", "Bearer \xff" + "a" * 30, "Bearer " + "a" * 65],
)
async def test_without_a_key(tmp_path: Path, told: str) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
        field = "Content-Length: 0\r\nAuthorization: " + told
        request = head(path, field, method="POST").decode().encode("latin-1")
        async with connect(house, request) as guest:
            status, body = await guest.response()
        assert (status, b'"error":"no-key"' in body) == (401, True)
    async with run_http_server(tmp_path) as house:
        assert (await brings(house, None, code)).headers["WWW-Authenticate"] == "Bearer"


async def test_other_keys_are_refused(tmp_path: Path) -> None:
    """Of a player who is not the host, of nobody, of the host of another table."""
    async with run_http_server(tmp_path) as house:
        code, other = await house.new_table(), await house.new_table()
        async with (
            take_seats(house.url, code, "Ada", "Ben") as people,
            take_seats(house.url, other, "Zoe") as others,
        ):
            assert (await brings(house, people[1], code)).error == (403, "not-the-host")
            assert (await brings(house, others[0], code)).error == (403, "not-seated")
            assert (await brings(house, people[0], other)).error == (403, "not-seated")
            assert (await brings(house, secrets.token_urlsafe(16), code)).error == (403, "not-seated")
            assert people[0].state.deck is None


async def test_permission_is_checked_before_the_body_is_read(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
        fields = (f"Authorization: Bearer {'a' * 22}", f"Content-Length: {MAX_UPLOAD_BYTES}")
        async with connect(house, head(path, *fields, method="POST")) as guest:
            assert (await guest.response())[0] == 403


async def test_no_upload_during_a_game(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code) as people:
            begin(people)
            await people[0].until(lambda state: state.view is not None)
            assert (await brings(house, people[0], code)).error == (409, "game-is-on")


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("form=text&language=en", "no-name"),
        ("name=&form=text&language=en", "no-name"),
        (f"name={'x' * 201}&form=text&language=en", "no-name"),
        (f"name={'x' * 41}&form=text&language=en", "name-unfit"),
        (f"name={quote(chr(0x202E))}x&form=text&language=en", "name-unfit"),
        ("name=%FF%00&form=text&language=en", "name-unfit"),
        ("name=x&language=en", "no-such-form"),
        ("name=x&form=pdf&language=en", "no-such-form"),
        ("name=x&form=text&language=Klingon", "no-such-form"),
        ("name=x&form=text", "no-such-form"),
    ],
)
async def test_required_query_parameters(tmp_path: Path, query: str, error: str) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            assert (await brings(house, people[0], code, query=query)).error == (400, error)


async def test_unknown_and_damaged_tables(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        await house.log.append("00000000", 0, [b"rubbish"])
        key = secrets.token_urlsafe(16)
        assert (await brings(house, key, "11111111")).error == (404, "no-such-table")
        assert (await brings(house, key, "00000000")).error == (410, "damaged")


async def test_pages_of_other_sites_cannot_upload(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            evil = await brings(house, people[0], code, headers={"Origin": "http://evil.example"})
            assert evil.error == (403, "other-site")
            assert (await brings(house, people[0], code, headers={"Origin": house.url})).status == 201


async def test_decks_are_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because decks are stored."""
    monkeypatch.setattr(deck_uploads, "DECKS_PER_HOUR", 2)
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            statuses = [(await brings(house, people[0], code)).status for _ in range(2)]
            assert statuses == [201, 201]
            assert (await brings(house, people[0], code)).error == (429, "too-many-decks")
            elsewhere = {"X-Forwarded-For": "203.0.113.5"}
            assert (await brings(house, people[0], code, headers=elsewhere)).status == 201


# Reading it, in a worker process.


async def test_the_parsed_deck_is_stored(tmp_path: Path) -> None:
    """Loading the table never parses the upload again."""
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            assert (await brings(house, people[0], code)).status == 201
        stored = [decode_entry(data) for _, data in await house.log.read(code)]
        (brought,) = [each for each in stored if isinstance(each, facts.DeckUploaded)]
        assert brought.form == PACKED
        assert unpack(brought.raw).cards == read_deck(DECK, "text").cards
    async with run_http_server(tmp_path) as house:
        hosted = await house.live_tables.find(code)
        assert isinstance(hosted, LiveTable)
        assert hosted.session.table.own_deck == "ours"


async def test_a_deck_that_takes_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused and counts as several decks; the next one is accepted."""
    monkeypatch.setattr(deck_uploads, "DECKS_PER_HOUR", 12)
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            with monkeypatch.context() as patch:
                patch.setattr(jobs, "DECK", replace(jobs.DECK, result_bytes=10))
                answer = await brings(house, people[0], code)
                assert answer.error == (422, "too-much-work")
                assert people[0].state.deck is None
            assert [(await brings(house, people[0], code)).status for _ in range(3)] == [201, 201, 429]


async def test_a_full_queue_of_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "QueueLimits", lambda: QueueLimits(jobs_per_address=0))
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            answer = await brings(house, people[0], code)
            assert answer.error == (503, "busy")
            assert answer.headers["Retry-After"] == "5"


@pytest.mark.parametrize(("most", "others"), [("MAX_UPLOADS", 503), ("MAX_UPLOADS_EACH", 201)])
async def test_parallel_uploads_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: str, others: int
) -> None:
    """Slow uploads do not fill the memory, and one address does not block others."""
    monkeypatch.setattr(deck_uploads, most, 1)
    async with run_http_server(tmp_path, proxies=("127.0.0.1",)) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            path = f"/api/tables/{code}/deck?name=x&form=text&language=en"
            fields = (f"Authorization: Bearer {people[0].key}", "Content-Length: 100", "Expect: 100-continue")
            async with connect(house, head(path, *fields, method="POST")) as guest:
                assert await guest.response() == (100, b"")
                assert (await brings(house, people[0], code)).error == (503, "busy")
                elsewhere = {"X-Forwarded-For": "203.0.113.5"}
                assert (await brings(house, people[0], code, headers=elsewhere)).status == others
            while (answer := await brings(house, people[0], code)).status == 503:
                pass
            assert answer.status == 201


# When the log is unavailable.


async def test_a_deck_that_is_not_stored_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host is told that it may not be stored; here it will be."""
    monkeypatch.setattr(table_log, "PATIENCE_S", 0.05)
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            with write_locked(tmp_path / "tables.sqlite3"):
                assert (await brings(house, people[0], code)).error == (503, "log-unavailable")
                assert people[0].state.deck is None
            assert (await people[0].until(lambda state: state.deck is not None)).deck == "ours"


async def test_a_deck_that_had_to_wait_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind another append that was not stored: then the deck is not added later unnoticed."""
    monkeypatch.setattr(table_log, "PATIENCE_S", 0.05)
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            with write_locked(tmp_path / "tables.sqlite3"):
                people[0].send(from_client.SetReady(yes=True))
                await _until_heard(house, 2)
                assert (await brings(house, people[0], code)).error == (503, "log-unavailable")
            await people[0].until(lambda state: state.seats[0].ready)
            people[0].send(from_client.SetReady(yes=False))
            assert (await people[0].until(lambda state: not state.seats[0].ready)).deck is None


async def _until_heard(house: HttpServer, messages: int) -> None:
    """Wait until the server has received N messages."""
    while house.live_tables.metrics.messages < messages:
        await house.ask("/")


async def test_a_table_that_another_server_took_over(tmp_path: Path) -> None:
    async with run_http_server(tmp_path) as house:
        code = await house.new_table()
        async with take_seats(house.url, code, "Ada") as people:
            position = (await house.log.read(code))[-1][0]
            await house.log.append(code, position, [encode_entry(facts.ReadinessChanged(0, 0, yes=True))])
            assert (await brings(house, people[0], code)).error == (503, "log-unavailable")
            await people[0].until(lambda state: state.seats[0].ready)  # loaded again
            assert (await brings(house, people[0], code)).status == 201
