"""Compares what was measured during an attack with what the server promises."""

from dataclasses import dataclass

from tests.hostile.arena.arena import Arena, Length, Trial
from tests.hostile.arena.attack import MB, Attack
from tests.hostile.arena.samples import Seen

TIMES = 3.0  # as slow as quiet is still good
MAX_MS = 150.0
# Below this a quiet percentile says more about the scheduler than about the server: one time slice of another
# process on the same core is several times as long as a stored action.
RESOLUTION_MS = 10.0
ATTEMPTS = 3  # a busy machine may spoil one of them; what is really wrong fails all


@dataclass(frozen=True)
class AttackVerdict:
    """The broken promises; none if the attack was harmless."""

    attack: Attack
    trial: Trial
    ratios: dict[str, float]
    faults: list[str]


def judge(attack: Attack, trial: Trial, all_quiet: Seen) -> AttackVerdict:
    """Compare a trial with the promise; `all_quiet` is what was seen in every quiet time of this run."""
    faults, ratios = [], {}
    for kind in ("ink", "action"):
        quiet = max(trial.quiet.ms(kind, 0.99), all_quiet.ms(kind, 0.99), RESOLUTION_MS)
        slow = trial.attacked.ms(kind, 0.99)
        ratios[kind] = slow / quiet
        if slow > min(TIMES * quiet, MAX_MS):
            faults.append(f"{kind} p99 {slow:.0f} ms, quiet {quiet:.0f} ms")
        if trial.after.ms(kind, 0.99) > MAX_MS:
            faults.append(f"{kind} p99 {trial.after.ms(kind, 0.99):.0f} ms after the attack")
    seen = trial.attacked + trial.after
    if seen.disconnects:
        faults.append(f"{seen.disconnects} disconnects {seen.closed[:3]}")
    if seen.refused:
        faults.append(f"{len(seen.refused)} refusals {seen.refused[:3]}")
    if trial.unusable:
        faults.append(f"not usable after the attack: {trial.unusable}")
    if trial.memory > attack.memory:
        faults.append(f"{trial.memory / MB:.0f} MB of memory")
    if trial.disk > attack.disk:
        faults.append(f"{trial.disk / MB:.0f} MB on disk")
    faults += _too_much(attack, trial)
    return AttackVerdict(attack, trial, ratios, faults)


def _too_much(attack: Attack, trial: Trial) -> list[str]:
    """Look at what the attacker got out of the server, and whether it attacked at all."""
    done = trial.report.get("done", {})
    if not done.get(attack.proof):
        return [f"it was no attack: {trial.report}"]
    return [
        f"{done[what]} {what}"
        for what, (a_second, at_once) in attack.most.items()
        if done.get(what, 0) > at_once + a_second * trial.seconds
    ]


async def best_verdict(
    arena: Arena, attack: Attack, length: Length, address: str | None = None
) -> AttackVerdict:
    """Attack up to three times until an attack does no harm, and return the best verdict."""
    found: list[AttackVerdict] = []
    for _ in range(ATTEMPTS):
        trial = await arena.trial(attack.name, length, address)
        found.append(judge(attack, trial, arena.quiet))
        if not found[-1].faults:
            break
    return min(found, key=lambda verdict: len(verdict.faults))
