"""One table of people: messages and the time go in; facts to store and messages to pass on come out.

Knows no network, no log and no clock: whoever hosts it tells the time, stores the facts, and only then passes
on what it has to say.
"""
