"""What goes wrong at a table: lost networks, reloads, killed servers, slips of the hand, doubts."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.house import House
from tests.browser.person import DESKTOP, PHONE, Kind, Person
from tests.browser.play import gather, look_on, play_round

ACROSS = ((0.2, 0.2), (0.8, 0.2))
DOWN = ((0.5, 0.2), (0.5, 0.8))
BOTH = (20, 20, 80, 80)


@pytest.fixture
def people(come: Come) -> list[Person]:
    """Three who draw."""
    people = gather(come, [Kind(), Kind(), Kind()])
    people[0].goes_on()
    look_on(people, until="drawing")
    return people


def test_a_reload_in_the_middle_of_a_line(people: Sequence[Person]) -> None:
    """What was drawn is there, for oneself and for the others; and one draws on."""
    ada, ben, _ = people
    ada.begins_line(ACROSS)
    ben.sees_ink(0, (20, 20, 80, 20))
    ada.page.reload()
    ada.sees("drawing")
    ada.sees_ink(0, (20, 20, 80, 20))
    ada.page.mouse.up()
    ada.draws(DOWN)
    for person in people:
        person.sees_ink(0, BOTH)


def test_a_server_that_is_killed(people: Sequence[Person], house: House) -> None:
    """Everybody is told calmly, goes on drawing, and finds everything as it was."""
    ada, ben, cleo = people
    ben.draws()
    cleo.guesses(1, ben.number)
    ada.draws(ACROSS)
    house.kill()
    notice = ada.page.get_by_role("status").filter(has_text="connection is lost")
    expect(notice).to_be_visible()
    ada.draws(DOWN)
    ada.sees_ink(0, BOTH)
    house.start()
    expect(notice).to_be_hidden()
    for person in people:
        person.sees_ink(0, BOTH)
    expect(ada.page.locator("[data-artist='1'] [data-laid-by='2']")).to_be_attached()
    ada.guesses(2, next(number for number in range(1, 8) if number != ada.number))
    for person in people:
        person.finishes(takes=False)
    ada.sees("word")


def test_a_network_that_fails(people: Sequence[Person]) -> None:
    ada, ben, _ = people
    ada.context.set_offline(True)
    ada.page.evaluate("dispatchEvent(new Event('offline'))")
    ada.draws(ACROSS)
    ada.context.set_offline(False)
    ada.draws(DOWN)
    ben.sees_ink(0, BOTH)


def test_a_second_tab(people: Sequence[Person]) -> None:
    """The newer one has the seat, the older one says so, and can take it back."""
    ada = people[0]
    ada.draws(ACROSS)
    first, second = ada.page, ada.new_page(ada.page.url.split("/t/")[0])
    second.goto(first.url)
    ada.page = second
    ada.sees_ink(0, (20, 20, 80, 20))
    expect(first.get_by_text("Your seat was opened somewhere else.")).to_be_visible()
    first.get_by_role("button", name="Play here again").click()
    ada.page = first
    ada.draws(DOWN)
    for person in people:
        person.sees_ink(0, BOTH)
    expect(second.get_by_text("Your seat was opened somewhere else.")).to_be_visible()


def test_nobody_finishes_or_freezes_by_a_slip(people: Sequence[Person]) -> None:
    """It is asked once, and no is the answer to everything but yes."""
    ada = people[0]
    ada.draws(ACROSS)
    ada.page.locator("[data-artist='1'] button.cover").click()
    ada.page.locator("[data-hand] li:nth-child(3) button").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("freezes")
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-centre] .finish button").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("neither draw nor guess")
    ada.page.keyboard.press("Escape")
    ada.draws(DOWN)
    ada.sees_ink(0, BOTH)


def test_what_may_not_be_guessed_says_why(people: Sequence[Person]) -> None:
    ada = people[0]
    ada.guesses(1, 3)
    ada.page.locator("[data-artist='1'] button.cover").click()
    ada.page.keyboard.press("4")
    expect(ada.page.get_by_role("alert").filter(has_text="You have a card on this pile.")).to_be_visible()


def test_a_card_is_dragged_onto_a_sheet(people: Sequence[Person]) -> None:
    ada = people[0]
    card = ada.page.locator("[data-hand] li:nth-child(2) button").bounding_box()
    sheet = ada.page.locator(".tile[data-artist='2']").bounding_box()
    assert card is not None
    assert sheet is not None
    ada.page.mouse.move(card["x"] + 20, card["y"] + 20)
    ada.page.mouse.down()
    ada.page.mouse.move(sheet["x"] + 60, sheet["y"] + 90, steps=8)
    ada.page.mouse.up()
    ada.page.get_by_role("button", name="Lay 2 on Cleo’s pile").click()
    expect(ada.page.locator("[data-artist='2'] [data-laid-by='0']").first).to_be_attached()


def test_an_objection_that_is_rejected_and_one_that_is_upheld(people: Sequence[Person]) -> None:
    """What has become of it is said; all guesses on the drawing go back, and it is seen in the scores."""
    ada, ben, cleo = people
    for person in people:
        person.draws()
    ben.guesses(0, ada.number)
    for person in people:
        person.finishes(takes=False)
    ada.sees("word")
    cleo.page.get_by_role("button", name="I object").click()
    cleo.page.get_by_role("dialog").get_by_role("button", name="It shows another word").click()
    ben.page.get_by_role("button", name="No, it is fine").click()
    for person in people:
        expect(person.page.get_by_text("The objection was rejected")).to_be_visible()
    ben.page.get_by_role("button", name="I object").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="letters or digits").click()
    cleo.page.get_by_role("button", name="Right, it does not count").click()
    for person in people:
        expect(person.page.get_by_text("The drawing does not count")).to_be_visible()
    look_on(people, until="scores")
    assert ada.stars() == [-3, -3, -3] * 2  # nobody earned anything, not even Ben


def test_a_word_that_is_admitted(people: Sequence[Person]) -> None:
    ada = people[0]
    for person in people:
        person.draws()
        person.finishes(takes=False)
    ada.sees("word")
    ada.page.get_by_role("button", name="I must admit something").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="It shows another word").click()
    for person in people:
        expect(person.page.get_by_text("The drawing does not count")).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(people: Sequence[Person]) -> None:
    """The page and the words on the cards, for oneself alone."""
    ada, ben, _ = people
    word = ben.page.locator(".mine strong").inner_text()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("[popover] select").select_option(label="Русский")
    expect(ada.page.locator("html")).to_have_attribute("lang", "ru")
    expect(ada.page.locator(".mine strong")).to_have_text(re.compile("[\u0430-\u044f]"))
    assert ben.page.locator(".mine strong").inner_text() == word


def test_a_phone_that_is_turned(come: Come) -> None:
    """The drawing is the same."""
    people = gather(come, [Kind(PHONE, touch=True), Kind(DESKTOP), Kind(DESKTOP)])
    people[0].goes_on()
    look_on(people, until="drawing")
    ada, ben, _ = people
    ada.draws(ACROSS)
    ada.draws(DOWN)
    ada.page.set_viewport_size({"width": 640, "height": 360})
    ada.sees_ink(0, BOTH)
    ben.sees_ink(0, BOTH)
    ada.draws(((0.1, 0.9), (0.3, 0.9)))
    ben.sees_ink(0, (10, 20, 80, 90))


def test_the_next_game_at_the_same_table(people: Sequence[Person]) -> None:
    """After the last round all are back in the lobby as they were, and play again."""
    for _ in range(4):
        look_on(people, until="drawing")
        for person in people:
            person.finishes(takes=False)
        look_on(people, until="scores")
    look_on(people, until="over")
    people[0].goes_on()
    for person in people:
        person.sees_lobby()
    people[0].goes_on()
    look_on(people, until="drawing")
    play_round(people)
