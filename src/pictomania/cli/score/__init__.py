"""`pictomania score`: score rounds played at a real table, given as JSON."""
