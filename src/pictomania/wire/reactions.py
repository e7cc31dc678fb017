"""Reactions: a closed list, so that they cannot be used to talk (R19)."""

from enum import StrEnum


class Reaction(StrEnum):
    """A reaction by name; clients choose the picture."""

    CLAP = "clap"
    LAUGH = "laugh"
    LOVE = "love"
    WOW = "wow"
    PUZZLED = "puzzled"
    OUCH = "ouch"
