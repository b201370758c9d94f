"""Half widths of the intervals of a normal distribution, in standard deviations or errors."""

from typing import Final, TypeAlias

NORMAL_90: Final = 1.645
"""Standard deviations on either side of a mean that hold 90 % of results; 95 % lie below it."""

NORMAL_95: Final = 1.96
"""Standard deviations on either side of a mean that hold 95 % of results."""

Interval: TypeAlias = tuple[float, float | None]
"""The smallest and the largest value; None where there is no largest."""
