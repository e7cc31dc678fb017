"""Golden transcripts of some games; `pytest tests/transcripts --rewrite` rewrites them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from pictomania.rules import (
    TABLE,
    Action,
    Actor,
    AddSeat,
    Admit,
    ChooseLevel,
    ComeBack,
    Deck,
    Draw,
    Fault,
    Finish,
    Game,
    Guess,
    KeepPlaying,
    Lay,
    MakeHost,
    Object,
    Phase,
    Praise,
    Ready,
    Replace,
    Retract,
    Rules,
    SetRounds,
    SitOut,
    Start,
    TimeUp,
    Vote,
    Wipe,
    apply,
    new_game,
    rules_for,
    sample_chance,
    seats,
)
from tests.rules.legal_actions import legal_actions
from tests.rules.tables import deck_of
from tests.transcripts.transcript import transcript

GOLDEN = Path(__file__).parent / "golden"
# Relative frequency of each kind of action when it is legal; 0 means never.
HABITS: dict[type, float] = {
    ChooseLevel: 5,
    Replace: 0.3,
    Vote: 20,
    Ready: 3,
    Start: 0.5,
    Draw: 30,
    Wipe: 0.2,
    Guess: 6,
    Finish: 3,
    KeepPlaying: 1,
    Admit: 0.1,
    Retract: 0.5,
    Object: 0.1,
    Praise: 5,
    TimeUp: 3,
    MakeHost: 0,
    SitOut: 0,
    ComeBack: 0,
    AddSeat: 0,
    SetRounds: 0,
}


@dataclass(frozen=True)
class Script:
    """A game to play: its rules and the habits of its players."""

    name: str
    rules: Rules
    seed: int = 1
    deck: Deck = field(default_factory=lambda: deck_of(9, 8, 7, 6))
    habits: dict[type, float] = field(default_factory=dict)


SCRIPTS = [
    Script("second, 3 players, a learning round first", rules_for("second", ["learning"], 3)),
    Script("second, 4 players", rules_for("second", [], 4), seed=2),
    Script("second, 5 players, more competitive", rules_for("second", ["competitive"], 5), seed=3),
    Script("second, 6 players", rules_for("second", [], 6), seed=4),
    Script("first, 3 players", rules_for("first", [], 3), seed=5),
    Script("first, 3 players, calm, one card", rules_for("first", ["calm-three", "one-card"], 3), seed=6),
    Script("first, 4 players, many unknown words", rules_for("first", [], 4), seed=7, habits={Replace: 20}),
    Script("first, 5 players, children with few cards", rules_for("first", ["children"], 5), 8, deck_of(7)),
    Script("first, 6 players", rules_for("first", [], 6), seed=9),
    Script(
        "second, 4 players, quarrels",
        rules_for("second", [], 4),
        seed=10,
        habits={Object: 30, Admit: 9, TimeUp: 0},
    ),
    Script(
        "second, 3 players, the clock strikes often",
        rules_for("second", [], 3),
        11,
        habits={TimeUp: 9, MakeHost: 1},
    ),
    Script("second, 4 children, nobody guesses", rules_for("second", ["children"], 4), 12, habits={Guess: 0}),
    Script(
        "second, 4 players, people come and go",
        rules_for("second", [], 4, level_vote=True),
        13,
        habits={SitOut: 1.5, ComeBack: 3, AddSeat: 5, SetRounds: 0.2},
    ),
]


def play(script: Script, game: Game) -> Iterator[tuple[Actor, Action, Game]]:
    """Play a game with the habits of its script."""
    random, habits = Random(script.seed), HABITS | script.habits
    while game.phase is not Phase.OVER:
        outcome = sample_chance(game, random.choice)
        seat, action = (TABLE, outcome) if outcome else choose_step(game, random, habits)
        game = apply(game, seat, action)
        yield seat, action, game


def choose_step(game: Game, random: Random, habits: dict[type, float]) -> tuple[Actor, Action]:
    """Pick a kind of action by habit, then one of that kind."""
    steps = [(seat, action) for seat in (TABLE, *seats(game)) for action in legal_actions(game, seat)]
    kinds = {type(action): habits[type(action)] for _, action in steps if not isinstance(action, Lay)}
    (kind,) = random.choices(list(kinds), list(kinds.values()))
    return random.choice([step for step in steps if type(step[1]) is kind])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_game_matches_its_transcript(script: Script, request: pytest.FixtureRequest) -> None:
    initial = new_game(script.rules, script.deck)
    text = transcript(script.name, initial, play(script, initial))
    file = GOLDEN / f"{script.name.replace(', ', '-').replace(' ', '-')}.txt"
    if request.config.getoption("--rewrite"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_the_transcripts_cover_every_action_and_every_fault() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("*.txt")))
    for kind in HABITS:
        assert f": {kind.__name__}(" in text, kind
    for fault in Fault:
        assert f"fault = {fault}" in text, fault


def test_no_transcript_is_left_over() -> None:
    assert len(list(GOLDEN.glob("*.txt"))) == len(SCRIPTS)
