"""How a bot is called: the one thing that the server and the process of its bots both know."""

import msgspec


class Order(msgspec.Struct, frozen=True):
    """Which bot is called to which table, with the key to its seat."""

    url: str  # by which bots come in, and nobody else
    table: str
    key: str
