"""A balance as text: small tables, each with a sentence that sums it up.

All figures are derived from the counts of a `Balance`.
"""

from collections.abc import Sequence
from math import sqrt

from pictomania.rules import LEVELS, Rules, TokenReason, Variant
from pictomania.simulation.balance import WIN_PARTS, Balance, GuessTally, RoundTally
from pictomania.simulation.json_report import tokens_available, tokens_left, tokens_with

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
REASONS = {
    TokenReason.GUESSED: "plus: the drawing was guessed",
    TokenReason.LEARNING: "plus: a learning round",
    TokenReason.BLACK_SHEEP: "minus: the black sheep",
    TokenReason.NOT_GUESSED: "nothing: the drawing was not guessed",
    TokenReason.FAULT: "nothing: the drawing was at fault",
}


def balance_as_text(rules: Rules, seed: int, balance: Balance) -> str:
    """Return the report as plain text."""
    sections = (
        _heading(rules, seed, balance),
        _finishing(balance),
        _sheep(balance),
        _tokens(rules, balance),
        _early(balance),
        _levels(balance),
        _victory(rules, balance),
        _talk(balance),
    )
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _heading(rules: Rules, seed: int, balance: Balance) -> list[str]:
    variants = [variant.value for variant in Variant if variant in rules.variants]
    setting = ", ".join((f"{rules.players} players", f"{rules.edition} edition", *variants, f"seed {seed}"))
    return [
        f"Games simulated: {balance.games:,} ({setting})",
        f"Rounds: {balance.rounds:,}. Steps: {balance.steps:,}, with every invariant checked after each; "
        f"{balance.longest:,} in the longest game.",
        "The players are simulated too: trust the comparisons more than the absolute figures.",
    ]


def _finishing(balance: Balance) -> list[str]:
    takers = [(f"took the {place} token", row) for place, row in zip(PLACES, balance.takers, strict=False)]
    others = [("done, without a token", balance.done), ("stopped, without a token", balance.stopped)]
    return [
        "FINISHING: stars per round, by the order in which black tokens were taken",
        *_table(
            ("", "rounds", "stars", "from token", "black sheep"),
            [_finishing_row(name, row) for name, row in (*takers, *others) if row.count],
        ),
        f"Players who took the first token scored {_gap(balance.takers)} than players who took the last.",
    ]


def _finishing_row(name: str, row: RoundTally) -> tuple[str, ...]:
    return (
        name,
        f"{row.count:,}",
        _mean(row.stars, row.count),
        _signed(row.worth, row.count),
        _percent(row.sheep, row.count),
    )


def _sheep(balance: Balance) -> list[str]:
    sheep, rounds = balance.sheep, balance.rounds
    rows = [
        ("struck, and cost its token's stars", sheep.with_token),
        ("struck, but had no token to lose", sheep.without_token),
        ("struck, but its token was returned", sheep.returned),
        ("none: a tie for most wrong guesses", sheep.tied),
        ("none: no wrong guesses", sheep.spotless),
        ("none: a learning round", sheep.learning_rounds),
    ]
    return [
        "BLACK SHEEP: the one player with the most wrong guesses, by round",
        *_table(
            ("", "rounds", "share"),
            [(name, f"{count:,}", _percent(count, rounds)) for name, count in rows if count],
        ),
        f"{_percent(sheep.struck, rounds)} of rounds had a black sheep; on average its token then counted "
        f"{_signed(-sheep.lost, sheep.with_token)} stars.",
    ]


def _tokens(rules: Rules, balance: Balance) -> list[str]:
    available = tokens_available(rules, balance)
    rows = [(name, tokens_with(balance, reason)) for reason, name in REASONS.items()]
    rows.append(("left in the middle", tokens_left(rules, balance)))
    return [
        f"BLACK TOKENS: outcomes of the tokens worth {' '.join(map(str, rules.black_tokens))} stars",
        *_table(
            ("", "tokens", "share"),
            [(name, f"{count:,}", _percent(count, available)) for name, count in rows if count],
        ),
    ]


def _early(balance: Balance) -> list[str]:
    return [
        "GUESSING EARLY: guesses by their place in the pile",
        *_table(
            ("", "guesses", "right", "stars if right", "stars"),
            [
                _guess_row(f"{place} on the pile", row)
                for place, row in zip(PLACES, balance.pile, strict=False)
                if row.count
            ],
        ),
        f"The first guess on a pile earned {_gap(balance.pile)} than the last, "
        "counting wrong guesses as zero.",
    ]


def _levels(balance: Balance) -> list[str]:
    rows = [(f"level {level}", row) for level, row in zip(LEVELS, balance.levels, strict=True)]
    return [
        "LEVELS: guesses by the difficulty of the words",
        *_table(
            ("", "guesses", "right", "stars if right", "stars"),
            [_guess_row(name, row) for name, row in rows if row.count],
        ),
    ]


def _guess_row(name: str, row: GuessTally) -> tuple[str, ...]:
    return (
        name,
        f"{row.count:,}",
        _percent(row.right, row.count),
        _mean(row.stars, row.right),
        _mean(row.stars, row.count),
    )


def _victory(rules: Rules, balance: Balance) -> list[str]:
    games, fair = balance.games, 1 / rules.players
    luck = 2 * sqrt(fair * (1 - fair) / games)  # two standard errors: one seat in twenty is outside by chance
    ends = balance.ends
    return [
        "VICTORY: wins by seat, shared wins are split",
        *_table(
            ("", *(f"seat {seat}" for seat in range(1, rules.players + 1))),
            [("wins", *(_percent(parts, WIN_PARTS * games) for parts in balance.wins))],
        ),
        f"Fair is {100 * fair:.1f} % each, give or take {100 * luck:.1f} by chance. "
        f"{_percent(ends.shared, games)} of wins were shared.",
        f"Final stars on average: winner {_mean(ends.winner, games)}, last place "
        f"{_mean(ends.last, games)}, all players {_mean(ends.total, games * rules.players)}.",
    ]


def _talk(balance: Balance) -> list[str]:
    talk = balance.talk
    return [
        "TALK: faults, objections and replaced cards",
        *_table(
            ("", "times", "of drawings"),
            [
                (name, f"{count:,}", _percent(count, talk.drawings))
                for name, count in (
                    ("empty drawings", talk.empty),
                    ("faults admitted by artists", talk.admitted),
                    ("objections by other players", talk.objections),
                    ("objections upheld by vote", talk.upheld),
                )
            ]
            + [("requests to replace a word card", f"{talk.replacements:,}", "")],
        ),
    ]


# Formatting.


def _gap(rows: Sequence[RoundTally] | Sequence[GuessTally]) -> str:
    """Describe the difference in mean stars between the first and the last row."""
    means = [row.stars / row.count for row in rows if row.count] or [0.0]
    gap = means[0] - means[-1]
    return f"{abs(gap):.2f} stars {'more' if gap >= 0 else 'fewer'}"


def _mean(total: int, count: int) -> str:
    return f"{total / count:.2f}" if count else "-"


def _signed(total: int, count: int) -> str:
    return f"{total / count:+.2f}" if count else "-"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Left-align the first column and right-align the others, indented by two spaces."""
    name, *columns = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(["", row[0].ljust(name), *map(str.rjust, row[1:], columns)]).rstrip()
        for row in (head, *rows)
    ]
