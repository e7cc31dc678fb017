"""Why an action is illegal: one name for each reason, the same on the wire and in translations."""

from enum import StrEnum


class Refusal(StrEnum):
    """Reasons for refusing an action, roughly in the order of a round."""

    NO_SUCH_SEAT = "no-such-seat"
    NOT_FOR_A_SEAT = "not-for-a-seat"  # only chance or the clock may do this
    ONLY_FOR_A_SEAT = "only-for-a-seat"
    NOT_NOW = "not-now"  # wrong phase
    NOT_THE_HOST = "not-the-host"
    ALREADY_THE_HOST = "already-the-host"
    NO_SUCH_LEVEL = "no-such-level"
    CARD_NOT_NEXT = "card-not-next"  # R2, R3, R4
    NO_SUCH_PLACE = "no-such-place"
    NO_OTHER_CARD = "no-other-card"
    OVERRULED = "overruled"  # this player has lost a vote on the matter already
    VOTE_IS_ON = "vote-is-on"
    NO_VOTE_IS_ON = "no-vote-is-on"
    ALREADY_VOTED = "already-voted"
    NOT_A_VOTER = "not-a-voter"
    ALREADY_READY = "already-ready"
    SITS_OUT = "sits-out"  # this seat does not play in this round (D10)
    ALREADY_OUT = "already-out"
    NOT_OUT = "not-out"
    NOBODY_LEFT = "nobody-left"  # all other seats sit out
    NO_SEAT_LEFT = "no-seat-left"  # D11
    COLOUR_NOT_LEFT = "colour-not-left"
    NO_SUCH_ROUND = "no-such-round"  # D12
    MARK_NOT_LEFT = "mark-not-left"  # R6
    NUMBER_NOT_LEFT = "number-not-left"  # R6
    FINISHED = "finished"  # R15, R31
    FROZEN = "frozen"  # R13
    SHEET_NOT_EMPTY = "sheet-not-empty"
    SHEET_EMPTY = "sheet-empty"  # also R32
    NO_ERASING = "no-erasing"
    OWN_DRAWING = "own-drawing"  # R22, and for praise
    NOTHING_DRAWN = "nothing-drawn"  # R54
    PILE_HAS_YOURS = "pile-has-yours"  # R23
    NO_SUCH_NUMBER = "no-such-number"
    NUMBER_USED = "number-used"  # R24
    TOKEN_NOT_LEFT = "token-not-left"
    TOKEN_NOT_HIGHEST = "token-not-highest"
    YOU_ARE_THE_ARTIST = "you-are-the-artist"
    NO_SUCH_FAULT = "no-such-fault"
    ALREADY_AT_FAULT = "already-at-fault"
    NO_SUCH_DRAWING = "no-such-drawing"


class Refused(Exception):  # noqa: N818 (named like a fact)
    """An illegal action was applied."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
