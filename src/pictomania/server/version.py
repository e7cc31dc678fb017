"""Which version of Pictomania this is."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """That of the installed package, if it is installed."""
    try:
        return version("pictomania")
    except PackageNotFoundError:  # run from a source tree
        return "(not installed)"


VERSION = installed_version()
