"""HTTP error responses: the one builder for every refusal, with or without a parsed request."""

from collections.abc import Mapping
from http import HTTPStatus

from aiohttp import web


class HttpRefusal(Exception):  # noqa: N818 (a response, not a fault of ours)
    """An HTTP error response; raise it to refuse a request or a connection."""

    def __init__(
        self,
        status: HTTPStatus,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        content_type: str = "text/plain",
    ) -> None:
        super().__init__(status)
        self.status = status
        self.headers = dict(headers or {})
        self.body = body
        self.content_type = content_type
        self.closes = False

    def closing(self) -> "HttpRefusal":
        """Close the connection after the response."""
        self.closes = True
        return self

    def response(self, security_headers: Mapping[str, str] | None = None) -> web.Response:
        """Build the response to a request; the application adds the security headers to its own responses."""
        response = web.Response(
            body=self.body or None,
            status=self.status,
            content_type=self.content_type if self.body else None,
            headers={**self.headers, **(security_headers or {})},
        )
        if self.closes:
            response.force_close()
        return response

    def to_bytes(self, security_headers: Mapping[str, str]) -> bytes:
        """Encode the response for a connection that is closed before a request was parsed."""
        headers = {
            **self.headers,
            **security_headers,
            "Connection": "close",
            "Content-Length": str(len(self.body)),
        }
        lines = [f"HTTP/1.1 {self.status:d} {self.status.phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + self.body
