"""The world outside: one port for pages and sockets, and who may come in how often."""
