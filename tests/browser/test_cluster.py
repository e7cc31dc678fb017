"""A whole game through `pictomania cluster`, in each of whose rounds a node is killed."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser

from tests.browser.browser_user import PHONE, TABLET, TIMEOUT_MS, BrowserUser, Device
from tests.browser.game_flow import NAMES, advance_to, click_to, gather_users, play_round
from tests.cli.cluster.cluster_process import ClusterProcess, metric, nodes_among, run_cluster

DEVICES = (Device(), Device(TABLET, touch=True), Device(PHONE, touch=True))
LONGEST_S = 15.0  # that anyone sees "Reconnecting"; two seconds, unless the machine is busy
# Measures how long each notice of a lost connection is shown.
NOTICES = """(() => {
    let since = 0;
    window.notices = [];
    new MutationObserver(() => {
        const isLost = document.querySelector("[role=status] .why") !== null;
        if (isLost && !since) since = performance.now();
        if (!isLost && since) {
            window.notices.push((performance.now() - since) / 1000);
            since = 0;
        }
    }).observe(document, { childList: true, subtree: true });
})()"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ClusterProcess]:
    """Three nodes and three NATS servers."""
    with run_cluster(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def users(chromium: Browser, cluster: ClusterProcess) -> Iterator[list[BrowserUser]]:
    """Three users in the lobby of a table."""
    seated: list[BrowserUser] = []

    def create(name: str, device: Device) -> BrowserUser:
        user = BrowserUser(chromium, cluster.url, name, device)
        user.context.add_init_script(NOTICES)
        seated.append(user)
        return user

    with ExitStack() as stack:
        gather_users(create, DEVICES)
        for user in seated:
            stack.callback(user.close)
        yield seated
    for user in seated:
        user.ignore_errors("WebSocket connection to")  # that a node was just accepting
    assert [error for user in seated for error in user.errors] == []


def notices(users: Sequence[BrowserUser]) -> list[float]:
    """How long notices have been shown, in seconds, those of all users."""
    return [seconds for user in users for seconds in user.page.evaluate("notices")]


def wait_for_node(cluster: ClusterProcess, name: str) -> tuple[int, int]:
    """Wait until a node has a metric above zero; return its process id and the metric."""
    deadline = monotonic() + TIMEOUT_MS / 1000
    while monotonic() < deadline:
        for pid in nodes_among(cluster.children):
            if value := metric(pid, name):
                return pid, value
        sleep(0.05)
    raise AssertionError(f"no node has {name}")


def kill(cluster: ClusterProcess, users: Sequence[BrowserUser], name: str) -> None:
    """Kill the node that has a metric, and wait until the users whose sockets it had are back."""
    before = len(notices(users))
    pid, sockets = wait_for_node(cluster, name)
    os.kill(pid, signal.SIGKILL)
    deadline = monotonic() + TIMEOUT_MS / 1000
    while len(notices(users)) < before + sockets:
        assert monotonic() < deadline, f"only {notices(users)} are back"
        sleep(0.05)


def test_a_node_is_killed_in_every_round(cluster: ClusterProcess, users: list[BrowserUser]) -> None:
    """Everyone sees a short notice each time, and finishes the game with all stars."""
    assert [user.name for user in users] == list(NAMES[:3])
    users[0].advance()
    for role in ("members", "relayed", "members", "relayed"):  # of the table's owner, and of another node
        click_to(users, "drawing")
        for user in users:
            user.draw()
        kill(cluster, users, role)
        play_round(users)
    advance_to(users, "over")
    assert [user.stars() for user in users] == 3 * [[4 * 6, 4 * 5, 4 * 3]]
    assert max(notices(users)) < LONGEST_S
