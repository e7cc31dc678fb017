"""The drawing phase told a second time, in counts alone, from sections 2 and 4 to 6 of docs/rules.md.

Knows nothing of the engine. A player is whether they have drawn, how many guesses they laid, and whether they
are done; who sits where does not matter, so that equal tables are counted once.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.rules.naive_scorer import BLACK_TOKENS, EDITION_OF


class Book(NamedTuple):
    """What the counts depend on."""

    tokens: tuple[int, ...]  # black tokens in the centre
    any_token: bool  # or only one with most stars (R31)
    freezes: bool  # R13 or R14
    last_token_ends: bool  # R38 or R37
    numbers: int = 7  # number cards each player holds
    erasing: bool = True  # R16


def book_of(game: str, players: int, numbers: int = 7, *, erasing: bool = True) -> Book:
    """Open the rules of a game by its name in the naive scorer's tables (section 2, V1, V4)."""
    second = EDITION_OF[game] == "second"
    return Book(tuple(BLACK_TOKENS[game][players]), second, second, game != "second", numbers, erasing)


class Person(NamedTuple):
    """What the counts depend on, for one player."""

    drawn: bool = False
    laid: int = 0
    done: bool = False


People = tuple[Person, ...]


def steps(book: Book, people: People, left: tuple[int, ...]) -> Iterator[tuple[int, People, tuple[int, ...]]]:
    """List what can happen next: in how many ways, and what the table looks like then."""
    for index, person in enumerate(people):
        others = people[:index] + people[index + 1 :]
        for ways, after, token in person_steps(book, person, len(others), left):
            rest = list(left)
            if token:
                rest.remove(token)
            yield ways, tuple(sorted((*others, after))), tuple(rest)


def person_steps(
    book: Book, person: Person, others: int, left: tuple[int, ...]
) -> Iterator[tuple[int, Person, int]]:
    """List what one person can do: in how many ways, how they stand then, and the token taken or 0."""
    if person.done:
        return  # R15, R31
    if not (book.freezes and person.laid) and (book.erasing or not person.drawn):
        yield 1, person._replace(drawn=not person.drawn), 0
    guesses = (others - person.laid) * (book.numbers - person.laid)  # R22 to R24
    if guesses:
        yield guesses, person._replace(laid=person.laid + 1), 0
    done = person._replace(done=True)
    yield 1, done, 0
    if person.drawn and left:  # R32
        yield from ((1, done, token) for token in (set(left) if book.any_token else {max(left)}))


def is_over(book: Book, people: People, left: tuple[int, ...]) -> bool:
    """Is the phase over (R37 to R39)?"""
    return all(person.done for person in people) or (book.last_token_ends and not left)


def count_deep(book: Book, players: int, depth: int) -> int:
    """Count the sequences of so many actions from empty sheets, none going on after the end."""

    @cache
    def count(people: People, left: tuple[int, ...], depth: int) -> int:
        if depth == 0:
            return 1
        if is_over(book, people, left):
            return 0
        following = steps(book, people, left)
        return sum(ways * count(people, left, depth - 1) for ways, people, left in following)

    return count((Person(),) * players, book.tokens, depth)


def count_whole(book: Book, players: int, *, drawn: bool) -> int:
    """Count the sequences to the end of the phase from empty or from drawn sheets; needs erasing off."""

    @cache
    def count(people: People, left: tuple[int, ...]) -> int:
        if is_over(book, people, left):
            return 1
        return sum(ways * count(people, left) for ways, people, left in steps(book, people, left))

    return count((Person(drawn),) * players, book.tokens)
