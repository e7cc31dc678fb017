"""Real NATS servers that many tests share."""

from tests.log.conftest import cluster, nats, shared_cluster, shared_nats

__all__ = ["cluster", "nats", "shared_cluster", "shared_nats"]
