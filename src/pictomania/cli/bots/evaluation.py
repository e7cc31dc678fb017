"""`pictomania bots evaluate`: run the evaluation and print its report."""

import argparse
import json
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from pictomania.bots.evaluation import BINS, SHARES, Evaluation, Report, unknown_ideas
from pictomania.bots.guesser import guesser
from pictomania.cli.bots.drawing_files import Skipped, read_drawings
from pictomania.cli.input_error import InputError
from pictomania.cli.progress_bar import ProgressBar
from pictomania.cli.quoting import printable

LINE_LENGTH = 100


def evaluate(args: argparse.Namespace) -> None:
    """Evaluate the guesser on all drawings of a file, and print the report."""
    drawings, skipped = read_drawings(args.file)
    if not drawings:
        reasons = ", ".join(_reasons(skipped))
        raise InputError(printable(args.file), f"no drawing in it can be used ({reasons or 'it is empty'})")
    with ProgressBar(len(drawings), "drawings", sys.stderr) as bar:
        report = Evaluation(guesser(), args.cards, args.players, args.seed).run(drawings, bar.show)
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
        "word_accuracy": round(report.word_accuracy(), 4),
        "number_accuracy": round(report.number_accuracy(), 4),
        "word_accuracy_as_played": round(report.table_accuracy(), 4),
        "by_share": {
            str(share): {
                "word_accuracy": round(report.word_accuracy(share), 4),
                "number_accuracy": round(report.number_accuracy(share), 4),
                "word_accuracy_as_played": round(report.table_accuracy(share), 4),
                "calibration": [
                    {"sure": round(sure, 4), "right": round(right, 4), "drawings": count}
                    for sure, right, count in report.calibration(share)
                ],
            }
            for share in SHARES
        },
        "unknown_ideas": {level: words for level, words, _ in unknown_ideas(guesser())},
    }


def _reasons(skipped: Skipped) -> Iterator[str]:
    for why, lines in sorted(skipped.items(), key=lambda item: -len(item[1])):
        one, more = f"line {lines[0]}", f"{len(lines):,} lines, the first is {lines[0]}"
        yield f"{why} ({one if len(lines) == 1 else more})"


def _as_text(args: argparse.Namespace, report: Report, skipped: Skipped) -> str:
    lines = [
        f"{report.drawings:,} drawings on holders of {args.cards} cards, {args.players} players, "
        f"--seed {args.seed}",
        *(f"skipped: {reason}" for reason in _reasons(skipped)),
        "",
        "drawn    word  number  word, as played",
        *(
            f"{share:5.0%}  {report.word_accuracy(share):6.1%}  {report.number_accuracy(share):6.1%}  "
            f"{report.table_accuracy(share):6.1%}"
            for share in SHARES
        ),
        "",
        "As played: at a table, a bot expects words that it has no drawings of, and so finds them likelier",
        "than they are in this file, where every word was drawn.",
        "",
        "Confidence in the word, and how often it was right, by share drawn:",
        "   sure" + "".join(f"{share:>16.0%}" for share in SHARES),
    ]
    tables = [report.calibration(share) for share in SHARES]
    for one in range(BINS):
        cells = "".join(
            f"{right:>8.0%} of{count:5,}" if count else f"{'-':>16}"
            for _, right, count in (table[one] for table in tables)
        )
        lines.append(f"{one * 100 // BINS:3}-{(one + 1) * 100 // BINS:3}{cells}")
    lines += ["", "Words that bots can draw, but that the network has not learned yet:"]
    for level, words, total in unknown_ideas(guesser()):
        shown = f"level {level}, {len(words)} of {total}: {', '.join(words) or 'none'}"
        lines += wrap(shown, LINE_LENGTH, subsequent_indent="  ")
    return "\n".join(lines) + "\n"
