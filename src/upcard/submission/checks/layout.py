"""Rules of ``[layout]``: betting areas, inscriptions and signs (§ 633a.2(b) and each wager's)."""

from collections.abc import Iterable, Iterator
from typing import Final

from upcard.rules.citation import full_citation
from upcard.rules.loader import all_wagers
from upcard.rules.schema import WagerData
from upcard.submission.checks.declared import chosen, require_declared, require_declared_by_wagers
from upcard.submission.checks.provisions import of_wagers
from upcard.submission.checks.registry import Problem, wager_rule, warning
from upcard.submission.checks.washington import house_set
from upcard.submission.offered.wagers import ChosenWager, offers
from upcard.submission.schema import Submission

AREAS: Final = ("layout", "wager_areas")


def _house_set(submission: Submission) -> str | None:
    """The section of a paytable that prints "$", where a wager is offered by one."""
    for offer in offers(submission):
        if offer.paytable is not None and house_set(offer.paytable):
            return offer.paytable.data.section
    return None


def _house_set_tables() -> Iterable[str]:
    for rules in all_wagers():
        yield from (table.data.section for table in rules.paytables if house_set(table))


for field in (
    "certificate_holder",
    "blackjack_areas",
    "inscriptions",
):
    require_declared(f"layout.{field}")
require_declared_by_wagers("layout.press_area")
require_declared_by_wagers("layout.majestic_match_areas")
require_declared("layout.mystery_display", chosen("must_hit_by"))
require_declared("layout.prizes_displayed", _house_set, citations=_house_set_tables)


def _area(data: WagerData) -> str:
    """The provision on the area of a wager: that on the layout, where it has none of its own."""
    return data.area or full_citation("633a.2(b)")


@wager_rule("layout.area-of-the-wager", citations=of_wagers(_area))
def area_of_the_wager(offer: ChosenWager) -> Iterator[Problem]:
    """Each offered wager has an area of its own for each player, where areas are listed too."""
    listed = offer.submission.layout.wager_areas
    if listed is False or (isinstance(listed, list) and offer.slug not in listed):
        message = f"{offer.data.title} has no area on the layout."
        allowed = "true" if listed is False else offer.slug
        yield Problem(AREAS, message, (allowed,), _area(offer.data))


@warning("layout.area-of-no-wager", "633a.2(b)")
def area_of_no_wager(submission: Submission) -> Iterator[Problem]:
    """Where the areas are listed, none is for a wager that is not offered."""
    listed = submission.layout.wager_areas
    if isinstance(listed, bool):
        return
    spare = [slug for slug in listed if slug not in submission.wagers]
    if spare:
        yield Problem(AREAS, f"The table does not offer {', '.join(spare)}.", (*submission.wagers,))
