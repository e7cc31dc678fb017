"""Checks of the log: its replicas and settings, what it has room for, and how fast it is."""

import asyncio
from datetime import UTC, datetime
from statistics import median
from time import time
from typing import Any

import msgspec

from pictomania.cli.doctor.finding import Finding, clock, gigabytes, ok, problem, storage, warning
from pictomania.log import Conflict, Unavailable, Unusable
from pictomania.log.nats import MAX_PENDING, NatsLog
from pictomania.log.nats_connection import NatsConnection
from pictomania.log.nats_setup import NO_STREAM, REPLICAS, LogFacts, verify_stream
from pictomania.log.nats_stream import ApiReply, NatsRefusal, NatsStream, ask_api

PROBE = "doctor"  # a name in the log that no table has
PROBES = 20
ANSWER_S = 5.0
SLOW_MS, VERY_SLOW_MS = 50.0, 1000.0  # the median, and the slowest


class _Replica(msgspec.Struct):
    name: str
    current: bool = False
    offline: bool = False


class _Cluster(msgspec.Struct):
    leader: str = ""
    replicas: list[_Replica] = []


class _State(msgspec.Struct):
    bytes: int = 0


class StreamInfo(ApiReply):
    """What NATS says about a stream."""

    ts: datetime = datetime.fromtimestamp(0, UTC)  # now
    config: dict[str, Any] = msgspec.field(default_factory=dict)
    state: _State = msgspec.field(default_factory=_State)
    cluster: _Cluster = msgspec.field(default_factory=_Cluster)


async def check_stream(connection: NatsConnection, name: str) -> tuple[list[Finding], NatsLog | None]:
    """Judge the stream of a log, and return the log if it can be used."""
    began = time()
    try:
        async with asyncio.timeout(ANSWER_S):
            info = await ask_api(connection, f"STREAM.INFO.{name}", {}, StreamInfo)
    except TimeoutError:
        text = "NATS does not answer about its streams; too few of its servers are running, or have JetStream"
        return [problem("log", text)], None
    except NatsRefusal as refused:
        if refused.error.err_code == NO_STREAM:
            text = (
                "there is no log yet; `pictomania serve --nats` creates it, and then there is more to check"
            )
            return [warning("log", text)], None
        return [problem("log", f"{refused}; give this user access to JetStream")], None
    except Unavailable as error:
        return [problem("log", f"{error}; try again")], None
    ahead_s = info.ts.timestamp() - (began + time()) / 2
    findings = [*_check_replicas(info), _check_settings(info, name), _check_room(info)]
    findings.append(clock(info.cluster.leader or connection.info["server_name"], ahead_s))
    facts = LogFacts(connection.version, connection.is_clustered, info.config["num_replicas"])
    return findings, NatsLog(NatsStream(connection, name), facts, ANSWER_S, MAX_PENDING)


def _check_replicas(info: StreamInfo) -> list[Finding]:
    count = info.config["num_replicas"]
    text = f"the log has {count} of {REPLICAS} replicas"
    if count < REPLICAS:
        advice = "run three servers as a cluster, stop all nodes, and set its replicas to 3"
        findings = [warning("replicas", f"{text}, so it ends with a disk; {advice}")]
    else:
        findings = [ok("replicas", f"{text}; the leader is {info.cluster.leader or 'being elected'}")]
    for replica in info.cluster.replicas:
        if replica.offline:
            findings.append(
                problem("replicas", f"{replica.name} is offline; start it, or nothing else may fail")
            )
        elif not replica.current:
            findings.append(
                warning("replicas", f"{replica.name} lags behind; stop no other server until it is current")
            )
    return findings


def _check_settings(info: StreamInfo, name: str) -> Finding:
    try:
        verify_stream(info.config, name)
    except Unusable as error:
        return problem("settings", str(error))
    return ok("settings", f"the stream {name} keeps everything")


def _check_room(info: StreamInfo) -> Finding:
    limit = info.config.get("max_bytes", -1)
    if limit > 0:
        return storage("the stream", info.state.bytes, limit)
    return ok("storage", f"the log has {gigabytes(info.state.bytes)}, and no limit of its own")


async def check_latency(log: NatsLog) -> Finding:
    """Measure how long an append takes; the entries are deleted again."""
    took_ms: list[float] = []
    loop = asyncio.get_running_loop()
    try:
        try:
            await log.drop(PROBE)  # of a check that was killed
            position = 0
            for _ in range(PROBES):
                began = loop.time()
                position = await log.append(PROBE, position, [b"?"])
                took_ms.append((loop.time() - began) * 1000)
        finally:
            await log.drop(PROBE)
    except Conflict:
        return warning("latency", "another doctor is at work; try again")
    except Unavailable as error:
        return problem("latency", f"nothing can be stored: {error}; see the checks above")
    middle_ms, slowest_ms = median(took_ms), max(took_ms)
    text = f"an append takes {middle_ms:.1f} ms (median), and {slowest_ms:.1f} ms at most, of {PROBES}"
    if middle_ms <= SLOW_MS and slowest_ms <= VERY_SLOW_MS:
        return ok("latency", text)
    advice = "faster disks, less load, or servers nearer to each other would help; players wait for it"
    return warning("latency", f"{text}; {advice}")
