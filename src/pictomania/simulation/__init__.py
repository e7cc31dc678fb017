"""Simulated games: simulated people for the balance of the rules, and house bots at real tables.

Neither uses a clock or the network. The names exported here need only the rules, and the caller supplies the
deck. `bot_games` also builds on the table, the client and the bots.
"""

from pictomania.simulation.balance import Balance, balance_of, empty_balance
from pictomania.simulation.json_report import balance_as_json
from pictomania.simulation.play import GameStep, SimulatedGame, SimulationError, play_game, seeded_random
from pictomania.simulation.text_report import balance_as_text

__all__ = [
    "Balance",
    "GameStep",
    "SimulatedGame",
    "SimulationError",
    "balance_as_json",
    "balance_as_text",
    "balance_of",
    "empty_balance",
    "play_game",
    "seeded_random",
]
