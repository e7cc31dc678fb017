"""Responses of the HTTP API: JSON results, and errors with a name."""

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from aiohttp import web

from pictomania.server.headers import NO_STORE
from pictomania.server.http.routes import DeckUnfit, Problem
from pictomania.server.net.refusal import HttpRefusal


class ApiError(HttpRefusal):
    """An error response with a name for programs and a sentence for people."""

    def __init__(
        self,
        status: HTTPStatus,
        error: str,
        sentence: str,
        deck: DeckUnfit | None = None,
        retry_s: int | None = None,
    ) -> None:
        body = msgspec.json.encode(Problem(error, sentence, deck))
        super().__init__(status, NO_STORE, body, "application/json")
        if status == HTTPStatus.UNAUTHORIZED:
            self.headers["WWW-Authenticate"] = "Bearer"
        if retry_s is not None:
            self.headers["Retry-After"] = str(retry_s)


def json_response(
    result: object, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] = NO_STORE
) -> web.Response:
    """Encode a result as JSON."""
    body = msgspec.json.encode(result)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def busy() -> ApiError:
    """Ask the client to retry: the workers have too much to do."""
    sentence = "The server is busy; try again in a moment."
    return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, "busy", sentence, retry_s=5)
