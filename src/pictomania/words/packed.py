"""Binary format for storing validated decks: MessagePack."""

from typing import Annotated

import msgspec

from pictomania.rules import LEVELS, NUMBERS
from pictomania.words.deck import Idea, WordCard, WordDeck, WordSide
from pictomania.words.draft import DeckError, Mistake
from pictomania.words.languages import Language

PACKED = "packed"  # name of this format; not in FORMATS, because it cannot be uploaded
VERSION = 1

# Stored decks must stay readable forever: only add fields at the end, with a default.


class _Idea(msgspec.Struct, array_like=True, frozen=True, gc=False):
    words: Annotated[dict[Language, str], msgspec.Meta(min_length=1)]
    draw: tuple[str, ...] = ()


class _Side(msgspec.Struct, array_like=True, frozen=True, gc=False):
    theme: str
    bots: bool
    ideas: Annotated[tuple[_Idea, ...], msgspec.Meta(min_length=len(NUMBERS), max_length=len(NUMBERS))]


class _Card(msgspec.Struct, array_like=True, frozen=True, gc=False):
    name: str
    level: Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])]
    sides: Annotated[tuple[_Side, ...], msgspec.Meta(min_length=1, max_length=2)]


class _Deck(msgspec.Struct, array_like=True, frozen=True, gc=False):
    version: Annotated[int, msgspec.Meta(ge=VERSION, le=VERSION)]
    cards: Annotated[tuple[_Card, ...], msgspec.Meta(min_length=1)]


_DECODER = msgspec.msgpack.Decoder(_Deck)


def pack(deck: WordDeck) -> bytes:
    """Encode a whole deck."""
    return msgspec.msgpack.encode(_Deck(VERSION, tuple(_pack_card(card) for card in deck.cards)))


def _pack_card(card: WordCard) -> _Card:
    sides = (
        _Side(side.theme, side.bots, tuple(_Idea(dict(idea.words), idea.draw) for idea in side.ideas))
        for side in card.sides
    )
    return _Card(card.name, card.level, tuple(sides))


def unpack(data: bytes) -> WordDeck:
    """Decode the result of `pack`; raise `DeckError` if the data is damaged."""
    try:
        cards = _DECODER.decode(data).cards
    except msgspec.DecodeError:
        raise DeckError(1, Mistake.UNREADABLE, "the stored deck is damaged") from None
    if len({card.name for card in cards}) != len(cards):
        raise DeckError(1, Mistake.CARD_REPEATED, "the stored deck has two cards with the same name")
    return WordDeck(_unpack_card(card) for card in cards)


def _unpack_card(card: _Card) -> WordCard:
    sides = (
        WordSide(side.theme, tuple(Idea(idea.words, idea.draw) for idea in side.ideas), side.bots)
        for side in card.sides
    )
    return WordCard(card.name, card.level, tuple(sides))
