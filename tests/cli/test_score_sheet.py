"""The readable score sheet."""

import pytest

from pictomania.cli.score.score_sheet import TOKEN_SENTENCES
from pictomania.rules import TokenReason
from tests.cli.command import X1, X2, X4, Round, changed, pictomania, text_of

X1_SHEET = """\
Round 1, first edition, 4 players
Black sheep: Y, with 2 wrong guesses.
R: 4 stars
  +2  Y gave 2 stars for the right guess 5.
  +1  B gave 1 star for the right guess 4.
   0  The guess 1 on G was wrong.
  -1  Nobody earned the token of 1 star.
  +2  The black token scores: another player guessed the drawing.
Y: -1 star
  +1  B gave 1 star for the right guess 4.
   0  The guess 3 on R was wrong.
   0  The guess 6\u0332 on G was wrong.
  -1  Nobody earned the token of 1 star.
  -1  The black token counts against Y, the black sheep.
G: 6\u0332 stars
  +2  R gave 2 stars for the right guess 2.
  +1  Y gave 1 star for the right guess 5.
  +2  B gave 2 stars for the right guess 4.
  -2  Nobody earned the tokens of 1 and 1 stars.
  +3  The black token scores: another player guessed the drawing.
B: 3 stars
  +1  R gave 1 star for the right guess 2.
  +2  G gave 2 stars for the right guess 7.
   0  The guess 3 on Y was wrong.
   0  No black token was taken.
"""


def sheet(*rounds: Round, encoding: str = "utf-8") -> str:
    """Explain rounds."""
    done = pictomania("score", "--explain", stdin=text_of(*rounds), encoding=encoding)
    assert (done.status, done.err) == (0, "")
    return done.out


@pytest.mark.rule("D8")
def test_explains_every_star_and_underlines_6_and_9() -> None:
    """The whole sheet of X1, which has a 6 as score and a 6 as number card."""
    assert sheet(X1) == X1_SHEET


@pytest.mark.rule("D8")
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_underlines_without_combining_characters(encoding: str) -> None:
    """They get an underscore after the digit."""
    assert sheet(X1, encoding=encoding) == X1_SHEET.replace("\u0332", "_")


def test_one_block_for_each_round() -> None:
    """Blocks are separated by an empty line."""
    first, second, third = sheet(X1, X2, X1).split("\n\n")
    assert first + "\n" == X1_SHEET
    assert second.startswith("Round 2, second edition, 4 players\nBlack sheep: G, with 2 wrong guesses.\n")
    assert third == X1_SHEET.replace("Round 1", "Round 3")


NOBODY_WRONG = changed(changed(X4, "piles", "A", to=[["B", 1]]), "piles", "B", to=[])
ONE_WRONG = changed(X4, "piles", "B", to=[])
TIE = changed(ONE_WRONG, "piles", "C", to=[["A", 7]])
LEARNING = changed(X4, "variants", to=["learning"])
WRONG_WORD = changed(X4, "players", 2, "wrong_word", to=True)
EMPTY = changed(changed(X4, "players", 2, "drew", to=False), "players", 2, "token", to=None)


@pytest.mark.parametrize(
    ("played", "line"),
    [
        (NOBODY_WRONG, "No black sheep: nobody guessed wrong."),
        (ONE_WRONG, "Black sheep: C, with 1 wrong guess."),
        (TIE, "No black sheep: several players share the most wrong guesses."),
        (LEARNING, "No black sheep: this is a learning round."),
        (LEARNING, "  +1  The black token scores, as always in a learning round."),
        (ONE_WRONG, "   0  The black token scores nothing: nobody guessed the drawing."),
        (ONE_WRONG, "  -3  Nobody earned the tokens of 2 and 1 stars."),
        (WRONG_WORD, "   0  The drawing was not valid, so nobody could earn a token for it."),
        (WRONG_WORD, "   0  The guess 3 on C went back: that drawing was not valid."),
        (WRONG_WORD, "   0  The black token scores nothing: the drawing was not valid."),
        (EMPTY, "   0  Nothing was drawn, so nobody could earn a token for it."),
        (EMPTY, "   0  No black token was taken."),
    ],
)
def test_every_event_has_a_line(played: Round, line: str) -> None:
    assert line in sheet(played).splitlines()


def test_has_a_sentence_for_every_reason() -> None:
    assert set(TOKEN_SENTENCES) == set(TokenReason)
