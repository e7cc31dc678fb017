"""How large, and of what shape, things may be that come from outside; the gate holds it."""

from typing import Annotated

from msgspec import Meta

LARGEST_FRAME = 65_536  # bytes of one message from a client; a stroke of a whole minute has some ten thousand

Code = Annotated[str, Meta(min_length=1, max_length=24)]  # of a table; tidied up before it is looked up
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22,64}\Z")]  # at least 128 bits, made by the client
Ticket = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22,64}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # cleaned and measured again at the table
Text = Annotated[str, Meta(min_length=1, max_length=1000)]  # of a line of chat; the same
Small = Annotated[int, Meta(ge=0, le=99)]  # a seat, a number, a place, a round, stars
Stop = Annotated[int, Meta(ge=0, le=2**31)]
