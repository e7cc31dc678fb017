"""What a table needs to play: the rules its settings mean, the word cards, and actions as they are stored."""

from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256

import msgspec

from pictomania.rules import (
    EDITIONS,
    FROM_THE_BOOK,
    Action,
    Colour,
    Deck,
    EditionName,
    FromTheBook,
    Game,
    Misfit,
    Rules,
    SeatAction,
    TableAction,
    Variant,
    misfit,
    new_game,
    rules_for,
)
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import PACKED, Language, WordDeck, house_deck, planned_levels, read_deck, unpack

_ACTIONS: dict[str, type[Action]] = {
    kind.__name__: kind for kind in (*SeatAction.__args__, *TableAction.__args__)
}


class CardsChanged(Exception):  # noqa: N818 (what happened)
    """A game was begun with other word cards than there are now, and cannot go on."""


def told(action: Action) -> tuple[str, dict[str, int | str | bool | None]]:
    """Take an action apart into its name and fields, to be stored."""
    return type(action).__name__, msgspec.to_builtins(action)


def action(name: str, fields: dict[str, int | str | bool | None]) -> Action:
    """Put an action together again; raise ValueError where there is none."""
    kind = _ACTIONS.get(name)
    if kind is None:
        raise ValueError(f"no such action: {name}")
    return msgspec.convert(fields, kind)


class Box:
    """The word cards a table plays with, as the rules know them and as people read them."""

    def __init__(self, words: WordDeck, deck: Deck, fingerprint: str) -> None:
        """Hold the two together."""
        self.words = words
        self.deck = deck
        self.fingerprint = fingerprint


@cache
def house_box(edition: EditionName) -> Box:
    """Our own cards, sorted for an edition."""
    return box_of(house_deck(edition))


@cache
def bot_box(edition: EditionName) -> Box:
    """Those of our own cards of which bots can draw every word."""
    return box_of(house_deck(edition).for_bots())


def box_of(words: WordDeck) -> Box:
    """Any cards."""
    return Box(words, words.for_rules(), _fingerprint(words))


@lru_cache(maxsize=8)  # the largest deck takes 8 MB
def brought_box(raw: bytes, form: str, language: Language) -> Box:
    """The cards of a stored deck, packed or as earlier versions stored it; cached. Raises `DeckError`."""
    return box_of(unpack(raw) if form == PACKED else read_deck(raw, form, language, stored=True))


def _fingerprint(words: WordDeck) -> str:
    """Tell whether cards are still the same: their names, levels and the words on each side."""
    whole = sha256()
    for card in words.cards:
        sides = [[sorted(idea.words.items()) for idea in side.ideas] for side in card.sides]
        whole.update(repr((card.name, card.level, sides)).encode())
    return whole.hexdigest()[:16]


def why_not_begin(settings: Settings, box: Box | None, players: int) -> Misfit | Reason | None:
    """Say why no game can begin with these settings, this deck and so many players, or None."""
    if box is None:
        return Reason.NO_OWN_DECK
    levels = _levels(settings, box)
    misfits = misfit(settings.edition, settings.variants, players, levels, _replacements(settings))
    if misfits is not None:
        return misfits
    try:
        new_game(rules(settings, box, players), box.deck)
    except ValueError:
        return Reason.DECK_TOO_SMALL
    return None


def begun(settings: Settings, box: Box, colours: Sequence[Colour], host: int) -> Game:
    """Begin a game; ask `why_not_begin` first."""
    return new_game(rules(settings, box, len(colours)), box.deck, tuple(colours), host)


def rules(settings: Settings, box: Box, players: int) -> Rules:
    """The rules that settings mean."""
    return rules_for(
        settings.edition,
        settings.variants,
        players,
        levels=_levels(settings, box),
        replacements=_replacements(settings),
        erasing=settings.erasing,
    )


def _replacements(settings: Settings) -> int | FromTheBook | None:
    match settings.replacements:
        case "book":
            return FROM_THE_BOOK
        case "any":
            return None
        case number:
            return number


def _levels(settings: Settings, box: Box) -> tuple[int, ...] | FromTheBook | None:
    """The level of each round; where a deck lacks one, the nearest that it has."""
    if settings.levels == "ask":
        return None
    book = EDITIONS[settings.edition]
    wanted = book.levels if settings.levels == "book" else settings.levels
    available = box.deck.levels(1 if Variant.ONE_CARD in settings.variants else book.holder_size)
    if wanted is None or Variant.CHILDREN in settings.variants or set(wanted) <= set(available):
        return FROM_THE_BOOK if settings.levels == "book" else wanted
    return planned_levels(wanted, available) if available else wanted
