"""Whole games played by simulated people, and what they say about the balance of the rules.

Knows the rules and nothing else of the house: no clock, no network, no words; the deck is handed in.
"""

from pictomania.simulation.balance import Balance, balance_of, blank_balance
from pictomania.simulation.figures import json_form
from pictomania.simulation.play import Broken, Played, Step, random_of, whole_game
from pictomania.simulation.report import text_form

__all__ = [
    "Balance",
    "Broken",
    "Played",
    "Step",
    "balance_of",
    "blank_balance",
    "json_form",
    "random_of",
    "text_form",
    "whole_game",
]
