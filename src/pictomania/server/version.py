"""Which version of Pictomania this is."""

from importlib.metadata import PackageNotFoundError, version


def _version() -> str:
    try:
        return version("pictomania")
    except PackageNotFoundError:  # run from a source tree
        return "(not installed)"


VERSION = _version()
