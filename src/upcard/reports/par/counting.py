"""The exposure of a wager to players who count cards, as far as it is exact and quick."""

from fractions import Fraction
from typing import Final

from upcard.analysis.exposure.linear_counts import PERFECT, LinearCount, counts_of
from upcard.analysis.exposure.wagers import is_exposed
from upcard.analysis.meters.long_run import WHOLE
from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.exact.removal import has_effects, removal
from upcard.money.odds import MeterShare
from upcard.reports.names import cards_in_words
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, Words
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import LOSE

HEADING: Final = "Exposure to counting"
EQUAL: Final = 1e-9
"""Effects of removal that differ by less are one effect."""


def counting(record: ParRecord) -> PaperPart | None:
    """Effects of removal and the counts that follow them; None where play decides the wager."""
    if record.note or not is_exposed(record):
        return None
    rule = wager(record.wager, record.jurisdiction, record.form)
    if not has_effects(rule):
        return None
    rows = {row.outcome: _back(record, row) for row in record.outcomes}
    backs = [rows.get(outcome, rows[LOSE]) for outcome in rule.outcomes]
    effects = [float(effect) for effect in removal(rule, record.decks, backs).effects]
    low, high = min(effects), max(effects)
    if high - low < EQUAL:
        words = "Every card has the same effect when it is gone: no count of single cards tells."
        return PaperPart(HEADING, (Words(words),))
    counts = [count for count in counts_of(effects) if count.name != PERFECT]
    own = next(count for count in counts if not count.published)
    best = next(count for count in counts if count.published)
    facts = (
        PaperFact("Best card to be gone", f"{_cards(effects, high)}: {percent(high)} of the wager"),
        PaperFact("Worst card to be gone", f"{_cards(effects, low)}: {percent(low)} of the wager"),
        PaperFact("Best count", f"{own.title}, {_fit(own)}"),
        PaperFact("Best published count", f"{best.title}, {_fit(best)}"),
    )
    return PaperPart(HEADING, (Facts(facts),))


def _cards(effects: list[float], effect: float) -> str:
    """The cards with this effect in words; a rank with it in all suits is named once."""
    return cards_in_words(card for card, one in enumerate(effects) if abs(one - effect) < EQUAL)


def _fit(count: LinearCount) -> str:
    """How well a count foretells the effects; one that does so upside down is read that way."""
    reversed_tags = " with the signs of its tags reversed" if count.correlation < 0 else ""
    return f"correlation {abs(count.correlation):.4f}{reversed_tags}"


def _back(record: ParRecord, row: OutcomeRecord) -> Fraction:
    """What an outcome returns per unit, with its shares of the meters at the record's amounts."""
    shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
    units = sum(pay.percent * record.meters.get(pay.meter, 0) for pay in shares)
    return row.back + Fraction(units, WHOLE * record.wager_units)
