"""How many actions a second one core can store, and tell everyone about, with a log in a file.

The action is switching the language: any player may do that at any time, it changes the state that all six
players are sent, and its result can be told from that of any other. It counts once the player has the new
state, which is after it was stored. No player does more than their limits allow.
"""

from time import sleep

from pictomania.cli.bench.capacity import seat_up_to
from pictomania.cli.bench.comparison import Contestant
from pictomania.cli.bench.crowd import SEATS
from pictomania.cli.bench.generator import Load
from pictomania.cli.bench.plan import LIMIT_MS
from pictomania.cli.bench.search import search
from pictomania.cli.bench.workshop import Workshop
from pictomania.server.net.rate_limits import RateLimits

SHARE_OF_LIMIT = 0.9  # at most, of what a key may request
MIN_STORED = 0.97  # of what was due; below it, players wait for their last action


def find_action_rate(workshop: Workshop, ours: Contestant) -> Load | None:
    """Return what was measured at the highest rate that was stored in time."""
    plan = workshop.plan
    per_table = SEATS * SHARE_OF_LIMIT * RateLimits().requests[0]

    def probe(rate: int) -> tuple[Load, bool] | None:
        if not workshop.has_time_for(plan.warm_up_s + plan.seconds + plan.rejoin_s):
            return None
        workshop.progress(f"{rate} actions a second")
        tables = int(rate / per_table) + 1
        seat_up_to(ours.server, ours.generator, tables)
        load = act(ours, rate, tables, plan.warm_up_s, plan.seconds)
        return load, load.act_p99_ms < LIMIT_MS and load.stored > MIN_STORED * rate * load.seconds

    most = int(plan.action_tables * per_table) - 1
    return search(probe, plan.first_actions, most, lambda rate: int(rate * plan.action_share) + 1)[1]


def act(ours: Contestant, rate: int, tables: int, warm_up_s: float, seconds: float) -> Load:
    """Let players do something so often a second, for a while."""
    generator = ours.generator
    generator.act(rate, tables)
    sleep(warm_up_s)
    generator.mark()
    sleep(seconds)
    load = generator.read()
    generator.drain()
    return load
