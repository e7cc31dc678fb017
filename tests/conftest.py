"""What all tests share: the flag for long forms, and the marker that names the rules a test holds."""

import pytest
from hypothesis import settings

# The same examples every time, so that nothing fails by chance; the long forms look for new ones.
settings.register_profile("short", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, print_blob=True)

# Longer than any word of a test's name need be.
LONGEST_ID = 60


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long, and --rewrite for golden transcripts."""
    parser.addoption("--long", action="store_true", help="run the long forms too")
    parser.addoption("--rewrite", action="store_true", help="write the golden transcripts anew")


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line("markers", "rule(*ids): the numbered rules in docs/rules.md that this test holds")
    config.addinivalue_line("markers", "long: a long form, run only with --long")
    settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a long text by its beginning: some are a hundred thousand characters long."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{val[:LONGEST_ID]!a}..."
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long forms out unless they are asked for."""
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long form: give --long"))
