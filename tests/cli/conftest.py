"""A real NATS server for the commands that use one."""

from tests.log.conftest import nats, shared_nats

__all__ = ["nats", "shared_nats"]
