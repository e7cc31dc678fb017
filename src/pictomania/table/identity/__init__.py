"""Identity: display names, look-alike characters, table codes, game ids and key hashes."""
