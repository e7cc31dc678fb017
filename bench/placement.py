"""Where the tables of a cluster are, on paper: how evenly, and what lost nodes and upgrades do to that.

    .venv/bin/python bench/placement.py [--tables 250] [--seed 1] [--json]

Simulates what the nodes do, without running any: a table belongs to the node where it was created or, after
its node has gone, where the first of its players came back. A player's socket arrives at the node that the
load balancer chose, and is relayed if the table is on another. What the steps cost is measured elsewhere
(docs/benchmarks.md).
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from math import log
from random import Random
from statistics import mean, quantiles

PLAYERS, WEIGHTS = (3, 4, 5, 6), (2, 3, 3, 2)
VISIT_S, SPREAD = 2700.0, 0.5  # how long people stay at a table: log-normal, with this mean
RESTART_S = 20.0  # for a node that is upgraded
EVEN = 1.25  # load of the busiest node, relative to the mean, that counts as even again
SAMPLE_S = 30.0

# Milliseconds of CPU; see "Reconnecting" in docs/benchmarks.md.
HANDSHAKE_MS, WELCOME_MS, RESUME_MS = 0.26, 0.5, 6.0
BACKOFF_S = (0.125, 0.375)  # of a browser, before its first attempt to reconnect
CLOSING_S = 2.0  # in which a node that is stopped closes its sockets


@dataclass(eq=False, slots=True)
class Node:
    """One node, with what it carries."""

    tables: int = 0
    sockets: int = 0
    is_open: bool = True  # to new sockets


@dataclass(eq=False, slots=True)
class Table:
    """A table, and the nodes at which the sockets of its players arrive."""

    owner: Node
    entries: list[Node]


Balancer = Callable[[Sequence[Node], Random], Node]


def any_node(nodes: Sequence[Node], chance: Random) -> Node:
    """Take turns; which is as good as chance here."""
    return chance.choice(nodes)


def least_connections(nodes: Sequence[Node], chance: Random) -> Node:
    """Take a node with the fewest sockets."""
    fewest = min(node.sockets for node in nodes)
    return chance.choice([node for node in nodes if node.sockets == fewest])


BALANCERS: dict[str, Balancer] = {"round robin": any_node, "least connections": least_connections}


@dataclass
class Cluster:
    """Nodes behind a load balancer, and people who come and go."""

    nodes: list[Node]
    balancer: Balancer
    chance: Random
    arrivals_per_s: float
    now_s: float = 0.0
    tables: dict[Table, None] = field(default_factory=dict)  # in order, so that a seed gives the same result
    closed: int = 0  # sockets, by nodes that stopped
    _ends: list[tuple[float, int, Table]] = field(default_factory=list)
    _numbers: Iterable[int] = field(default_factory=count)

    @classmethod
    def busy(cls, nodes: int, tables_per_node: int, balancer: Balancer, chance: Random) -> "Cluster":
        """A cluster that has been running for long enough to be in balance."""
        arrivals_per_s = nodes * tables_per_node / VISIT_S
        cluster = cls([Node() for _ in range(nodes)], balancer, chance, arrivals_per_s)
        cluster.run(8 * VISIT_S)
        return cluster

    def run(self, seconds: float, watch: Callable[[], None] = lambda: None) -> None:
        """Let time pass: tables are created, and end; `watch` is called now and then."""
        until, next_sample = self.now_s + seconds, self.now_s + SAMPLE_S
        while True:
            self.now_s += self.chance.expovariate(self.arrivals_per_s)
            while self._ends and self._ends[0][0] <= min(self.now_s, until):
                self._end(heappop(self._ends)[2])
            if self.now_s >= until:  # the next arrival is as far away as ever
                self.now_s = until
                return
            self._create()
            if self.now_s >= next_sample:
                next_sample += SAMPLE_S
                watch()

    def _create(self) -> None:
        table = Table(self._enter(), [])
        table.owner.sockets -= 1  # it was a page that created the table
        table.owner.tables += 1
        table.entries = [self._enter() for _ in range(self.chance.choices(PLAYERS, WEIGHTS)[0])]
        self.tables[table] = None
        stay_s = self.chance.lognormvariate(log(VISIT_S) - SPREAD**2 / 2, SPREAD)
        heappush(self._ends, (self.now_s + stay_s, next(iter(self._numbers)), table))

    def _enter(self) -> Node:
        node = self.balancer([node for node in self.nodes if node.is_open], self.chance)
        node.sockets += 1
        return node

    def _end(self, table: Table) -> None:
        del self.tables[table]
        table.owner.tables -= 1
        for node in table.entries:
            node.sockets -= 1

    def lose(self, gone: Node) -> list[tuple[Table, int]]:
        """Stop a node: the sockets that it had or served come back elsewhere, in any order; return them."""
        gone.is_open = False
        back = [
            (table, place)
            for table in self.tables
            for place, entry in enumerate(table.entries)
            if gone in (entry, table.owner)
        ]
        self.chance.shuffle(back)
        for table, place in back:
            table.entries[place].sockets -= 1
        orphans = {table for table, _ in back if table.owner is gone}
        for table, place in back:
            table.entries[place] = entry = self._enter()
            if table in orphans:
                orphans.remove(table)
                table.owner = entry
                entry.tables += 1
        gone.tables = 0
        self.closed += len(back)
        return back

    @property
    def relayed(self) -> float:
        """The share of sockets whose table is on another node."""
        return mean(entry is not table.owner for table in self.tables for entry in table.entries)

    @property
    def tables_at_most(self) -> float:
        """The tables of the busiest node, relative to the mean of all that should be there."""
        return max(node.tables for node in self.nodes) / (len(self.tables) / len(self.nodes))

    @property
    def tables_at_least(self) -> float:
        """The tables of the idlest node, relative to the mean."""
        return min(node.tables for node in self.nodes) / (len(self.tables) / len(self.nodes))


# Upgrades.


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an upgrade of all nodes did."""

    procedure: str
    balancer: str
    nodes: int
    gap_s: float  # between two nodes
    peak: float  # tables of the busiest node at any time, relative to the mean
    last: float  # tables of the idlest node right after it
    uneven_min: float  # until the busiest node had a normal load again
    interruptions: float  # per player


def in_place(cluster: Cluster, gap_s: float, watch: Callable[[], None]) -> None:
    """Stop and start one node after another."""
    for node in cluster.nodes:
        cluster.lose(node)
        watch()
        cluster.run(RESTART_S, watch)
        node.is_open = True
        cluster.run(gap_s, watch)


def side_by_side(cluster: Cluster, gap_s: float, watch: Callable[[], None]) -> None:
    """Start as many new nodes, let only these get new sockets, and then stop one old node after another."""
    old = list(cluster.nodes)
    for node in old:
        node.is_open = False
    cluster.nodes += [Node() for _ in old]
    for node in old:
        cluster.lose(node)
        cluster.nodes.remove(node)
        cluster.run(gap_s, watch)


PROCEDURES = {"in place": in_place, "side by side": side_by_side}


def upgrade(procedure: str, balancer: str, nodes: int, gap_s: float, options: argparse.Namespace) -> Upgrade:
    """Upgrade all nodes of a busy cluster, and wait until the load is even again."""
    cluster = Cluster.busy(nodes, options.tables, BALANCERS[balancer], Random(options.seed))
    peaks = [1.0]

    def watch() -> None:
        if len(cluster.nodes) == nodes:  # two generations at a time share the machines
            peaks.append(cluster.tables_at_most)

    PROCEDURES[procedure](cluster, gap_s, watch)
    watch()
    interruptions = cluster.closed / sum(len(table.entries) for table in cluster.tables)
    last, ended_s = cluster.tables_at_least, cluster.now_s
    while cluster.tables_at_most > EVEN:
        cluster.run(60)
        watch()
    uneven_min = (cluster.now_s - ended_s) / 60
    return Upgrade(procedure, balancer, nodes, gap_s, max(peaks), last, uneven_min, interruptions)


# The storm of reconnecting players.


@dataclass(frozen=True, slots=True)
class Storm:
    """What the loss of a node did."""

    nodes: int
    busy: float  # share of each core that the tables need anyway
    cause: str
    relayed: float  # share of sockets, before
    players: int  # who had to reconnect
    tables: int  # that moved
    p50_s: float  # until a player is back
    longest_s: float


def storm(nodes: int, busy: float, cause: str, options: argparse.Namespace) -> Storm:
    """Lose a node, and let its players come back."""
    cluster = Cluster.busy(nodes, options.tables, any_node, Random(options.seed))
    relayed, gone, chance = cluster.relayed, cluster.nodes[0], cluster.chance
    moved = {table for table in cluster.tables if table.owner is gone}
    back = cluster.lose(gone)
    pause_s = CLOSING_S if cause == "stopped" else 0.0
    came = [chance.uniform(0, pause_s) + chance.uniform(*BACKOFF_S) for _ in back]
    done = _serve(back, came, moved, 1 - busy)
    return Storm(nodes, busy, cause, relayed, len(back), len(moved), quantiles(done, n=100)[49], max(done))


def _serve(
    back: Sequence[tuple[Table, int]], came: Sequence[float], moved: Iterable[Table], speed: float
) -> list[float]:
    """Return how long each player had to wait; a node does one thing after another."""
    free_s: dict[Node, float] = {}
    unread = set(moved)
    events = [(at_s, number, False) for number, at_s in enumerate(came)]
    heapify(events)
    done = []
    while events:
        now_s, number, is_accepted = heappop(events)
        table, place = back[number]
        node, cost_ms = table.entries[place], HANDSHAKE_MS
        if is_accepted:
            node, cost_ms = table.owner, WELCOME_MS
            if table in unread:
                unread.remove(table)
                cost_ms += RESUME_MS
        free_s[node] = max(now_s, free_s.get(node, 0)) + cost_ms / 1000 / speed
        if is_accepted:
            done.append(free_s[node])
        else:
            heappush(events, (free_s[node], number, True))
    return done


# The report.


def report(options: argparse.Namespace) -> dict[str, list[Upgrade] | list[Storm]]:
    """Simulate everything."""
    plans = [
        ("in place", balancer, nodes, gap_s)
        for nodes in (3, 12)
        for balancer in BALANCERS
        for gap_s in (60, 600, 2700)
    ]
    plans += [("side by side", balancer, nodes, 60) for nodes in (3, 12) for balancer in BALANCERS]
    return {
        "upgrades": [upgrade(*plan, options) for plan in plans],
        "storms": [
            storm(nodes, busy, cause, options)
            for nodes in (3, 12, 30)
            for busy, cause in ((0.6, "killed"), (0.6, "stopped"))
        ],
    }


def text(results: dict[str, list[Upgrade] | list[Storm]]) -> str:
    """Format the results as tables."""
    lines = [
        "upgrade       balancer           nodes  pause s  busiest node  idlest after  uneven min"
        "  interruptions"
    ]
    lines += [
        f"{each.procedure:<13} {each.balancer:<18} {each.nodes:>5} {each.gap_s:>8.0f} {each.peak:>13.2f}"
        f" {each.last:>13.2f} {each.uneven_min:>11.0f} {each.interruptions:>14.2f}"
        for each in results["upgrades"]
        if isinstance(each, Upgrade)
    ]
    lines += ["", "nodes  one is   relayed  tables  players  back p50 s  all back s"]
    lines += [
        f"{each.nodes:>5}  {each.cause:<8} {each.relayed:>6.0%} {each.tables:>7} {each.players:>8}"
        f" {each.p50_s:>11.2f} {each.longest_s:>11.2f}"
        for each in results["storms"]
        if isinstance(each, Storm)
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Simulate and print."""
    parser = argparse.ArgumentParser(description="Simulate where the tables of a cluster are.")
    parser.add_argument("--tables", type=int, default=250, help="per node, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    results = report(options)
    as_json = {name: [_fields(each) for each in some] for name, some in results.items()}
    print(json.dumps(as_json, indent=2) if options.json else text(results))


def _fields(result: Upgrade | Storm) -> dict[str, object]:
    return {name: getattr(result, name) for name in result.__slots__}


if __name__ == "__main__":
    main(sys.argv[1:])
