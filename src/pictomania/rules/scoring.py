"""Scoring: who gets which token, who is the black sheep, and the reason for every star won or lost.

Knows nothing of phases: a round comes in as drawings with their piles.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pictomania.rules.actions import Fault
from pictomania.rules.editions import Rules


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A number card on a pile."""

    guesser: int
    number: int


@dataclass(frozen=True, slots=True)
class DrawingResult:
    """What scoring needs to know about one seat's drawing."""

    number: int
    pile: tuple[LaidCard, ...]
    token: int | None = None  # stars of the black token its artist took
    fault: Fault | None = None
    excused: bool = False  # nobody played this seat to the end: no stars lost for tokens left (D10)


class Fate(StrEnum):
    """What happens to a guess when its pile is turned."""

    RIGHT = "right"  # R42
    WRONG = "wrong"  # R42, moves to the centre
    RETURNED = "returned"  # R51


@dataclass(frozen=True, slots=True)
class TurnedCard:
    """A guess after its pile was turned."""

    guesser: int
    number: int
    fate: Fate
    stars: int  # of the scoring token it earned, 0 if none


class TokenReason(StrEnum):
    """Why a black token counted as plus, minus or nothing."""

    NOT_TAKEN = "not-taken"  # R47
    GUESSED = "guessed"  # R46, plus
    NOT_GUESSED = "not-guessed"  # R46, nothing
    BLACK_SHEEP = "black-sheep"  # R45, minus
    LEARNING = "learning"  # R48, plus
    FAULT = "fault"  # R53, nothing


@dataclass(frozen=True, slots=True)
class Received:
    """A scoring token received from an artist for a right guess."""

    artist: int
    number: int
    stars: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A guess that earned nothing."""

    artist: int
    number: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A seat's stars in one round, each with its reason (R43)."""

    received: tuple[Received, ...]
    left: tuple[int, ...]  # stars of your scoring tokens that went to no guesser
    wrong: tuple[Missed, ...]  # guesses in the centre
    returned: tuple[Missed, ...]  # guesses on drawings at fault
    token: int | None
    token_worth: int
    token_reason: TokenReason
    stars: int  # received minus left (unless excused) plus token_worth
    excused: bool = False  # D10
    sat_out: bool = False  # D10


SAT_OUT = PlayerScore((), (), (), (), None, 0, TokenReason.NOT_TAKEN, 0, sat_out=True)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score of a round, seat by seat."""

    black_sheep: int | None
    players: tuple[PlayerScore, ...]

    @property
    def stars(self) -> tuple[int, ...]:
        """Each seat's stars for the round."""
        return tuple(player.stars for player in self.players)


def turn(drawing: DrawingResult, scoring_tokens: Sequence[int]) -> tuple[TurnedCard, ...]:
    """Turn a pile: each right guess, in pile order, gets the most valuable token left (R41, R42, R51)."""
    if drawing.fault is not None:
        return tuple(TurnedCard(laid.guesser, laid.number, Fate.RETURNED, 0) for laid in drawing.pile)
    tokens = iter(scoring_tokens)
    return tuple(
        TurnedCard(laid.guesser, laid.number, Fate.RIGHT, next(tokens))
        if laid.number == drawing.number
        else TurnedCard(laid.guesser, laid.number, Fate.WRONG, 0)
        for laid in drawing.pile
    )


def tokens_left(turned: Sequence[TurnedCard], scoring_tokens: tuple[int, ...]) -> tuple[int, ...]:
    """List the scoring tokens that an artist keeps after giving the best ones away (R43)."""
    return scoring_tokens[sum(guess.fate is Fate.RIGHT for guess in turned) :]


def black_sheep(piles: Sequence[Sequence[TurnedCard]]) -> int | None:
    """Return the one seat with strictly the most wrong guesses in the centre, if any (R44)."""
    wrong = Counter(guess.guesser for pile in piles for guess in pile if guess.fate is Fate.WRONG)
    most = max(wrong.values(), default=0)
    worst = [seat for seat, count in wrong.items() if count == most]
    return worst[0] if len(worst) == 1 else None


def score(rules: Rules, drawings: Sequence[DrawingResult | None], *, learning: bool) -> RoundScore:
    """Score a round, seat by seat, with None for seats that sat out (R43 to R55, D10).

    `learning` uses the simple scoring of a learning round.
    """
    piles = [() if drawing is None else turn(drawing, rules.scoring_tokens) for drawing in drawings]
    sheep = None if learning else black_sheep(piles)
    return RoundScore(
        sheep,
        tuple(
            SAT_OUT if drawing is None else _score_of(seat, rules, drawing, piles, sheep, learning)
            for seat, drawing in enumerate(drawings)
        ),
    )


def _score_of(
    seat: int,
    rules: Rules,
    drawing: DrawingResult,
    piles: Sequence[Sequence[TurnedCard]],
    sheep: int | None,
    learning: bool,
) -> PlayerScore:
    mine = [(artist, guess) for artist, pile in enumerate(piles) for guess in pile if guess.guesser == seat]
    left = tokens_left(piles[seat], rules.scoring_tokens)
    guessed = len(left) < len(rules.scoring_tokens)
    worth, reason = _token_worth(rules, drawing, sheep == seat, guessed, learning)
    lost = 0 if drawing.excused else sum(left)
    received = tuple(Received(artist, g.number, g.stars) for artist, g in mine if g.fate is Fate.RIGHT)
    return PlayerScore(
        received=received,
        left=left,
        wrong=tuple(Missed(artist, g.number) for artist, g in mine if g.fate is Fate.WRONG),
        returned=tuple(Missed(artist, g.number) for artist, g in mine if g.fate is Fate.RETURNED),
        token=drawing.token,
        token_worth=worth,
        token_reason=reason,
        stars=sum(given.stars for given in received) - lost + worth,
        excused=drawing.excused,
    )


def _token_worth(
    rules: Rules, drawing: DrawingResult, is_sheep: bool, guessed: bool, learning: bool
) -> tuple[int, TokenReason]:
    """Return what a black token counts and why (R45 to R48, R53)."""
    if drawing.token is None:
        return 0, TokenReason.NOT_TAKEN
    if drawing.fault is not None and (rules.wrong_word_returns_token or not is_sheep):
        return 0, TokenReason.FAULT
    if is_sheep:
        return -drawing.token, TokenReason.BLACK_SHEEP
    if learning:
        return drawing.token, TokenReason.LEARNING
    if guessed:
        return drawing.token, TokenReason.GUESSED
    return 0, TokenReason.NOT_GUESSED
