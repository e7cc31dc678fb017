"""Hypothesis strategies for all valid messages, sensible or not."""

from hypothesis import strategies as st

from pictomania.ink import encode_piece
from pictomania.ink.marks import InkPiece
from pictomania.rules import Colour, EditionName, Fault, Variant
from pictomania.wire import from_client
from pictomania.wire.bots import BOT_COLOURS, Skill
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from tests.ink.sample_marks import marks
from tests.table.support.harness import CODE, NAMES, key_of

small = st.one_of(st.integers(0, 7), st.integers(0, 99))
stops = st.integers(0, 12)
languages = st.sampled_from(("en", "fr", "ru", "pt-BR", "zh-Hant"))
words = st.text(min_size=1, max_size=30).filter(str.isprintable) | st.sampled_from(
    ("\u200b", "A" * 200, *NAMES)
)
settings_ = st.builds(
    Settings,
    edition=st.sampled_from(EditionName),
    variants=st.lists(st.sampled_from(Variant), max_size=2).map(tuple),
    rounds=st.just("book") | st.integers(1, 8),
    levels=st.sampled_from(("book", "ask")) | st.lists(st.integers(1, 4), max_size=8).map(tuple),
    level_choice=st.sampled_from(("vote", "host")),
    replacements=st.sampled_from(("book", "any")) | st.integers(0, 9),
    erasing=st.booleans(),
    deck=st.sampled_from(("house", "own")),
    drawing_s=st.none() | st.integers(20, 3600),
    hurry_s=st.none() | st.integers(5, 600),
    idle_s=st.none() | st.integers(60, 600),
    reveal=st.sampled_from(("show", "steps")),
    reveal_s=st.none() | st.integers(3, 600),
    latecomers=st.booleans(),
    watchers=st.booleans(),
    bots=st.booleans(),
    locked=st.booleans(),
    hide_words=st.booleans(),
)
hellos = st.builds(
    from_client.Hello,
    table=st.just(CODE),
    key=st.sampled_from([key_of(name) for name in NAMES]),
    name=words,
    language=languages,
    watch=st.booleans(),
    bot=st.booleans(),
    ticket=st.none() | st.integers(0, 3).map(lambda number: f"secret-{number:032}"),
)
table_requests: st.SearchStrategy[from_client.TableRequest] = st.one_of(
    st.builds(from_client.TakeSeat, st.none() | small),
    st.just(from_client.Leave()),
    st.just(from_client.RequestTicket()),
    st.just(from_client.Resync()),
    st.builds(from_client.Rename, words),
    st.builds(from_client.SetLanguage, languages),
    st.builds(from_client.SetColour, st.sampled_from(Colour)),
    st.builds(from_client.SetReady, st.booleans()),
    st.builds(from_client.ChangeSettings, settings_),
    st.just(from_client.Begin()),
    st.just(from_client.ReturnToLobby()),
    st.builds(from_client.Remove, words | st.sampled_from(NAMES)),
    st.builds(from_client.TransferHost, words | st.sampled_from(NAMES)),
    st.builds(from_client.AddBot, st.sampled_from(Skill)),
    st.builds(
        from_client.SetBotSkill, words | st.sampled_from((*NAMES, *BOT_COLOURS)), st.sampled_from(Skill)
    ),
    st.builds(from_client.StandIn, words | st.sampled_from(NAMES), st.sampled_from(Skill)),
    st.builds(from_client.Pause, st.booleans()),
    st.builds(from_client.EndAfterRound, st.booleans()),
    st.builds(from_client.SitOut, st.none() | words | st.sampled_from(NAMES)),
    st.just(from_client.ComeBack()),
    st.just(from_client.AskForPause()),
    st.builds(from_client.HoldOn, st.booleans()),
    st.builds(from_client.Chat, words),
    st.builds(from_client.React, st.sampled_from(Reaction)),
)


def game_requests(stop: st.SearchStrategy[int]) -> st.SearchStrategy[from_client.AnyGameRequest]:
    """Return a strategy for game requests at these stops."""
    return st.one_of(
        st.builds(from_client.ChooseLevel, stop, st.integers(1, 4)),
        st.builds(from_client.Replace, stop, small),
        st.builds(from_client.Vote, stop, st.booleans()),
        st.builds(from_client.Ready, stop),
        st.builds(from_client.Start, stop),
        st.builds(from_client.Guess, stop, small, small),
        st.builds(from_client.Finish, stop, st.none() | small),
        st.builds(from_client.Admit, stop, st.sampled_from(Fault)),
        st.builds(from_client.Object, stop, st.sampled_from(Fault), st.none() | small),
        st.builds(from_client.KeepPlaying, stop),
        st.builds(from_client.Retract, stop),
        st.builds(from_client.Praise, stop, small, small),
    )


messages: st.SearchStrategy[from_client.FromClient] = st.one_of(table_requests, game_requests(stops), hellos)
pieces = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda place, row: encode_piece(InkPiece(place, 0, tuple(row))),
        st.integers(0, 3),
        st.lists(marks, min_size=1, max_size=3),
    ),
)
