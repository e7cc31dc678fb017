"""Checks that only the monitoring ports of NATS servers allow: syncing, and room on their disks."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from time import time

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout

from pictomania.cli.doctor.finding import Finding, clock, ok, problem, storage, warning

ANSWER_S = 5.0
ADVICE = "set sync_interval: always in its configuration, or a power failure loses what was acknowledged"


class _Settings(msgspec.Struct):
    max_storage: int = 0
    sync_always: bool = False


class _Stats(msgspec.Struct):
    storage: int = 0


class _JetStream(msgspec.Struct):
    config: _Settings | None = None  # if JetStream is turned off
    stats: _Stats = msgspec.field(default_factory=_Stats)


class ServerReport(msgspec.Struct):
    """What a server reports about itself at `/varz`."""

    server_id: str
    server_name: str
    now: datetime
    jetstream: _JetStream


async def check_monitors(urls: Sequence[str], server_ids: Sequence[str]) -> list[Finding]:
    """Judge the reports of servers at these URLs; none is missing if there is one for each id."""
    async with ClientSession(timeout=ClientTimeout(total=ANSWER_S)) as session:
        results = await asyncio.gather(*(_check_monitor(session, url) for url in urls))
    seen = {server_id for server_id, _ in results}
    unseen = len(set(server_ids) - seen)
    findings = [finding for _, findings in results for finding in findings]
    if unseen:
        servers = "one server syncs" if unseen == 1 else f"{unseen} servers sync"
        advice = "give their monitoring ports, as in --nats-monitor http://127.0.0.1:8222,..."
        findings.append(warning("fsync", f"whether {servers} every write is not known here; {advice}"))
    return findings


async def _check_monitor(session: ClientSession, url: str) -> tuple[str, list[Finding]]:
    """Return the id of a server and what was found out about it."""
    began = time()
    try:
        async with session.get(f"{url.rstrip('/')}/varz") as answer:
            report = msgspec.json.decode(await answer.read(), type=ServerReport)
    except (ClientError, TimeoutError, ValueError) as error:  # a MsgspecError is a ValueError
        why = str(error) or type(error).__name__
        return "", [problem("monitor", f"{url} does not answer as NATS does: {why}; check the address")]
    findings = [clock(report.server_name, report.now.timestamp() - (began + time()) / 2)]
    settings = report.jetstream.config
    if settings is not None:
        findings.append(_check_sync(report.server_name, settings))
        if settings.max_storage > 0:
            findings.append(storage(report.server_name, report.jetstream.stats.storage, settings.max_storage))
    return report.server_id, findings


def _check_sync(name: str, settings: _Settings) -> Finding:
    if settings.sync_always:
        return ok("fsync", f"{name} syncs every write")
    return problem("fsync", f"{name} does not sync every write; {ADVICE}")
