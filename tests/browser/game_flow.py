"""Steps of a game that several users take together."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.browser_user import SOON_MS, BrowserUser, Device

Inspect = Callable[[Sequence[BrowserUser], str], None]

TIMEOUT_S = 60.0
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Fay")
# Presses the buttons that lead to a phase, each once, and again only if it doesn't help for a while.
HURRY = """([target, patienceMs]) => {
    const BUTTONS = {
        choosing: "button.card",
        drawing: "dialog[open] .ways button:last-child, [data-centre] .finish button",
        word: "[data-move-on]",
        pile: "[data-move-on]",
    };
    let pressed = "", pressedAt = 0;
    const hurry = () => {
        const phase = document.querySelector("[data-phase]")?.dataset.phase;
        if (phase === target) return;
        const selector = BUTTONS[phase] ?? (phase ? `[data-phase=${phase}] button.main` : "button.main");
        const button = [...document.querySelectorAll(selector)]
            .filter(each => !each.disabled && each.checkVisibility()).at(-1);
        const name = button && `${phase}: ${button.textContent}`;
        if (button && (name !== pressed || performance.now() - pressedAt > patienceMs)) {
            [pressed, pressedAt] = [name, performance.now()];
            button.click();
        }
        setTimeout(hurry, 30);
    };
    hurry();
}"""


def gather_users(new_user: Callable[..., BrowserUser], devices: Sequence[Device]) -> list[BrowserUser]:
    """Seat one user per device at a table made by the first."""
    users = [new_user(name, device) for name, device in zip(NAMES, devices, strict=False)]
    code = users[0].make_table()
    for user in users[1:]:
        user.join(code)
        user.advance()
    return users


def play_round(users: Sequence[BrowserUser], inspect: Inspect | None = None) -> None:
    """Let everyone draw, guess right and finish, then go through the reveal to the scores."""
    for user in users:
        user.wait_for_phase("drawing")
        user.draw()
    numbers = {user.seat: user.number for user in users}
    for user in users:
        for artist, number in numbers.items():
            if artist != user.seat:
                user.guess(artist, number)
    for user in users:  # in the first edition, the last token ends the phase
        while_drawing(user, partial(user.finish, take_token=True))
    if inspect is not None:
        for phase in ("word", "pile"):
            click_to(users, phase)
            inspect(users, phase)
        click_to(users, "scores")
    advance_to(users, "scores")


def skip_rounds(users: Sequence[BrowserUser], rounds: int) -> None:
    """Let everyone finish at once with a blank sheet, for some rounds."""
    for _ in range(rounds):
        advance_to(users, "drawing")
        advance_to(users, "scores")


def while_drawing(user: BrowserUser, do: Callable[[], None]) -> None:
    """Do something unless the drawing phase is over, or ends in the middle of it."""
    try:
        if user.phase == "drawing":
            do()
    except (PlaywrightTimeout, AssertionError):
        if user.phase == "drawing":
            raise


def advance_to(users: Sequence[BrowserUser], target: str) -> None:
    """Hurry all users to a later phase; while drawing, they finish without a token."""
    for user in users:
        user.page.evaluate(HURRY, [target, SOON_MS])
    for user in users:
        user.wait_for_phase(target)


def click_to(users: Sequence[BrowserUser], target: str) -> None:
    """Advance all users to a later phase like people do; users who are asked for a level pick the easiest."""
    deadline_s = monotonic() + TIMEOUT_S
    while behind := [user for user in users if user.phase != target]:
        if monotonic() > deadline_s:
            stuck = [(user.name, user.phase, user.errors) for user in users]
            raise AssertionError(f"the game never reached {target}: {stuck}")
        for user in behind:
            phase = user.phase  # may have changed since
            if phase == target:
                continue
            if phase == "choosing":
                level = user.page.locator("button.card")
                with suppress(PlaywrightTimeout):  # the level may be chosen by now, but not shown yet
                    if level.count():
                        level.first.click(timeout=SOON_MS)
            else:
                user.advance()
