"""Tests of faults may be coroutines; each runs on a uvloop of its own, a long form for minutes."""

import asyncio
import inspect

import pytest
import uvloop

LONGEST_S = 120  # what hangs has failed
LONGEST_LONG_S = 600


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine function with the fixtures that it asks for."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(test, LONGEST_LONG_S if "long" in pyfuncitem.keywords else LONGEST_S))
    return True
