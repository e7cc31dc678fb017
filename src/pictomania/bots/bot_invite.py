"""The message that sends a bot to a table; shared by the server and the bot process."""

import msgspec


class BotInvite(msgspec.Struct, frozen=True):
    """Invites a bot to a table, with the key to its seat."""

    url: str  # the server's internal listener, for bots only
    table: str
    key: str
