"""An evening that never stalls: votes on levels, sitting out, pauses, early ends and latecomers."""

from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.browser_user import DESKTOP, PHONE, TABLET, BrowserUser, Device
from tests.browser.conftest import NewUser
from tests.browser.game_flow import advance_to, click_to, gather_users, play_round, while_drawing

ACROSS = ((0.2, 0.2), (0.8, 0.2))
DOWN = ((0.5, 0.2), (0.5, 0.8))
BOTH = (20, 20, 80, 80)
AWAY_MS = 25_000  # a player who has vanished sits out after 10 s
IDLE_MS = 120_000  # the longest that the table waits for an idle player, and then some


def begin(new_user: NewUser, *devices: Device) -> list[BrowserUser]:
    """Gather users and let them draw."""
    users = gather_users(new_user, devices)
    users[0].advance()
    advance_to(users, "drawing")
    return users


def choose_in_menu(user: BrowserUser, *labels: str) -> None:
    """Open the menu and press these buttons, one after the other."""
    user.page.get_by_role("button", name="Menu").click()
    for label in labels:
        user.page.locator(".menu").get_by_role("button", name=label).click()


def rename(user: BrowserUser, name: str) -> None:
    """Change the name in the menu."""
    choose_in_menu(user, "Change your name")
    dialog = user.page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)


def notice(user: BrowserUser, text: str) -> Locator:
    """Locate a banner below the header."""
    return user.page.locator(".notices").get_by_text(text)


def finish_round(users: Sequence[BrowserUser]) -> None:
    """Finish without tokens, and go through the reveal to the scores."""
    for user in users:
        while_drawing(user, partial(user.finish, take_token=False))
    advance_to(users, "scores")


def test_latecomer_joins_between_rounds(new_user: NewUser) -> None:
    """A newcomer watches the round, takes a new seat at its end, and plays the next one."""
    users = begin(new_user, Device(DESKTOP), Device(DESKTOP), Device(TABLET, touch=True))
    late = new_user("Dov", Device(PHONE, touch=True))
    late.page.goto(users[0].page.url)
    expect(late.page.get_by_text("join between rounds")).to_be_visible()
    late.page.locator("input[autocomplete=nickname]").fill("Dov")
    late.main_button().click()
    expect(late.page.get_by_text("You can join as soon as this round is over.")).to_be_visible()
    late.check_accessibility("watching until the round is over")
    for user in users:
        user.draw()
    finish_round(users)
    late.page.get_by_role("button", name="Join the game").click()
    expect(notice(late, "You’ll be playing from the next round on.")).to_be_visible()
    expect(users[0].page.get_by_text("Dov has joined the game.").first).to_be_visible()
    everyone = [*users, late]
    advance_to(everyone, "drawing")
    play_round(everyone)
    for user in everyone:
        expect(user.page.get_by_text("Dov joined late and started with 0 stars.")).to_be_visible()
        user.check_accessibility("scores with a latecomer")
    assert len(late.stars()) == len(users[0].stars())


def test_pause_covers_the_sheets(new_user: NewUser) -> None:
    """Anyone may ask for a pause; the host grants it, and the game goes on as it was."""
    users = begin(new_user, Device(DESKTOP), Device(PHONE, touch=True), Device(TABLET, touch=True))
    ada, ben, cleo = users
    ada.draw(ACROSS)
    ben.wait_for_phase("drawing")
    choose_in_menu(ben, "Ask for a pause")
    expect(notice(ben, "You’ve asked for a pause.")).to_be_visible()
    expect(notice(ada, "Asking for a pause: Ben.")).to_be_visible()
    ada.check_accessibility("a pause was asked for")
    ada.page.locator(".notices").get_by_role("button", name="Pause").click()
    for user in (ben, cleo):
        expect(user.page.get_by_role("heading", name="Ada has paused the game.")).to_be_visible()
        expect(user.page.locator("canvas")).to_have_count(0)
        user.check_accessibility("paused")
    expect(cleo.page.get_by_text("Ada can resume the game.")).to_be_visible()
    ada.page.locator("main").get_by_role("button", name="Resume").click()
    for user in users:
        expect(user.sheet()).to_be_visible()
    ada.draw(DOWN)
    for user in (ada, cleo):
        user.wait_for_ink(0, BOTH)


def test_game_ended_early_has_a_ranking(new_user: NewUser) -> None:
    """The host ends the game after the first round, changes their mind, and ends it after all."""
    users = begin(new_user, Device(DESKTOP), Device(PHONE, touch=True), Device(TABLET, touch=True))
    ada, ben, _ = users
    choose_in_menu(ada, "End after this round")
    expect(ben.page.locator("header").get_by_text("Last round").last).to_be_visible()
    choose_in_menu(ada, "Play all 4 rounds after all")
    expect(ben.page.locator("header").get_by_text("Last round")).to_have_count(0)
    choose_in_menu(ada, "End after this round")
    for user in users:
        user.draw()
    finish_round(users)
    advance_to(users, "over")
    for user in users:
        assert len(user.stars()) == len(users)
        expect(user.page.locator("h1")).to_contain_text("win")


def test_sitting_out_and_coming_back(new_user: NewUser) -> None:
    """A player who comes back in the same round has the same sheet, word and hand."""
    users = begin(new_user, *[Device(DESKTOP)] * 3, Device(PHONE, touch=True))
    ada, ben, cleo, dov = users
    for user in users:
        user.draw(ACROSS)
    word, number = ben.page.locator("[data-own-number]").first.inner_text(), ben.number
    played = next(value for value in range(1, 8) if value != number)
    ben.guess(0, played)
    choose_in_menu(ben, "Sit out for now")
    expect(notice(ben, "You’re sitting out.")).to_be_visible()
    ben.check_accessibility("sitting out")
    expect(ada.page.get_by_text("Ben is sitting out.").first).to_be_visible()
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.locator(".menu li").filter(has_text="Ben")).to_contain_text("sitting out")
    ada.page.keyboard.press("Escape")
    ben.page.get_by_role("button", name="I’m back").click()
    expect(notice(ben, "You’re sitting out.")).to_have_count(0)
    assert ben.page.locator("[data-own-number]").first.inner_text() == word
    ben.wait_for_ink(1, (20, 20, 80, 20))
    expect(ben.page.locator(f"[data-artist='0'] [data-laid-by='{ben.seat}']").first).to_be_attached()
    ben.guess(2, next(value for value in range(1, 8) if value not in (number, played)))
    finish_round([ada, ben, cleo, dov])


def test_host_lets_a_player_sit_out(new_user: NewUser) -> None:
    """In the next round the player watches, and everyone else plays without them."""
    users = begin(new_user, *[Device(DESKTOP)] * 3, Device(PHONE, touch=True))
    *others, dov = users
    choose_in_menu(users[0], "Options for Dov", "Have Dov sit out")
    users[0].page.keyboard.press("Escape")
    expect(notice(dov, "You’re sitting out.")).to_be_visible()
    for user in others:
        user.draw()
    finish_round(others)
    advance_to(others, "drawing")
    dov.wait_for_phase("drawing")
    expect(others[0].page.locator("[data-artist='3']")).to_have_count(0)
    expect(dov.page.locator("section[data-artist]")).to_have_count(0)
    dov.check_accessibility("watching while sitting out")
    dov.page.get_by_role("button", name="I’m back").click()
    expect(notice(dov, "You’ll be playing from the next round on.")).to_be_visible()


@pytest.mark.waits
def test_table_goes_on_without_a_vanished_player(new_user: NewUser) -> None:
    """A player whose page is closed sits out after a while, and comes back by opening it again."""
    users = begin(new_user, *[Device(DESKTOP)] * 4)
    *others, dov = users
    url = dov.page.url
    dov.page.goto("about:blank")
    for user in others:
        user.draw()
        while_drawing(user, partial(user.finish, take_token=False))
    expect(others[0].page.get_by_text("Dov is sitting out.").first).to_be_visible(timeout=AWAY_MS)
    advance_to(others, "scores")
    dov.page.goto(url)
    dov.wait_for_phase("scores")
    advance_to(users, "drawing")
    dov.draw(ACROSS)
    others[0].wait_for_ink(3, (20, 20, 80, 20))


def test_players_vote_on_the_level(new_user: NewUser) -> None:
    """Everyone sees the votes; most votes win, and everyone sees the level before the cards."""
    users = gather_users(new_user, [Device(DESKTOP), Device(PHONE, touch=True), Device(TABLET, touch=True)])
    ada, ben, cleo = users
    ada.page.get_by_label("First edition").check(force=True)
    expect(ada.page.get_by_label("Who chooses the level")).to_be_visible()
    ada.advance()
    for user in users:
        user.wait_for_phase("choosing")
    for user, level in ((ada, 2), (ben, 1)):
        user.page.get_by_role("button", name=f"Level {level}").click()
    expect(cleo.page.get_by_role("button", name="Level 2")).to_contain_text("Votes: Ada")
    ben.page.get_by_role("button", name="Level 3").click()
    expect(cleo.page.get_by_role("button", name="Level 3")).to_contain_text("Votes: Ben")
    cleo.check_accessibility("voting on the level")
    cleo.page.get_by_role("button", name="Level 3").click()
    for user in users:
        user.wait_for_phase("reading")
        expect(user.page.get_by_text("chosen by vote")).to_be_visible()
        user.check_accessibility("reading with the level")


def test_name_and_device_can_be_changed_in_a_game(new_user: NewUser) -> None:
    """While players must be silent, the others don't see a new name yet."""
    users = begin(new_user, *[Device(DESKTOP)] * 3)
    ada, ben, _ = users
    ada.page.get_by_role("button", name="Menu").click()
    menu = ada.page.locator(".menu")
    menu.get_by_role("button", name="Move to another device").click()
    expect(ada.page.get_by_label("The link that moves your seat")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    for user in users:
        user.draw()
    rename(ada, "Augusta")
    expect(ben.page.get_by_text("Augusta")).to_have_count(0)
    finish_round(users)
    expect(ben.page.get_by_text("Augusta").first).to_be_visible()
    rename(ada, "Ada")
    expect(ben.page.locator(".scores table").first).to_contain_text("Ada")


@pytest.mark.waits
def test_idle_players_are_asked_whether_they_are_there(new_user: NewUser) -> None:
    """Once half have finished, each idle player sees a countdown, and the others see whom it is about."""
    users = gather_users(new_user, [Device(DESKTOP)] * 3 + [Device(PHONE, touch=True)])
    ada, ben, *idle = users
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Idle players").select_option(label="done after 60 seconds")
    ada.advance()
    advance_to(users, "drawing")
    for user in users:
        user.draw()
    for user in (ada, ben):
        user.finish(take_token=False)
    for user in idle:
        expect(notice(user, "Still there?")).to_be_visible(timeout=IDLE_MS)
        user.check_accessibility("still there")
    expect(ada.page.locator("header").get_by_text("Is Cleo still there?")).to_be_visible()
    for user in idle:
        user.finish(take_token=False)
    ada.wait_for_phase("word")


@pytest.mark.waits
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("rounds", [1, pytest.param(4, marks=pytest.mark.long)])
def test_whole_game_with_an_idle_and_a_vanished_player(new_user: NewUser, rounds: int) -> None:
    """Two of four play on, and press nothing between the end of a drawing and *Next round*."""
    users = gather_users(new_user, [Device(DESKTOP)] * 2 + [Device(PHONE, touch=True)] * 2)
    *active, idle, vanished = users
    if rounds == 1:
        active[0].page.get_by_label("Rounds").select_option(label="1")
    active[0].advance()
    for user in users:
        user.wait_for_phase("reading")
    vanished.page.goto("about:blank")
    for _ in range(rounds):
        for user in active:
            user.wait_for_phase("reading")
            user.advance()
        for user in active:
            user.wait_for_phase("drawing")
            user.draw()
            user.finish(take_token=True)
        expect(notice(idle, "Still there?")).to_be_visible(timeout=IDLE_MS)
        expect(active[0].page.locator("[data-phase=scores]")).to_be_visible(timeout=IDLE_MS)
        for user in active:
            user.wait_for_phase("scores")
        assert active[0].stars() == active[1].stars() == idle.stars()
        for user in active:
            user.advance()
    click_to(active, "over")
