"""Deck file formats: text, CSV, TOML and JSON; one module each for reading and writing."""
