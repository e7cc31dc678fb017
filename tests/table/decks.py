"""Small decks of made-up words, as somebody might bring them."""

from pictomania.words import Language

Brought = tuple[bytes, str, Language]


def written(**cards: int) -> bytes:
    """Write a text with so many sides of each level: `written(level_1=3, level_4=6)`."""
    lines = []
    for name, count in cards.items():
        level = name.removeprefix("level_")
        for side in range(count):
            lines += ["", f"# level: {level}", *(f"{level}-{side}-{word}" for word in "abcdefg")]
    return "\n".join(lines).encode()


def brought(**cards: int) -> Brought:
    """A deck as `facts.Brought` has it."""
    return written(**cards), "text", Language.EN
