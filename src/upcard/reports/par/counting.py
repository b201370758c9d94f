"""The exposure of a wager to players who count cards, as far as it is exact and quick."""

from fractions import Fraction
from math import floor
from typing import Final

from upcard.analysis.counters.count_wins import CountWin
from upcard.analysis.exposure.linear_counts import PERFECT, LinearCount
from upcard.analysis.exposure.wagers import exposure_of, is_exposed
from upcard.exact.par import ParRecord
from upcard.exact.removal import has_effects
from upcard.money.amount import UNITS_PER_CENT
from upcard.reports.kept_parts import KeptExposure, kept_counts_of
from upcard.reports.names import cards_in_words
from upcard.reports.rendering.figures import dollars, money, percent
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, Words
from upcard.simulation.games.family import DEEPEST
from upcard.text.words import with_minus
from upcard.wagers.catalogue import wager

HEADING: Final = "Exposure to counting"
QUESTION: Final = "Can a counter win?"
"""The first line of the part, which is answered with yes or no."""

COUNTS: Final = (
    "A count adds a whole number, the tag, for each card that is gone: one for each rank, or one "
    "for each rank and suit. Its correlation with the effects of all cards is 1 where it follows "
    "them perfectly. The true count is the count divided by the decks that are left."
)
"""What the facts on counts mean."""

PLAYED: Final = "not determined: this sheet has no exact figures of shoes with cards gone"
"""What is said of a wager whose effects of removal are not quick to find."""

UNPRICED: Final = "not determined: how well counts follow the cards is known, not what they win"
"""What is said of a wager whose remaining shoes have no quick exact value."""

LEAST_WIN: Final = 0.0001
"""Units won in 100 rounds below which no count is of use."""

MILLION: Final = 10**6
"""Rounds from which a rarer wager is not told more exactly."""

EQUAL: Final = 1e-9
"""Effects of removal that differ by less are one effect."""


def counting(record: ParRecord, most: int = 0) -> PaperPart | None:
    """Whether a counter wins, effects of removal, counts; None where no cards are left to count.

    `most` is the largest wager in units, where that is known.
    """
    if record.note or not is_exposed(record):
        return None
    if not has_effects(wager(record.wager, record.jurisdiction, record.form)):
        return PaperPart(HEADING, (Facts((PaperFact(QUESTION, PLAYED),)),))
    kept = kept_counts_of(record, lambda: _exposure(record))
    return _with_dollars(kept, most) if most and kept.won >= LEAST_WIN else kept.part


def _with_dollars(kept: KeptExposure, most: int) -> PaperPart:
    """The part with what the best count wins with the largest wager, below its first line."""
    (summary, *others) = kept.part.blocks
    assert isinstance(summary, Facts), "the answer is the first of some facts"
    cents = round(kept.won * most / UNITS_PER_CENT)
    words = f"{money(cents * UNITS_PER_CENT)} in 100 rounds, by {dollars(most)} where it is placed"
    first, *rest = summary.facts
    facts = Facts((first, PaperFact("With the largest wager", words), *rest))
    return PaperPart(kept.part.heading, (facts, *others))


def _exposure(record: ParRecord) -> KeptExposure:
    """The part of a wager whose effects of removal are known."""
    exposure = exposure_of(record, penetrations=(DEEPEST,), shoes=0)
    effects = list(exposure.effects.values())
    low, high = min(effects), max(effects)
    if not exposure.counts:
        words = "No: every card has the same effect when it is gone; no count of single cards helps"
        return KeptExposure(PaperPart(HEADING, (Facts((PaperFact(QUESTION, words),)),)))
    counts = [count for count in exposure.counts if count.name != PERFECT]
    tailored_count = next(count for count in counts if not count.published)
    best = next(count for count in counts if count.published)
    won = exposure.best_count
    facts = [
        PaperFact(QUESTION, UNPRICED if won is None else _win_in_words(won)),
        PaperFact("Gone, it helps players most", _effect(effects, high)),
        PaperFact("Gone, it hurts players most", _effect(effects, low)),
        PaperFact("Best count", f"{tailored_count.title}, {_fit(tailored_count)}"),
        PaperFact("Best published count", f"{best.title}, {_fit(best)}"),
    ]
    part = PaperPart(HEADING, (Facts(tuple(facts)), Words(COUNTS)))
    return KeptExposure(part, 0.0 if won is None else won.win_per_100)


def _effect(effects: list[float], effect: float) -> str:
    """The cards with an effect, and how it changes what the player may expect."""
    change = with_minus(f"{100 * effect:+.4f} %")
    return f"{_cards(effects, effect)}: {change} of the wager for one of them"


def _win_in_words(count: CountWin) -> str:
    """Whether a count wins, and what, where it places the wager."""
    dealt = f"{percent(DEEPEST, 0)} of the shoe dealt"
    if not count.share_of_rounds:
        return f"No: with {dealt}, not even the best whole tags ever find the wager worth placing"
    if count.win_per_100 < LEAST_WIN:
        seldom = max(floor(1 / Fraction(count.share_of_rounds)), 1)
        often = f"one of {seldom:,}" if seldom < MILLION else f"less than one of {MILLION:,}"
        return (
            f"No, in practice: with {dealt}, the best whole tags ({count.title}) place the wager "
            f"in {often} rounds, to win less than {LEAST_WIN} units in 100"
        )
    side, trigger = (
        "above" if count.correlation > 0 else "below",
        with_minus(f"{count.trigger:.2f}"),
    )
    return (
        f"Yes: {count.win_per_100:.4f} units in 100 rounds with {dealt}, by the best whole tags "
        f"({count.title}), which place it in {percent(count.share_of_rounds, 3)} of rounds, {side} "
        f"a true count of {trigger}; exact for six cards a round"
    )


def _cards(effects: list[float], effect: float) -> str:
    """The cards with this effect in words; a rank with it in all suits is named once."""
    return cards_in_words(card for card, one in enumerate(effects) if abs(one - effect) < EQUAL)


def _fit(count: LinearCount) -> str:
    """How well a count foretells the effects; one that does so upside down is read that way."""
    reversed_tags = " with the signs of its tags reversed" if count.correlation < 0 else ""
    return f"correlation {abs(count.correlation):.4f}{reversed_tags}"
