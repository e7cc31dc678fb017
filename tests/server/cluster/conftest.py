"""A real NATS server that many tests share, each with a log of its own."""

from tests.log.conftest import nats, shared_nats

__all__ = ["nats", "shared_nats"]
