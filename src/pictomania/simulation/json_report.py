"""A balance as JSON. All figures are derived from the counts of a `Balance`."""

from pictomania.rules import LEVELS, Rules, TokenReason, Variant
from pictomania.simulation.balance import WIN_PARTS, Balance, GuessTally, RoundTally

Json = dict[str, object]

TAKEN = tuple(reason for reason in TokenReason if reason is not TokenReason.NOT_TAKEN)


def balance_as_json(rules: Rules, seed: int, balance: Balance) -> Json:
    """Return the report as plain data: means with three decimals, shares with four."""
    games, rounds = balance.games, balance.rounds
    return {
        "edition": rules.edition.value,
        "variants": [variant.value for variant in Variant if variant in rules.variants],
        "players": rules.players,
        "seed": seed,
        "games": games,
        "rounds": rounds,
        "steps": {"mean": _mean(balance.steps, games), "longest": balance.longest},
        "finishing": [{"how": how, **_round_figures(row)} for how, row in _finishers(balance)],
        "black_sheep": {
            "share_of_rounds": _share(balance.sheep.struck, rounds),
            "with_token": balance.sheep.with_token,
            "with_token_returned": balance.sheep.returned,
            "without_token": balance.sheep.without_token,
            "stars_lost_mean": _mean(balance.sheep.lost, balance.sheep.with_token),
            "none_as_tied": balance.sheep.tied,
            "none_as_spotless": balance.sheep.spotless,
            "none_as_learning": balance.sheep.learning_rounds,
        },
        "black_tokens": {
            "on_the_table": tokens_available(rules, balance),
            "left": tokens_left(rules, balance),
            "left_share": _share(tokens_left(rules, balance), tokens_available(rules, balance)),
            "taken": {reason.value: tokens_with(balance, reason) for reason in TAKEN},
        },
        "guessing": [{"place": place, **_guess_figures(row)} for place, row in enumerate(balance.pile, 1)],
        "levels": [
            {"level": level, **_guess_figures(row)} for level, row in zip(LEVELS, balance.levels, strict=True)
        ],
        "wins_share_by_seat": [_share(parts, WIN_PARTS * games) for parts in balance.wins],
        "shared_victories_share": _share(balance.ends.shared, games),
        "totals": {
            "winner_mean": _mean(balance.ends.winner, games),
            "last_mean": _mean(balance.ends.last, games),
            "everybody_mean": _mean(balance.ends.total, games * rules.players),
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


def _finishers(balance: Balance) -> list[tuple[str, RoundTally]]:
    takers = [(f"token-{place}", row) for place, row in enumerate(balance.takers, 1)]
    return [*takers, ("done", balance.done), ("stopped", balance.stopped)]


def _round_figures(row: RoundTally) -> Json:
    return {
        "count": row.count,
        "stars_mean": _mean(row.stars, row.count),
        "black_token_mean": _mean(row.worth, row.count),
        "black_sheep_share": _share(row.sheep, row.count),
    }


def _guess_figures(row: GuessTally) -> Json:
    return {
        "count": row.count,
        "right_share": _share(row.right, row.count),
        "returned_share": _share(row.returned, row.count),
        "stars_when_right_mean": _mean(row.stars, row.right),
        "stars_mean": _mean(row.stars, row.count),
    }


def tokens_with(balance: Balance, reason: TokenReason) -> int:
    """Count the black tokens with this outcome."""
    return balance.tokens[list(TokenReason).index(reason)]


def tokens_available(rules: Rules, balance: Balance) -> int:
    """Count the black tokens in the centre at the start of all rounds."""
    return balance.rounds * len(rules.black_tokens)


def tokens_left(rules: Rules, balance: Balance) -> int:
    """Count the black tokens that were not taken."""
    return tokens_available(rules, balance) - sum(tokens_with(balance, reason) for reason in TAKEN)


def _mean(total: int, count: int) -> float | None:
    return round(total / count, 3) if count else None


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
