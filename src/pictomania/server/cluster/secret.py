"""The secret that nodes know each other by: made by the first one, and kept in the log they share."""

import secrets

from pictomania.log import Conflict, EventLog

NAME = "cluster"  # a name in the log that no table has: codes are in capital letters


async def shared_secret(log: EventLog) -> str:
    """Return the secret of the cluster; who can read the log can read all tables anyway."""
    while not (entries := await log.read(NAME)):
        try:
            await log.append(NAME, 0, [secrets.token_urlsafe(32).encode()])
        except Conflict:
            continue  # another node was faster
    return entries[0][1].decode()
