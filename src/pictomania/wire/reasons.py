"""Why a table does not do what somebody asked, beside what the rules say, and why a socket is closed."""

from enum import IntEnum, StrEnum


class Reason(StrEnum):
    """What a table, not the referee, has against a message."""

    TOO_LATE = "too-late"  # it was meant for something that is over
    NO_GAME = "no-game"
    GAME_IS_ON = "game-is-on"
    GAME_IS_NOT_OVER = "game-is-not-over"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SEAT_FREE = "no-seat-free"  # or nobody may take it now (D7)
    TABLE_LOCKED = "table-locked"
    NO_BOTS = "no-bots"
    NO_WATCHERS = "no-watchers"
    TOO_MANY_WATCHERS = "too-many-watchers"
    REMOVED_BY_HOST = "removed-by-host"  # this key may not come back to this table
    NOT_THE_HOST = "not-the-host"
    NO_SUCH_SEAT = "no-such-seat"
    THAT_IS_YOU = "that-is-you"
    NOT_PRESENT = "not-present"
    NOT_AWAY = "not-away"  # or not for long enough
    NAME_UNFIT = "name-unfit"
    NAME_TAKEN = "name-taken"
    COLOUR_TAKEN = "colour-taken"
    TEXT_UNFIT = "text-unfit"
    TALK_IS_SHUT = "talk-is-shut"  # R19
    NO_OWN_DECK = "no-own-deck"
    DECK_TOO_SMALL = "deck-too-small"  # for the edition's holder
    TOO_MUCH = "too-much"  # faster than anybody plays
    PENCIL_USED_UP = "pencil-used-up"  # the sheet is full: no more ink until the next one
    NOT_STORED = "not-stored"  # the log does not answer; nothing was done
    STORED_LATER = "stored-later"  # the log does not answer; it counts as soon as the log does
    STORAGE_FULL = "storage-full"  # this table, key or address has stored as much as it may for now


class Close(IntEnum):
    """Why a socket was closed; below 4000 as the WebSocket standard says."""

    UNSUPPORTED = 1003  # neither text nor ink
    BAD_MESSAGE = 1007
    TOO_MUCH = 1008
    RESTART = 1012  # come back in a moment
    TOO_SLOW = 1013  # what was sent is not being read
    REPLACED = 4000  # the same seat was opened elsewhere: do not come back by yourself
    REMOVED = 4001  # by the host
    LEFT = 4002  # as was asked
    NOT_LET_IN = 4003  # the reason says why
    NO_SUCH_TABLE = 4004
    NO_HELLO = 4008
    OUT_OF_STEP = 4009  # ink that goes on from something that never came: come back and send it again
    DAMAGED = 4010  # the table's record cannot be read
