"""Laws of scoring for three to six players: the two scorers agree, seats are alike, no star is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pictomania.rules import (
    Drawing,
    Fault,
    Laid,
    Missed,
    PlayerScore,
    Received,
    RoundScore,
    Rules,
    rules_for,
    score,
)
from tests.rules.naive_scorer import BLACK_TOKENS, Scored, naive_score

Pile = tuple[tuple[int, int], ...]  # of (guesser, number)
T = TypeVar("T", Received, Missed)

LAW = settings(max_examples=150)


class Played(NamedTuple):
    """A round in plain words; rows by seat."""

    game: str
    rules: Rules
    numbers: tuple[int, ...]
    piles: tuple[Pile, ...]
    tokens: tuple[int | None, ...]
    wrong: frozenset[int]
    learning: bool

    def scored(self) -> RoundScore:
        """Score it with the engine."""
        drawings = [
            Drawing(number, tuple(Laid(*guess) for guess in pile), token, fault)
            for number, pile, token, fault in zip(
                self.numbers, self.piles, self.tokens, self._faults(), strict=True
            )
        ]
        return score(self.rules, drawings, learning=self.learning)

    def _faults(self) -> Iterator[Fault | None]:
        return (Fault.WRITING if seat in self.wrong else None for seat in range(self.rules.players))

    def renamed(self, place: Sequence[int]) -> "Played":
        """Seat everyone elsewhere: whoever sat at `seat` sits at `place[seat]` now."""
        order = [place.index(seat) for seat in range(len(place))]
        return self._replace(
            numbers=tuple(self.numbers[seat] for seat in order),
            piles=tuple(tuple((place[who], number) for who, number in self.piles[seat]) for seat in order),
            tokens=tuple(self.tokens[seat] for seat in order),
            wrong=frozenset(place[seat] for seat in self.wrong),
        )


@st.composite
def played(draw: st.DrawFn) -> Played:
    """Play any round of three to six, with right guesses about as frequent as wrong ones."""
    players = draw(st.integers(3, 6))
    game = draw(st.sampled_from(["first", "second", "competitive"]))
    numbers = draw(st.permutations(range(1, 8)))[:players]
    centre, takers = BLACK_TOKENS[game][players], draw(st.permutations(range(players)))
    if game != "first":
        centre = draw(st.permutations(centre))  # any may be taken before another
    taken = dict(zip(takers[: draw(st.integers(0, players))], centre, strict=False))
    return Played(
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
    """Lay guesses on every drawing from hands of seven number cards (R22 to R24)."""
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


def renamed_player(player: PlayerScore, place: Sequence[int]) -> PlayerScore:
    """Rename the artists in a player's score; their order is that of the seats."""

    def by_artist(row: tuple[T, ...]) -> tuple[T, ...]:
        moved = [replace(item, artist=place[item.artist]) for item in row]
        return tuple(sorted(moved, key=lambda item: item.artist))

    return replace(
        player,
        received=by_artist(player.received),
        wrong=by_artist(player.wrong),
        returned=by_artist(player.returned),
    )


@LAW
@given(played())
def test_two_scorers_agree_on_any_number_of_players(round_: Played) -> None:
    naive = naive_score(
        round_.game, round_.numbers, round_.piles, round_.tokens, round_.wrong, learning=round_.learning
    )
    engine = round_.scored()
    worths = [player.token_worth for player in engine.players]
    assert naive == Scored(engine.black_sheep, list(engine.stars), worths)


@pytest.mark.rule("R41", "R44")
@LAW
@given(st.data())
def test_renaming_seats_commutes_with_scoring(data: st.DataObject) -> None:
    round_ = data.draw(played())
    place = data.draw(st.permutations(range(round_.rules.players)))
    before, after = round_.scored(), round_.renamed(place).scored()
    sheep = before.black_sheep
    assert after.black_sheep == (None if sheep is None else place[sheep])
    for seat, player in enumerate(before.players):
        assert after.players[place[seat]] == renamed_player(player, place)


@pytest.mark.rule("R42", "R43")
@LAW
@given(played())
def test_every_scoring_token_is_received_or_left(round_: Played) -> None:
    players = round_.scored().players
    for artist, player in enumerate(players):
        given_away = [item.stars for other in players for item in other.received if item.artist == artist]
        assert sorted([*given_away, *player.left], reverse=True) == list(round_.rules.scoring_tokens)
        earned = sum(item.stars for item in player.received)
        assert player.stars == earned - sum(player.left) + player.token_worth
