"""The notation of docs/rules.md section 12 (`A: B1 C5 · B: A2`), read once and scored twice."""

from pictomania.rules import Drawing, Fault, Laid, PlayerScore, RoundScore, rules_for, score
from tests.rules.naive_scorer import Scored, naive_score


def pairs(row: str) -> list[tuple[str, int]]:
    """Read `A1 B2`."""
    return [(item[0], int(item[1:])) for item in row.split()]


class Example:
    """A round in the notation of the rules: players with their numbers, piles, black tokens, wrong words."""

    def __init__(
        self, players: str, piles: str, tokens: str, wrong: str = "", edition: str = "second"
    ) -> None:
        """Read the notation."""
        self.names = "".join(name for name, _ in pairs(players))
        self.edition = edition
        self.numbers = [number for _, number in pairs(players)]
        heaps = dict(pile.split(": ") for pile in piles.split(" · ") if pile)
        self.piles = [
            [(self.names.index(guesser), number) for guesser, number in pairs(heaps.get(name, ""))]
            for name in self.names
        ]
        taken = dict(pairs(tokens))
        self.tokens = [taken.get(name) for name in self.names]
        self.wrong = {self.names.index(name) for name in wrong}

    def scored(self, *, learning: bool = False, fault: Fault = Fault.OTHER_WORD) -> RoundScore:
        """Score it with the engine."""
        drawings = [
            Drawing(
                self.numbers[seat],
                tuple(Laid(guesser, number) for guesser, number in self.piles[seat]),
                self.tokens[seat],
                fault if seat in self.wrong else None,
            )
            for seat in range(len(self.names))
        ]
        return score(rules_for(self.edition, players=len(self.names)), drawings, learning=learning)

    def naive(self, *, learning: bool = False) -> Scored:
        """Score it with the naive scorer."""
        return naive_score(self.edition, self.numbers, self.piles, self.tokens, self.wrong, learning=learning)

    def seat(self, name: str, *, learning: bool = False) -> PlayerScore:
        """Score it and look at one player."""
        return self.scored(learning=learning).players[self.names.index(name)]

    def comes_to(self, sheep: str, stars: str, *, learning: bool = False) -> None:
        """Check both scorers against what the rules print: `A 6, B 5, C 3`, and the sheep or nobody."""
        expected = {entry.split()[0]: int(entry.split()[1]) for entry in stars.split(", ")}
        assert set(expected) == set(self.names), "a result for each player"
        engine, naive = self.scored(learning=learning), self.naive(learning=learning)
        assert dict(zip(self.names, engine.stars, strict=True)) == expected, engine
        assert naive.stars == list(engine.stars), naive
        assert naive.worths == [player.token_worth for player in engine.players], naive
        black = self.names.index(sheep) if sheep else None
        assert (engine.black_sheep, naive.sheep) == (black, black), "the black sheep"
