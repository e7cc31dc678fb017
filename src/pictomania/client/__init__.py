"""Python client for a seat at a table: for custom bots, tests and tools.

It sees what its seat sees and sends what a browser sends, over the same socket.
"""

from pictomania.client.client import Client, Closed

__all__ = ["Client", "Closed"]
