"""Options, markers and hooks of all tests."""

import asyncio
import inspect
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest
import uvloop
from hypothesis import settings

# Short runs always try the same examples, so that nothing fails by chance; long runs look for new ones.
settings.register_profile("short", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, print_blob=True)

MAX_ID_LENGTH = 60  # characters of a parameter in a test id

ON_UVLOOP = ("tests/faults/", "tests/server/")  # folders of tests that run on the server's event loop
# Limits that only keep a test from hanging: several times what it takes on a busy machine.
TIMEOUT_S = 300
BROWSER_TIMEOUT_S = 600
LONG_TIMEOUT_S = 1800
COROUTINE_SHARE = 0.5  # of the limit; a coroutine must fail before it, because uvloop swallows that failure


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long, and --rewrite for golden transcripts."""
    parser.addoption("--long", action="store_true", help="run the long tests too")
    parser.addoption("--rewrite", action="store_true", help="rewrite the golden transcripts")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line("markers", "rule(*ids): the rules in docs/rules.md that this test covers")
    config.addinivalue_line("markers", "long: a long test, run only with --long")
    config.addinivalue_line("markers", "waits: mostly waits, so that ./check runs it beside other tests")
    settings.load_profile("long" if config.getoption("--long") else "short")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A background job ignores interrupts, and so would every process that a test starts and interrupts.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Truncate long parameters in test ids: some have a hundred thousand characters."""
    if isinstance(val, str | bytes) and len(val) > MAX_ID_LENGTH:
        return f"{val[:MAX_ID_LENGTH]!a}..."
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test a time limit; skip long tests unless --long is given."""
    for item in items:
        item.add_marker(pytest.mark.timeout(_time_limit_s(item)))
        if "long" in item.keywords and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason="a long test: pass --long"))


def _time_limit_s(item: pytest.Item) -> float:
    if marker := item.get_closest_marker("timeout"):
        return float(marker.args[0])
    if "long" in item.keywords:
        return LONG_TIMEOUT_S
    return BROWSER_TIMEOUT_S if item.nodeid.startswith("tests/browser/") else TIMEOUT_S


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test on a new event loop, with its fixtures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    loop_factory = uvloop.new_event_loop if pyfuncitem.nodeid.startswith(ON_UVLOOP) else None
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(_run_within_limit(pyfuncitem, pyfuncitem.obj(**arguments)))
    return True


async def _run_within_limit(item: pytest.Item, coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a test; when its time is up, print where each task waits, and fail."""
    test, limit_s = asyncio.ensure_future(coroutine), COROUTINE_SHARE * _time_limit_s(item)
    done, _ = await asyncio.wait((test,), timeout=limit_s)
    if not done:
        item.ihook.pytest_timeout_cancel_timer(item=item)  # so that it can't strike while we clean up
        for task in asyncio.all_tasks():
            with suppress(TypeError):  # of frames of Cython, which have no line numbers
                task.print_stack()
        test.cancel()
        await asyncio.wait((test,))
        pytest.fail(f"not done after {limit_s:.0f} s; the stacks of all tasks are above")
    test.result()
