"""Options, markers and hooks of all tests."""

import asyncio
import inspect

import pytest
import uvloop
from hypothesis import settings

# Short runs always try the same examples, so that nothing fails by chance; long runs look for new ones.
settings.register_profile("short", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, print_blob=True)

MAX_ID_LENGTH = 60  # characters of a parameter in a test id

ON_UVLOOP = ("tests/faults/", "tests/server/")  # folders of tests that run on the server's event loop
TIMEOUT_S = 120  # of a coroutine test
LONG_TIMEOUT_S = 600


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long, and --rewrite for golden transcripts."""
    parser.addoption("--long", action="store_true", help="run the long tests too")
    parser.addoption("--rewrite", action="store_true", help="rewrite the golden transcripts")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line("markers", "rule(*ids): the rules in docs/rules.md that this test covers")
    config.addinivalue_line("markers", "long: a long test, run only with --long")
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Truncate long parameters in test ids: some have a hundred thousand characters."""
    if isinstance(val, str | bytes) and len(val) > MAX_ID_LENGTH:
        return f"{val[:MAX_ID_LENGTH]!a}..."
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip long tests unless --long is given."""
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long test: pass --long"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test on a new event loop, with its fixtures and a timeout."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    timeout_s = LONG_TIMEOUT_S if "long" in pyfuncitem.keywords else TIMEOUT_S
    loop_factory = uvloop.new_event_loop if pyfuncitem.nodeid.startswith(ON_UVLOOP) else None
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(asyncio.wait_for(pyfuncitem.obj(**arguments), timeout_s))
    return True
