"""Data frames of what is Arrow data: by pandas and polars, which are imported when asked for."""

from typing import TYPE_CHECKING, Any, Final

from upcard.text.extras import MissingExtra

if TYPE_CHECKING:
    import pandas
    import polars

PANDAS: Final = "to_pandas() needs pandas 3 or later: pip install 'pandas>=3'."
POLARS: Final = "to_polars() needs polars: pip install polars."


def pandas_frame(data: Any) -> "pandas.DataFrame":
    """The rows as a pandas DataFrame; `MissingExtra` without pandas 3 or later."""
    try:
        from pandas import DataFrame  # noqa: PLC0415 - loaded when asked for
    except ModuleNotFoundError:
        raise MissingExtra(PANDAS) from None
    if not hasattr(DataFrame, "from_arrow"):
        raise MissingExtra(PANDAS)
    return DataFrame.from_arrow(data)


def polars_frame(data: Any) -> "polars.DataFrame":
    """The rows as a polars DataFrame; `MissingExtra` without polars."""
    try:
        from polars import DataFrame  # noqa: PLC0415 - loaded when asked for
    except ModuleNotFoundError:
        raise MissingExtra(POLARS) from None
    return DataFrame(data)
