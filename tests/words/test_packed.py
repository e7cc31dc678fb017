"""The storage format of decks: lossless, and strict about its input."""

import msgspec
import pytest

from pictomania.table.dealer import box_of, custom_box
from pictomania.words import (
    FORMATS,
    PACKED,
    DeckError,
    Idea,
    Mistake,
    house_deck,
    pack,
    read_deck,
    unpack,
)

WORDS = [[{"en": f"w{number}"}, []] for number in range(7)]
SIDE = ["theme", False, WORDS]
CARD = ["name", 2, [SIDE]]
# Existing tables are stored like this, so it must stay readable.
GOLDEN = bytes.fromhex(
    "92019293a131019293a174c3979282a2656ea661656e30c3a9a27275a4d0b6613091a3712f619282a2656ea661656e31c3a9"
    "a27275a4d0b6613191a3712f619282a2656ea661656e32c3a9a27275a4d0b6613291a3712f619282a2656ea661656e33c3a9"
    "a27275a4d0b6613391a3712f619282a2656ea661656e34c3a9a27275a4d0b6613491a3712f619282a2656ea661656e35c3a9"
    "a27275a4d0b6613591a3712f619282a2656ea661656e36c3a9a27275a4d0b6613691a3712f6193a0c2979281a26573a66265"
    "7330c3a9909281a26573a662657331c3a9909281a26573a662657332c3a9909281a26573a662657333c3a9909281a26573a6"
    "62657334c3a9909281a26573a662657335c3a9909281a26573a662657336c3a99093a66c696e652039049193a2c3bcc29792"
    "81a26672a663667230c3a9909281a26672a663667231c3a9909281a26672a663667232c3a9909281a26672a663667233c3a9"
    "909281a26672a663667234c3a9909281a26672a663667235c3a9909281a26672a663667236c3a990"
)


def test_a_stored_deck_is_read() -> None:
    deck = unpack(GOLDEN)
    first, second = deck.cards
    assert (first.name, first.level, second.name, second.level) == ("1", 1, "line 9", 4)
    assert [(side.theme, side.bots) for side in (*first.sides, *second.sides)] == [
        ("t", True),
        ("", False),
        ("ü", False),
    ]
    assert first.sides[0].ideas[6] == Idea({"en": "aen6é", "ru": "жa6"}, ("q/a",))
    assert second.sides[0].ideas[0] == Idea({"fr": "cfr0é"})
    assert box_of(deck).matches("fdcf0fdc2312f726")
    assert pack(deck) == GOLDEN


def test_packing_is_lossless() -> None:
    house = house_deck()
    again = unpack(pack(house))
    assert again.cards == house.cards
    assert box_of(again).fingerprint == box_of(house).fingerprint


def test_tables_read_it_but_it_cannot_be_uploaded() -> None:
    deck = read_deck(b"\n".join(b"w%d" % number for number in range(7)), "text", "fr")
    assert custom_box(pack(deck), PACKED, "en").words.cards == deck.cards
    assert PACKED not in FORMATS


def test_the_words_of_an_idea_keep_their_order() -> None:
    deck = read_deck(b"fr,en\n" + b"".join(b"f%d,e%d\n" % (number, number) for number in range(7)), "csv")
    (card,) = unpack(pack(deck)).cards
    assert list(card.sides[0].ideas[0].words) == ["en", "fr"]


def test_the_smallest_deck_is_valid() -> None:
    (card,) = unpack(msgspec.msgpack.encode([1, [CARD]])).cards
    assert (card.name, card.level, card.sides[0].theme) == ("name", 2, "theme")


@pytest.mark.parametrize(
    "malformed",
    [
        None,
        [],
        [1, []],
        [2, [CARD]],
        [1, CARD],
        [1, [CARD, CARD]],
        [1, [["name", 5, [SIDE]]]],
        [1, [["name", 0, [SIDE]]]],
        [1, [["name", 2, []]]],
        [1, [["name", 2, [SIDE, SIDE, SIDE]]]],
        [1, [[7, 2, [SIDE]]]],
        [1, [["name", 2, [["theme", 1, WORDS]]]]],
        [1, [["name", 2, [["theme", False, WORDS[:6]]]]]],
        [1, [["name", 2, [["theme", False, [*WORDS[:6], [{}, []]]]]]]],
        [1, [["name", 2, [["theme", False, [*WORDS[:6], [{"klingon": "x"}, []]]]]]]],
        [1, [["name", 2, [["theme", False, [*WORDS[:6], [{"en": 1}, []]]]]]]],
    ],
)
def test_malformed_data_is_rejected(malformed: object) -> None:
    with pytest.raises(DeckError) as caught:
        unpack(msgspec.msgpack.encode(malformed))
    assert caught.value.mistake in (Mistake.UNREADABLE, Mistake.CARD_REPEATED)


@pytest.mark.parametrize("data", [b"", b"\xc1", pack(house_deck())[:-1], pack(house_deck()) + b"\0", b"[1]"])
def test_damaged_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(DeckError, match="damaged"):
        unpack(data)
