"""The forms in which decks are written down: text, CSV, TOML and JSON, each read and written in one file."""
