"""Answers of the HTTP API: JSON, and problems by their names."""

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from aiohttp import web

from pictomania.server.headers import NEVER
from pictomania.server.routes import DeckUnfit, Problem


class Sorry(Exception):  # noqa: N818 (an answer, not a mistake of ours)
    """The answer to something that is not done."""

    def __init__(
        self,
        status: HTTPStatus,
        error: str,
        sentence: str,
        deck: DeckUnfit | None = None,
        retry_s: int | None = None,
    ) -> None:
        """A name for programs and a sentence for people."""
        super().__init__(sentence)
        self.status = status
        self.headers = dict(NEVER)
        if status == HTTPStatus.UNAUTHORIZED:
            self.headers["WWW-Authenticate"] = "Bearer"
        if retry_s is not None:
            self.headers["Retry-After"] = str(retry_s)
        self.problem = Problem(error, sentence, deck)

    def response(self) -> web.Response:
        """As it is sent."""
        return json_answer(self.problem, self.status, self.headers)


def json_answer(
    result: object, status: HTTPStatus = HTTPStatus.OK, headers: Mapping[str, str] = NEVER
) -> web.Response:
    """Anything as JSON."""
    body = msgspec.json.encode(result)
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


def busy() -> Sorry:
    """The answer when workers have too much to do."""
    sentence = "Too much is going on; try again in a moment."
    return Sorry(HTTPStatus.SERVICE_UNAVAILABLE, "busy", sentence, retry_s=5)
