"""Properties of scoring for three to six players: both scorers agree, seats are equal, no token is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.rules import (
    DrawingResult,
    Fault,
    LaidCard,
    Missed,
    PlayerScore,
    Received,
    RoundScore,
    Rules,
    rules_for,
    score,
)
from tests.rules.naive_scorer import BLACK_TOKENS, NaiveScore, naive_score

Pile = tuple[tuple[int, int], ...]  # of (guesser, number)
T = TypeVar("T", Received, Missed)

MANY = settings(max_examples=150)


class SampleRound(NamedTuple):
    """A round as plain data, by seat."""

    game: str
    rules: Rules
    numbers: tuple[int, ...]
    piles: tuple[Pile, ...]
    tokens: tuple[int | None, ...]
    wrong: frozenset[int]
    learning: bool

    def score(self) -> RoundScore:
        """Score it with the engine."""
        drawings = [
            DrawingResult(number, tuple(LaidCard(*guess) for guess in pile), token, fault)
            for number, pile, token, fault in zip(
                self.numbers, self.piles, self.tokens, self._faults(), strict=True
            )
        ]
        return score(self.rules, drawings, learning=self.learning)

    def _faults(self) -> Iterator[Fault | None]:
        return (Fault.WRITING if seat in self.wrong else None for seat in range(self.rules.players))

    def reseated(self, place: Sequence[int]) -> "SampleRound":
        """Move the player of each `seat` to `place[seat]`."""
        order = [place.index(seat) for seat in range(len(place))]
        return self._replace(
            numbers=tuple(self.numbers[seat] for seat in order),
            piles=tuple(tuple((place[who], number) for who, number in self.piles[seat]) for seat in order),
            tokens=tuple(self.tokens[seat] for seat in order),
            wrong=frozenset(place[seat] for seat in self.wrong),
        )


@st.composite
def sample_rounds(draw: st.DrawFn) -> SampleRound:
    """Generate a round of three to six players with about as many right guesses as wrong ones."""
    players = draw(st.integers(3, 6))
    game = draw(st.sampled_from(["first", "second", "competitive"]))
    numbers = draw(st.permutations(range(1, 8)))[:players]
    centre, takers = BLACK_TOKENS[game][players], draw(st.permutations(range(players)))
    if game != "first":
        centre = draw(st.permutations(centre))  # they may be taken in any order
    taken = dict(zip(takers[: draw(st.integers(0, players))], centre, strict=False))
    return SampleRound(
        game,
        rules_for("first" if game == "first" else "second", [game] if game == "competitive" else [], players),
        tuple(numbers),
        draw(piles_of(numbers)),
        tuple(taken.get(seat) for seat in range(players)),
        draw(st.frozensets(st.integers(0, players - 1), max_size=2)),
        game == "second" and draw(st.booleans()),
    )


@st.composite
def piles_of(draw: st.DrawFn, numbers: Sequence[int]) -> tuple[Pile, ...]:
    """Generate guesses on every drawing, with seven number cards per player (R22 to R24)."""
    seats = range(len(numbers))
    hands = [draw(st.permutations(range(1, 8))) for _ in seats]
    piles: list[Pile] = []
    for artist in seats:
        guessers = draw(st.permutations([seat for seat in seats if seat != artist]))
        pile = []
        for guesser in guessers[: draw(st.integers(0, len(guessers)))]:
            hand = hands[guesser]
            is_right = numbers[artist] in hand and draw(st.booleans())
            pile.append((guesser, numbers[artist] if is_right else hand[0]))
            hand.remove(pile[-1][1])
        piles.append(tuple(pile))
    return tuple(piles)


def reseat_artists(player: PlayerScore, place: Sequence[int]) -> PlayerScore:
    """Move the artists in a player's score; they are sorted by seat."""

    def by_artist(row: tuple[T, ...]) -> tuple[T, ...]:
        moved = [replace(item, artist=place[item.artist]) for item in row]
        return tuple(sorted(moved, key=lambda item: item.artist))

    return replace(
        player,
        received=by_artist(player.received),
        wrong=by_artist(player.wrong),
        returned=by_artist(player.returned),
    )


@MANY
@given(sample_rounds())
def test_two_scorers_agree_on_any_number_of_players(round_: SampleRound) -> None:
    naive = naive_score(
        round_.game, round_.numbers, round_.piles, round_.tokens, round_.wrong, learning=round_.learning
    )
    engine = round_.score()
    worths = [player.token_worth for player in engine.players]
    assert naive == NaiveScore(engine.black_sheep, list(engine.stars), worths)


@pytest.mark.rule("R41", "R44")
@MANY
@given(st.data())
def test_permuting_seats_commutes_with_scoring(data: st.DataObject) -> None:
    round_ = data.draw(sample_rounds())
    place = data.draw(st.permutations(range(round_.rules.players)))
    before, after = round_.score(), round_.reseated(place).score()
    sheep = before.black_sheep
    assert after.black_sheep == (None if sheep is None else place[sheep])
    for seat, player in enumerate(before.players):
        assert after.players[place[seat]] == reseat_artists(player, place)


@pytest.mark.rule("R42", "R43")
@MANY
@given(sample_rounds())
def test_every_scoring_token_is_received_or_left(round_: SampleRound) -> None:
    players = round_.score().players
    for artist, player in enumerate(players):
        given_away = [item.stars for other in players for item in other.received if item.artist == artist]
        assert sorted([*given_away, *player.left], reverse=True) == list(round_.rules.scoring_tokens)
        earned = sum(item.stars for item in player.received)
        assert player.stars == earned - sum(player.left) + player.token_worth
