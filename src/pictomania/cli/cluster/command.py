"""`pictomania cluster`: run a whole cluster on this machine, to try it out or to use all of its cores."""

import argparse
import asyncio
import resource
import signal
import sys
from contextlib import suppress

from pictomania.cli.quoting import printable
from pictomania.cli.server_flags import add_flag
from pictomania.cli.startup_banner import banner_for

FAILED = 1
FOLDER = "cluster"  # in the data folder
MAX_NODES = 16
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pictomania cluster`."""
    parser.description = (
        "Run a cluster on this machine until interrupted: NATS servers, nodes and a load balancer, whose "
        "address is printed. Processes that die are started again. Tables survive. Nodes get the "
        "other settings of `pictomania serve` from the environment."
    )
    parser.add_argument(
        "--nodes",
        type=int,
        choices=range(1, MAX_NODES + 1),
        default=3,
        metavar="N",
        help="nodes (%(default)s)",
    )
    parser.add_argument(
        "--nats-servers",
        type=int,
        choices=(1, 3),
        default=3,
        metavar="N",
        help="NATS servers, 1 or 3 (%(default)s)",
    )
    for name in ("host", "port", "data", "public_url"):
        add_flag(parser, name)


def run(args: argparse.Namespace) -> int:
    """Run the cluster until stopped."""
    # Not at the top: other commands should not have to wait for these.
    import uvloop  # noqa: PLC0415

    from pictomania.cli.cluster.nats_servers import CannotStart  # noqa: PLC0415
    from pictomania.log.eventlog import Unusable  # noqa: PLC0415

    _raise_limits()
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_run(args))
    except (CannotStart, Unusable) as error:
        print(f"pictomania cluster: {printable(str(error))}", file=sys.stderr)
        return FAILED
    return 0


async def _run(args: argparse.Namespace) -> None:
    from pictomania.cli.cluster.display import Display  # noqa: PLC0415
    from pictomania.cli.cluster.local_cluster import ClusterSettings, LocalCluster  # noqa: PLC0415
    from pictomania.log.lock import locked  # noqa: PLC0415

    host = "" if args.host == "::" else args.host  # as `serve` has it
    folder = args.data / FOLDER
    settings = ClusterSettings(folder, args.nodes, args.nats_servers, host, args.port, args.public_url)
    folder.mkdir(parents=True, exist_ok=True)
    display = Display(sys.stdout)
    stop = _stop_signal()
    with locked(folder / "nats"):
        cluster = await LocalCluster.start(settings, display)

        def announce() -> None:
            display.insert(banner_for(sys.stdout, args.public_url, args.host, cluster.balancer.port))

        watching, stopping = (
            asyncio.ensure_future(cluster.watch(announce)),
            asyncio.ensure_future(stop.wait()),
        )
        try:
            await asyncio.wait((watching, stopping), return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                watching.result()  # which is an error
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await cluster.stop()


def _stop_signal() -> asyncio.Event:
    """An event that is set by SIGINT or SIGTERM, even if the shell ignores the former for background jobs."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for kind in SIGNALS:
        loop.add_signal_handler(kind, stop.set)
    return stop


def _raise_limits() -> None:
    """Raise the limit on open files to the maximum; a relayed connection needs two."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems report infinity and then refuse it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
