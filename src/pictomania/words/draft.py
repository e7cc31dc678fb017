"""A deck as it was read, line by line, before anybody has looked whether it makes sense."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class DraftIdea:
    """An idea as it was read."""

    line: int
    words: dict[str, str]  # by language as it was written
    draw: tuple[str, ...] = ()


@dataclass(slots=True)
class DraftSide:
    """A side as it was read."""

    line: int
    theme: str = ""
    level: int = 1
    card: str | None = None  # sides with the same name in a row are one card; None: a card of its own
    bots: bool | None = None  # can a bot draw all seven? None: it does not say
    ideas: list[DraftIdea] = field(default_factory=list)


class DeckError(Exception):
    """What is wrong with a deck, in one sentence that names the line and, where it has a name, the card."""

    def __init__(self, line: int, sentence: str, word: str = "", card: str | None = None) -> None:
        """Keep the word apart: whoever brings a deck without wanting to see it is not shown any."""
        super().__init__(line, sentence, word, card)
        self.line = line
        self.sentence = sentence
        self.word = word
        self.card = card

    def on(self, card: str | None) -> "DeckError":
        """Say the same of a card."""
        return DeckError(self.line, self.sentence, self.word, card)

    def told(self, source: str, *, blind: bool = False) -> str:
        """Say it of a source, with the word in question unless it is not to be seen."""
        quoted = f"{self.word!r} " if self.word and not blind else ""
        card = f", card {self.card}" if self.card and self.card.isprintable() else ""
        return f"{source}, line {self.line}{card}: {quoted}{self.sentence}"

    def __str__(self) -> str:
        """Say it without a source."""
        return self.told("deck")
