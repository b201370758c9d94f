"""Types of what a request gives, without another type's or another script's way to write it.

`true` is no number, "1_0" and "٣" are none either, and a date is written YYYY-MM-DD.
"""

import re
from datetime import date
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

LARGEST_NUMBER: Final = 2**53
"""The largest whole number that JSON, browsers and the journal all represent exactly."""

_DIGITS: Final = re.compile(r"[0-9]{1,20}")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _number(value: Any) -> Any:
    if isinstance(value, str) and _DIGITS.fullmatch(value) is None:
        raise ValueError("write a whole number in digits")
    return value


def _day(value: Any) -> Any:
    if not isinstance(value, date) and not (isinstance(value, str) and _DATE.fullmatch(value)):
        raise ValueError("write a date as YYYY-MM-DD")
    return value


Number = Annotated[int, BeforeValidator(_number)]
"""A whole number in a path or a query, which are text."""

Whole = Annotated[int, Field(strict=True, ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
"""A whole number in a body, which is JSON."""

Yes = Annotated[bool, Field(strict=True)]
"""`true` or `false` in a body."""

Day = Annotated[date, BeforeValidator(_day)]
"""A date in a body or a query."""


class RequestBody(BaseModel):
    """What a request brings as JSON: a key that nobody declared is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
