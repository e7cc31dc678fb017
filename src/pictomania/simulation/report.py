"""A balance as people read it: small tables, each with a sentence on what it says.

Counts nothing itself: all it says follows from the counts of a `Balance`.
"""

from collections.abc import Sequence
from math import sqrt

from pictomania.rules import LEVELS, Rules, TokenReason, Variant
from pictomania.simulation.balance import WHOLE_WIN, Balance, Guesses, Rounds
from pictomania.simulation.figures import tokens_by, tokens_left, tokens_on_the_table

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
REASONS = {
    TokenReason.GUESSED: "plus, for a drawing somebody guessed",
    TokenReason.LEARNING: "plus, as in every learning round",
    TokenReason.BLACK_SHEEP: "minus, for the black sheep",
    TokenReason.NOT_GUESSED: "nothing, for a drawing nobody guessed",
    TokenReason.FAULT: "nothing, for a drawing at fault",
}


def text_form(rules: Rules, seed: int, balance: Balance) -> str:
    """Give the report as a text that can be read from top to bottom."""
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
        f"Rounds: {balance.rounds:,}. Steps: {balance.steps:,}, after each of which every law held; "
        f"{balance.longest:,} in the longest game.",
        "The people are simulated as well: trust the comparisons more than the figures themselves.",
    ]


def _finishing(balance: Balance) -> list[str]:
    takers = [(f"took the {place} token", row) for place, row in zip(PLACES, balance.takers, strict=False)]
    others = [("done, without a token", balance.done), ("stopped, without a token", balance.stopped)]
    return [
        "FINISHING: stars in a round, by the order in which black tokens were taken",
        *_table(
            ("", "rounds", "stars", "of which token", "black sheep"),
            [_finishing_row(name, row) for name, row in (*takers, *others) if row.count],
        ),
        f"Whoever took the first token scored {_gap(balance.takers)} than whoever took the last.",
    ]


def _finishing_row(name: str, row: Rounds) -> tuple[str, ...]:
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
        ("struck, and cost a token's stars", sheep.with_token),
        ("struck, but had no token to lose", sheep.without_token),
        ("struck, but its token went back", sheep.returned),
        ("none: a tie for most wrong guesses", sheep.tied),
        ("none: nobody guessed wrong", sheep.spotless),
        ("none: a learning round", sheep.unwatched),
    ]
    return [
        "BLACK SHEEP: the one player with most wrong guesses, by rounds",
        *_table(
            ("", "rounds", "share"),
            [(name, f"{count:,}", _percent(count, rounds)) for name, count in rows if count],
        ),
        f"It strikes in {_percent(sheep.struck, rounds)} of rounds. Its token then counts "
        f"{_signed(-sheep.lost, sheep.with_token)} stars on average.",
    ]


def _tokens(rules: Rules, balance: Balance) -> list[str]:
    everything = tokens_on_the_table(rules, balance)
    rows = [(name, tokens_by(balance, reason)) for reason, name in REASONS.items()]
    rows.append(("left in the centre", tokens_left(rules, balance)))
    return [
        f"BLACK TOKENS: what those of {' '.join(map(str, rules.black_tokens))} stars counted",
        *_table(
            ("", "tokens", "share"),
            [(name, f"{count:,}", _percent(count, everything)) for name, count in rows if count],
        ),
    ]


def _early(balance: Balance) -> list[str]:
    return [
        "GUESSING EARLY: guesses by their place in the pile on a drawing",
        *_table(
            ("", "guesses", "right", "stars if right", "stars"),
            [
                _guess_row(f"{place} on the pile", row)
                for place, row in zip(PLACES, balance.pile, strict=False)
                if row.count
            ],
        ),
        f"The first guess on a pile earned {_gap(balance.pile)} than the last, wrong ones counted as none.",
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


def _guess_row(name: str, row: Guesses) -> tuple[str, ...]:
    return (
        name,
        f"{row.count:,}",
        _percent(row.right, row.count),
        _mean(row.stars, row.right),
        _mean(row.stars, row.count),
    )


def _victory(rules: Rules, balance: Balance) -> list[str]:
    games, fair = balance.games, 1 / rules.players
    luck = 2 * sqrt(fair * (1 - fair) / games)  # two standard errors: one seat in twenty lies outside by luck
    ends = balance.ends
    return [
        "VICTORY: wins by seat, a shared one counted in parts",
        *_table(
            ("", *(f"seat {seat}" for seat in range(1, rules.players + 1))),
            [("wins", *(_percent(parts, WHOLE_WIN * games) for parts in balance.wins))],
        ),
        f"Fair is {100 * fair:.1f} % each, give or take {100 * luck:.1f} by luck. "
        f"{_percent(ends.shared, games)} of victories were shared.",
        f"Stars at the end, on average: the winner {_mean(ends.winner, games)}, the last "
        f"{_mean(ends.last, games)}, everybody {_mean(ends.everybody, games * rules.players)}.",
    ]


def _talk(balance: Balance) -> list[str]:
    talk = balance.talk
    return [
        "TALK: what tables had to settle",
        *_table(
            ("", "times", "of drawings"),
            [
                (name, f"{count:,}", _percent(count, talk.drawings))
                for name, count in (
                    ("drawings left empty", talk.empty),
                    ("faults admitted by the artist", talk.admitted),
                    ("objections by others", talk.objections),
                    ("objections upheld by vote", talk.upheld),
                )
            ]
            + [("word cards asked to be replaced", f"{talk.replacements:,}", "")],
        ),
    ]


# Small parts of the text.


def _gap(rows: Sequence[Rounds] | Sequence[Guesses]) -> str:
    """Compare the first row with the last."""
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
    """Align the first column to the left and the others to the right, two spaces in."""
    name, *columns = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(["", row[0].ljust(name), *map(str.rjust, row[1:], columns)]).rstrip()
        for row in (head, *rows)
    ]
