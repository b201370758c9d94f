"""Prices what is paid in addition to a wager: bonuses of its own, bonus paytables, envy bonuses."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from upcard.cards.composition import Composition
from upcard.exact.counting import count_outcomes, is_counted
from upcard.exact.first_cards import bonus_counts
from upcard.exact.par import BonusRecord, OutcomeRecord
from upcard.games.blackjack_rules import BlackjackRules
from upcard.money.amount import parse_dollars
from upcard.money.odds import Award, FixedAmount, describe, won_per_unit
from upcard.progressives.envy import envy_for
from upcard.rules.odds_text import parse_award
from upcard.rules.readings import ENVY_FROM
from upcard.rules.schema import Paytable, WagerRules, is_in_force
from upcard.wagers.catalogue import wager as wager_rule
from upcard.wagers.kit import LOSE, WagerRule

SEATS: Final = 7
OF_SEATS: Final = "seats"
"""What is counted for a bonus that goes to one position, which is drawn."""

ENVY_PAID_FOR: Final = {
    "holder": "for each other player",
    "wagerer": "for each other player with the wager",
}
"""What an envy bonus is paid for, by the reading of whose hands bring it."""


def bonuses(
    wager: WagerRule,
    rules: WagerRules,
    paytable: Paytable,
    units: int,
    decks: int,
    left: Composition | None,
    play: BlackjackRules,
) -> Iterator[BonusRecord]:
    """Yield the additional payouts that may be offered with the wager.

    `left` are the cards of the remaining shoe; None stands for all of `decks`. `play` are the rules
    under which hands are played.
    """
    if wager.bonus is not None:
        section = rules.data.options[wager.bonus.option]
        ways = bonus_counts(wager, decks, left)
        for bonus in _bonus_records(wager.bonus.option, section, ways, paytable.awards, units):
            yield msgspec.structs.replace(bonus, within=wager.bonus.within)
    for table in rules.paytables:
        together = is_in_force(table.data.effective, table.data.until, paytable.data.effective)
        if table.beside and together and table.data.fits(decks):
            extra = wager_rule(rules.data.slug, rules.data.jurisdiction, table.data.form)
            if is_counted(rules.data, extra):
                least = max((parse_dollars(text) for text in table.data.wagers), default=units)
                ways = count_outcomes(rules.data, extra, decks, play=play, left=left).combinations
                records = _bonus_records(
                    table.id, table.data.section, ways, table.awards, max(least, units)
                )
                # A form names its outcomes as the wager does: its rows are those of the same hand.
                for bonus in records:
                    is_outcome_of_wager = bonus.won.outcome in wager.outcomes
                    own_outcome = bonus.won.outcome if is_outcome_of_wager else ""
                    yield msgspec.structs.replace(bonus, within=own_outcome)
            elif extra.facts == ("lucky_seat",):
                yield from _seat_bonuses(table, units)


def _seat_bonuses(table: Paytable, units: int) -> Iterator[BonusRecord]:
    """Yield a bonus for one randomly chosen seat, for each number of seats wagering (§ 633a.1)."""
    for seats in range(1, SEATS + 1):
        paid_for = f"with the wager at {seats} seat{'s' if seats > 1 else ''}"
        ways = dict.fromkeys(table.awards, 1) | {LOSE: seats - 1}
        for bonus in _bonus_records(table.id, table.data.section, ways, table.awards, units):
            yield msgspec.structs.replace(bonus, each=paid_for, of=OF_SEATS)


def _bonus_records(
    option: str, section: str, ways: dict[str, int], awards: dict[str, Award], units: int
) -> Iterator[BonusRecord]:
    total = sum(ways.values())
    for outcome in (name for name in reversed(ways) if name != LOSE):
        award, count = awards[outcome], ways[outcome]
        back = won_per_unit(award, units)
        won = OutcomeRecord(outcome, describe(award), count, Fraction(count, total), back, award)
        yield BonusRecord(option, section, total, won)


def envy(
    rules: WagerRules,
    paytable: Paytable,
    rows: list[OutcomeRecord],
    units: int,
    readings: Mapping[str, str | bool],
) -> Iterator[BonusRecord]:
    """Yield envy bonuses; the printed amounts are for a $5 wager (§ 633c.10(h)(5)).

    `readings` are the readings asked for, by key.
    """
    total = sum(row.combinations for row in rows)
    for row in rows:
        if row.outcome in paytable.data.envy:
            (envy_award,) = parse_award(paytable.data.envy[row.outcome])
            assert isinstance(envy_award, FixedAmount)
            award = (FixedAmount(envy_for(envy_award.units, units)),)
            back = won_per_unit(award, units)
            won = OutcomeRecord(
                row.outcome, describe(award), row.combinations, row.probability, back, award
            )
            paid_for = ENVY_PAID_FOR[str(rules.data.reads(ENVY_FROM, readings))]
            yield BonusRecord("envy", rules.data.options["envy"], total, won, paid_for)
