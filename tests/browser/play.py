"""What several people do together."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.person import SOON_MS, Kind, Person

Look = Callable[[Sequence[Person], str], None]

PATIENCE_S = 60.0
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Fay")


def gather(come: Callable[..., Person], kinds: Sequence[Kind]) -> list[Person]:
    """Bring people to one table; the first has made it."""
    people = [come(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    code = people[0].makes_table()
    for person in people[1:]:
        person.comes(code)
        person.goes_on()
    return people


def play_round(people: Sequence[Person], look: Look | None = None, *, quickly: bool = False) -> None:
    """Everybody draws, guesses right and finishes, and looks through the reveal.

    They guess everybody or, quickly, only the next one.
    """
    for person in people:
        person.sees("drawing")
        person.draws()
    numbers = {person.seat: person.number for person in people}
    for person in people:
        for artist, number in numbers.items():
            is_next = artist == (person.seat + 1) % len(people)
            if artist != person.seat and (is_next or not quickly):
                person.guesses(artist, number)
    for person in people:  # in the first edition, the last token ends it
        unless_over(person, partial(person.finishes, takes=True))
    if look is not None:
        for phase in ("word", "pile"):
            look_on(people, until=phase)
            look(people, phase)
    look_on(people, until="scores")


def unless_over(person: Person, do: Callable[[], None]) -> None:
    """Do something while all draw; somebody else may end that at any moment, also in the middle of it."""
    try:
        if person.phase == "drawing":
            do()
    except (TookTooLong, AssertionError):
        if person.phase == "drawing":
            raise


def look_on(people: Sequence[Person], until: str) -> None:
    """Go on, all together, to a later phase; a host who is asked for a level takes the easiest."""
    until_s = monotonic() + PATIENCE_S
    while behind := [person for person in people if person.phase != until]:
        if monotonic() > until_s:
            stuck = [(person.name, person.phase, person.complaints) for person in people]
            raise AssertionError(f"it does not come to {until}: {stuck}")
        for person in behind:
            phase = person.phase  # the others may have brought it on
            if phase == until:
                continue
            if phase == "choosing":
                level = person.page.locator("button.card")
                with suppress(TookTooLong):  # it may have been chosen already, and the page not told yet
                    if level.count():
                        level.first.click(timeout=SOON_MS)
            else:
                person.goes_on()
