"""Tests of what people say and show each other, and when they cannot (R19)."""

import pytest

from pictomania.rules import Phase
from pictomania.table.seat import Member
from pictomania.table.seen import welcome
from pictomania.wire import from_client as said
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import Line, Reacted, Said
from tests.table.evening import NAMES, Evening, drawing, key_of


def heard(evening: Evening) -> list[tuple[list[Member], object]]:
    """What was said since the last time, and to whom."""
    return [(list(letter.to), letter.message) for letter in evening.told()]


def test_everybody_hears_what_is_said() -> None:
    evening = Evening("Ada", "Ben")
    wim = evening.comes("Wim", watch=True)
    ada, ben = evening.people
    evening.is_news()
    assert evening.asks(ada, said.Say("  hello\nthere ")) is None
    assert evening.asks(wim, said.Say("hi")) is None
    lines = Line("Ada", 0, "hello there", False), Line("Wim", None, "hi", False)
    assert heard(evening) == [([ada, ben, wim], Said(line)) for line in lines]
    assert not evening.is_news()
    assert welcome(evening.sitting, ben, evening.now).chat == lines
    evening.restarts()
    assert tuple(evening.table.chat) == lines


@pytest.mark.parametrize("text", [" \n ", "\u200b", "a\u202eb", "x" * 201, "x" + "\u0301" * 9])
def test_what_cannot_be_said(text: str) -> None:
    evening = Evening("Ada")
    assert evening.asks(evening.people[0], said.Say(text)) == Reason.TEXT_UNFIT
    assert list(evening.table.chat) == []


def test_markup_is_a_text_like_any_other() -> None:
    evening = Evening("Ada")
    text = '<img src=x onerror="alert(1)">'
    assert evening.asks(evening.people[0], said.Say(text)) is None
    assert evening.table.chat[0].text == text


@pytest.mark.rule("R19")
def test_players_cannot_talk_while_they_draw_and_watchers_only_among_themselves() -> None:
    evening = drawing()
    wim, zoe = evening.comes("Wim", watch=True), evening.comes("Zoe", watch=True)
    ada = evening.people[0]
    evening.told()
    assert evening.asks(ada, said.Say("it is an apple")) == Reason.TALK_IS_SHUT
    evening.told()
    assert evening.asks(wim, said.Say("it is an apple")) is None
    line = Line("Wim", None, "it is an apple", True)
    assert heard(evening) == [([wim, zoe], Said(line))]
    assert welcome(evening.sitting, zoe, evening.now).chat == (line,)
    assert welcome(evening.sitting, ada, evening.now).chat == ()
    evening.until(Phase.WORD)
    assert evening.asks(ada, said.Say("was it an apple?")) is None
    assert [line.text for line in welcome(evening.sitting, ada, evening.now).chat] == ["was it an apple?"]
    assert len(welcome(evening.sitting, zoe, evening.now).chat) == 2


@pytest.mark.rule("R19")
def test_who_has_finished_cannot_talk_either() -> None:
    evening = drawing()
    ada = evening.people[0]
    evening.asks(ada, said.Finish(evening.table.stop))
    assert evening.asks(ada, said.Say("apple")) == Reason.TALK_IS_SHUT


@pytest.mark.rule("R19")
def test_nobody_can_say_a_word_by_taking_it_as_a_name() -> None:
    evening = drawing()
    ada = evening.people[0]
    assert evening.asks(ada, said.Rename("apple")) == Reason.TALK_IS_SHUT
    assert evening.names() == list(NAMES[:3])
    evening.asks(ada, said.Leave())
    evening.comes("apple", key=key_of("Ada"))
    assert evening.names() == list(NAMES[:3])
    evening.until(Phase.WORD)
    assert evening.asks(evening.people[1], said.Rename("apple")) is None


@pytest.mark.rule("R19")
def test_feelings_are_shown_to_all_but_to_nobody_while_they_draw() -> None:
    evening = Evening(*NAMES[:3])
    wim = evening.comes("Wim", watch=True)
    evening.until(Phase.READING)
    evening.told()
    stored = len(evening.store())
    assert evening.asks(evening.people[1], said.React(Reaction.WOW)) is None
    assert evening.asks(wim, said.React(Reaction.OUCH)) is None
    everybody = [*evening.people, wim]
    assert heard(evening) == [
        (everybody, Reacted("Ben", 1, Reaction.WOW)),
        (everybody, Reacted("Wim", None, Reaction.OUCH)),
    ]
    assert len(evening.store()) == stored
    evening.until(Phase.DRAWING)
    assert evening.asks(evening.people[1], said.React(Reaction.WOW)) == Reason.TALK_IS_SHUT
    assert evening.asks(wim, said.React(Reaction.WOW)) == Reason.TALK_IS_SHUT


@pytest.mark.rule("R19")
def test_a_line_among_watchers_stays_there_even_if_one_of_them_plays_later() -> None:
    evening = drawing()
    wim = evening.comes("Wim", watch=True)
    evening.asks(wim, said.Say("psst"))
    evening.asks(evening.people[2], said.Leave())
    evening.until(Phase.SCORES)
    assert evening.asks(wim, said.Sit(2)) is None
    assert welcome(evening.sitting, wim, evening.now).chat == ()
