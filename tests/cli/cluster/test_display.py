"""What the operator of a cluster sees, on a terminal and in a file."""

import io
import os
import pty

import pytest

from pictomania.cli.cluster.display import Display, state_lines, summary
from pictomania.cli.cluster.state import ClusterState, NatsState, NodeState

BUSY = NodeState("node-1", {"tables": 1200, "members": 4800, "relayed": 3})
DOWN = NodeState("node-2", None)
IDLE = NodeState("node-2", {})
NATS = [NatsState("nats-1", is_up=True, is_leader=False), NatsState("nats-2", is_up=True, is_leader=True)]
STATE = ClusterState([BUSY, IDLE], NATS)
WITHOUT_NODE = ClusterState([BUSY, DOWN], NATS)
WITHOUT_LEADER = ClusterState([BUSY, IDLE], [NatsState("nats-1", is_up=False, is_leader=False)])


class Terminal(io.StringIO):
    """A terminal without a size."""

    def isatty(self) -> bool:
        return True


def test_a_line_for_each_process() -> None:
    assert state_lines(WITHOUT_NODE) == [
        "  node-1    up   1,200 tables   4,800 players       3 relayed to other nodes",
        "  node-2    down",
        "  nats-1    up",
        "  nats-2    up  leader",
    ]
    assert state_lines(WITHOUT_LEADER)[-1] == "  nats-1    down"


def test_everything_in_one_line() -> None:
    assert summary(WITHOUT_NODE) == (
        "node-1 1,200 tables, 4,800 players, 3 relayed; NATS leader nats-2; node-2 down"
    )
    assert summary(WITHOUT_LEADER).endswith(
        "node-2 0 tables, 0 players, 0 relayed; NATS leader none; nats-1 down"
    )


def test_a_terminal_is_refreshed_in_place() -> None:
    """Only if something has changed; events stay above."""
    terminal = Terminal()
    display = Display(terminal)
    display.show(STATE)
    display.show(STATE)
    lines = "\n".join(state_lines(STATE)) + "\n"
    assert terminal.getvalue() == lines
    display.insert("news")
    assert terminal.getvalue() == f"{lines}\x1b[4A\x1b[Jnews\n{lines}"
    display.show(WITHOUT_NODE)
    assert terminal.getvalue().endswith("\x1b[4A\x1b[J" + "\n".join(state_lines(WITHOUT_NODE)) + "\n")


def test_lines_do_not_wrap() -> None:
    """The terminal of this test has no size, which counts as 80 columns."""
    far, near = pty.openpty()
    with os.fdopen(far, "rb", buffering=0) as screen, os.fdopen(near, "w") as terminal:
        name = 200 * "n"
        Display(terminal).show(ClusterState([NodeState(name, None)], []))
        assert screen.read(100) == f"  {name[:77]}\r\n".encode()


def test_a_file_gets_a_line_now_and_then() -> None:
    """Not before everything is up, and not too often; events always."""
    file = io.StringIO()
    display = Display(file)
    display.show(WITHOUT_NODE)
    assert file.getvalue() == ""
    display.show(STATE)
    display.show(WITHOUT_NODE)  # a moment later
    display.report("node-2 ended")
    first, second = file.getvalue().splitlines()
    assert first.endswith(f"  {summary(STATE)}")
    assert second.endswith("  node-2 ended")


@pytest.mark.parametrize("count", [2, 3])
def test_a_file_gets_changes_only(count: int) -> None:
    file = io.StringIO()
    display = Display(file, seldom_s=0)
    for _ in range(count):
        display.show(STATE)
    display.show(WITHOUT_NODE)
    first, second = file.getvalue().splitlines()
    assert first.endswith(summary(STATE))
    assert second.endswith(summary(WITHOUT_NODE))
