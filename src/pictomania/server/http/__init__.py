"""HTTP: pages, the JSON API, finished games and deck uploads."""
