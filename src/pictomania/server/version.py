"""The version of Pictomania."""

from importlib.metadata import PackageNotFoundError, version


def installed_version() -> str:
    """The version of the installed package, if there is one."""
    try:
        return version("pictomania")
    except PackageNotFoundError:  # run from a source tree
        return "(not installed)"


VERSION = installed_version()
