"""What a table can be set to before a game; the same in a message, in the record and on the screen."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pictomania.rules import EditionName, Variant

Level = Annotated[int, Meta(ge=1, le=4)]


class Settings(Struct, frozen=True):
    """The choices of a host; whether they go together is asked when the game begins."""

    edition: EditionName = EditionName.SECOND
    variants: Annotated[tuple[Variant, ...], Meta(max_length=5)] = ()
    # One for each round; `book`: what the edition says; `ask`: the host chooses before each round (D4).
    levels: Literal["book", "ask"] | Annotated[tuple[Level, ...], Meta(max_length=5)] = "book"
    # How many word cards a player may replace in a game without asking; `any`: no limit (D3).
    replacements: Literal["book", "any"] | Annotated[int, Meta(ge=0, le=9)] = "book"
    erasing: bool = True  # R16
    deck: Literal["house", "own"] = "house"  # `own`: the one that the host has brought
    drawing_s: Annotated[int, Meta(ge=20, le=3600)] | None = None  # a limit for the drawing phase (D5)
    hurry_s: Annotated[int, Meta(ge=5, le=600)] | None = (
        60  # for the last one who draws, and the last to be ready
    )
    reveal_s: Annotated[int, Meta(ge=3, le=600)] | None = None  # a limit for each stop of the reveal
    watchers: bool = True  # may people watch who do not play?
    bots: bool = True  # may programs play?
    locked: bool = False  # nobody new may sit down
    hide_words: bool = False  # screens show secret words only on request, for those who stream
