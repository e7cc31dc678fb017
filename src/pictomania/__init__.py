"""Pictomania Online: everybody draws, everybody guesses, all at the same time."""
