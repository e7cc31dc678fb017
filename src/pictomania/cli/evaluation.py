"""`pictomania bots evaluate`: has the guesser name drawings, and reports."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from pictomania.bots.exam import BINS, SHARES, Exam, Report
from pictomania.bots.guesser import guesser
from pictomania.cli.bar import Bar
from pictomania.cli.drawings import Skipped, papers_in
from pictomania.cli.input_error import InputError
from pictomania.cli.quoting import printable


def evaluated(args: argparse.Namespace) -> None:
    """Look at all drawings and print what came of it."""
    papers, skipped = papers_in(args.file)
    if not papers:
        reasons = ", ".join(_told(skipped))
        raise InputError(printable(args.file), f"no drawing in it can be used ({reasons or 'it is empty'})")
    with Bar(len(papers), "drawings", sys.stderr) as bar:
        report = Exam(guesser(), args.cards, args.players, args.seed).held(papers, bar.show)
    if args.json:
        print(json.dumps(_as_json(args, report, skipped), indent=2))
    else:
        print(_as_text(args, report, skipped), end="")


def _as_json(args: argparse.Namespace, report: Report, skipped: Skipped) -> dict[str, Any]:
    return {
        "drawings": report.drawings,
        "skipped": sum(map(len, skipped.values())),
        "skipped_why": {why: len(lines) for why, lines in skipped.items()},
        "skipped_first": {why: lines[0] for why, lines in skipped.items()},
        "cards": args.cards,
        "players": args.players,
        "seed": args.seed,
        "word_accuracy": round(report.words(), 4),
        "number_accuracy": round(report.numbers(), 4),
        "word_accuracy_as_played": round(report.words_as_played(), 4),
        "by_share": {
            str(share): {
                "word_accuracy": round(report.words(share), 4),
                "number_accuracy": round(report.numbers(share), 4),
                "word_accuracy_as_played": round(report.words_as_played(share), 4),
                "calibration": [
                    {"sure": round(sure, 4), "right": round(right, 4), "drawings": count}
                    for sure, right, count in report.honesty(share)
                ],
            }
            for share in SHARES
        },
    }


def _told(skipped: Skipped) -> Iterator[str]:
    for why, lines in sorted(skipped.items(), key=lambda item: -len(item[1])):
        one, more = f"line {lines[0]}", f"{len(lines):,} lines, the first is {lines[0]}"
        yield f"{why} ({one if len(lines) == 1 else more})"


def _as_text(args: argparse.Namespace, report: Report, skipped: Skipped) -> str:
    lines = [
        f"{report.drawings:,} drawings on holders of {args.cards} cards, {args.players} players, "
        f"--seed {args.seed}",
        *(f"skipped: {why}" for why in _told(skipped)),
        "",
        "drawn    word  number  word, as played",
        *(
            f"{share:5.0%}  {report.words(share):6.1%}  {report.numbers(share):6.1%}  "
            f"{report.words_as_played(share):6.1%}"
            for share in SHARES
        ),
        "",
        "As played: a bot at a table reckons with words that nobody drew for it, so it takes these for more",
        "likely than the file does, where somebody drew every word.",
        "",
        "How sure it was of the word, and how often it was right, by share drawn:",
        "   sure" + "".join(f"{share:>16.0%}" for share in SHARES),
    ]
    tables = [report.honesty(share) for share in SHARES]
    for one in range(BINS):
        cells = "".join(
            f"{right:>8.0%} of{count:5,}" if count else f"{'-':>16}"
            for _, right, count in (table[one] for table in tables)
        )
        lines.append(f"{one * 100 // BINS:3}-{(one + 1) * 100 // BINS:3}{cells}")
    return "\n".join(lines) + "\n"
