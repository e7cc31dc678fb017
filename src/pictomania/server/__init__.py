"""The server: one port for pages, the HTTP API and WebSockets, with limits on everything a client can do."""
