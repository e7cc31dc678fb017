"""The worked examples of docs/rules.md section 12 with both scorers, and the reason for every star."""

from pathlib import Path

import pytest

from pictomania.rules import (
    CLAIMABLE_FAULTS,
    DrawingResult,
    Fate,
    Fault,
    LaidCard,
    Missed,
    Received,
    TokenReason,
    TurnedCard,
)
from pictomania.rules.scoring import turn
from tests.rules.notation import Example, pairs

SECTION_12 = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8").split("## 12.")[1]

# Copied verbatim, which a test checks.
X1 = "R: Y3 G2 B2 · Y: R5 G5 B3 · G: R1 Y6 B7 · B: G4 R4 Y4"
X2 = "Y: R1 G1 B2 · R: Y3 B3 G4 · G: Y5 R5 B5 · B: R6 Y6 G7"
X3 = "A: B1 C1 · B: A2 C2 · C: A3 B3"
X4 = "A: B1 C5 · B: A2 C6 · C: A3 B3"
X6 = "A: B1 C5 · B: A2 C6 · C: A7"
X7 = "A: B1 C5 · B: A2 C2 · C: A7 B3"
X8 = "A: B4 C5 · B: A2 C2 · C: A3 B3"
X9 = "A: B1 C5 · B: A2 C6 · C: A3 B4"
ABC = "A1 B2 C3"


@pytest.mark.parametrize("piles", [X1, X2, X3, X4, X6, X7, X8, X9])
def test_examples_match_the_rules_page(piles: str) -> None:
    assert f"| {piles} |" in SECTION_12 or f"| {piles}, C drew the wrong word |" in SECTION_12


@pytest.mark.rule("X1", "R41", "R42", "R43", "R44", "R45", "R46")
def test_x1_first_edition_four_players() -> None:
    Example("R2 Y5 G7 B4", X1, "G3 R2 Y1", edition="first").check("Y", "R 4, Y -1, G 6, B 3")


@pytest.mark.rule("X2", "R42", "R43", "R44", "R45", "R46", "R48")
def test_x2_second_edition_four_players() -> None:
    example = Example("Y1 R3 G5 B6", X2, "R3 Y2 G2 B1")
    example.check("G", "Y 6, R 7, G -1, B 2")
    example.check("", "Y 6, R 7, G 3, B 2", learning=True)


@pytest.mark.rule("X3", "R44", "R46")
def test_x3_all_right() -> None:
    Example(ABC, X3, "A2 B2 C1").check("", "A 6, B 5, C 3")


@pytest.mark.rule("X4", "R44", "R45")
def test_x4_sheep_was_guessed() -> None:
    Example(ABC, X4, "A2 B2 C1").check("C", "A 5, B 4, C -1")


@pytest.mark.rule("X5", "R47")
def test_x5_sheep_without_token() -> None:
    Example(ABC, X4, "A2 B2").check("C", "A 5, B 4, C 0")


@pytest.mark.rule("X6", "R45", "R48")
def test_x6_sheep_and_unguessed() -> None:
    example = Example(ABC, X6, "C2 A2 B1")
    example.check("C", "A 3, B 2, C -5")
    example.check("", "A 3, B 2, C -1", learning=True)


@pytest.mark.rule("X7", "R44")
def test_x7_tie_for_most_wrong() -> None:
    Example(ABC, X7, "C2 A2 B1").check("", "A 3, B 5, C 2")


@pytest.mark.rule("X8", "R44", "R46")
def test_x8_unguessed_but_not_sheep() -> None:
    Example(ABC, X8, "A2 B2 C1").check("", "A 1, B 3, C 2")


@pytest.mark.rule("X9", "R51", "R52", "R53")
def test_x9_first_edition_wrong_word_and_sheep() -> None:
    Example(ABC, X9, "C2 A1", wrong="C", edition="first").check("C", "A 2, B 1, C -5")


@pytest.mark.rule("X10", "R51", "R52", "R53")
def test_x10_second_edition_wrong_word_and_sheep() -> None:
    Example(ABC, X9, "C2 A2 B1", wrong="C").check("C", "A 3, B 2, C -3")


@pytest.mark.rule("X11", "R26", "R43", "R46")
def test_x11_nobody_guesses() -> None:
    Example(ABC, "", "A2 B2 C1").check("", "A -3, B -3, C -3")


@pytest.mark.rule("X12", "R29", "R42")
def test_x12_six_players_all_right() -> None:
    players = "A1 B2 C3 D4 E5 F6"
    piles = " · ".join(
        f"{artist}: " + " ".join(f"{guesser}{number}" for guesser in "ABCDEF" if guesser != artist)
        for artist, number in pairs(players)
    )
    example = Example(players, piles, "A3 B3 C2 D2 E1 F1")
    example.check("", "A 18, B 14, C 9, D 7, E 6, F 6")


# Who gave each star, and for which guess.


@pytest.mark.rule("R29", "R42", "R43")
def test_breakdown_names_the_artist_and_the_guess() -> None:
    red, yellow, green, blue = Example("R2 Y5 G7 B4", X1, "G3 R2 Y1", edition="first").score().players
    assert red.received == (Received(1, 5, 2), Received(3, 4, 1))
    assert red.wrong == (Missed(2, 1),)
    assert red.left == (1,)
    assert (red.token, red.token_worth, red.token_reason) == (2, 2, TokenReason.GUESSED)
    assert yellow.received == (Received(3, 4, 1),)
    assert yellow.wrong == (Missed(0, 3), Missed(2, 6))
    assert yellow.left == (1,)
    assert green.received == (Received(0, 2, 2), Received(1, 5, 1), Received(3, 4, 2))
    assert green.left == (1, 1)
    assert blue.received == (Received(0, 2, 1), Received(2, 7, 2))
    assert blue.left == ()
    assert {player.returned for player in (red, yellow, green, blue)} == {()}


@pytest.mark.rule("R42", "R51")
def test_pile_is_turned_guess_by_guess() -> None:
    pile = (LaidCard(1, 4), LaidCard(3, 2), LaidCard(2, 2))
    assert turn(DrawingResult(2, pile), (2, 1, 1)) == (
        TurnedCard(1, 4, Fate.WRONG, 0),
        TurnedCard(3, 2, Fate.RIGHT, 2),
        TurnedCard(2, 2, Fate.RIGHT, 1),
    )
    assert turn(DrawingResult(2, pile, fault=Fault.HINT), (2, 1, 1)) == tuple(
        TurnedCard(laid.guesser, laid.number, Fate.RETURNED, 0) for laid in pile
    )


@pytest.mark.rule("R51", "R52", "R55")
@pytest.mark.parametrize("fault", CLAIMABLE_FAULTS)
def test_guesses_on_a_drawing_at_fault_are_returned(fault: Fault) -> None:
    a, b, c = Example(ABC, X9, "C2 A2 B1", wrong="C").score(fault=fault).players
    assert (a.received, a.wrong, a.returned) == ((Received(1, 2, 2),), (), (Missed(2, 3),))
    assert (b.received, b.wrong, b.returned) == ((Received(0, 1, 2),), (), (Missed(2, 4),))
    assert (c.received, c.wrong, c.returned) == ((), (Missed(0, 5), Missed(1, 6)), ())
    assert (c.left, c.token_worth, c.token_reason) == ((2, 1), 0, TokenReason.FAULT)


@pytest.mark.rule("R51", "R52")
def test_returned_guesses_do_not_make_a_sheep() -> None:
    """B is wrong three times, but twice on drawings at fault; C, whose own drawing is at fault, twice."""
    scored = Example("A1 B2 C3 D4", "A: B5 · B: C5 · C: B6 · D: B7 C6", "", wrong="AC").score()
    assert [len(player.wrong) for player in scored.players] == [0, 1, 2, 0]
    assert [len(player.returned) for player in scored.players] == [0, 2, 0, 0]
    assert scored.black_sheep == 2


@pytest.mark.rule("R52")
def test_a_wrong_word_does_not_affect_the_artists_own_right_guess() -> None:
    example = Example(ABC, X3, "A2 B2 C1", wrong="A")
    assert example.seat("A").received == (Received(1, 2, 2), Received(2, 3, 2))
    example.check("", "A 1, B 3, C 2")


@pytest.mark.rule("R54")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_empty_sheet_is_scored_like_a_wrong_word(edition: str) -> None:
    example = Example(ABC, "A: B1 C7 · B: A2", "B2", wrong="A", edition=edition)
    assert example.score(fault=Fault.EMPTY) == example.score(fault=Fault.OTHER_WORD)
    a, b, c = example.score(fault=Fault.EMPTY).players
    assert (a.left, a.token_worth, a.token_reason) == ((2, 1), 0, TokenReason.NOT_TAKEN)
    assert (b.returned, c.returned) == ((Missed(0, 1),), (Missed(0, 7),))
    assert (a.stars, b.stars, c.stars) == (-1, 1, -3)


# What a black token counts, and why.

SHEEP, GUESSED, NOT_GUESSED = TokenReason.BLACK_SHEEP, TokenReason.GUESSED, TokenReason.NOT_GUESSED
LEARNING, FAULT, NOT_TAKEN = TokenReason.LEARNING, TokenReason.FAULT, TokenReason.NOT_TAKEN
UNGUESSED = "A: B1 C1 · B: A2 C2 · C: A6 B7"  # C guesses all and is not guessed

# rule, edition and circumstances, piles, tokens, why and what C's token counts
TOKEN_CASES = [
    ("R47", "second", X4, "A2", NOT_TAKEN, 0),
    ("R46", "second", X3, "C2", GUESSED, 2),
    ("R46", "first", X3, "C2", GUESSED, 2),
    ("R46", "second", UNGUESSED, "C2", NOT_GUESSED, 0),
    ("R46", "first", UNGUESSED, "C2", NOT_GUESSED, 0),
    ("R45", "second", X4, "C2", SHEEP, -2),
    ("R45", "first", X4, "C2", SHEEP, -2),
    ("R45 and not guessed", "second", X6, "C2", SHEEP, -2),
    ("R45 and not guessed", "first", X6, "C2", SHEEP, -2),
    ("R48", "second learning", X3, "C2", LEARNING, 2),
    ("R48 for a sheep", "second learning", X4, "C2", LEARNING, 2),
    ("R48 and not guessed", "second learning", X6, "C2", LEARNING, 2),
    ("R48 and a wrong word", "second learning wrong", X3, "C2", FAULT, 0),
    ("R48 and a wrong word of a sheep", "second learning wrong", X9, "C2", FAULT, 0),
    ("R53", "second wrong", X3, "C2", FAULT, 0),
    ("R53", "first wrong", X3, "C2", FAULT, 0),
    ("R53 for a sheep", "second wrong", X9, "C2", FAULT, 0),
    ("R53 for a sheep", "first wrong", X9, "C2", SHEEP, -2),
]


@pytest.mark.rule("R45", "R46", "R47", "R48", "R53")
@pytest.mark.parametrize(("rule", "how", "piles", "tokens", "reason", "worth"), TOKEN_CASES)
def test_what_a_black_token_counts_and_why(
    rule: str, how: str, piles: str, tokens: str, reason: TokenReason, worth: int
) -> None:
    edition, *circumstances = how.split()
    learning = "learning" in circumstances
    example = Example(ABC, piles, tokens, "C" if "wrong" in circumstances else "", edition)
    player = example.seat("C", learning=learning)
    assert (player.token_reason, player.token_worth) == (reason, worth), rule
    assert example.naive(learning=learning).worths[2] == worth, rule


def test_every_reason_has_a_case() -> None:
    assert {reason for *_, reason, _ in TOKEN_CASES} == set(TokenReason)
