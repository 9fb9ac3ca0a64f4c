"""Confidence intervals."""

from math import sqrt

Z = 1.959963984540054
"""The number of standard deviations to each side that covers 95 % of a normal distribution."""


def wilson(count: float, total: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a share, which is sound at 0 and 100 % too.

    >>> low, high = wilson(0, 100)
    >>> low, round(high, 3)
    (0.0, 0.037)
    """
    if not total:
        return 0.0, 1.0
    share = count / total
    middle = share + Z * Z / (2 * total)
    half = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
