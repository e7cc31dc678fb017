"""The durable event log: what each table accepted, in order, stored before any client is told.

Knows nothing of rules, messages or sockets; an entry is bytes, and a table is a name.
"""

from pictomania.log.eventlog import MAX_ENTRY_BYTES, Conflict, EventLog, Unavailable, Unusable
from pictomania.log.sqlite import SqliteLog

__all__ = ["MAX_ENTRY_BYTES", "Conflict", "EventLog", "SqliteLog", "Unavailable", "Unusable"]
