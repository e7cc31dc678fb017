"""Test fixtures: a deck of made-up words, and games advanced to a certain phase."""

from random import Random

import pytest

from pictomania.rules import (
    LEVELS,
    TABLE,
    Action,
    Actor,
    Card,
    ChooseLevel,
    Deal,
    Deck,
    Draw,
    Game,
    Phase,
    Rules,
    TimeUp,
    apply,
    make_side,
    new_game,
    rules_for,
    sample_chance,
    seats,
)

GameStep = tuple[Actor, Action]


def card(name: str, level: int, sides: int = 2) -> Card:
    """Make a card with words of its own."""
    return Card(
        name, level, tuple(make_side(tuple(f"{name}{side}{n}" for n in range(7))) for side in range(sides))
    )


def deck_of(*cards_per_level: int, sides: int = 2) -> Deck:
    """Make a deck with the given number of cards per level."""
    return Deck(
        card(f"{level}.{number}", level, sides)
        for level, count in zip(LEVELS, cards_per_level, strict=False)
        for number in range(count)
    )


DECK = deck_of(27, 27, 27, 18)
FIRST_DECK = deck_of(21, 27, 35, 16)


def after(game: Game, *steps: GameStep) -> Game:
    """Apply steps of (seat, action) in order."""
    for seat, action in steps:
        game = apply(game, seat, action)
    return game


def by_chance(game: Game, random: Random | None = None) -> Game:
    """Let chance act until it is a player's turn."""
    pick = (random or Random(1)).choice
    while action := sample_chance(game, pick):
        game = apply(game, TABLE, action)
    return game


def reading(rules: Rules, deck: Deck = DECK, level: int = 1) -> Game:
    """Advance a new game to the reading phase."""
    return by_chance(choose_level(new_game(rules, deck), level))


def choose_level(game: Game, level: int = 1) -> Game:
    """Choose a level if the host has to."""
    return apply(game, game.host, ChooseLevel(level)) if game.phase is Phase.CHOOSING else game


def drawing(rules: Rules, numbers: tuple[int, ...] = (), *, drawn: bool = True) -> Game:
    """Advance a new game to the drawing phase: numbers as given or 1, 2, 3 …, marks in order."""
    game = apply(reading(rules), TABLE, TimeUp())
    for seat, number in enumerate(numbers or range(1, rules.players + 1)):
        game = apply(game, TABLE, Deal(seat if rules.marks else None, number))
    return after(game, *((seat, Draw()) for seat in seats(game) if drawn))


def number_of(game: Game, seat: int) -> int:
    """Return the number dealt to a seat."""
    hand = game.round.hands[seat]
    assert hand is not None
    return hand.number


def until(game: Game, phase: Phase) -> Game:
    """Advance a game to a phase by timeouts, level choices and chance."""
    while True:
        game = by_chance(choose_level(game))
        if game.phase is phase:
            return game
        game = apply(game, TABLE, TimeUp())


def first(players: int = 3, *variants: str) -> Rules:
    """Return rules of the first edition."""
    return rules_for("first", variants, players)


def second(players: int = 3, *variants: str) -> Rules:
    """Return rules of the second edition."""
    return rules_for("second", variants, players)


BOTH = pytest.mark.parametrize("rules", [first(3), second(3)], ids=["first", "second"])
