"""Tests of `pictomania.table.identity.confusables`; letters within an alphabet must stay different."""

from unicodedata import category, name

import pytest

from pictomania.table.identity.confusables import SHAPES
from pictomania.table.identity.display_names import looks

ALPHABETS = {  # without accented letters: accents are ignored
    "Russian": "абвгдежзиклмнопрстуфхцчшщъыьэюя",
    "Ukrainian": "абвгґдеєжзиіклмнопрстуфхцчшщьюя",
    "Serbian": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "Greek": "αβγδεζηθικλμνξοπρστυφχψω",
    "Armenian": "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
    "Georgian": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "Hebrew": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "Arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "Hiragana": "あいうえおかきくけこがさしすせそざたちつてとだなにぬねのはひふへほばぱやゆよらりわん",
    "Katakana": "アイウエオカキクケコガサシスセソザタチツテトダナニヌネノハヒフヘホバパヤユヨラリロワン",
    "Devanagari": "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
    "Thai": "กขคฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
    "Korean": "가나다라마바사아자차카타파하이오",
    "Inuktitut": "ᐃᐅᐊᐱᐳᐸᑎᑐᑕᑭᑯᑲᒋᒍᒐᒥᒧᒪᓂᓄᓇᓯᓱᓴᓕᓗᓚᔨᔪᔭᕕᕗᕙᕆᕈᕋ",
    "Latin digits": "0123456789",
    "English": "abcdefghijklmnopqrstuvwxyz",
}
# First letters of styled alphabets.
FANCY = (
    0x1D400,
    0x1D41A,
    0x1D5D4,
    0x1D4D0,
    0x24B6,
    0x24D0,
    0x1F130,
    0x1F150,
    0x1F170,
    0x1F1E6,
    0xFF21,
    0xFF41,
)
# A soft sign never stands where a V can, so no two names differ only in these.
SAME_SHAPE = {frozenset("вь")}


def _look_alike(one: str, other: str) -> bool:
    return not looks(one).isdisjoint(looks(other))


@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_no_two_letters_of_an_alphabet_look_alike(letters: str) -> None:
    pairs = [
        (one, other)
        for one in letters
        for other in letters
        if one < other and frozenset(one + other) not in SAME_SHAPE
    ]
    assert [pair for pair in pairs if _look_alike(*pair)] == []


@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_no_two_capitals_of_an_alphabet_look_alike(letters: str) -> None:
    capitals = letters.upper()
    pairs = [(one, other) for one in capitals for other in capitals if one < other]
    assert [pair for pair in pairs if _look_alike(*pair)] == []


def test_every_entry_is_a_letter_that_looks_like_its_shape() -> None:
    for code, shape in SHAPES.items():
        assert isinstance(shape, str)
        assert _look_alike(chr(code), shape), name(chr(code))
        assert not chr(code).isascii()
        assert category(chr(code))[0] in "LNSP"


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_fancy_letters_are_letters(letter: str) -> None:
    """Styled letters of "fancy text" generators: mathematical, circled, squared, full width."""
    place = ord(letter) - ord("a")
    for first in FANCY:
        assert _look_alike(chr(first + place), letter), name(chr(first + place))


def test_small_capitals_are_letters() -> None:
    for small, letter in zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True):
        assert _look_alike(small, letter.upper()), name(small)
