"""How far intervals reach, in standard errors or deviations, of what is normally distributed."""

from typing import Final, TypeAlias

NORMAL_90: Final = 1.645
"""Standard deviations on either side of a mean that hold 90 % of results; 95 % lie below it."""

NORMAL_95: Final = 1.96
"""The same for 95 % of results, on either side."""

Interval: TypeAlias = tuple[float, float | None]
"""The smallest and the largest value; None where there is no largest."""
