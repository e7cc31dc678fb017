"""Whole games in real browsers."""

from tests.browser.conftest import Come
from tests.browser.person import Kind
from tests.browser.play import gather, look_on, play_round


def test_three_friends_in_three_languages(come: Come) -> None:
    people = gather(come, [Kind(language=language) for language in ("en", "es", "fr")])
    people[0].goes_on()
    for _ in range(4):
        look_on(people, until="drawing")
        play_round(people)
    look_on(people, until="over")
    assert [person.stars() for person in people] == [[24, 20, 12]] * 3
