"""Connections: the listener, the WebSocket handshake, outboxes and rate limits."""
