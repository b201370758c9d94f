"""Rules of a paytable of the house's own: ``[wagers.NAME.pays]``."""

from collections.abc import Iterator

from upcard.rules.violation import BadInput
from upcard.submission.checks.registry import Problem, wager_rule
from upcard.submission.offered.wagers import ChosenWager, is_house


@wager_rule("wager.pays", "601a.2")
def pays(offer: ChosenWager) -> Iterator[Problem]:
    """A paytable of its own has a table of house rules alone, and it prices exactly what wins."""
    if not offer.chosen.pays:
        return
    if not is_house(offer.submission):
        message = (
            f"The text prints the paytables of {offer.data.title}: one of the house's own needs "
            'table.jurisdiction = "house".'
        )
        yield Problem(offer.path("pays"), message)
        return
    from upcard.wagers.own.pays import own_paytable  # noqa: PLC0415 - few tables have one

    printed = offer.rules.in_force(offer.submission.table.as_of)
    named = [paytable for paytable in printed if offer.chosen.paytable in (None, paytable.id)]
    try:
        own_paytable(offer.rules, offer.chosen.pays, named or printed)
    except BadInput as error:
        yield Problem(offer.path("pays"), str(error))
