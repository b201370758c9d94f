"""Registers rules on declarations: one for each thing that the text requires to be there."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from upcard.submission.checks.provisions import of_wagers
from upcard.submission.checks.registry import Problem, rule
from upcard.submission.fields import fields_of
from upcard.submission.game_choices import is_asked
from upcard.submission.offered.wagers import offers
from upcard.submission.schema import Submission, section_of, tables

REQUIRED: Final = "The text requires it: "
"""The start of the message on a declaration that is missing."""


def always(_submission: Submission) -> str | None:
    """Required at every table of a game that is asked for it."""
    return ""


def require_declared(
    field: str,
    needed: Callable[[Submission], str | None] = always,
    name: str = "",
    citations: Callable[[], Iterable[str]] | None = None,
) -> None:
    """Register the rule that a field such as ``layout.lucky_numbers`` is true.

    `needed` returns the citation that requires it of a submission: "" for the field's own, None
    where nothing requires it. `citations` lists the possible ones where they are not the field's.
    """
    table, _, key = field.partition(".")
    section = section_of((table, key))

    def check(submission: Submission) -> Iterator[Problem]:
        if not is_asked(submission, table, key):
            return
        cited = needed(submission)
        if cited is not None and not getattr(getattr(submission, table), key):
            yield Problem((table, key), f"{REQUIRED}{summary}", ("true",), cited)

    summary = fields_of(tables()[table])[key].description
    check.__doc__ = summary
    rule(name or field.replace("_", "-"), *(() if citations else (section,)), citations=citations)(
        check
    )


def require_declared_by_wagers(field: str) -> None:
    """Register the rule that a field is true where the data of an offered wager ask for it."""

    def needed(submission: Submission) -> str | None:
        cited = (offer.data.declares.get(field) for offer in offers(submission))
        return next((section for section in cited if section is not None), None)

    require_declared(field, needed, citations=of_wagers(lambda data: data.declares.get(field, "")))


def chosen(*keys: str) -> Callable[[Submission], str | None]:
    """Required where some wager is offered with one of these choices."""
    return lambda submission: (
        ""
        if any(getattr(wager, key) for wager in submission.wagers.values() for key in keys)
        else None
    )
