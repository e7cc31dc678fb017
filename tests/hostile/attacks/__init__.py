"""All attacks, by kind."""

from tests.hostile.arena.attack import ATTACKS
from tests.hostile.attacks import codes, decks, games, http, ink, nothing, sockets, storage

__all__ = ["ATTACKS", "codes", "decks", "games", "http", "ink", "nothing", "sockets", "storage"]
