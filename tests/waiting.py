"""Wait for what happens, never for a time."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE_S = 120
"""Seconds after which something never happens: many times what it takes on a busy machine."""


def until(true: Callable[[], Any], what: str, seconds: float = PATIENCE_S) -> Any:
    """Wait until a function returns something true, and return it; `what` says what never came."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"not within {seconds:g} s: {what}"
        time.sleep(0.01)
    return found
