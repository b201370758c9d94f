"""The wagers that a table offers, for pages and clients: limits, paytable, section."""

from typing import Final

import msgspec

from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars
from upcard.reports.names import row_name

SECTION: Final = "58 Pa. Code § 633a.6(d)"
"""The section of the Blackjack wager."""


class OfferView(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a table, in dollars; `amounts` are the only amounts allowed, if not empty.

    `pays` are the odds of its paytable as printed, by outcome.
    """

    wager: str
    title: str
    section: str
    minimum: str
    maximum: str
    amounts: tuple[str, ...] = ()
    paytable: str = ""
    pays: dict[str, str] = {}
    progressive: bool = False
    mandatory: bool = False


def offers_of(rules: TableRules) -> list[OfferView]:
    """The Blackjack wager, if the game has it, and every other wager that the table offers."""
    offers = [_offer(offered) for offered in rules.wagers]
    return [_blackjack(rules), *offers] if rules.has_blackjack_wager else offers


def titles_of(rules: TableRules) -> dict[str, str]:
    """The titles of a table's wagers by their slugs."""
    titles = {offer.wager: offer.title for offer in offers_of(rules)}
    return {**titles, INSURANCE_WAGER: rules.insurance.data.title}


def _offer(offered: OfferedWager) -> OfferView:
    return OfferView(
        wager=offered.slug,
        title=offered.data.title,
        section=offered.data.section,
        minimum=format_dollars(offered.minimum),
        maximum=format_dollars(offered.maximum),
        amounts=tuple(format_dollars(units) for units in offered.amounts),
        paytable=offered.paytable.id,
        pays=dict(offered.paytable.data.pays),
        progressive=offered.has_meter,
        mandatory=offered.mandatory,
    )


def _blackjack(rules: TableRules) -> OfferView:
    """The wager of the game itself."""
    return OfferView(
        wager=BLACKJACK_WAGER,
        title="Blackjack wager",
        section=rules.cite(SECTION),
        minimum=format_dollars(rules.minimum),
        maximum=format_dollars(rules.maximum),
        pays={"blackjack": str(rules.blackjack_odds), "win": str(rules.win_odds)},
    )


def outcome_in_words(slug: str, outcome: str, rules: TableRules | None = None) -> str:
    """An outcome by the full name of its row, as it stands within a sentence.

    `slug` is the name under which the wager was placed; `rules` are the table's, which choose how
    a doubtful row is read.
    """
    if slug == BLACKJACK_WAGER:  # it has no paytable
        words = {"win": "won", "lose": "lost", "void": "called off"}
        return words.get(outcome) or outcome.replace("-", " ")
    offered = rules.offered(wager_of(slug)) if rules is not None else None
    name = row_name(wager_of(slug), outcome, offered.reading if offered is not None else "")
    first, _, rest = name.partition(" ")
    is_a_name = first.startswith("Blackjack") or rest[:1].isupper()
    return name if is_a_name else name[:1].lower() + name[1:]
