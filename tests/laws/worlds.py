"""Another world that looks the same from one seat: everything which that seat must not know is changed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pictomania.rules import NUMBERS, Game, Hand, Laid, Phase, Praise, seats
from pictomania.rules.game import drawings, is_pile_turned, is_word_shown


def other_world(game: Game, seat: int | None, random: Random) -> Game:
    """Deal the hidden hands, renumber the hidden guesses and cast the hidden votes anew."""
    changed = replace(game.round, hands=_hands(game, seat, random), piles=_piles(game, seat, random))
    return replace(game, round=changed, praise=_praise(game, seat, random))


def _hands(game: Game, seat: int | None, random: Random) -> tuple[Hand, ...]:
    """Known are hands that were shown and, from the start of the drawing, one's own (R7, R41)."""
    dealt = game.round.hands
    own = {seat} if game.phase is not Phase.DEALING else set()
    known = {other for other in range(len(dealt)) if is_word_shown(game, other) or other in own}
    numbers = [number for number in NUMBERS if number not in {dealt[other].number for other in known}]
    marks = [mark for mark in range(6) if mark not in {dealt[other].mark for other in known}]
    random.shuffle(numbers)
    random.shuffle(marks)
    return tuple(
        hand if other in known else Hand(None if hand.mark is None else marks.pop(), numbers.pop())
        for other, hand in enumerate(dealt)
    )


def _piles(game: Game, seat: int | None, random: Random) -> tuple[tuple[Laid, ...], ...]:
    """Known are the cards on piles that were turned, and one's own (R30)."""
    spare = {guesser: list(_spare_numbers(game, guesser)) for guesser in seats(game)}
    for numbers in spare.values():
        random.shuffle(numbers)
    return tuple(
        tuple(
            laid
            if laid.guesser == seat or is_pile_turned(game, artist)
            else Laid(laid.guesser, spare[laid.guesser].pop())
            for laid in pile
        )
        for artist, pile in enumerate(game.round.piles)
    )


def _spare_numbers(game: Game, guesser: int) -> Iterator[int]:
    shown = {
        laid.number
        for artist, pile in enumerate(game.round.piles)
        for laid in pile
        if laid.guesser == guesser and is_pile_turned(game, artist)
    }
    return (number for number in NUMBERS if number not in shown)


def _praise(game: Game, seat: int | None, random: Random) -> tuple[Praise | None, ...]:
    """Known are all votes once the game is over, and one's own before (R61)."""
    return tuple(
        vote
        if vote is None or other == seat or game.phase is Phase.OVER
        else random.choice([praise for praise in drawings(game) if praise.artist != other])
        for other, vote in enumerate(game.praise)
    )
