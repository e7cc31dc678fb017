"""A balance as programs read it; counts nothing itself, since all follows from the counts of a `Balance`."""

from pictomania.rules import LEVELS, Rules, TokenReason, Variant
from pictomania.simulation.balance import WHOLE_WIN, Balance, Guesses, Rounds

Json = dict[str, object]

TAKEN = tuple(reason for reason in TokenReason if reason is not TokenReason.NOT_TAKEN)


def json_form(rules: Rules, seed: int, balance: Balance) -> Json:
    """Give the report as plain data: means with three decimals, shares of one with four."""
    games, rounds = balance.games, balance.rounds
    return {
        "edition": rules.edition.value,
        "variants": [variant.value for variant in Variant if variant in rules.variants],
        "players": rules.players,
        "seed": seed,
        "games": games,
        "rounds": rounds,
        "steps": {"mean": _mean(balance.steps, games), "longest": balance.longest},
        "finishing": [{"how": how, **_rounds(row)} for how, row in _finishers(balance)],
        "black_sheep": {
            "share_of_rounds": _share(balance.sheep.struck, rounds),
            "with_token": balance.sheep.with_token,
            "with_token_returned": balance.sheep.returned,
            "without_token": balance.sheep.without_token,
            "stars_lost_mean": _mean(balance.sheep.lost, balance.sheep.with_token),
            "none_as_tied": balance.sheep.tied,
            "none_as_spotless": balance.sheep.spotless,
            "none_as_learning": balance.sheep.unwatched,
        },
        "black_tokens": {
            "on_the_table": tokens_on_the_table(rules, balance),
            "left": tokens_left(rules, balance),
            "left_share": _share(tokens_left(rules, balance), tokens_on_the_table(rules, balance)),
            "taken": {reason.value: tokens_by(balance, reason) for reason in TAKEN},
        },
        "guessing": [{"place": place, **_guesses(row)} for place, row in enumerate(balance.pile, 1)],
        "levels": [
            {"level": level, **_guesses(row)} for level, row in zip(LEVELS, balance.levels, strict=True)
        ],
        "wins_share_by_seat": [_share(parts, WHOLE_WIN * games) for parts in balance.wins],
        "shared_victories_share": _share(balance.ends.shared, games),
        "totals": {
            "winner_mean": _mean(balance.ends.winner, games),
            "last_mean": _mean(balance.ends.last, games),
            "everybody_mean": _mean(balance.ends.everybody, games * rules.players),
        },
        "talk": {
            "drawings": balance.talk.drawings,
            "empty": balance.talk.empty,
            "admitted": balance.talk.admitted,
            "objections": balance.talk.objections,
            "upheld": balance.talk.upheld,
            "replacements": balance.talk.replacements,
        },
    }


def _finishers(balance: Balance) -> list[tuple[str, Rounds]]:
    takers = [(f"token-{place}", row) for place, row in enumerate(balance.takers, 1)]
    return [*takers, ("done", balance.done), ("stopped", balance.stopped)]


def _rounds(row: Rounds) -> Json:
    return {
        "count": row.count,
        "stars_mean": _mean(row.stars, row.count),
        "black_token_mean": _mean(row.worth, row.count),
        "black_sheep_share": _share(row.sheep, row.count),
    }


def _guesses(row: Guesses) -> Json:
    return {
        "count": row.count,
        "right_share": _share(row.right, row.count),
        "returned_share": _share(row.returned, row.count),
        "stars_when_right_mean": _mean(row.stars, row.right),
        "stars_mean": _mean(row.stars, row.count),
    }


def tokens_by(balance: Balance, reason: TokenReason) -> int:
    """Count the black tokens that counted as they did for this reason."""
    return balance.tokens[list(TokenReason).index(reason)]


def tokens_on_the_table(rules: Rules, balance: Balance) -> int:
    """Count the black tokens put in the centre at the start of all rounds."""
    return balance.rounds * len(rules.black_tokens)


def tokens_left(rules: Rules, balance: Balance) -> int:
    """Count the black tokens that nobody took."""
    return tokens_on_the_table(rules, balance) - sum(tokens_by(balance, reason) for reason in TAKEN)


def _mean(total: int, count: int) -> float | None:
    return round(total / count, 3) if count else None


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
