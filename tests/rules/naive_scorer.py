"""A second, naive scorer that works like people at a table, with stacks of tokens and cards.

Written from sections 2 and 6 to 8 of docs/rules.md alone; shares no code and no tables with the engine.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

# The tables of section 2, typed again, by number of players.
SCORING_TOKENS = {
    "first": {3: [2, 1], 4: [2, 1, 1], 5: [3, 2, 1, 1], 6: [3, 2, 1, 1, 1]},
    "second": {3: [2, 1], 4: [2, 1, 1], 5: [3, 2, 1, 1], 6: [3, 2, 1, 1, 1]},
}
BLACK_TOKENS = {
    "first": {3: [2, 1], 4: [3, 2, 1], 5: [3, 3, 2, 1], 6: [3, 3, 2, 2, 1]},
    "second": {3: [2, 2, 1], 4: [3, 2, 2, 1], 5: [3, 3, 2, 2, 1], 6: [3, 3, 2, 2, 1, 1]},
    "competitive": {3: [2, 1], 4: [3, 2, 1], 5: [3, 3, 2, 1], 6: [3, 3, 2, 2, 1]},
    "calm-three": {3: [3, 2, 1]},
}
EDITION_OF = {"first": "first", "second": "second", "competitive": "second", "calm-three": "first"}


class NaiveScore(NamedTuple):
    """The result of a round; lists by seat."""

    sheep: int | None
    stars: list[int]
    worths: list[int]  # of each seat's black token, 0 without one


def naive_score(
    game: str,
    numbers: Sequence[int],
    piles: Sequence[Sequence[tuple[int, int]]],
    tokens: Sequence[int | None],
    wrong_words: Collection[int] = (),
    *,
    learning: bool = False,
) -> NaiveScore:
    """Score a round of a `game` from BLACK_TOKENS; a pile is a sequence of (guesser, number)."""
    seats = range(len(numbers))
    edition = EDITION_OF[game]
    check_centre(game, tokens)
    own = [list(SCORING_TOKENS[edition][len(numbers)]) for _ in seats]
    received: list[list[int]] = [[] for _ in seats]
    centre: list[int] = []  # owners of the guess cards there
    was_guessed = [False for _ in seats]

    for artist in seats:  # R41
        if artist in wrong_words:
            continue  # R51: every card is returned to its owner, and every token stays
        for guesser, number in piles[artist]:
            if number == numbers[artist]:  # R42
                token = max(own[artist])
                own[artist].remove(token)
                received[guesser].append(token)
                was_guessed[artist] = True
            else:
                centre.append(guesser)

    sheep = None if learning else black_sheep(centre, seats)  # R48
    worths = [
        worth(edition, black, seat == sheep, seat in wrong_words, learning or was_guessed[seat])
        for seat, black in enumerate(tokens)
    ]
    stars = [sum(received[seat]) - sum(own[seat]) + worths[seat] for seat in seats]  # R43
    return NaiveScore(sheep, stars, worths)


def worth(edition: str, black: int | None, is_sheep: bool, is_wrong_word: bool, is_plus: bool) -> int:
    """Return what a black token counts; `is_plus`: it was guessed, or this is a learning round (R46, R48)."""
    if black is None:
        return 0  # R47
    if is_wrong_word and edition == "second":
        return 0  # R53, in every case
    if is_sheep:
        return -black  # R45, and R53 for the first edition
    if is_wrong_word:
        return 0  # R53
    return black if is_plus else 0


def black_sheep(centre: Sequence[int], seats: Collection[int]) -> int | None:
    """Sort the cards in the centre by owner and find the one highest stack, if any (R44)."""
    stacks = {seat: centre.count(seat) for seat in seats}
    highest = max(stacks.values())
    owners = [seat for seat in seats if stacks[seat] == highest]
    return owners[0] if len(owners) == 1 else None


def check_centre(game: str, tokens: Sequence[int | None]) -> None:
    """Raise ValueError if a black token was taken that was not in the centre (R33)."""
    centre = list(BLACK_TOKENS[game][len(tokens)])
    for token in tokens:
        if token is not None:
            centre.remove(token)
