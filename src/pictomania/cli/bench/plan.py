"""How much is measured, and for how long."""

from dataclasses import dataclass, replace

LIMIT_MS = 50.0  # for the slowest of a hundred deliveries or stored actions
RATE = 20.0  # pieces of ink that a player sends per second


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """The extent of a run; what is empty or zero is not measured."""

    at_most_s: float  # for everything; steps that would take longer are left out
    scripts: int = 21  # of different players
    script_s: float = 60.0
    tables: int = 200  # in the comparison
    usual_tables: int = 80  # of the usual way, which cannot serve as many
    rounds: int = 6  # of the comparison
    warm_up_s: float = 0.7
    seconds: float = 3.0  # of each measurement
    most_tables: int = 0  # to look for the capacity among
    table_step: int = 10  # its precision
    action_tables: int = 400  # at most, at which players do something that is stored
    first_actions: int = 500  # a second, doubled until that is too much
    action_share: float = 0.1  # the precision
    rejoins: int = 30
    reserved_s: float = 16.0  # for what comes after the comparison and the search for the capacity
    rejoin_s: float = 3.0  # of these
    full_points: int = 2_400  # on a full sheet: 40 s with the pencil down, sampled at 60 Hz
    restart_tables: int = 0
    parked_tables: int = 0
    growth_tables: tuple[int, ...] = ()
    growth_players: tuple[int, ...] = ()
    growth_watchers: tuple[int, ...] = ()
    growth_points: tuple[int, ...] = ()  # on each sheet
    growth_rounds: int = 0
    growth_crowd: int = 20  # tables at which players, watchers and points are varied

    def with_tables(self, most: int) -> "BenchPlan":
        """Return the same plan with this many tables at most."""
        return replace(
            self,
            tables=min(self.tables, most),
            usual_tables=min(self.usual_tables, most),
            most_tables=min(self.most_tables, most),
            action_tables=min(self.action_tables, most),
            growth_tables=tuple(size for size in self.growth_tables if size <= most),
        )


QUICK = BenchPlan(at_most_s=44.0, rounds=3, warm_up_s=0.4, seconds=1.5, action_tables=300, reserved_s=16.0)
FULL = BenchPlan(
    at_most_s=600.0,
    most_tables=1_200,
    restart_tables=1_000,
    parked_tables=300,
    growth_tables=(1, 10, 100, 400),
    growth_players=(3, 4, 5, 6),
    growth_watchers=(0, 10, 20, 30, 50),
    growth_points=(0, 10_000, 20_000, 40_000, 80_000),
    growth_rounds=8,
)
