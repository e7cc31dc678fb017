"""House bots. A bot sees only what its seat sees and sends only what a browser could send.

Bots draw stroke by stroke, watch the other sheets as they grow, and guess once they are confident enough.
"""
