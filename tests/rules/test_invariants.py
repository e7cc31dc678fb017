"""Each invariant detects a violation: valid games with one thing changed illegally."""

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
    LaidCard,
    Motion,
    Object,
    Phase,
    Praise,
    Replace,
    TimeUp,
    apply,
    make_side,
    violated_invariant,
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
SAME = make_side(tuple("abcdefg"))


def in_round(game: Game, **changes: object) -> Game:
    """Change a round without asking the referee."""
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]


def with_deck(game: Game) -> Game:
    """Give two cards in the holder the same words."""
    names = [face.card for face in game.round.holder if face]
    cards = [Card(name, 1, (SAME, SAME)) for name in names[:2]]
    return replace(game, deck=Deck([*cards, card(names[2], 1)]))


def hands(*pairs: tuple[int | None, int]) -> dict[str, object]:
    """Deal marks and numbers."""
    return {"hands": tuple(Hand(mark, number) for mark, number in pairs)}


def piles(*piles: tuple[tuple[int, int], ...]) -> dict[str, object]:
    """Lay cards of (guesser, number)."""
    return {"piles": tuple(tuple(LaidCard(*card) for card in pile) for pile in piles)}


def motion(by: int, ayes: set[int], noes: set[int]) -> dict[str, object]:
    """Open a vote on a fault."""
    return {"motion": Motion(by, Object(Fault.HINT), frozenset(ayes), frozenset(noes))}


VIOLATIONS: list[tuple[str, Callable[[], Game]]] = [
    ("cards are unique", lambda: in_round(READING, holder=(READING.round.holder[0],) * 3)),
    (
        "cards are unique",
        lambda: in_round(READING, holder=(Face("2.1", 0), *READING.round.holder[1:])),
    ),
    ("cards are unique", lambda: replace(READING, shown=frozenset())),
    ("words are unique", lambda: with_deck(READING)),
    ("holder is full", lambda: in_round(READING, holder=(None, *READING.round.holder[1:]))),
    ("holder is full", lambda: replace(READING, phase=Phase.LAYING)),
    ("holder is full", lambda: replace(READING, phase=Phase.CHOOSING)),
    ("hands are distinct", lambda: in_round(READING, **hands((0, 1)))),
    ("hands are distinct", lambda: replace(DRAWING, phase=Phase.DEALING)),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2)))),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (2, 2)))),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (1, 3)))),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (None, 3)))),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (6, 3)))),
    ("hands are distinct", lambda: in_round(DRAWING, **hands((0, 1), (1, 2), (2, 8)))),
    ("hands are distinct", lambda: in_round(ONE_CARD, **hands((None, 1), (None, 2), (0, 3)))),
    ("guess cards are unique", lambda: in_round(DRAWING, **piles(((0, 1),), (), ()))),
    ("guess cards are unique", lambda: in_round(DRAWING, **piles(((3, 1),), (), ()))),
    ("guess cards are unique", lambda: in_round(DRAWING, **piles(((1, 8),), (), ()))),
    ("guess cards are unique", lambda: in_round(DRAWING, **piles(((1, 1), (1, 2)), (), ()))),
    ("guess cards are unique", lambda: in_round(DRAWING, **piles(((1, 1),), (), ((1, 1),)))),
    ("black tokens are unique", lambda: in_round(DRAWING, finished=(0, 1), tokens=(1, 1, None))),
    ("black tokens are unique", lambda: in_round(DRAWING, finished=(0,), tokens=(2, 2, None))),
    (
        "black tokens are unique",
        lambda: in_round(DRAWING, finished=(0,), tokens=(2, None, None), drawn=frozenset({1})),
    ),
    ("black tokens are unique", lambda: in_round(FIRST, finished=(0,), tokens=(1, None, None))),
    ("drawing ends on time", lambda: in_round(READING, finished=(0,))),
    ("drawing ends on time", lambda: in_round(DRAWING, finished=(0, 1, 2))),
    ("drawing ends on time", lambda: in_round(FIRST, finished=(0, 1), tokens=(2, 1, None))),
    ("drawing ends on time", lambda: replace(DRAWING, phase=Phase.WORD)),
    ("empty sheets are at fault", lambda: in_round(DRAWING, faults=(Fault.EMPTY, None, None))),
    ("empty sheets are at fault", lambda: in_round(WORD, faults=(Fault.EMPTY, None, None))),
    ("empty sheets are at fault", lambda: in_round(WORD, drawn=frozenset({0, 1}))),
    ("scoring tokens add up", lambda: replace(SCORES, past=())),
    ("scoring tokens add up", lambda: replace(WORD, past=SCORES.past)),
    ("scoring tokens add up", lambda: without_a_token(SCORES)),
    ("open votes are undecided", lambda: in_round(DRAWING, **motion(1, {1}, set()))),
    ("open votes are undecided", lambda: in_round(WORD, **motion(1, set(), {1}))),
    ("open votes are undecided", lambda: in_round(WORD, **motion(1, {1}, {1}))),
    ("open votes are undecided", lambda: in_round(WORD, **motion(0, {0}, set()))),
    ("open votes are undecided", lambda: in_round(WORD, **motion(1, {1, 2}, set()))),
    ("table is waiting until over", lambda: in_round(WORD, ready=frozenset({0, 1, 2}))),
    (
        "table is waiting until over",
        lambda: replace(PRAISING, praise=(Praise(1, 1), Praise(1, 0), Praise(1, 0))),
    ),
]


def without_a_token(game: Game) -> Game:
    """Lose a scoring token."""
    past = game.past[0]
    poorer = replace(past.score.players[0], left=past.score.players[0].left[1:])
    score = replace(past.score, players=(poorer, *past.score.players[1:]))
    return replace(game, past=(replace(past, score=score),))


@pytest.mark.parametrize(
    ("invariant", "violation"), VIOLATIONS, ids=[f"{n}-{name}" for n, (name, _) in enumerate(VIOLATIONS)]
)
def test_a_violated_invariant_is_named(invariant: str, violation: Callable[[], Game]) -> None:
    assert violated_invariant(violation()) == invariant


@pytest.mark.parametrize(
    "game",
    [LAYING, READING, DEALING, DRAWING, FIRST, ONE_CARD, WORD, SCORES, PRAISING],
    ids=lambda g: g.phase,
)
def test_an_ordinary_game_violates_nothing(game: Game) -> None:
    assert violated_invariant(game) is None


def test_a_vote_and_a_token_violate_nothing() -> None:
    assert violated_invariant(apply(WORD, 1, Object(Fault.HINT))) is None
    assert violated_invariant(after(FIRST, (1, Guess(0, 1)), (1, Finish(2)))) is None
