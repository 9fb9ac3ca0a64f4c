"""Times as pages and feeds write them."""

from datetime import UTC, datetime


def utc(at: float) -> str:
    """Return a time as feeds and `<time>` write it."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"


def when(at: float) -> str:
    """Return a time in UTC as HTML; the page shows it in the zone of the reader."""
    moment = datetime.fromtimestamp(at, UTC)
    return f'<time datetime="{utc(at)}">{moment:%Y-%m-%d %H:%M} UTC</time>'
