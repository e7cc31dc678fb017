"""House bots: the process they run in, and how the server invites them."""
