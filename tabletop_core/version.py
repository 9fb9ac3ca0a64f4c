"""The version of this program."""

from importlib.metadata import PackageNotFoundError, version


def core_version() -> str:
    """Return the version of tabletop, `0` where it is not installed."""
    try:
        return version("tabletop-core")
    except PackageNotFoundError:
        return "0"
