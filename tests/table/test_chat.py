"""Tests of chat and reactions, and when they are closed (R19)."""

import pytest

from pictomania.rules import Phase
from pictomania.table.seat import Member
from pictomania.table.views import welcome
from pictomania.wire import from_client
from pictomania.wire.reactions import Reaction
from pictomania.wire.reasons import Reason
from pictomania.wire.to_client import ChatLine, ChatSaid, ReactionShown
from tests.table.support.harness import NAMES, TableHarness, drawing_phase, key_of


def take_messages(harness: TableHarness) -> list[tuple[list[Member], object]]:
    """Take all mail; return its recipients and messages."""
    return [(list(mail.to), mail.message) for mail in harness.take_mail()]


def test_chat_goes_to_all_members() -> None:
    harness = TableHarness("Ada", "Ben")
    wim = harness.join("Wim", watch=True)
    ada, ben = harness.players
    harness.take_changed()
    assert harness.request(ada, from_client.Chat("  hello\nthere ")) is None
    assert harness.request(wim, from_client.Chat("hi")) is None
    lines = ChatLine("Ada", 0, "hello there", False), ChatLine("Wim", None, "hi", False)
    assert take_messages(harness) == [([ada, ben, wim], ChatSaid(line)) for line in lines]
    assert not harness.take_changed()
    assert welcome(harness.session, ben, harness.now).chat == lines
    harness.restart()
    assert tuple(harness.table.chat) == lines


@pytest.mark.parametrize("text", [" \n ", "\u200b", "a\u202eb", "x" * 201, "x" + "\u0301" * 9])
def test_unfit_texts_are_refused(text: str) -> None:
    harness = TableHarness("Ada")
    assert harness.request(harness.players[0], from_client.Chat(text)) == Reason.TEXT_UNFIT
    assert list(harness.table.chat) == []


def test_markup_is_plain_text() -> None:
    harness = TableHarness("Ada")
    text = '<img src=x onerror="alert(1)">'
    assert harness.request(harness.players[0], from_client.Chat(text)) is None
    assert harness.table.chat[0].text == text


@pytest.mark.rule("R19")
def test_players_cannot_chat_while_drawing_and_watchers_only_among_themselves() -> None:
    harness = drawing_phase()
    wim, zoe = harness.join("Wim", watch=True), harness.join("Zoe", watch=True)
    ada = harness.players[0]
    harness.take_mail()
    assert harness.request(ada, from_client.Chat("it is an apple")) == Reason.TALK_IS_SHUT
    harness.take_mail()
    assert harness.request(wim, from_client.Chat("it is an apple")) is None
    line = ChatLine("Wim", None, "it is an apple", True)
    assert take_messages(harness) == [([wim, zoe], ChatSaid(line))]
    assert welcome(harness.session, zoe, harness.now).chat == (line,)
    assert welcome(harness.session, ada, harness.now).chat == ()
    harness.play_until(Phase.WORD)
    assert harness.request(ada, from_client.Chat("was it an apple?")) is None
    assert [line.text for line in welcome(harness.session, ada, harness.now).chat] == ["was it an apple?"]
    assert len(welcome(harness.session, zoe, harness.now).chat) == 2


@pytest.mark.rule("R19")
def test_players_who_have_finished_cannot_chat_either() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    harness.request(ada, from_client.Finish(harness.table.stop))
    assert harness.request(ada, from_client.Chat("apple")) == Reason.TALK_IS_SHUT


@pytest.mark.rule("R19")
def test_names_cannot_be_used_to_talk() -> None:
    harness = drawing_phase()
    ada = harness.players[0]
    assert harness.request(ada, from_client.Rename("apple")) is None
    assert harness.names()[0] == "Ada"
    assert harness.names() == list(NAMES[:3])
    harness.request(ada, from_client.Leave())
    harness.join("apple", key=key_of("Ada"))
    assert harness.names() == list(NAMES[:3])
    harness.play_until(Phase.WORD)
    assert harness.request(harness.players[1], from_client.Rename("apple")) is None


@pytest.mark.rule("R19")
def test_reactions_go_to_all_members_but_not_while_drawing() -> None:
    harness = TableHarness(*NAMES[:3])
    wim = harness.join("Wim", watch=True)
    harness.play_until(Phase.SCORES)
    harness.take_mail()
    stored = len(harness.store())
    assert harness.request(harness.players[1], from_client.React(Reaction.WOW)) is None
    assert harness.request(wim, from_client.React(Reaction.OUCH)) is None
    everyone = [*harness.players, wim]
    assert take_messages(harness) == [
        (everyone, ReactionShown("Ben", 1, Reaction.WOW)),
        (everyone, ReactionShown("Wim", None, Reaction.OUCH)),
    ]
    assert len(harness.store()) == stored
    harness.play_until(Phase.DRAWING)
    assert harness.request(harness.players[1], from_client.React(Reaction.WOW)) == Reason.TALK_IS_SHUT
    assert harness.request(wim, from_client.React(Reaction.WOW)) == Reason.TALK_IS_SHUT


@pytest.mark.rule("R19")
def test_a_watcher_who_takes_a_seat_no_longer_sees_the_lines_of_watchers() -> None:
    harness = drawing_phase()
    wim = harness.join("Wim", watch=True)
    harness.request(wim, from_client.Chat("psst"))
    harness.request(harness.players[2], from_client.Leave())
    harness.play_until(Phase.SCORES)
    assert harness.request(wim, from_client.TakeSeat(2)) is None
    assert welcome(harness.session, wim, harness.now).chat == ()
