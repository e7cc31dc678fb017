"""What a table needs to play: the rules its settings mean, its word cards, and actions in stored form."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from hashlib import sha256

import msgspec

from pictomania.rules import (
    EDITION_DEFAULT,
    Action,
    Colour,
    Deck,
    EditionDefault,
    EditionName,
    Game,
    Rules,
    SeatAction,
    SettingsConflict,
    TableAction,
    Variant,
    holder_size,
    new_game,
    planned_levels,
    rules_for,
    settings_conflict,
)
from pictomania.table.facts import ActionFields
from pictomania.wire.reasons import Reason
from pictomania.wire.settings import Settings
from pictomania.words import (
    PACKED,
    Idea,
    Language,
    WordDeck,
    earlier_house_decks,
    house_deck,
    nearest_levels,
    read_deck,
    unpack,
)

_ACTIONS: dict[str, type[Action]] = {
    kind.__name__: kind for kind in (*SeatAction.__args__, *TableAction.__args__)
}


class CardsChanged(Exception):  # noqa: N818 (what happened)
    """A game was begun with other word cards than there are now, and cannot go on."""


def encode_action(action: Action) -> tuple[str, ActionFields]:
    """Split an action into its name and its fields, to be stored."""
    return type(action).__name__, msgspec.to_builtins(action)


def decode_action(name: str, fields: ActionFields) -> Action:
    """Rebuild an action; raise ValueError if there is none of this name."""
    kind = _ACTIONS.get(name)
    if kind is None:
        raise ValueError(f"no such action: {name}")
    return msgspec.convert(fields, kind)


class Box:
    """The word cards of a table, as the rules know them and as players read them."""

    def __init__(self, words: WordDeck) -> None:
        self.words = words
        self.deck = words.for_rules()
        self.fingerprint = _fingerprint(self.deck)  # that a new game stores

    def matches(self, fingerprint: str) -> bool:
        """Whether a game with this stored fingerprint began with these cards, in any language."""
        return fingerprint == self.fingerprint or fingerprint == _earlier_fingerprint(self.words)


@cache
def house_box(edition: EditionName) -> Box:
    """Return our own cards, sorted for an edition."""
    return box_of(house_deck(edition))


@cache
def bot_box(edition: EditionName) -> Box:
    """Return those of our own cards of which bots can draw every word."""
    return box_of(house_deck(edition).for_bots())


@lru_cache(maxsize=8)
def earlier_box(edition: EditionName, fingerprint: str) -> Box | None:
    """Find the cards of a game that began with an earlier version of our cards."""
    for words in earlier_house_decks(edition):
        for cards in (words, words.for_bots()):
            box = box_of(cards)
            if box.matches(fingerprint):
                return box
    return None


def box_of(words: WordDeck) -> Box:
    """Make a box of any cards."""
    return Box(words)


@lru_cache(maxsize=8)  # the largest deck takes 17 MB
def custom_box(raw: bytes, form: str, language: Language) -> Box:
    """Return the cards of a stored deck, packed or in an earlier version's format. Raises `DeckError`."""
    return box_of(unpack(raw) if form == PACKED else read_deck(raw, form, language, stored=True))


def _fingerprint(deck: Deck) -> str:
    """Hash what a game depends on: the names and levels of its cards, and one word per idea, mostly English.

    So words in other languages can be added and corrected while games are running.
    """
    whole = sha256()
    for card in deck.cards:
        whole.update(repr((card.name, card.level, [side.words for side in card.sides])).encode())
    return whole.hexdigest()[:16]


class _EarlierLanguage(StrEnum):
    """The languages that there were when fingerprints had all words."""

    EN = "en"
    ES = "es"
    FR = "fr"
    RU = "ru"

    def __repr__(self) -> str:
        return f"<Language.{self.name}: {self.value!r}>"


def _earlier_fingerprint(words: WordDeck) -> str:
    """Hash cards as games stored it that began before there were more languages."""
    whole = sha256()
    for card in words.cards:
        sides = [[_earlier_words(idea) for idea in side.ideas] for side in card.sides]
        whole.update(repr((card.name, card.level, sides)).encode())
    return whole.hexdigest()[:16]


def _earlier_words(idea: Idea) -> list[tuple[_EarlierLanguage, str]]:
    return [(language, idea.words[language]) for language in _EarlierLanguage if language in idea.words]


def why_not_begin(settings: Settings, box: Box | None, players: int) -> SettingsConflict | Reason | None:
    """Say why no game can begin with these settings, this deck and this number of players, or None."""
    if box is None:
        return Reason.NO_OWN_DECK
    levels = _levels(settings, box)
    conflict = settings_conflict(
        settings.edition, settings.variants, players, levels, _replacements(settings), _rounds(settings)
    )
    if conflict is not None:
        return conflict
    try:
        new_game(rules(settings, box, players), box.deck)
    except ValueError:
        return Reason.DECK_TOO_SMALL
    return None


def begin_game(settings: Settings, box: Box, colours: Sequence[Colour], host: int) -> Game:
    """Begin a game; ask `why_not_begin` first."""
    return new_game(rules(settings, box, len(colours)), box.deck, tuple(colours), host)


def rules(settings: Settings, box: Box, players: int) -> Rules:
    """Return the rules that the settings mean."""
    return rules_for(
        settings.edition,
        settings.variants,
        players,
        levels=_levels(settings, box),
        level_vote=settings.level_choice == "vote",
        rounds=_rounds(settings),
        replacements=_replacements(settings),
        erasing=settings.erasing,
    )


def _rounds(settings: Settings) -> int | EditionDefault:
    return EDITION_DEFAULT if settings.rounds == "book" else settings.rounds


def _replacements(settings: Settings) -> int | EditionDefault | None:
    match settings.replacements:
        case "book":
            return EDITION_DEFAULT
        case "any":
            return None
        case number:
            return number


def _levels(settings: Settings, box: Box) -> tuple[int, ...] | EditionDefault | None:
    """Return the level of each round; where a deck lacks one, the nearest that it has."""
    if settings.levels == "ask":
        return None
    asked = EDITION_DEFAULT if settings.levels == "book" else settings.levels
    wanted = planned_levels(settings.edition, settings.variants, asked, _rounds(settings))
    available = box.deck.levels(holder_size(settings.edition, settings.variants))
    if wanted is None or Variant.CHILDREN in settings.variants or set(wanted) <= set(available):
        return asked
    return nearest_levels(wanted, available) if available else wanted
