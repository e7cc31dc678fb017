"""Tests of `pictomania.table.identity.display_names`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pictomania.table.identity import display_names
from pictomania.table.identity.display_names import (
    MAX_CODE_POINTS,
    MAX_NAME_LENGTH,
    clean_name,
    is_taken,
    length,
    make_unique,
)
from pictomania.wire.from_client import Remove
from pictomania.wire.json_codec import decode_from_client, encode

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
PIRATES = "\U0001f3f4\u200d\u2620\ufe0f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # spelled with an invisible joiner
FLAG = "\U0001f1e9\U0001f1ea"
KEYCAP = "1\ufe0f\u20e3"
HEART = "\u2764\ufe0f"
ROCKET = "\U0001f680"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t  Lovelace\n", "Ada Lovelace"),
        ("Ada\u2028L", "Ada L"),
        ("Ame\u0301lie", "Amélie"),
        ("Нина", "Нина"),
        ("محمد", "محمد"),
        (PERSIAN, PERSIAN),
        ("नमस्ते", "नमस्ते"),
        ("ကြွှေး", "ကြွှေး"),  # five marks on one letter
        ("Việt Ngọc", "Việt Ngọc"),
        ("A\u0301\u0301\u0301", "\u00c1\u0301\u0301"),  # the most accents allowed
        ("A" + "\u0903" * 6, "A" + "\u0903" * 6),
        (FAMILY, FAMILY),
        (HEART, HEART),
        ("?!", "?!"),
        ("<b>Ada</b>", "<b>Ada</b>"),  # plain text, not markup
    ],
)
def test_valid_names(typed: str, name: str) -> None:
    assert clean_name(typed, MAX_NAME_LENGTH) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " \t\n",
        "\u200b",
        "\u200d\u200c",
        "\u3164",  # a Hangul filler, by its category a letter
        "\u2800",  # Braille without dots
        "\U0001d159",  # an invisible musical symbol
        "\u0301",
        "\u00ad",
        "Ada\u202eadA",  # changes the direction of writing
        "\u2066Ada\u2069",
        "A\u200bda",
        "A\ufeffda",
        "A\x00da",
        "A\x1b[31mda",
        "A\ud800",
        "\ue000",
        "A" * (MAX_NAME_LENGTH + 1),
        FAMILY * (MAX_NAME_LENGTH + 1),
        "A" + "\u0301" * 4,
        "A" + "\u0903" * 7,  # marks beside the letter
        "A" + "\u0301\u0301\u0301\u200d" * 2,
        "A" + "\u0301\u0301\u0301\u0903" * 2,
    ],
)
def test_invalid_names(typed: str) -> None:
    assert clean_name(typed, MAX_NAME_LENGTH) is None


@pytest.mark.parametrize(
    "typed",
    ["A" * 1_000_000, "A" + "\u0301\u0327" * 500_000, "A" + "\u0301\u0327" * 50],
    ids=["letters", "marks", "a few marks"],
)
def test_what_is_too_much_is_refused_unread(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    """Normalizing half a million marks would take minutes."""
    monkeypatch.setattr(display_names, "clean", pytest.fail)
    monkeypatch.setattr(display_names, "normalize", pytest.fail)
    assert clean_name(typed, MAX_NAME_LENGTH) is None


def test_the_longest_valid_names() -> None:
    assert clean_name("W" * MAX_NAME_LENGTH, MAX_NAME_LENGTH) is not None
    assert clean_name(FAMILY * MAX_NAME_LENGTH, MAX_NAME_LENGTH) is not None
    assert len(FAMILY) < MAX_CODE_POINTS


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Ada", 3),
        ("e\u0301", 1),
        (FAMILY, 1),
        (ASTRONAUT, 1),
        (PIRATES, 1),
        (KEYCAP, 1),
        (HEART, 1),
        (FLAG, 1),
        (FLAG + FLAG, 2),
        (FLAG[0] + "A", 2),
        (PERSIAN, 7),
        ("A\u200d" * 20, 20),  # letters cannot be joined
        (f"A\u200d{ROCKET}", 2),
        (f"{ROCKET}\u200dA", 2),
        (f"{ROCKET}\u200d" * 8, 2),  # nor more than four emoji
        ("\U0001f3fd" * 8, 4),  # skin tones without an emoji
    ],
)
def test_length_counts_graphemes(text: str, count: int) -> None:
    assert length(text) == count


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "\u0410d\u0430"),  # Cyrillic
        ("HOPE", "\u041d\u041e\u0420\u0415"),
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # Greek
        ("Ada", "\uff21\uff44\uff41"),  # full width
        ("Ada", "A da"),
        ("Ada", "A\u200dda"),
        ("Ada", "Ad\u00e1"),
        ("Ada", "Ada\u3164"),
        ("Bill", "B1ll"),
        ("Ivan", "lvan"),
        ("IVAN", "ivan"),
        ("Otto", "0tt0"),
        ("straße", "STRASSE"),
        ("Ada", "A\u0501a"),  # Komi de
        ("Anna", "A\u0578\u0578a"),  # Armenian vo
        ("Ada", "\u13aada"),  # Cherokee go
        ("Ada", "\uab7ada"),  # and its small letter
        ("Nina", "\u0274ina"),  # a small capital
        ("NINA", "\u0274\u026a\u0274\u1d00"),
        ("Victor", "\u03bdictor"),  # a small nu
        ("VICTOR", "\u2164ICTOR"),  # a Roman five
        ("Boris", "\ua4d0oris"),  # Lisu
        ("Sam", "\u1515am"),  # Canadian syllabics
        ("Otto", "\u1d0ftt\u1d0f"),
        ("Otto", "O\u01abt\u0275"),  # hooks and bars
        ("Paweł", "Pawel"),
        ("Søren", "Soren"),
        ("Đorđe", "Dorde"),
        ("Ivan", "\u04c0van"),  # a palochka
        ("Ivan", "\u01c0van"),  # a click
        ("Otto", "\u0585tt\u0585"),
        ("Otto", "\u3007tt\u3007"),
        ("Max", "Ma\u00d7"),
        ("Carl", "\u03f2arl"),  # a lunate sigma
        ("Ada", "\U0001d5d4\U0001d5f1\U0001d5ee"),  # sans-serif, bold
        ("Ada", "\U0001f170\U0001f173\U0001f170"),  # squares
        ("νίκος", "ΝΙΚΟΣ"),
        ("Νίκος", "N\u03af\u03ba\u03bf\u03c2"),  # a Latin letter in a Greek name
        ("Нина", "H\u0438\u043d\u0430"),  # and in a Russian one
        ("Алёна", "Алена"),
        ("Андрей", "АНДРЕИ"),
        ("דָּוִד", "דוד"),  # with points and without
        ("علی", "علي"),  # two keyboards
        ("エリ", "工リ"),  # a Chinese character in a Japanese name
        ("ユキー", "ユキ一"),
        ("Ada", "Ada\u17b4"),  # a vowel without a shape
        ("Ada", "Ad\u0e34a"),  # a foreign vowel as an accent
        ("Ada", "Ada\u3099"),
    ],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert is_taken(one, [other])
    assert is_taken(other, ["Ben", one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ade"),
        ("Ada", "Ada 2"),
        ("Ada 2", "Ada 3"),
        ("Ian", "Lan"),
        ("Lia", "Ila"),
        ("Ali", "All"),
        ("Nina", "Vina"),
        ("Uma", "Yma"),
        ("Mia", "Nia"),
        ("Bo", "Do"),
        ("Cam", "Carn"),
        ("José", "Josef"),
        ("Jean", "Jeanne"),
        ("Иван", "Ирина"),
        ("Саша", "Маша"),
        ("Паша", "Даша"),
        ("Лев", "Лена"),
        ("Гоша", "Тоша"),
        ("Оля", "Юля"),
        ("Νίκος", "Νίκη"),
        ("Μαρία", "Δαρία"),
        ("דן", "דב"),
        ("רון", "רותם"),
        ("נועה", "נועם"),
        ("محمد", "أحمد"),
        ("ليلى", "ليان"),
        ("سارة", "سامي"),
        ("たいき", "だいき"),
        ("はな", "ばな"),
        ("ハル", "パル"),
        ("राम", "रमा"),
        ("रीमा", "रमा"),
        ("นิด", "นุด"),
        ("ဝါ", "ဝေ"),
        ("민수", "민서"),
        ("이안", "이한"),
        ("王伟", "王芳"),
        ("二郎", "三郎"),
        ("大", "太"),
        ("\U0001f680", "\U0001f681"),
        (FAMILY, ASTRONAUT),
        (FLAG, "\U0001f1eb\U0001f1f7"),
    ],
)
def test_names_that_look_different(one: str, other: str) -> None:
    assert not is_taken(one, [other])
    assert not is_taken(other, [one])


def test_no_name_is_taken_at_an_empty_table() -> None:
    assert not is_taken("Ada", [])


def test_a_taken_name_gets_a_number() -> None:
    assert make_unique("Ada", []) == "Ada"
    assert make_unique("Ada", ["Ben"]) == "Ada"
    assert make_unique("\u0410da", ["Ada"]) == "\u0410da 2"
    assert make_unique("Ada", ["Ada", "ADA 2", "Ada3"]) == "Ada 4"


@pytest.mark.parametrize("number_of_others", [5, 35])
def test_the_longest_name_with_a_number_can_still_be_sent_in_a_message(number_of_others: int) -> None:
    """Otherwise the host could not remove that player."""
    joined = "A" + "\u200d" * (MAX_NAME_LENGTH * MAX_CODE_POINTS - 1)
    taken = [clean_name(joined, MAX_NAME_LENGTH) or ""]
    for _ in range(number_of_others):
        taken.append(make_unique(taken[0], taken))
    assert isinstance(decode_from_client(encode(Remove(max(taken, key=len)))), Remove)


def test_a_name_is_measured_after_normalization() -> None:
    letters = "\ufb2c" * MAX_NAME_LENGTH  # each becomes three code points
    room = MAX_NAME_LENGTH * MAX_CODE_POINTS
    assert clean_name(letters + "\u200d" * (room - 3 * MAX_NAME_LENGTH), MAX_NAME_LENGTH) is not None
    assert clean_name(letters + "\u200d" * (room - 3 * MAX_NAME_LENGTH + 1), MAX_NAME_LENGTH) is None


@given(st.text(max_size=60))
def test_cleaning_is_idempotent(text: str) -> None:
    name = clean_name(text, MAX_NAME_LENGTH)
    if name is not None:
        assert clean_name(name, MAX_NAME_LENGTH) == name
        assert 1 <= length(name) <= MAX_NAME_LENGTH
        name.encode()  # can be stored and sent
        assert not is_taken(make_unique(name, [name]), [name])
