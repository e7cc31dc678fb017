"""Each invariant speaks when it is broken: whole games with one thing moved where it must not be."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pictomania.rules import (
    TABLE,
    Card,
    Deal,
    Deck,
    Face,
    Fault,
    Finish,
    Game,
    Guess,
    Hand,
    Laid,
    Motion,
    Object,
    Phase,
    Praise,
    Replace,
    TimeUp,
    apply,
    broken_law,
    side_of,
)
from tests.rules.tables import after, card, drawing, first, reading, second, until

READING = reading(second(3))
DRAWING = drawing(second(3))
FIRST = drawing(first(3))
ONE_CARD = drawing(first(3, "one-card"))
LAYING = apply(READING, 0, Replace(1))
DEALING = apply(apply(READING, TABLE, TimeUp()), TABLE, Deal(0, 1))
WORD = until(DRAWING, Phase.WORD)
SCORES = until(apply(DRAWING, 1, Guess(0, 1)), Phase.SCORES)
PRAISING = until(DRAWING, Phase.PRAISING)
SAME = side_of(tuple("abcdefg"))


def in_round(game: Game, **changes: object) -> Game:
    """Change a round behind the referee's back."""
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]


def with_deck(game: Game) -> Game:
    """Give two of the standing cards the same words."""
    names = [face.card for face in game.round.holder if face]
    cards = [Card(name, 1, (SAME, SAME)) for name in names[:2]]
    return replace(game, deck=Deck([*cards, card(names[2], 1)]))


def hands(*pairs: tuple[int | None, int]) -> dict[str, object]:
    """Deal marks and numbers."""
    return {"hands": tuple(Hand(mark, number) for mark, number in pairs)}


def piles(*piles: tuple[tuple[int, int], ...]) -> dict[str, object]:
    """Lay cards of (guesser, number)."""
    return {"piles": tuple(tuple(Laid(*card) for card in pile) for pile in piles)}


def motion(by: int, ayes: set[int], noes: set[int]) -> dict[str, object]:
    """Put a fault to the vote."""
    return {"motion": Motion(by, Object(Fault.HINT), frozenset(ayes), frozenset(noes))}


BROKEN: list[tuple[str, Callable[[], Game]]] = [
    ("cards stand once", lambda: in_round(READING, holder=(READING.round.holder[0],) * 3)),
    (
        "cards stand once",
        lambda: in_round(READING, holder=(Face("2.1", 0), *READING.round.holder[1:])),
    ),
    ("cards stand once", lambda: replace(READING, shown=frozenset())),
    ("words stand once", lambda: with_deck(READING)),
    ("holder is full", lambda: in_round(READING, holder=(None, *READING.round.holder[1:]))),
    ("holder is full", lambda: replace(READING, phase=Phase.LAYING)),
    ("holder is full", lambda: replace(READING, phase=Phase.CHOOSING)),
    ("hands differ", lambda: in_round(READING, **hands((0, 1)))),
    ("hands differ", lambda: replace(DRAWING, phase=Phase.DEALING)),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2)))),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (2, 2)))),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (1, 3)))),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (None, 3)))),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (6, 3)))),
    ("hands differ", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (2, 8)))),
    ("hands differ", lambda: in_round(ONE_CARD, **hands((None, 1), (None, 2), (0, 3)))),
    ("guess cards lie once", lambda: in_round(DRAWING, **piles(((0, 1),), (), ()))),
    ("guess cards lie once", lambda: in_round(DRAWING, **piles(((3, 1),), (), ()))),
    ("guess cards lie once", lambda: in_round(DRAWING, **piles(((1, 8),), (), ()))),
    ("guess cards lie once", lambda: in_round(DRAWING, **piles(((1, 1), (1, 2)), (), ()))),
    ("guess cards lie once", lambda: in_round(DRAWING, **piles(((1, 1),), (), ((1, 1),)))),
    ("black tokens lie once", lambda: in_round(DRAWING, finished=(0, 1), tokens=(1, 1, None))),
    ("black tokens lie once", lambda: in_round(DRAWING, finished=(0,), tokens=(2, 2, None))),
    (
        "black tokens lie once",
        lambda: in_round(DRAWING, finished=(0,), tokens=(2, None, None), drawn=frozenset({1})),
    ),
    ("black tokens lie once", lambda: in_round(FIRST, finished=(0,), tokens=(1, None, None))),
    ("drawing ends in time", lambda: in_round(READING, finished=(0,))),
    ("drawing ends in time", lambda: in_round(DRAWING, finished=(0, 1, 2))),
    ("drawing ends in time", lambda: in_round(FIRST, finished=(0, 1), tokens=(2, 1, None))),
    ("drawing ends in time", lambda: replace(DRAWING, phase=Phase.WORD)),
    ("empty sheets are at fault", lambda: in_round(DRAWING, faults=(Fault.EMPTY, None, None))),
    ("empty sheets are at fault", lambda: in_round(WORD, faults=(Fault.EMPTY, None, None))),
    ("empty sheets are at fault", lambda: in_round(WORD, drawn=frozenset({0, 1}))),
    ("scoring tokens are kept", lambda: replace(SCORES, past=())),
    ("scoring tokens are kept", lambda: replace(WORD, past=SCORES.past)),
    ("scoring tokens are kept", lambda: robbed(SCORES)),
    ("votes are open", lambda: in_round(DRAWING, **motion(1, {1}, set()))),
    ("votes are open", lambda: in_round(WORD, **motion(1, set(), {1}))),
    ("votes are open", lambda: in_round(WORD, **motion(1, {1}, {1}))),
    ("votes are open", lambda: in_round(WORD, **motion(0, {0}, set()))),
    ("votes are open", lambda: in_round(WORD, **motion(1, {1, 2}, set()))),
    ("table waits for somebody", lambda: in_round(WORD, ready=frozenset({0, 1, 2}))),
    (
        "table waits for somebody",
        lambda: replace(PRAISING, praise=(Praise(1, 1), Praise(1, 0), Praise(1, 0))),
    ),
]


def robbed(game: Game) -> Game:
    """Lose a scoring token."""
    past = game.past[0]
    poorer = replace(past.score.players[0], left=past.score.players[0].left[1:])
    score = replace(past.score, players=(poorer, *past.score.players[1:]))
    return replace(game, past=(replace(past, score=score),))


@pytest.mark.parametrize(("law", "broken"), BROKEN, ids=[f"{n}-{law}" for n, (law, _) in enumerate(BROKEN)])
def test_a_broken_law_is_named(law: str, broken: Callable[[], Game]) -> None:
    assert broken_law(broken()) == law


@pytest.mark.parametrize(
    "game",
    [LAYING, READING, DEALING, DRAWING, FIRST, ONE_CARD, WORD, SCORES, PRAISING],
    ids=lambda g: g.phase,
)
def test_no_law_is_broken_by_an_ordinary_game(game: Game) -> None:
    assert broken_law(game) is None


def test_no_law_is_broken_by_a_vote_or_a_token() -> None:
    assert broken_law(apply(WORD, 1, Object(Fault.HINT))) is None
    assert broken_law(after(FIRST, (1, Guess(0, 1)), (1, Finish(2)))) is None
