"""The limits of a server that its host sets: `tabletop serve --limit rooms=20000`."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import attrs

from ..errors import TabletopError
from .config import Config


@attrs.frozen
class Limit:
    """A limit by the `field` of the configuration that holds it, and the least that it may be."""

    field: str
    least: int = 1
    unit: float = 1


LIMITS = MappingProxyType(
    {
        "rooms": Limit("max_rooms"),
        "rooms-of-person": Limit("max_rooms_per_person"),
        "searches": Limit("max_searches"),
        "searches-of-person": Limit("max_searches_of_person"),
        "starts-of-person": Limit("starts_of_person"),
        "starts-of-network": Limit("starts_of_network"),
        "put-away-days": Limit("put_away_days", least=0),
        "sleep-minutes": Limit("idle", unit=60),
        "open-pages": Limit("streams"),
        "open-pages-of-network": Limit("streams_of_network"),
        "pages-of-network": Limit("pages"),
        "forms-of-person": Limit("posts"),
        "answer-seconds": Limit("answer_seconds"),
        "wake-seconds": Limit("wake_seconds"),
    }
)
"""The limits by their names on the command line."""


def with_limits(config: Config, given: Iterable[str]) -> Config:
    """Return a configuration with other limits, each written as `rooms=20000`.

    Raises:
        TabletopError: there is no such limit, or it is not a whole number that it may be.
    """
    changed: dict[str, Any] = {}
    for text in given:
        name, _, number = text.partition("=")
        limit = LIMITS.get(name)
        if limit is None:
            raise TabletopError(
                f"{text!r} is not the name of a limit; the limits: {', '.join(LIMITS)}"
            )
        if not number.isdecimal() or not limit.least <= int(number) < 10**9:
            raise TabletopError(
                f"--limit {text} is not a limit; give a whole number, {limit.least} or more, "
                "such as "
                f"{name}={getattr(config, limit.field) / limit.unit:g}"
            )
        changed[limit.field] = int(number) * limit.unit
    return attrs.evolve(config, **changed)
