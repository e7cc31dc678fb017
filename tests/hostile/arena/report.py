"""Prints a table of all attacks and what the good players saw.

    python -m tests.hostile.arena.report [--long] [--disk] [--attempts N] [NAME ...]

Each attack meets a fresh server. The status is 1 if any of them did harm.
"""

import argparse
import asyncio
import sys

from tests.hostile.arena.arena import LONG, SHORT, Arena, Length
from tests.hostile.arena.attack import MB, Attack
from tests.hostile.arena.verdict import AttackVerdict, judge
from tests.hostile.arena.victim import data_folder
from tests.hostile.attacks import ATTACKS

HEAD = "attack | ink ms | action ms | quiet p99 | ratio | memory | disk | SIGTERM s | waited s | verdict"


async def _row(attack: Attack, length: Length, attempts: int, *, in_memory: bool) -> tuple[bool, str]:
    """Try an attack until it does no harm; return whether it did none, and the row of the last try."""
    row = ""
    for _ in range(attempts):
        with data_folder(in_memory=in_memory) as folder:
            try:
                async with asyncio.timeout(length.attack_s + 120), Arena(folder) as arena:
                    await arena.measure(length.quiet_s)
                    verdict = judge(attack, await arena.trial(attack.name, length), arena.quiet)
                    took = arena.victim.stop(10)
            except (TimeoutError, AssertionError) as error:
                row = f"{attack.name} | | | | | | | | | the server does not answer any more: {error!r}"
                continue
        faults = [*verdict.faults, *(["SIGTERM takes too long"] if took >= 10 else [])]
        row = _written(verdict, took, "; ".join(faults))
        if not faults:
            return True, row
    return False, row


def _written(verdict: AttackVerdict, took: float, faults: str) -> str:
    seen, quiet, trial = verdict.trial.attacked, verdict.trial.quiet, verdict.trial
    cells = (
        verdict.attack.name,
        f"{seen.ms('ink', 0.5):.0f}/{seen.ms('ink', 0.99):.0f}",
        f"{seen.ms('action', 0.5):.1f}/{seen.ms('action', 0.99):.1f}",
        f"{quiet.ms('ink', 0.99):.0f}, {quiet.ms('action', 0.99):.1f}",
        f"{verdict.ratios['ink']:.1f}, {verdict.ratios['action']:.1f}",
        f"{trial.memory / MB:.0f}",
        f"{trial.disk / MB:.1f}",
        f"{took:.1f}",
        f"{trial.waited:.2f}",
        faults or "harmless",
    )
    return " | ".join(cells) + f" <!-- {trial.report.get('done')} -->"


def main() -> int:
    """Print the table."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--disk", action="store_true", help="keep data on a disk, which others may keep busy")
    parser.add_argument("--attempts", type=int, default=1)
    args = parser.parse_args()
    out = sys.stdout
    out.write(f"{HEAD}\n{'|'.join(['---'] * 10)}\n")
    is_good = True
    for attack in [ATTACKS[name] for name in args.names or ATTACKS]:
        row = _row(attack, LONG if args.long else SHORT, args.attempts, in_memory=not args.disk)
        is_harmless, written = asyncio.run(row)
        is_good &= is_harmless
        out.write(written + "\n")
        out.flush()
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
