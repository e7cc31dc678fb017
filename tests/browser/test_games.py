"""Whole games in real browsers: both editions, three and six players, all languages and screen sizes."""

from collections.abc import Container, Sequence
from itertools import cycle

import pytest

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, BrowserUser, Device
from tests.browser.checkout import LANGUAGES
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, click_to, gather_users, play_round, skip_rounds

_next = cycle(LANGUAGES).__next__
THREE = [
    Device(DESKTOP, _next()),
    Device(TABLET, _next(), touch=True),
    Device(PHONE, _next(), touch=True, dark=True),
]
SIX = [
    Device(DESKTOP, _next()),
    Device(PHONE, _next(), touch=True),
    Device(TABLET, _next(), touch=True),
    Device(DESKTOP, _next(), dark=True),
    Device(PHONE, _next(), touch=True, dark=True),
    Device((640, 360), _next(), touch=True),  # a phone in landscape
]
SCREENS = ("lobby", "choosing", "reading", "drawing", "word", "pile", "scores", "praising", "over")
SCREENS_OF_OTHERS = (
    "choosing",
    "drawing",
    "scores",
)  # the rest differ little from those of the second edition


def play(users: Sequence[BrowserUser], edition: str, screens: Container[str] = ()) -> None:
    """Play the first round of a game, checking the accessibility of some screens, and hurry to the end."""

    def check(users: Sequence[BrowserUser], screen: str) -> None:
        for user in users[:3] if screen in screens else ():
            user.check_accessibility(f"{screen}, {user.device}")

    if edition == "first":
        users[0].page.locator("input[type=radio]").first.check(force=True)
    check(users, "lobby")
    users[0].advance()
    for phase in ("choosing", "reading") if edition == "first" else ("reading",):
        click_to(users, phase)
        check(users, phase)
    click_to(users, "drawing")
    check(users, "drawing")
    play_round(users, check)
    check(users, "scores")
    skip_rounds(users, 4 if edition == "first" else 3)
    for phase in ("praising", "over"):
        advance_to(users, phase)
        check(users, phase)


def agreed_scores(users: Sequence[BrowserUser]) -> list[int]:
    """Check that all users see the same scores, and return them."""
    seen = [user.stars() for user in users]
    assert all(stars == seen[0] for stars in seen)
    return seen[0]


def test_three_players_second_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, THREE)
    play(users, "second", SCREENS)
    assert agreed_scores(users) == [6 - 9, 5 - 9, 3 - 9]  # blank sheets in three rounds


def test_three_players_first_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, THREE)
    play(users, "first", SCREENS_OF_OTHERS)
    assert agreed_scores(users) == sorted(agreed_scores(users), reverse=True)


@pytest.mark.long
def test_six_players_first_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, SIX)
    play(users, "first", SCREENS)
    assert agreed_scores(users) == sorted(agreed_scores(users), reverse=True)


@pytest.mark.long
def test_six_players_second_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, SIX)
    play(users, "second", SCREENS)
    agreed_scores(users)


@pytest.mark.long
def test_every_round_is_played(new_user: NewUser) -> None:
    users = gather_users(new_user, THREE)
    users[0].advance()
    for _ in range(4):
        click_to(users, "drawing")
        play_round(users)
    advance_to(users, "over")
    assert agreed_scores(users) == [4 * 6, 4 * 5, 4 * 3]
