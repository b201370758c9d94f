"""How commands print: JSON to standard output alone, everything else as tables."""

from typing import TYPE_CHECKING, Any

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from datetime import date

    from rich.console import Console


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    import msgspec

    text = msgspec.json.encode(value)
    print(msgspec.json.format(text, indent=2).decode())  # noqa: T201 - the answer itself


def print_json_line(value: Any) -> None:
    """One JSON value on one line: a record of a stream."""
    import msgspec

    print(msgspec.json.encode(value).decode(), flush=True)  # noqa: T201 - the answer itself


def parse_date(text: str) -> "date":
    """A date such as 2024-06-29; ``ValueError`` with one sentence for anything else."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{quoted(text)} is not a date such as 2024-06-29.") from None


def plain(text: object) -> str:
    """Text from outside for a line with styles: nothing in it is taken for a style."""
    from rich.markup import escape

    return escape(str(text))


def console(*, err: bool = False) -> "Console":
    """A Rich console that does not guess at colours in words of ours."""
    from rich.console import Console

    return Console(highlight=False, stderr=err)
