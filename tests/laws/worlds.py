"""Another world that looks the same from one seat: everything that seat must not know is changed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pictomania.rules import NUMBERS, Game, Hand, LaidCard, Phase, Praise, seats
from pictomania.rules.game import is_pile_turned, is_word_shown, praisable_drawings


def other_world(game: Game, seat: int | None, random: Random) -> Game:
    """Randomize the hidden hands, guesses and votes."""
    changed = replace(game.round, hands=_hands(game, seat, random), piles=_piles(game, seat, random))
    return replace(game, round=changed, praise=_praise(game, seat, random))


def _hands(game: Game, seat: int | None, random: Random) -> tuple[Hand | None, ...]:
    """Keep hands that were revealed and, from the start of the drawing, the seat's own (R7, R41)."""
    dealt = game.round.hands
    own = {seat} if game.phase is not Phase.DEALING else set()
    known = {other for other in range(len(dealt)) if is_word_shown(game, other) or other in own}
    kept = [hand for other in known if (hand := dealt[other]) is not None]
    numbers = [number for number in NUMBERS if number not in {hand.number for hand in kept}]
    marks = [mark for mark in range(6) if mark not in {hand.mark for hand in kept}]
    random.shuffle(numbers)
    random.shuffle(marks)
    return tuple(
        hand
        if hand is None or other in known
        else Hand(None if hand.mark is None else marks.pop(), numbers.pop())
        for other, hand in enumerate(dealt)
    )


def _piles(game: Game, seat: int | None, random: Random) -> tuple[tuple[LaidCard, ...], ...]:
    """Keep cards on turned piles, and the seat's own (R30)."""
    spare = {guesser: list(_spare_numbers(game, guesser)) for guesser in seats(game)}
    for numbers in spare.values():
        random.shuffle(numbers)
    return tuple(
        tuple(
            laid
            if laid.guesser == seat or is_pile_turned(game, artist)
            else LaidCard(laid.guesser, spare[laid.guesser].pop())
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
    """Keep all votes once the game is over, and the seat's own before (R61)."""
    return tuple(
        vote
        if vote is None or other == seat or game.phase is Phase.OVER
        else random.choice([praise for praise in praisable_drawings(game) if praise.artist != other])
        for other, vote in enumerate(game.praise)
    )
