"""The HTTP API as data: routes and response types, from which the OpenAPI document is generated."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec

from pictomania.rules import EditionName
from pictomania.server.version import VERSION
from pictomania.table.replay import Replay
from pictomania.words import FORMATS, LANGUAGE_PATTERN, Mistake


class DeckUnfit(msgspec.Struct, frozen=True):
    """What is wrong with a deck, for pages that translate it."""

    mistake: Mistake
    line: int
    card: str  # empty if it cannot be shown, like `word`
    word: str
    number: int | None  # its meaning depends on the mistake


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: a name for programs and a sentence for people."""

    error: str
    sentence: str
    deck: DeckUnfit | None = None  # for errors in a deck


class TableMade(msgspec.Struct, frozen=True):
    """A new table; its link is all that other players need."""

    code: str
    link: str


class TableFound(msgspec.Struct, frozen=True):
    """What everyone with its code may know about a table."""

    code: str
    edition: EditionName
    phase: str  # `lobby`, or the phase of the game
    players: int
    seats_free: int
    watching: bool  # whether watchers are allowed


class DeckBrought(msgspec.Struct, frozen=True):
    """A deck that was accepted."""

    name: str
    cards: int
    levels: tuple[int, ...]


class Health(msgspec.Struct, frozen=True):
    """The state of the server."""

    status: str
    version: str


@dataclass(frozen=True, slots=True)
class Route:
    """One route of the API."""

    name: str
    method: str
    path: str
    summary: str
    responses: Mapping[HTTPStatus, str]
    result: type | None = None  # JSON; None means `content`
    content: str = "application/json"
    query: Mapping[str, Mapping[str, object]] | None = None
    body: str | None = None
    key: bool = False  # whether the key of a seat is required


OK, CREATED = HTTPStatus.OK, HTTPStatus.CREATED
NOT_FOUND = {HTTPStatus.NOT_FOUND: "unknown, or not public yet"}
DAMAGED = {HTTPStatus.GONE: "the stored data is damaged"}
UNAVAILABLE = {
    HTTPStatus.SERVICE_UNAVAILABLE: "the storage is not available, or the server is busy or stopping"
}
OTHER_SITE = {HTTPStatus.FORBIDDEN: "sent by a page of another site"}
RATE_LIMITED = {HTTPStatus.TOO_MANY_REQUESTS: "too many requests from this address"}
PACKED = {HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "a compressed request"}
COMMON = {**PACKED, **RATE_LIMITED}
PATTERNS = {"code": "^[0-9A-Za-z-]{1,24}$", "game": "^[0-9]{8}-[0-9A-Z]{22}$"}
PICTURES = {"svg": "image/svg+xml", "png": "image/png", "apng": "image/apng"}

ROUTES = (
    Route(
        "make_table",
        "POST",
        "/api/tables",
        "Create a table.",
        {
            CREATED: "the table",
            **OTHER_SITE,
            **COMMON,
            **UNAVAILABLE,
        },
        TableMade,
    ),
    Route(
        "look_up_table",
        "GET",
        "/api/tables/{code}",
        "Look up a table and its free seats.",
        {OK: "the table", **OTHER_SITE, **NOT_FOUND, **DAMAGED, **COMMON, **UNAVAILABLE},
        TableFound,
    ),
    Route(
        "bring_deck",
        "POST",
        "/api/tables/{code}/deck",
        "Upload a word deck, as the host, in the lobby.",
        {
            CREATED: "the deck",
            HTTPStatus.BAD_REQUEST: "no name, or an unknown form or language",
            HTTPStatus.UNAUTHORIZED: "no key",
            HTTPStatus.FORBIDDEN: "not the host's key, or sent by a page of another site",
            **NOT_FOUND,
            HTTPStatus.REQUEST_TIMEOUT: "the deck did not arrive in time",
            HTTPStatus.CONFLICT: "a game is in progress",
            **DAMAGED,
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "the deck is too large",
            **PACKED,
            HTTPStatus.UNPROCESSABLE_ENTITY: "the deck has an error; the sentence names the line",
            **RATE_LIMITED,
            **UNAVAILABLE,
        },
        DeckBrought,
        query={
            "name": {"type": "string", "minLength": 1, "maxLength": 200},
            "form": {"type": "string", "enum": list(FORMATS)},
            "language": {"type": "string", "pattern": f"^{LANGUAGE_PATTERN}$"},
        },
        body="application/octet-stream",
        key=True,
    ),
    Route(
        "replay",
        "GET",
        "/api/games/{game}",
        "Get the replay of a finished game: every step, every sheet, every word.",
        {OK: "the game", **OTHER_SITE, **NOT_FOUND, **DAMAGED, **COMMON, **UNAVAILABLE},
        Replay,
    ),
    *(
        Route(
            f"drawing_{form}",
            "GET",
            f"/api/games/{{game}}/drawings/{{round}}/{{artist}}.{form}",
            f"Get one drawing of a game as {form.upper()}.",
            {
                OK: "the picture",
                **OTHER_SITE,
                **NOT_FOUND,
                **DAMAGED,
                **COMMON,
                **UNAVAILABLE,
            },
            content=content,
        )
        for form, content in PICTURES.items()
    ),
    Route(
        "health",
        "GET",
        "/healthz",
        "Check whether the server works.",
        {OK: "it works", **COMMON, **UNAVAILABLE},
        Health,
    ),
    Route(
        "metrics",
        "GET",
        "/metrics",
        "Get metrics for Prometheus, from this machine or with a token.",
        {OK: "the metrics", HTTPStatus.FORBIDDEN: "not from this machine, and no valid token", **COMMON},
        content="text/plain",
    ),
    Route(
        "openapi",
        "GET",
        "/openapi.json",
        "Get this document.",
        {OK: "the document", **COMMON},
        dict[str, Any],
    ),
)


def openapi() -> dict[str, object]:
    """Generate the OpenAPI document of all routes."""
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
        str(int(status)): _response(route, status, text, by_kind) for status, text in route.responses.items()
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
