"""Small decks of made-up words, as a host could upload them."""

from pictomania.words import Language

UploadedDeck = tuple[bytes, str, Language]


def deck_text(**cards: int) -> bytes:
    """Write a deck with this many sides of each level: `deck_text(level_1=3, level_4=6)`."""
    lines = []
    for name, count in cards.items():
        level = name.removeprefix("level_")
        for side in range(count):
            lines += ["", f"# level: {level}", *(f"{level}-{side}-{word}" for word in "abcdefg")]
    return "\n".join(lines).encode()


def uploaded_deck(**cards: int) -> UploadedDeck:
    """Return a deck as `facts.DeckUploaded` has it."""
    return deck_text(**cards), "text", "en"
