"""One cluster for all examples: three NATS servers and two nodes."""

from collections.abc import Iterator

import pytest

from tests.log.conftest import nats, shared_nats
from tests.operations.examples import MACHINES, Site, running

__all__ = ["nats", "shared_nats"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """NATS on three machines."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.make_certificates()
    with running(*(site.nats(machine) for machine in MACHINES)):
        yield site


@pytest.fixture(scope="session")
def nodes(site: Site) -> Iterator[list[str]]:
    """The first node on two machines; the addresses of both."""
    with running(site.node(1, 1), site.node(2, 1)):
        yield [f"{site.address(machine)}:8001" for machine in (1, 2)]
