"""Decks that somebody brings along: the four forms, and one sentence with a line for whatever is wrong."""

import json

import pytest

from pictomania.words import DeckError, Language, WordDeck, format_of, house_deck, read_deck
from pictomania.words.check import LONGEST_THEME, LONGEST_WORD
from pictomania.words.draft import MOST_SIDES
from pictomania.words.formats import csv, text, toml
from pictomania.words.formats import json as json_form
from pictomania.words.reader import LARGEST

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
CONTROL = "a word has a control or invisible character"
COLUMNS = "card, side, level, theme, en, es, fr, ru, draw"
NO_DECK = "not TOML that could be a deck"
NO_KEY = "'x' means nothing here (known: name, level, a, b)"
NO_LANGUAGE = "is not a language of the cards (en, es, fr, ru)"


def wrong(raw: bytes | str, form: str = "text") -> DeckError:
    """Read a deck that is wrong."""
    with pytest.raises(DeckError) as caught:
        read_deck(raw.encode() if isinstance(raw, str) else raw, form)
    return caught.value


def told(raw: bytes | str, form: str = "text") -> str:
    """Say what is wrong with a deck."""
    return wrong(raw, form).told("deck")


def test_forms_by_their_names() -> None:
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
    assert deck.languages == (Language.FR,)
    assert first.sides[0].words(Language.EN)[4] == "chèvre"
    assert read_deck(("\ufeff" + SIDE.replace("\n", "\r\n")).encode(), "text", "ru").languages == (
        Language.RU,
    )


def same(one: WordDeck, other: WordDeck) -> bool:
    """Compare all that a deck holds."""
    return one.cards == other.cards


@pytest.mark.parametrize("form", ["csv", "toml", "json"])
def test_our_own_cards_survive_every_form(form: str) -> None:
    writers = {"csv": csv.write, "toml": toml.write, "json": json_form.write}
    written = writers[form](house_deck())
    assert same(read_deck(written.encode(), form), house_deck())


def test_our_own_cards_as_plain_text_keep_their_words() -> None:
    written = "\n".join(text.write(house_deck(), Language.RU))
    read = read_deck(written.encode(), "text")
    assert len(read.cards) == 198
    assert read.cards[0].sides[0].words(Language.RU) == house_deck().cards[0].sides[0].words(Language.RU)
    assert [card.level for card in read.cards] == [card.level for card in house_deck().cards for _ in "ab"]


def test_rows_without_a_side_are_taken_by_seven() -> None:
    rows = "en\n" + "".join(f"word {letter}\n" for letter in "abcdefghijklmn")
    assert [len(card.sides[0].ideas) for card in read_deck(rows.encode(), "csv").cards] == [7, 7]


@pytest.mark.parametrize(
    ("raw", "form", "sentence"),
    [
        ("", "text", "line 1: there is no side in it: write seven words, one on each line"),
        ("one\ntwo\n", "text", "line 1: this side has 2 words, not 7"),
        (SIDE + "\none more\n", "text", "line 9: this side has 1 word, not 7"),
        (SIDE + "eight\n", "text", "line 1: this side has 8 words, not 7"),
        (SIDE.replace("five", "TWO"), "text", "line 5: 'TWO' stands already on line 2"),
        (SIDE + "\n" + SIDE, "text", "line 9: 'one' stands already on line 1"),
        ("# language: xx\n" + SIDE, "text", f"line 2: 'xx' {NO_LANGUAGE}"),
        ("# level: 5\n" + SIDE, "text", "line 2: level 5 does not exist: they are 1 to 4"),
        ("# level: hard\n" + SIDE, "text", "line 1: 'hard' is not a level"),
        (
            SIDE.replace("six", "s\u202eix"),
            "text",
            f"line 6: {CONTROL}, U+202E",
        ),
        (
            SIDE.replace("six", "s\x07ix"),
            "text",
            f"line 6: {CONTROL}, U+0007",
        ),
        ("# the\u200fme\n" + SIDE, "text", "line 2: a theme has a control or invisible character, U+200F"),
        (SIDE.encode() + b"caf\xe9\n", "text", "line 8: the file is not UTF-8 text"),
        ("a,b\n1,2\n", "csv", f"line 1: 'a' is not a column ({COLUMNS})"),
        ("card,side\n1,2\n", "csv", "line 1: the first line names no language (en, es, fr, ru)"),
        ("", "csv", "line 1: the first line names no language (en, es, fr, ru)"),
        (
            "de,en\nx,y\n",
            "csv",
            f"line 1: 'de' is not a column ({COLUMNS})",
        ),
        ("en,fr\na,b,c\n", "csv", "line 2: has more cells than the first line names"),
        ('en\n"a\n', "csv", "line 2: not a table with commas: unexpected end of data"),
        ("level,en\nhard,a\n", "csv", "line 2: 'hard' is not a level"),
        ("side,en,fr\n1,a,b\n1,,\n", "csv", "line 2: this side has 2 words, not 7"),
        (
            "en,fr\n" + "".join(f"{word},\n" for word in "abcdef") + ",\n",
            "csv",
            "line 8: there is no word in any language",
        ),
        ("[[card]\n", "toml", "line 1: not TOML: Expected ']]' at the end of an array declaration"),
        ("x = 1\n", "toml", "line 1: 'x' means nothing here (known: card)"),
        ("card = 1\n", "toml", "line 1: card is not a list"),
        ("card = [1]\n", "toml", "line 1: card is not a table"),
        ('[[card]]\nlevel = "a"\n', "toml", "line 1: the level of a card is not a whole number"),
        ("[[card]]\nname = 1\n", "toml", "line 1: the name of a card is not a text"),
        ("[[card]]\n[card.a]\nbots = 1\n", "toml", "line 1: bots is neither true nor false"),
        ("[[card]]\n[card.c]\n", "toml", "line 2: 'c' means nothing here (known: name, level, a, b)"),
        (TOML.replace('"five"', '"two"'), "toml", "line 9, card x: 'two' stands already on line 6"),
        (TOML.replace('en = "six"', "en = 6"), "toml", "line 9: a word is not a text"),
        (
            TOML.replace('en = "six"', 'de = "six"'),
            "toml",
            f"line 10, card x: 'de' {NO_LANGUAGE}",
        ),
        (
            TOML.replace("ideas", "bots = true\nideas"),
            "toml",
            "line 6, card x: no drawing is named, but bots are said to be able to draw this side",
        ),
        (TOML + TOML.replace("one", "x1"), "toml", "line 18, card x: 'two' stands already on line 6"),
        ("[[card]]\n[[card]]\n", "toml", "line 1: this card has no side"),
        ("a.b.c.d.e = 1\n", "toml", f"line 1: {NO_DECK}: a key in it has more than 4 parts"),
        ("\n[a . b.'c'.\"d\".e]\n", "toml", f"line 2: {NO_DECK}: a key in it has more than 4 parts"),
        ("a....b = 1", "toml", "line 1: not TOML: Invalid initial character for a key part"),
        ("a = [\n[[[[[[[[", "toml", f"line 2: {NO_DECK}: lists and tables in it are nested too deeply"),
        ("]" * 9 + "\n", "toml", "line 1: not TOML: Invalid statement"),
        (f"a = {'1' * 5_000}", "toml", f"line 1: {NO_DECK}"),
        ('\n"(at line 9, column 9)" =', "toml", "line 2: not TOML: Invalid value"),
        ('x = """\na\n"""\n', "toml", "line 1: 'x' means nothing here (known: card)"),
        ('# [[card]]\n\n"\\u0078" = 1', "toml", "line 3: 'x' means nothing here (known: card)"),
        (
            TOML.replace("[card.a]", '["card".c]'),
            "toml",
            "line 3: 'c' means nothing here (known: name, level, a, b)",
        ),
        (TOML + TOML.replace("[[card]]", "[['card']]\nx = 1"), "toml", f"line 14: {NO_KEY}"),
        (
            f"[[card]]\nlevel = 0x{'f' * 5_000}\na.ideas = [{IDEAS}]",
            "toml",
            "line 1: this level does not exist: they are 1 to 4",
        ),
        (f"# level: {'1' * 5_000}\n" + SIDE, "text", f"line 1: '{'1' * 99}…' is not a level"),
        (f"level,en\n{'1' * 5_000},a", "csv", f"line 2: '{'1' * 99}…' is not a level"),
        ("{", "json", "line 1: not JSON: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "json", "line 1: not JSON that could be a deck"),
        ("{}", "json", "line 1: the document is not a list"),
        ('[\n{"id": "a", "words": {"en": ["a"]}}\n]', "json", "line 2, card a: this side has 1 word, not 7"),
        ('[{"words": {"en": "a"}}]', "json", "line 1: words in 'en' is not a list"),
        (
            '[{"word": {}}]',
            "json",
            "line 1: 'word' means nothing here (known: id, level, side, theme, words, draw)",
        ),
    ],
)
def test_one_sentence_that_names_the_line(raw: bytes | str, form: str, sentence: str) -> None:
    assert told(raw, form) == f"deck, {sentence}"


def test_lines_of_words_that_are_written_with_escapes() -> None:
    words = ['"\\u0061"', '"a"', *(f'"{letter}"' for letter in "bcdef")]
    written = '[\n{"words": {"en": [\n' + ",\n".join(words) + ']},\n"id": "x"}\n]'
    assert told(written, "json") == "deck, line 4, card x: 'a' stands already on line 3"
    assert told(written.replace('"a"', '"\\u0020"'), "json").startswith("deck, line 4, card x: there is no")
    assert told(written.replace('"x"', '"\\u000a"'), "json").startswith("deck, line 10: the name of a card")
    ideas = ",\n".join(f"{{ en = {word} }}" for word in words)
    written = f"[[card]]\n[card.a]\nideas = [\n{ideas}\n]"
    assert told(written, "toml") == "deck, line 5: 'a' stands already on line 4"


def test_cards_in_a_list_have_lines_too() -> None:
    written = (
        'card = [\n{ name = "y", a.ideas = [' + IDEAS.replace("\n", "").replace('"six"', '"two"') + "] }\n]"
    )
    assert told(written, "toml") == "deck, line 2, card y: 'two' stands already on line 2"


def test_blank_rows_do_not_count() -> None:
    rows = "en\n" + SIDE.replace("\n", "\n\n")
    assert read_deck(rows.encode(), "csv").cards == read_deck(f"en\n{SIDE}".encode(), "csv").cards


def test_nothing_is_looked_for_beyond_its_card() -> None:
    other = IDEAS.replace("en", "de").replace('= "', '= "b ')
    back_to_front = TOML.replace("[card.a]", f"[card.b]\nideas = [\n{other}\n]\n[card.a]")
    next_card = TOML.replace('"x"', '"y"').replace("one", "b one")
    assert told(back_to_front + next_card, "toml") == f"deck, line 21, card x: 'de' {NO_LANGUAGE}"


def test_limits() -> None:
    assert (
        told(b"x" * (LARGEST + 1))
        == "deck, line 1: the file has more than 1 MB, which is too much for a deck"
    )
    assert "longer than 40 characters, too long for a word" in told(
        SIDE.replace("six", "s" * (LONGEST_WORD + 1))
    )
    assert read_deck(SIDE.replace("six", "e\u0323\u0302" * LONGEST_WORD).encode(), "text").cards
    assert "line 6: '\u0301\u0301" in told(SIDE.replace("six", "\u0301" * 5 * LONGEST_WORD))
    assert "too long for a theme" in told(f"# {'t' * (LONGEST_THEME + 1)}\n" + SIDE)
    sides = "\n\n".join("\n".join(f"{side} {word}" for word in range(7)) for side in range(MOST_SIDES + 1))
    assert told(sides) == f"deck, line {8 * MOST_SIDES + 1}: more than 1000 sides, which is too many"


def test_cards_keep_their_sides_together() -> None:
    side = {"level": 1, "theme": "", "words": {"en": []}}

    def sides(*names: str) -> str:
        words = iter(range(1000))
        return json.dumps(
            [side | {"id": name, "words": {"en": [f"w{next(words)}" for _ in range(7)]}} for name in names]
        )

    assert [len(card.sides) for card in read_deck(sides("a", "a", "b").encode(), "json").cards] == [2, 1]
    assert told(sides("a", "b", "a"), "json") == "deck, line 1: 'a' stands in two places, or with two levels"
    assert "line 1: the name of a card has a control" in told(sides("a\n"), "json")
    assert told(sides("a", "a", "a"), "json") == "deck, line 1: 'a' has more than two sides"


def test_a_blind_error_shows_no_word() -> None:
    error = wrong(SIDE.replace("five", "two"))
    assert error.told("deck", blind=True) == "deck, line 5: stands already on line 2"
    assert str(error) == "deck, line 5: 'two' stands already on line 2"


def test_words_are_the_same_whatever_their_case_accent_or_yo() -> None:
    assert "stands already" in told(SIDE.replace("five", "café").replace("six", "CAFE\u0301"))
    assert "stands already" in told(SIDE.replace("five", "ёлка").replace("six", "елка"))
    assert "stands already" in told(SIDE.replace("five", "a  b").replace("six", "A B"))
