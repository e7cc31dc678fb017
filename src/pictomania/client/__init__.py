"""A seat at a table from Python: for bots of one's own, for tests, for whatever else should play.

It sees what its seat sees and says what a browser says, through the same socket.
"""

from pictomania.client.client import Client, Closed

__all__ = ["Client", "Closed"]
