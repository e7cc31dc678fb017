"""The feelings that can be shown at a table: a closed list, so that nothing can be said with them (R19)."""

from enum import StrEnum


class Reaction(StrEnum):
    """A feeling by name; its picture is the client's affair."""

    CLAP = "clap"
    LAUGH = "laugh"
    LOVE = "love"
    WOW = "wow"
    PUZZLED = "puzzled"
    OUCH = "ouch"
