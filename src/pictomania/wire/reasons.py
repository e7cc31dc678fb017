"""Reasons for refused requests, besides those of the rules, and WebSocket close codes."""

from enum import IntEnum, StrEnum


class Reason(StrEnum):
    """Why the table, not the referee, refuses a request."""

    TOO_LATE = "too-late"  # it was meant for something that is over
    NO_GAME = "no-game"
    GAME_IS_ON = "game-is-on"
    GAME_IS_NOT_OVER = "game-is-not-over"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SEAT_FREE = "no-seat-free"  # or it cannot be taken now (D7)
    TABLE_LOCKED = "table-locked"
    NO_BOTS = "no-bots"
    NO_WATCHERS = "no-watchers"
    TOO_MANY_WATCHERS = "too-many-watchers"
    REMOVED_BY_HOST = "removed-by-host"  # this key may not come back to this table
    NOT_THE_HOST = "not-the-host"
    NO_SUCH_SEAT = "no-such-seat"
    THAT_IS_YOU = "that-is-you"
    NOT_PRESENT = "not-present"
    BOT_PLAYS = "bot-plays"  # a bot plays for you: come back first
    PAUSED = "paused"  # D12
    NOT_PAUSED = "not-paused"
    HELD_ALREADY = "held-already"  # you stopped the reveal of this drawing once
    NOT_HELD = "not-held"
    NAME_UNFIT = "name-unfit"
    NAME_TAKEN = "name-taken"
    COLOUR_TAKEN = "colour-taken"
    TEXT_UNFIT = "text-unfit"
    TALK_IS_SHUT = "talk-is-shut"  # R19
    NO_OWN_DECK = "no-own-deck"
    DECK_TOO_SMALL = "deck-too-small"  # for the edition's holder
    TOO_MUCH = "too-much"  # over the rate limit
    PENCIL_USED_UP = "pencil-used-up"  # the sheet is full: no more ink until the next one
    NOT_STORED = "not-stored"  # the log is unavailable; nothing was done
    STORED_LATER = "stored-later"  # the log is unavailable; the request counts once it is stored
    STORAGE_FULL = "storage-full"  # this table, key or address has used up its storage for now


class Close(IntEnum):
    """Why a socket was closed; codes below 4000 are those of the WebSocket standard."""

    UNSUPPORTED = 1003  # neither text nor binary
    BAD_MESSAGE = 1007
    TOO_MUCH = 1008
    RESTART = 1012  # reconnect in a moment
    TOO_SLOW = 1013  # the client does not read what is sent
    REPLACED = 4000  # the seat was opened elsewhere: do not reconnect automatically
    REMOVED = 4001  # by the host
    LEFT = 4002  # as requested
    NOT_LET_IN = 4003  # the close reason is a `Reason`
    NO_SUCH_TABLE = 4004
    NO_HELLO = 4008
    OUT_OF_STEP = 4009  # ink is missing: reconnect and send it again
    DAMAGED = 4010  # the table's log cannot be read
