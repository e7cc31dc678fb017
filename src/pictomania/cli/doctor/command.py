"""`pictomania doctor`: check a cluster, and say what to fix."""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pictomania.cli.doctor.finding import Finding, Severity, problem
from pictomania.cli.quoting import printable
from pictomania.cli.server_flags import add_flag
from pictomania.server.config import Config

if TYPE_CHECKING:
    from ssl import SSLContext

FAILED = 1
USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania doctor`."""
    parser.description = (
        "Check the NATS servers, the log and the nodes of a cluster, one line per check: ok, a warning, or a "
        "problem with advice. The exit status is 1 if there is a problem. A running cluster is not disturbed."
    )
    for name in ("nats", "nats_credentials", "inside_tls_cert", "inside_tls_key", "inside_tls_ca"):
        add_flag(parser, name)
    parser.add_argument(
        "--nats-monitor",
        type=_urls,
        default=(),
        metavar="URL,...",
        help="monitoring ports of the NATS servers, as in http://127.0.0.1:8222",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _urls(text: str) -> Sequence[str]:
    urls = [part.strip() for part in text.split(",") if part.strip()]
    if not all(url.startswith(("http://", "https://")) for url in urls):
        raise argparse.ArgumentTypeError("an address begins with http:// or https://")
    return urls


def run(args: argparse.Namespace) -> int:
    """Check the cluster, and print what was found."""
    if not args.nats:
        print(
            "pictomania doctor: say which servers to check, as in --nats nats://127.0.0.1:4222",
            file=sys.stderr,
        )
        return USAGE
    logging.getLogger("pictomania").addHandler(logging.NullHandler())  # findings say it better
    findings = asyncio.run(_check(args))
    is_ok = all(finding.severity is not Severity.PROBLEM for finding in findings)
    print(_json_report(findings, is_ok=is_ok) if args.json else _text_report(findings))
    return 0 if is_ok else FAILED


def _json_report(findings: Sequence[Finding], *, is_ok: bool) -> str:
    checks = [
        {"check": finding.check, "level": finding.severity.value, "text": finding.text}
        for finding in findings
    ]
    return json.dumps({"ok": is_ok, "checks": checks}, indent=1)


def _text_report(findings: Sequence[Finding]) -> str:
    lines = [
        f"{finding.severity.value:7}  {finding.check:11}  {printable(finding.text)}" for finding in findings
    ]
    problems = sum(finding.severity is Severity.PROBLEM for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    return "\n".join([*lines, f"Problems: {problems}. Warnings: {warnings}."])


async def _check(args: argparse.Namespace) -> list[Finding]:
    # Not at the top: other commands should not have to wait for these.
    from pictomania.cli.doctor.monitors import check_monitors  # noqa: PLC0415
    from pictomania.cli.doctor.nodes import check_nodes  # noqa: PLC0415
    from pictomania.cli.doctor.servers import reach_servers  # noqa: PLC0415
    from pictomania.cli.doctor.stream import check_latency, check_stream  # noqa: PLC0415
    from pictomania.log import Unusable  # noqa: PLC0415
    from pictomania.log.nats_setup import NatsSettings  # noqa: PLC0415

    try:
        tls = _client_tls(args)
        credentials = _read(args.nats_credentials)
    except (Unusable, OSError, UnicodeError) as error:
        return [problem("files", str(error))]
    servers = await reach_servers(args.nats, credentials)
    try:
        findings = servers.findings
        for connection in list(servers.connections.values())[:1]:
            about_log, log = await check_stream(connection, NatsSettings(args.nats).name)
            findings += about_log
            if log is not None:
                findings.append(await check_latency(log))
                findings += await check_nodes(log, tls)
            findings += await check_monitors(args.nats_monitor, list(servers.connections))
    finally:
        await servers.close()
    return findings


def _read(file: Path | None) -> str | None:
    return None if file is None else file.read_text()


def _client_tls(args: argparse.Namespace) -> "SSLContext | None":
    from pictomania.server.cluster.inside_tls import read_inside_tls  # noqa: PLC0415

    flags = ("inside_tls_cert", "inside_tls_key", "inside_tls_ca")
    tls = read_inside_tls(Config(**{name: getattr(args, name) for name in flags}))
    return None if tls is None else tls.client
