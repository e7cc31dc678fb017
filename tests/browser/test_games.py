"""Whole games in real browsers: both editions, three and six players, four languages, all screen sizes."""

from collections.abc import Sequence

import pytest

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, BrowserUser, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, gather_users, play_round

ENGLISH, SPANISH, FRENCH, RUSSIAN = ("en", "es", "fr", "ru")
THREE = [
    Device(DESKTOP, ENGLISH),
    Device(TABLET, FRENCH, touch=True),
    Device(PHONE, RUSSIAN, touch=True, dark=True),
]
SIX = [
    Device(DESKTOP, ENGLISH),
    Device(PHONE, SPANISH, touch=True),
    Device(TABLET, FRENCH, touch=True),
    Device(DESKTOP, RUSSIAN, dark=True),
    Device(PHONE, ENGLISH, touch=True, dark=True),
    Device((640, 360), SPANISH, touch=True),  # a phone in landscape
]


def play(users: Sequence[BrowserUser], edition: str, *, check: bool = False) -> None:
    """Play a whole game, optionally checking the accessibility of every screen."""
    if edition == "first":
        users[0].page.locator("input[type=radio]").first.check(force=True)
    if check:
        _check(users, "lobby")
    users[0].advance()
    for turn in range(5 if edition == "first" else 4):
        is_checked = check and turn == 0
        for phase in ("choosing", "reading") if is_checked else ():
            if edition == "first" or phase == "reading":
                advance_to(users, phase)
                _check(users, phase)
        advance_to(users, "drawing")
        if is_checked:
            _check(users, "drawing")
        play_round(users, _check if is_checked else None, quick=turn > 0 and len(users) > 3)
        if is_checked:
            _check(users, "scores")
    advance_to(users, "praising")
    if check:
        _check(users, "praising")
    advance_to(users, "over")
    if check:
        _check(users, "over")


def _check(users: Sequence[BrowserUser], screen: str) -> None:
    for user in users[:3]:
        user.check_accessibility(f"{screen}, {user.device}")


def agreed_scores(users: Sequence[BrowserUser]) -> list[int]:
    """Check that all users see the same scores, and return them."""
    seen = [user.stars() for user in users]
    assert all(stars == seen[0] for stars in seen)
    return seen[0]


def test_three_players_second_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, THREE)
    play(users, "second", check=True)
    assert agreed_scores(users) == [24, 20, 12]


def test_six_players_first_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, SIX)
    play(users, "first", check=True)
    assert agreed_scores(users) == sorted(agreed_scores(users), reverse=True)


@pytest.mark.long
def test_three_players_first_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, THREE)
    play(users, "first")
    agreed_scores(users)


@pytest.mark.long
def test_six_players_second_edition(new_user: NewUser) -> None:
    users = gather_users(new_user, SIX)
    play(users, "second")
    agreed_scores(users)
