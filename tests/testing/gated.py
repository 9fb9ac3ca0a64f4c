"""Cases of which a few are tried in every run, and all in the gate."""

from collections.abc import Collection, Iterable

import pytest


def gated(cases: Iterable[str], quick: Collection[str]) -> list[object]:
    """Return the names of cases for `parametrize`; all but the quick ones run in the gate alone."""
    assert {*quick} <= {*cases}, "each quick case is one of all"
    return [name if name in quick else pytest.param(name, marks=pytest.mark.gate) for name in cases]
