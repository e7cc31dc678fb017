"""Pictomania Online: draw while you guess, guess while you draw."""
