"""Plain HTTP requests from a chosen loopback address."""

import asyncio
import json

TIMEOUT_S = 20.0


async def request(
    port: int, method: str, path: str, *fields: str, body: bytes = b"", address: str = "127.0.0.1"
) -> tuple[int, bytes]:
    """Send a request on a connection of its own; return the status and the body."""
    async with asyncio.timeout(TIMEOUT_S):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        try:
            fields = (*fields, f"Content-Length: {len(body)}", "Connection: close")
            writer.write(head(method, path, *fields) + body)
            answer = await reader.read()
        finally:
            writer.transport.abort()
    top, _, rest = answer.partition(b"\r\n\r\n")
    return int(top.split(maxsplit=2)[1]) if top else 0, rest


def head(method: str, path: str, *fields: str) -> bytes:
    """Write the head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


async def made_table(url: str, address: str) -> str:
    """Have a table made, and return its code."""
    port = int(url.rpartition(":")[2])
    status, body = await request(port, "POST", "/api/tables", address=address)
    if status != 201:
        raise ConnectionError(f"no table: {status} {body[:200]!r}")
    code: str = json.loads(body)["code"]
    return code
