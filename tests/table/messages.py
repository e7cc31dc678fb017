"""Strategies for everything that the gate lets through, sensible or not."""

from hypothesis import strategies as st

from pictomania.ink import encode
from pictomania.ink.marks import Ink
from pictomania.rules import Colour, EditionName, Fault, Variant
from pictomania.wire import from_client as said
from pictomania.wire.bots import PERSONS, Skill
from pictomania.wire.reactions import Reaction
from pictomania.wire.settings import Settings
from pictomania.words import Language
from tests.ink.drawn import marks
from tests.table.evening import CODE, NAMES, key_of

small = st.one_of(st.integers(0, 7), st.integers(0, 99))
stops = st.integers(0, 12)
languages = st.sampled_from(Language)
words = st.text(min_size=1, max_size=30).filter(str.isprintable) | st.sampled_from(
    ("\u200b", "A" * 200, *NAMES)
)
settings_ = st.builds(
    Settings,
    edition=st.sampled_from(EditionName),
    variants=st.lists(st.sampled_from(Variant), max_size=2).map(tuple),
    levels=st.sampled_from(("book", "ask")) | st.lists(st.integers(1, 4), max_size=5).map(tuple),
    replacements=st.sampled_from(("book", "any")) | st.integers(0, 9),
    erasing=st.booleans(),
    deck=st.sampled_from(("house", "own")),
    drawing_s=st.none() | st.integers(20, 3600),
    hurry_s=st.none() | st.integers(5, 600),
    reveal_s=st.none() | st.integers(3, 600),
    watchers=st.booleans(),
    bots=st.booleans(),
    locked=st.booleans(),
    hide_words=st.booleans(),
)
hellos = st.builds(
    said.Hello,
    table=st.just(CODE),
    key=st.sampled_from([key_of(name) for name in NAMES]),
    name=words,
    language=languages,
    watch=st.booleans(),
    bot=st.booleans(),
    ticket=st.none() | st.integers(0, 3).map(lambda number: f"secret-{number:032}"),
)
wishes: st.SearchStrategy[said.Wish] = st.one_of(
    st.builds(said.Sit, st.none() | small),
    st.just(said.Leave()),
    st.just(said.AskTicket()),
    st.just(said.AskWelcome()),
    st.builds(said.Rename, words),
    st.builds(said.Speak, languages),
    st.builds(said.Wear, st.sampled_from(Colour)),
    st.builds(said.GetReady, st.booleans()),
    st.builds(said.Settle, settings_),
    st.just(said.Begin()),
    st.just(said.Again()),
    st.builds(said.Remove, words | st.sampled_from(NAMES)),
    st.builds(said.HandOver, words | st.sampled_from(NAMES)),
    st.builds(said.AddBot, st.sampled_from(Skill)),
    st.builds(said.TuneBot, words | st.sampled_from((*NAMES, *PERSONS)), st.sampled_from(Skill)),
    st.builds(said.StandIn, words | st.sampled_from(NAMES), st.sampled_from(Skill)),
    st.builds(said.Dismiss, small),
    st.builds(said.Say, words),
    st.builds(said.React, st.sampled_from(Reaction)),
)


def played(stop: st.SearchStrategy[int]) -> st.SearchStrategy[said.Played]:
    """Everything that the rules know, for stops drawn like this."""
    return st.one_of(
        st.builds(said.ChooseLevel, stop, st.integers(1, 4)),
        st.builds(said.Replace, stop, small),
        st.builds(said.Vote, stop, st.booleans()),
        st.builds(said.Ready, stop),
        st.builds(said.Start, stop),
        st.builds(said.Guess, stop, small, small),
        st.builds(said.Finish, stop, st.none() | small),
        st.builds(said.Admit, stop, st.sampled_from(Fault)),
        st.builds(said.Object, stop, st.sampled_from(Fault)),
        st.builds(said.Praise, stop, small, small),
    )


anything: st.SearchStrategy[said.FromClient] = st.one_of(wishes, played(stops), hellos)
pieces = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda place, row: encode(Ink(place, 0, tuple(row))),
        st.integers(0, 3),
        st.lists(marks, min_size=1, max_size=3),
    ),
)
