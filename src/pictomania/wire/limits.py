"""Limits on the size and shape of fields from clients; the JSON codec enforces them."""

from typing import Annotated

from msgspec import Meta

MAX_FRAME_BYTES = 65_536  # bytes from a client; a stroke of a whole minute takes about 10,000

Code = Annotated[str, Meta(min_length=1, max_length=24)]  # of a table; normalized before the lookup
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22,64}\Z")]  # at least 128 bits, made up by the client
Ticket = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22,64}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # cleaned and measured at the table
Text = Annotated[str, Meta(min_length=1, max_length=1000)]  # a line of chat; the same
Small = Annotated[int, Meta(ge=0, le=99)]  # a seat, a number, a place, a round, stars
Stop = Annotated[int, Meta(ge=0, le=2**31)]
