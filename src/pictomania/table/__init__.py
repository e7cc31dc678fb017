"""One table: requests and the time go in; facts to store and messages to send come out.

Knows no network, no log and no clock: the caller passes in the time, stores the facts, and only then sends
the messages.
"""
