"""Findings, briefly."""

from collections.abc import Iterable

from pictomania.cli.doctor.finding import Finding


def levels(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Each check with how bad it is."""
    return [(finding.check, finding.level.value) for finding in findings]


def texts(findings: Iterable[Finding], check: str) -> list[str]:
    """What was found by a check."""
    return [finding.text for finding in findings if finding.check == check]
