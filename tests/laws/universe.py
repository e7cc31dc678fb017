"""Every possible action, legal or not, and every combination of rules."""

from functools import cache
from itertools import chain, combinations

from hypothesis import strategies as st

from pictomania.rules import (
    EDITION_DEFAULT,
    EDITIONS,
    LEVELS,
    MAX_ROUNDS,
    PLAYERS,
    Action,
    AddSeat,
    Admit,
    ChooseLevel,
    Colour,
    ComeBack,
    Deal,
    Deck,
    Draw,
    Fault,
    Finish,
    Guess,
    KeepPlaying,
    Lay,
    MakeHost,
    Object,
    Praise,
    Ready,
    Replace,
    Retract,
    Rules,
    SetRounds,
    SitOut,
    Start,
    TimeUp,
    Variant,
    Vote,
    Wipe,
    rules_for,
    settings_conflict,
)
from tests.rules.tables import DECK, FIRST_DECK, deck_of

SMALL_DECK = deck_of(7, 7, 7, 7)  # runs out of unused cards, then of unused sides
ODD = range(-1, 9)  # numbers beyond both ends of every valid range


@cache
def seat_actions(players: int) -> tuple[Action, ...]:
    """List every action of a seat, including illegal ones."""
    return (
        *map(ChooseLevel, (0, *LEVELS, 5)),
        *map(Replace, range(-1, 7)),
        *(Vote(yes) for yes in (True, False)),
        *(Ready(), Start(), Draw(), Wipe()),
        *(Guess(artist, number) for artist in range(-1, players + 1) for number in ODD),
        *map(Finish, (None, 0, 1, 2, 3, 4)),
        *map(Admit, Fault),
        *(Retract(), KeepPlaying()),
        *(Object(fault, artist) for fault in Fault for artist in range(-1, players + 1)),
        *(Praise(index, artist) for index in range(7) for artist in range(-1, players + 1)),
    )


@cache
def table_actions(deck: Deck) -> tuple[Action, ...]:
    """List every action of chance and the clock."""
    return (
        *(Lay(card.name, side) for card in deck.cards for side in range(3)),
        *(Deal(mark, number) for mark in (None, *range(-1, 7)) for number in ODD),
        TimeUp(),
        *map(MakeHost, range(-1, 7)),
        *map(SitOut, range(-1, 7)),
        *map(ComeBack, range(-1, 7)),
        *map(AddSeat, Colour),
        *map(SetRounds, range(10)),
    )


def every_table() -> list[Rules]:
    """List the rules of every edition, combination of variants and number of players."""
    sets = list(chain.from_iterable(combinations(Variant, count) for count in range(len(Variant) + 1)))
    return [
        rules_for(edition, variants, players)
        for edition in EDITIONS
        for players in PLAYERS
        for variants in sets
        if settings_conflict(edition, variants, players) is None
    ]


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Generate the rules of a table, options included."""
    chosen = draw(st.sampled_from(every_table()))
    rounds = draw(st.one_of(st.just(EDITIONS[chosen.edition].rounds), st.integers(1, MAX_ROUNDS)))
    planned = st.tuples(*[st.sampled_from(LEVELS)] * rounds)
    fixed = Variant.CHILDREN in chosen.variants
    return rules_for(
        chosen.edition,
        chosen.variants,
        chosen.players,
        levels=EDITION_DEFAULT if fixed else draw(st.one_of(st.just(EDITION_DEFAULT), st.none(), planned)),
        level_vote=draw(st.booleans()),
        rounds=rounds,
        replacements=draw(st.one_of(st.just(EDITION_DEFAULT), st.none(), st.integers(0, 2))),
        erasing=draw(st.booleans()),
    )


decks = st.sampled_from([DECK, FIRST_DECK, SMALL_DECK])
