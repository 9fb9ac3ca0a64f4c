"""The version of this program."""

VERSION = "0.2.0"


def core_version() -> str:
    """Return the version of tabletop."""
    return VERSION
