"""The usual way to share a drawing: Starlette and uvicorn forward each message to the others of its table.

    python -m pictomania.cli.bench.usual_way

Prints its port. A client opens /TABLE/SEAT, and sends and gets the same frames as with the real server.
"""

import socket

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pictomania.wire.frames import INK, decode_ink_from_client, encode_ink_to_client

HOST = "127.0.0.1"

_tables: dict[int, dict[int, WebSocket]] = {}  # by number, then by seat


async def draw(client: WebSocket) -> None:
    """Serve one client."""
    await client.accept()
    seat = client.path_params["seat"]
    table = _tables.setdefault(client.path_params["table"], {})
    table[seat] = client
    try:
        while True:
            paper, piece = decode_ink_from_client(await client.receive_bytes())
            frame = encode_ink_to_client(INK, paper, [(seat, piece)])
            for other, viewer in table.items():
                if other != seat:
                    await viewer.send_bytes(frame)
    except WebSocketDisconnect:
        del table[seat]


app = Starlette(routes=[WebSocketRoute("/{table:int}/{seat:int}", draw)])


def main() -> None:
    """Serve until stopped."""
    with socket.create_server((HOST, 0), backlog=4096) as listener:
        config = uvicorn.Config(app, log_level="error")
        print(listener.getsockname()[1], flush=True)
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
