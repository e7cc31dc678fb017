"""The score of a round as JSON data."""

from collections.abc import Iterable

from pictomania.cli.score.round_input import RoundInput
from pictomania.rules import Missed, PlayerScore, RoundScore


def score_as_json(played: RoundInput, scored: RoundScore) -> dict[str, object]:
    """Return the black sheep, and each player's score and how it adds up, in the order of the input."""
    names = played.names
    return {
        "black_sheep": None if scored.black_sheep is None else names[scored.black_sheep],
        "scores": dict(zip(names, scored.stars, strict=True)),
        "breakdown": {
            name: _breakdown(player, names) for name, player in zip(names, scored.players, strict=True)
        },
    }


def _breakdown(player: PlayerScore, names: tuple[str, ...]) -> dict[str, object]:
    return {
        "received": [
            {"from": names[token.artist], "number": token.number, "stars": token.stars}
            for token in player.received
        ],
        "left": list(player.left),
        "wrong": _missed(player.wrong, names),
        "returned": _missed(player.returned, names),
        "black_token": {"stars": player.token, "worth": player.token_worth, "why": player.token_reason.value},
        "total": player.stars,
    }


def _missed(guesses: Iterable[Missed], names: tuple[str, ...]) -> list[dict[str, object]]:
    return [{"on": names[guess.artist], "number": guess.number} for guess in guesses]
