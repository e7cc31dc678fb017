"""The durable record: what was accepted at each table, in order, written down before anybody is told.

Knows nothing of rules, messages or sockets; an entry is bytes, and a table is a name.
"""

from pictomania.log.eventlog import LARGEST_ENTRY, Conflict, EventLog, Unavailable, Unusable
from pictomania.log.sqlite import SqliteLog

__all__ = ["LARGEST_ENTRY", "Conflict", "EventLog", "SqliteLog", "Unavailable", "Unusable"]
