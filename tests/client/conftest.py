"""Tests of the client may be coroutines; each runs on an event loop of its own."""

import asyncio
import inspect

import pytest

LONGEST_S = 60  # what hangs has failed


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine function with the fixtures that it asks for."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted})
    asyncio.run(asyncio.wait_for(test, LONGEST_S))
    return True
