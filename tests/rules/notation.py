"""Parser for the notation of docs/rules.md section 12 (`A: B1 C5 · B: A2`), and both scorers."""

from pictomania.rules import DrawingResult, Fault, LaidCard, PlayerScore, RoundScore, rules_for, score
from tests.rules.naive_scorer import NaiveScore, naive_score


def pairs(row: str) -> list[tuple[str, int]]:
    """Parse `A1 B2`."""
    return [(item[0], int(item[1:])) for item in row.split()]


class Example:
    """A round in the notation of the rules: numbers, piles, black tokens and wrong words by player."""

    def __init__(
        self, players: str, piles: str, tokens: str, wrong: str = "", edition: str = "second"
    ) -> None:
        self.names = "".join(name for name, _ in pairs(players))
        self.edition = edition
        self.numbers = [number for _, number in pairs(players)]
        pile_of = dict(pile.split(": ") for pile in piles.split(" · ") if pile)
        self.piles = [
            [(self.names.index(guesser), number) for guesser, number in pairs(pile_of.get(name, ""))]
            for name in self.names
        ]
        taken = dict(pairs(tokens))
        self.tokens = [taken.get(name) for name in self.names]
        self.wrong = {self.names.index(name) for name in wrong}

    def score(self, *, learning: bool = False, fault: Fault = Fault.OTHER_WORD) -> RoundScore:
        """Score it with the engine."""
        drawings = [
            DrawingResult(
                self.numbers[seat],
                tuple(LaidCard(guesser, number) for guesser, number in self.piles[seat]),
                self.tokens[seat],
                fault if seat in self.wrong else None,
            )
            for seat in range(len(self.names))
        ]
        return score(rules_for(self.edition, players=len(self.names)), drawings, learning=learning)

    def naive(self, *, learning: bool = False) -> NaiveScore:
        """Score it with the naive scorer."""
        return naive_score(self.edition, self.numbers, self.piles, self.tokens, self.wrong, learning=learning)

    def seat(self, name: str, *, learning: bool = False) -> PlayerScore:
        """Score it and return one player's result."""
        return self.score(learning=learning).players[self.names.index(name)]

    def check(self, sheep: str, stars: str, *, learning: bool = False) -> None:
        """Check both scorers against the printed result, such as `A 6, B 5, C 3`, and the sheep, if any."""
        expected = {entry.split()[0]: int(entry.split()[1]) for entry in stars.split(", ")}
        assert set(expected) == set(self.names), "a result for each player"
        engine, naive = self.score(learning=learning), self.naive(learning=learning)
        assert dict(zip(self.names, engine.stars, strict=True)) == expected, engine
        assert naive.stars == list(engine.stars), naive
        assert naive.worths == [player.token_worth for player in engine.players], naive
        black = self.names.index(sheep) if sheep else None
        assert (engine.black_sheep, naive.sheep) == (black, black), "the black sheep"
