"""Custom decks: the four formats, and an error with a line number for every mistake."""

import json

import pytest

from pictomania.words import DeckError, WordDeck, format_of, house_deck, read_deck
from pictomania.words.draft import MAX_SIDES
from pictomania.words.formats import csv, text, toml
from pictomania.words.formats import json as json_form
from pictomania.words.reader import MAX_DECK_BYTES
from pictomania.words.validation import MAX_THEME_LENGTH, MAX_WORD_LENGTH

SIDE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
FRENCH = """# language: fr
# level: 2
# animaux de la ferme
cheval
vache
cochon
mouton
chèvre
âne
poule

chat
chien
lapin
hamster
souris
tortue
perruche
"""
IDEAS = ",\n".join(f'{{ en = "{word}" }}' for word in SIDE.split())
TOML = f'[[card]]\nname = "x"\n[card.a]\nideas = [\n{IDEAS}\n]\n'
CONTROL = "a word contains a control or invisible character"
TAG = "a language tag such as en or pt-BR"
UNKNOWN_COLUMN = f"is neither a known column (card, side, level, theme, draw) nor {TAG}"
TOO_COMPLEX = "this TOML is too complex for a deck"
TOO_MANY_LANGUAGES = "the deck has more than 10 languages"
NO_KEY = "'x' is not a known key here (known: name, level, a, b)"
NO_LANGUAGE = f"the first line has no language column: {TAG}"


def error_of(raw: bytes | str, form: str = "text") -> DeckError:
    """Read an invalid deck and return the error."""
    with pytest.raises(DeckError) as caught:
        read_deck(raw.encode() if isinstance(raw, str) else raw, form)
    return caught.value


def message_of(raw: bytes | str, form: str = "text") -> str:
    """Read an invalid deck and return the full message."""
    return error_of(raw, form).describe("deck")


def test_the_file_name_tells_the_format() -> None:
    assert [format_of(name) for name in ("a.csv", "a.TOML", "a.json", "a.txt", "a", "a.b.text")] == [
        "csv",
        "toml",
        "json",
        "text",
        "text",
        "text",
    ]


def test_plain_text() -> None:
    deck = read_deck(FRENCH.encode(), "text")
    first, second = deck.cards
    assert (first.level, first.sides[0].theme) == (2, "animaux de la ferme")
    assert (second.level, second.sides[0].theme) == (2, "")
    assert deck.languages == ("fr",)
    assert first.sides[0].words("en")[4] == "chèvre"
    assert read_deck(("\ufeff" + SIDE.replace("\n", "\r\n")).encode(), "text", "ru").languages == ("ru",)


def same(one: WordDeck, other: WordDeck) -> bool:
    """Compare whole decks."""
    return one.cards == other.cards


@pytest.mark.parametrize("form", ["csv", "toml", "json"])
def test_the_house_deck_survives_every_format(form: str) -> None:
    writers = {"csv": csv.write, "toml": toml.write, "json": json_form.write}
    content = writers[form](house_deck())
    assert same(read_deck(content.encode(), form), house_deck())


def test_the_house_deck_as_plain_text_keeps_its_words() -> None:
    content = "\n".join(text.write(house_deck(), "ru"))
    read = read_deck(content.encode(), "text")
    assert len(read.cards) == 198
    assert read.cards[0].sides[0].words("ru") == house_deck().cards[0].sides[0].words("ru")
    assert [card.level for card in read.cards] == [card.level for card in house_deck().cards for _ in "ab"]


def test_rows_without_a_side_are_grouped_by_seven() -> None:
    rows = "en\n" + "".join(f"word {letter}\n" for letter in "abcdefghijklmn")
    assert [len(card.sides[0].ideas) for card in read_deck(rows.encode(), "csv").cards] == [7, 7]


@pytest.mark.parametrize(
    ("raw", "form", "message"),
    [
        ("", "text", "line 1: the deck is empty: write seven words, one per line"),
        ("one\ntwo\n", "text", "line 1: this side has 2 words, not 7"),
        (SIDE + "\none more\n", "text", "line 9: this side has 1 word, not 7"),
        (SIDE + "eight\n", "text", "line 1: this side has 8 words, not 7"),
        (SIDE.replace("five", "TWO"), "text", "line 5: 'TWO' is already on line 2"),
        (SIDE + "\n" + SIDE, "text", "line 9: 'one' is already on line 1"),
        ("# language: French\n" + SIDE, "text", f"line 2: 'French' is not {TAG}"),
        ("# language: pt-br\n" + SIDE, "text", f"line 2: 'pt-br' is not {TAG}"),
        ("# level: 5\n" + SIDE, "text", "line 2: level 5 does not exist; levels go from 1 to 4"),
        ("# level: hard\n" + SIDE, "text", "line 1: 'hard' is not a level"),
        (
            SIDE.replace("six", "s\u202eix"),
            "text",
            f"line 6: {CONTROL} (U+202E)",
        ),
        (
            SIDE.replace("six", "s\x07ix"),
            "text",
            f"line 6: {CONTROL} (U+0007)",
        ),
        (
            "# the\u200fme\n" + SIDE,
            "text",
            "line 2: a theme contains a control or invisible character (U+200F)",
        ),
        (SIDE.encode() + b"caf\xe9\n", "text", "line 8: the file is not UTF-8 text"),
        ("a,b\n1,2\n", "csv", f"line 1: 'a' {UNKNOWN_COLUMN}"),
        ("card,side\n1,2\n", "csv", f"line 1: {NO_LANGUAGE}"),
        ("", "csv", f"line 1: {NO_LANGUAGE}"),
        ("en,lvel\na,1\n", "csv", f"line 1: 'lvel' {UNKNOWN_COLUMN}"),
        (",".join(f"a{letter}" for letter in "abcdefghijk"), "csv", f"line 1: {TOO_MANY_LANGUAGES}"),
        (
            "\n".join(f"# language: a{letter}\n{SIDE}" for letter in "abcdefghijk"),
            "text",
            f"line 92: {TOO_MANY_LANGUAGES}",
        ),
        ("en,fr\na,b,c\n", "csv", "line 2: this row has more cells than the first line"),
        ('en\n"a\n', "csv", "line 2: not valid CSV: unexpected end of data"),
        ("level,en\nhard,a\n", "csv", "line 2: 'hard' is not a level"),
        ("side,en,fr\n1,a,b\n1,,\n", "csv", "line 2: this side has 2 words, not 7"),
        (
            "en,fr\n" + "".join(f"{word},\n" for word in "abcdef") + ",\n",
            "csv",
            "line 8: the word is missing in every language",
        ),
        ("[[card]\n", "toml", "line 1: not valid TOML: Expected ']]' at the end of an array declaration"),
        ("x = 1\n", "toml", "line 1: 'x' is not a known key here (known: card)"),
        ("card = 1\n", "toml", "line 1: card is not a list"),
        ("card = [1]\n", "toml", "line 1: card is not a table"),
        ('[[card]]\nlevel = "a"\n', "toml", "line 1: the level of a card is not a whole number"),
        ("[[card]]\nname = 1\n", "toml", "line 1: the name of a card is not text"),
        ("[[card]]\n[card.a]\nbots = 1\n", "toml", "line 1: bots is not true or false"),
        ("[[card]]\n[card.c]\n", "toml", "line 2: 'c' is not a known key here (known: name, level, a, b)"),
        (TOML.replace('"five"', '"two"'), "toml", "line 9, card x: 'two' is already on line 6"),
        (TOML.replace('en = "six"', "en = 6"), "toml", "line 9: a word is not text"),
        (
            TOML.replace('en = "six"', 'english = "six"'),
            "toml",
            f"line 10, card x: 'english' is not {TAG}",
        ),
        (
            TOML.replace("ideas", "bots = true\nideas"),
            "toml",
            "line 6, card x: this idea has no drawing, but the side says that bots can draw it",
        ),
        (TOML + TOML.replace("one", "x1"), "toml", "line 18, card x: 'two' is already on line 6"),
        ("[[card]]\n[[card]]\n", "toml", "line 1: this card has no sides"),
        ("a.b.c.d.e = 1\n", "toml", f"line 1: {TOO_COMPLEX}: a key has more than 4 parts"),
        ("\n[a . b.'c'.\"d\".e]\n", "toml", f"line 2: {TOO_COMPLEX}: a key has more than 4 parts"),
        ("a....b = 1", "toml", "line 1: not valid TOML: Invalid initial character for a key part"),
        ("a = [\n[[[[[[[[", "toml", f"line 2: {TOO_COMPLEX}: lists and tables are nested too deeply"),
        ("]" * 9 + "\n", "toml", "line 1: not valid TOML: Invalid statement"),
        (f"a = {'1' * 5_000}", "toml", f"line 1: {TOO_COMPLEX}"),
        ('\n"(at line 9, column 9)" =', "toml", "line 2: not valid TOML: Invalid value"),
        ('x = """\na\n"""\n', "toml", "line 1: 'x' is not a known key here (known: card)"),
        ('# [[card]]\n\n"\\u0078" = 1', "toml", "line 3: 'x' is not a known key here (known: card)"),
        (
            TOML.replace("[card.a]", '["card".c]'),
            "toml",
            "line 3: 'c' is not a known key here (known: name, level, a, b)",
        ),
        (TOML + TOML.replace("[[card]]", "[['card']]\nx = 1"), "toml", f"line 14: {NO_KEY}"),
        (
            f"[[card]]\nlevel = 0x{'f' * 5_000}\na.ideas = [{IDEAS}]",
            "toml",
            "line 1: this level does not exist; levels go from 1 to 4",
        ),
        (f"# level: {'1' * 5_000}\n" + SIDE, "text", f"line 1: '{'1' * 99}…' is not a level"),
        (f"level,en\n{'1' * 5_000},a", "csv", f"line 2: '{'1' * 99}…' is not a level"),
        ("{", "json", "line 1: not valid JSON: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "json", "line 1: this JSON is too complex for a deck"),
        ("{}", "json", "line 1: the document is not a list"),
        ('[\n{"id": "a", "words": {"en": ["a"]}}\n]', "json", "line 2, card a: this side has 1 word, not 7"),
        ('[{"words": {"en": "a"}}]', "json", "line 1: words in 'en' is not a list"),
        (
            '[{"word": {}}]',
            "json",
            "line 1: 'word' is not a known key here (known: id, level, side, theme, words, draw)",
        ),
    ],
)
def test_errors_name_the_line(raw: bytes | str, form: str, message: str) -> None:
    assert message_of(raw, form) == f"deck, {message}"


def test_line_numbers_of_words_with_escape_sequences() -> None:
    words = ['"\\u0061"', '"a"', *(f'"{letter}"' for letter in "bcdef")]
    content = '[\n{"words": {"en": [\n' + ",\n".join(words) + ']},\n"id": "x"}\n]'
    assert message_of(content, "json") == "deck, line 4, card x: 'a' is already on line 3"
    assert message_of(content.replace('"a"', '"\\u0020"'), "json").startswith(
        "deck, line 4, card x: the word is missing"
    )
    assert message_of(content.replace('"x"', '"\\u000a"'), "json").startswith(
        "deck, line 10: the name of a card"
    )
    ideas = ",\n".join(f"{{ en = {word} }}" for word in words)
    content = f"[[card]]\n[card.a]\nideas = [\n{ideas}\n]"
    assert message_of(content, "toml") == "deck, line 5: 'a' is already on line 4"


def test_line_numbers_of_inline_cards() -> None:
    content = (
        'card = [\n{ name = "y", a.ideas = [' + IDEAS.replace("\n", "").replace('"six"', '"two"') + "] }\n]"
    )
    assert message_of(content, "toml") == "deck, line 2, card y: 'two' is already on line 2"


def test_blank_rows_are_ignored() -> None:
    rows = "en\n" + SIDE.replace("\n", "\n\n")
    assert read_deck(rows.encode(), "csv").cards == read_deck(f"en\n{SIDE}".encode(), "csv").cards


def test_line_numbers_stay_within_the_card() -> None:
    other = IDEAS.replace("en", "other").replace('= "', '= "b ')
    back_to_front = TOML.replace("[card.a]", f"[card.b]\nideas = [\n{other}\n]\n[card.a]")
    next_card = TOML.replace('"x"', '"y"').replace("one", "b one")
    assert message_of(back_to_front + next_card, "toml") == f"deck, line 21, card x: 'other' is not {TAG}"


def test_limits() -> None:
    assert message_of(b"x" * (MAX_DECK_BYTES + 1)) == "deck, line 1: the file is larger than 1 MB"
    assert "is too long for a word (at most 40 characters)" in message_of(
        SIDE.replace("six", "s" * (MAX_WORD_LENGTH + 1))
    )
    assert read_deck(SIDE.replace("six", "e\u0323\u0302" * MAX_WORD_LENGTH).encode(), "text").cards
    assert "line 6: '\u0301\u0301" in message_of(SIDE.replace("six", "\u0301" * 5 * MAX_WORD_LENGTH))
    assert "too long for a theme" in message_of(f"# {'t' * (MAX_THEME_LENGTH + 1)}\n" + SIDE)
    sides = "\n\n".join("\n".join(f"{side} {word}" for word in range(7)) for side in range(MAX_SIDES + 1))
    assert message_of(sides) == f"deck, line {8 * MAX_SIDES + 1}: the deck has more than 1000 sides"


def test_cards_keep_their_sides_together() -> None:
    side = {"level": 1, "theme": "", "words": {"en": []}}

    def sides(*names: str) -> str:
        words = iter(range(1000))
        return json.dumps(
            [side | {"id": name, "words": {"en": [f"w{next(words)}" for _ in range(7)]}} for name in names]
        )

    assert [len(card.sides) for card in read_deck(sides("a", "a", "b").encode(), "json").cards] == [2, 1]
    assert (
        message_of(sides("a", "b", "a"), "json")
        == "deck, line 1: 'a' appears in two places or with two levels"
    )
    assert "line 1: the name of a card contains a control" in message_of(sides("a\n"), "json")
    assert message_of(sides("a", "a", "a"), "json") == "deck, line 1: 'a' has more than two sides"


def test_a_blind_error_hides_the_word() -> None:
    error = error_of(SIDE.replace("five", "two"))
    assert error.describe("deck", blind=True) == "deck, line 5: (hidden) is already on line 2"
    assert str(error) == "deck, line 5: 'two' is already on line 2"


def test_words_that_differ_only_in_case_accent_encoding_or_yo_are_equal() -> None:
    assert "is already" in message_of(SIDE.replace("five", "café").replace("six", "CAFE\u0301"))
    assert "is already" in message_of(SIDE.replace("five", "ёлка").replace("six", "елка"))
    assert "is already" in message_of(SIDE.replace("five", "a  b").replace("six", "A B"))
