"""People and bots of the house at one table: whole games in browsers, and a seat kept for somebody."""

import re
from collections.abc import Sequence
from functools import partial
from time import monotonic

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.person import DESKTOP, PHONE, TABLET, Kind, Person
from tests.browser.play import PATIENCE_S, look_on, unless_over

AWAY_MS = 40_000  # nobody is replaced before twenty seconds are over
BOTS_MS = 15_000  # the first one that is called starts their process


def bots(person: Person) -> Locator:
    """The seats of bots, in the lobby."""
    return person.page.locator(".seats li").filter(has_text=re.compile(r"\bbot\b"))


def guess_one(person: Person) -> None:
    """Lay a card on the first sheet of another."""
    other = next(seat for seat in range(3) if seat != person.seat)
    person.guesses(other, 1 if person.number != 1 else 2)


def play_round(people: Sequence[Person]) -> None:
    """Everybody who is not a bot draws, lays one card and finishes; bots do what they think best."""
    look_on(people, until="drawing")
    for person in people:
        person.draws()
    for person in people:  # bots may take the last token meanwhile
        unless_over(person, partial(guess_one, person))
        unless_over(person, partial(person.finishes, takes=True))
    look_on(people, until="scores")


def play_on(people: Sequence[Person], rounds: int) -> None:
    """Play all rounds, and see who has won."""
    for _ in range(rounds):
        play_round(people)
    look_on(people, until="over")
    assert len({tuple(person.stars()) for person in people}) == 1


def test_one_click_is_a_game_against_bots(come: Come) -> None:
    """Without a name, a lobby or anybody else; what was chosen once stays so."""
    ada = come("", Kind(PHONE, touch=True))
    page = ada.page
    page.goto("/")
    for button in ("Play now against bots", "New table", "Join"):
        expect(page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="How to play")).to_be_in_viewport(ratio=1)
    page.get_by_role("radio", name="hard").check(force=True)
    page.reload()
    expect(page.get_by_role("radio", name="hard")).to_be_checked()
    page.get_by_role("button", name="Play now against bots").click()
    ada.sees("reading")
    page.goto("/")
    page.get_by_role("link", name="Back to your table").click()
    ada.sees("reading")
    page.get_by_role("button", name="Menu").click()
    for name in ("Smudge", "Doodle", "Inky"):
        expect(page.get_by_label(f"How well {name} plays")).to_have_value("2", timeout=BOTS_MS)
    expect(page.locator(".menu li").filter(has_text="you")).to_contain_text("Artist")
    ada.can_be_used_by_all("the players, with bots")
    page.keyboard.press("Escape")
    look_on([ada], until="drawing")
    ada.can_be_used_by_all("drawing with bots")
    play_on([ada], 4)
    expect(page.get_by_text("Play again")).to_be_visible()
    assert len(ada.stars()) == 4


def test_a_host_a_friend_and_two_bots_play_the_first_edition(come: Come) -> None:
    """The host has bots sit down and says how well they play; the friend sees it all."""
    ada, ben = come("Ada"), come("Ben", Kind(TABLET, touch=True, dark=True))
    code = ada.makes_table()
    ben.comes(code)
    ada.page.get_by_label("First edition").check(force=True)
    for _ in range(3):
        ada.page.get_by_role("button", name="Add a bot").click()
    expect(bots(ben)).to_have_count(3)
    expect(ada.page.get_by_text("on its way")).to_have_count(0, timeout=BOTS_MS)
    ada.page.get_by_label("How well Smudge plays").select_option("hard")
    ada.page.get_by_role("button", name="What to do with Inky").click()
    ada.page.get_by_role("button", name="Send Inky away").click()
    expect(bots(ben)).to_have_count(2)
    expect(bots(ben).filter(has_text="hard")).to_have_count(1)
    expect(bots(ben).filter(has_text="normal")).to_have_count(1)
    assert ben.page.locator(".seats select, .seats button:has-text('Add a bot')").count() == 0
    for person in (ada, ben):
        expect(person.page.get_by_text("only cards are used that bots can draw")).to_be_visible()
        person.can_be_used_by_all("lobby with bots")
    ada.goes_on()
    ada.sees("choosing")
    assert ada.page.locator("button.card").count() == 3  # there is nothing of level 4 that bots can draw
    for person in (ada, ben):
        person.can_be_used_by_all("choosing, with bots")
    play_on([ada, ben], 5)


def test_a_bot_keeps_a_seat_and_gives_it_back(come: Come) -> None:
    ada, ben, cleo = come("Ada"), come("Ben", Kind(PHONE, touch=True)), come("Cleo", Kind(DESKTOP))
    code = ada.makes_table()
    for person in (ben, cleo):
        person.comes(code)
    ada.goes_on()
    look_on([ada, ben, cleo], until="drawing")
    cleo.page.goto("about:blank")
    sheet = ada.page.locator("[data-artist='2']").first
    sheet.get_by_role("button", name="Let a bot play for Cleo").click(timeout=AWAY_MS)
    for person in (ada, ben):
        person.page.get_by_role("button", name="Menu").click()
        expect(person.page.locator(".menu").get_by_text("A bot plays for Cleo")).to_be_visible()
        person.can_be_used_by_all("a seat that a bot keeps")
        person.page.keyboard.press("Escape")
    ink = sheet.get_by_role("button", name=re.compile("^Cleo’s sheet(?!, still empty)"))
    expect(ink).to_be_attached(timeout=BOTS_MS)
    cleo.page.goto(f"/t/{code}")
    cleo.sees("drawing", "word")
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.locator(".menu").get_by_text("A bot plays for Cleo")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Make Cleo the host")).to_be_visible()  # she is there
    ada.page.keyboard.press("Escape")
    until_s = monotonic() + PATIENCE_S
    while any(person.phase == "drawing" for person in (ada, ben, cleo)) and monotonic() < until_s:
        for person in (ada, ben, cleo):
            if person.page.locator("[data-centre] .finish button").count():
                person.finishes(takes=False)
    look_on([ada, ben, cleo], until="scores")


def test_those_from_whom_bots_have_learned_are_named(come: Come) -> None:
    """The first page leads there, and other pages open beside ours."""
    ada = come("Ada", Kind(PHONE, touch=True))
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Credits").click()
    expect(ada.page.get_by_role("heading", name="Credits")).to_be_in_viewport()
    for name in ("OpenMoji", "The Quick, Draw! Dataset"):
        expect(ada.page.get_by_role("link", name=name)).to_have_attribute("target", "_blank")
    expect(ada.page.get_by_role("heading", name="Playing with bots")).to_be_attached()
