"""The small HTTP API, as data: what can be asked, what is answered; the OpenAPI document is made of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec

from pictomania.rules import EditionName
from pictomania.server.version import VERSION
from pictomania.table.replay import Replay
from pictomania.words import FORMATS, Language, Mistake


class DeckUnfit(msgspec.Struct, frozen=True):
    """What is wrong with a deck, for pages that say it in the language of whoever brought it."""

    mistake: Mistake
    line: int
    card: str  # empty where it has no name that can be shown; the word too
    word: str
    number: int | None  # what it means depends on the mistake


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done: a name for programs and a sentence for people."""

    error: str
    sentence: str
    deck: DeckUnfit | None = None  # if it is that


class TableMade(msgspec.Struct, frozen=True):
    """A new table; its link is all that others need."""

    code: str
    link: str


class TableFound(msgspec.Struct, frozen=True):
    """What anybody who has its code may know of a table before coming in."""

    code: str
    edition: EditionName
    phase: str  # `lobby`, or that of the game
    players: int
    seats_free: int
    watching: bool  # may one watch?


class DeckBrought(msgspec.Struct, frozen=True):
    """A deck that was read and lies on the table now."""

    name: str
    cards: int
    levels: tuple[int, ...]


class Health(msgspec.Struct, frozen=True):
    """Whether this server works."""

    status: str
    version: str


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that can be asked."""

    name: str
    method: str
    path: str
    summary: str
    answers: Mapping[HTTPStatus, str]
    result: type | None = None  # JSON; None: `content`
    content: str = "application/json"
    query: Mapping[str, Mapping[str, object]] | None = None
    body: str | None = None
    key: bool = False  # is a seat's key needed?


OK, CREATED = HTTPStatus.OK, HTTPStatus.CREATED
NOT_FOUND = {HTTPStatus.NOT_FOUND: "there is none, or it is not shown yet"}
DAMAGED = {HTTPStatus.GONE: "its record cannot be read"}
NO_ANSWER = {HTTPStatus.SERVICE_UNAVAILABLE: "the log does not answer, or too much is going on; try again"}
OTHER_SITE = {HTTPStatus.FORBIDDEN: "asked by a page of another site"}
TOO_FAST = {HTTPStatus.TOO_MANY_REQUESTS: "this address has had enough for now"}
PACKED = {HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "a request with Content-Encoding"}
ANYWHERE = {**PACKED, **TOO_FAST}
PATTERNS = {"code": "^[0-9A-Za-z-]{1,24}$", "game": "^[0-9]{8}-[0-9A-Z]{22}$"}
PICTURES = {"svg": "image/svg+xml", "png": "image/png", "apng": "image/apng"}

ROUTES = (
    Route(
        "make_table",
        "POST",
        "/api/tables",
        "Make a table.",
        {
            CREATED: "the table",
            **OTHER_SITE,
            **ANYWHERE,
            **NO_ANSWER,
        },
        TableMade,
    ),
    Route(
        "look_up_table",
        "GET",
        "/api/tables/{code}",
        "Look whether there is a table, and whether one could sit down.",
        {OK: "the table", **OTHER_SITE, **NOT_FOUND, **DAMAGED, **ANYWHERE, **NO_ANSWER},
        TableFound,
    ),
    Route(
        "bring_deck",
        "POST",
        "/api/tables/{code}/deck",
        "Bring one's own word cards, as the host, in the lobby.",
        {
            CREATED: "the deck",
            HTTPStatus.BAD_REQUEST: "no name, no such form or language",
            HTTPStatus.UNAUTHORIZED: "no key",
            HTTPStatus.FORBIDDEN: "not the host's key, or asked by a page of another site",
            **NOT_FOUND,
            HTTPStatus.REQUEST_TIMEOUT: "a deck that does not come",
            HTTPStatus.CONFLICT: "a game is on",
            **DAMAGED,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "a deck that is too large",
            **PACKED,
            HTTPStatus.UNPROCESSABLE_ENTITY: "a deck that cannot be played with; the sentence names the line",
            **TOO_FAST,
            **NO_ANSWER,
        },
        DeckBrought,
        query={
            "name": {"type": "string", "minLength": 1, "maxLength": 200},
            "form": {"type": "string", "enum": list(FORMATS)},
            "language": {"type": "string", "enum": list(Language)},
        },
        body="application/octet-stream",
        key=True,
    ),
    Route(
        "replay",
        "GET",
        "/api/games/{game}",
        "Watch a finished game again: every step, every sheet, every word.",
        {OK: "the game", **OTHER_SITE, **NOT_FOUND, **DAMAGED, **ANYWHERE, **NO_ANSWER},
        Replay,
    ),
    *(
        Route(
            f"drawing_{form}",
            "GET",
            f"/api/games/{{game}}/drawings/{{round}}/{{artist}}.{form}",
            f"One drawing of a game, as {form.upper()}.",
            {
                OK: "the picture",
                **OTHER_SITE,
                **NOT_FOUND,
                **DAMAGED,
                **ANYWHERE,
                **NO_ANSWER,
            },
            content=content,
        )
        for form, content in PICTURES.items()
    ),
    Route(
        "health",
        "GET",
        "/healthz",
        "Whether this server works.",
        {OK: "it does", **ANYWHERE, **NO_ANSWER},
        Health,
    ),
    Route(
        "metrics",
        "GET",
        "/metrics",
        "Figures for Prometheus, to this machine or with a token.",
        {OK: "the figures", HTTPStatus.FORBIDDEN: "not from there, or not with that token", **ANYWHERE},
        content="text/plain",
    ),
    Route("openapi", "GET", "/openapi.json", "This document.", {OK: "it", **ANYWHERE}, dict[str, Any]),
)


def openapi() -> dict[str, object]:
    """The OpenAPI document of all routes."""
    kinds = [Problem, *(route.result for route in ROUTES if route.result is not None)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    by_kind = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, dict[str, object]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pictomania Online", "version": VERSION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route, by_kind: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    responses = {
        str(int(status)): _response(route, status, text, by_kind) for status, text in route.answers.items()
    }
    operation: dict[str, object] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": [*_path_parameters(route.path), *_query_parameters(route.query or {})],
        "responses": responses,
    }
    if route.body is not None:
        schema = {"type": "string", "format": "binary"}
        operation["requestBody"] = {"required": True, "content": {route.body: {"schema": schema}}}
    if route.key:
        operation["security"] = [{"key": []}]
    return operation


def _response(
    route: Route, status: HTTPStatus, text: str, by_kind: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    schema: Mapping[str, object]
    if status >= HTTPStatus.BAD_REQUEST:
        content, schema = "application/json", by_kind[str(Problem)]
    elif route.result is not None:
        content, schema = "application/json", by_kind[str(route.result)]
    else:
        content, schema = route.content, {"type": "string"}
    return {"description": text, "content": {content: {"schema": schema}}}


def _path_parameters(path: str) -> list[dict[str, object]]:
    names = [part.split("}")[0] for part in path.split("{")[1:]]
    return [{"name": name, "in": "path", "required": True, "schema": _path_schema(name)} for name in names]


def _path_schema(name: str) -> dict[str, object]:
    if name in PATTERNS:
        return {"type": "string", "pattern": PATTERNS[name]}
    return {"type": "integer", "minimum": 0, "maximum": 9}


def _query_parameters(query: Mapping[str, Mapping[str, object]]) -> list[dict[str, object]]:
    return [
        {"name": name, "in": "query", "required": True, "schema": schema} for name, schema in query.items()
    ]
