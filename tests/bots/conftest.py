"""Tests of bots may be coroutines; each runs on an event loop of its own."""

from tests.client.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]
