"""The settings of a table; the same in messages and in the log."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pictomania.rules import MAX_ROUNDS, EditionName, Variant

Level = Annotated[int, Meta(ge=1, le=4)]


class Settings(Struct, frozen=True):
    """The host's choices; conflicts between them are found when the game begins."""

    edition: EditionName = EditionName.SECOND
    variants: Annotated[tuple[Variant, ...], Meta(max_length=5)] = ()
    rounds: Literal["book"] | Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = "book"  # D12
    # One per round; `book`: those of the edition; `ask`: chosen before each round (D4).
    levels: Literal["book", "ask"] | Annotated[tuple[Level, ...], Meta(max_length=MAX_ROUNDS)] = "book"
    level_choice: Literal["vote", "host"] = "vote"  # who chooses, if it is chosen before each round (D4)
    # Word cards that a player may replace in a game without a vote; `any`: no limit (D3).
    replacements: Literal["book", "any"] | Annotated[int, Meta(ge=0, le=9)] = "book"
    erasing: bool = True  # R16
    deck: Literal["house", "own"] = "house"  # `own`: the one that the host uploaded
    drawing_s: Annotated[int, Meta(ge=20, le=3600)] | None = None  # time limit of the drawing phase (D5)
    hurry_s: Annotated[int, Meta(ge=5, le=600)] | None = 60  # for the last player to finish (R37)
    idle_s: Annotated[int, Meta(ge=60, le=600)] | None = 90  # before an idle player is done (D9)
    reveal: Literal["show", "steps"] = "show"  # plays by itself, or waits until all are ready
    reveal_s: Annotated[int, Meta(ge=3, le=600)] | None = None  # time limit of each step of the reveal
    latecomers: bool = True  # may take a new seat between rounds (D11)
    watchers: bool = True  # watching is allowed
    bots: bool = True  # bots may play
    locked: bool = False  # no new players
    hide_words: bool = False  # for streamers: screens show secret words only on request
