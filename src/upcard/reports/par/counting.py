"""The exposure of a wager to players who count cards, as far as it is exact and quick."""

from fractions import Fraction
from math import floor
from typing import Final

from upcard.analysis.counters.count_wins import CountWin
from upcard.analysis.counters.linear_counts import PERFECT, LinearCount
from upcard.analysis.exposure.wagers import Exposure, exposure_of, is_exposed, is_simulated
from upcard.analysis.remaining.placements import placements
from upcard.exact.par import ParRecord
from upcard.money.amount import UNITS_PER_CENT
from upcard.reports.names import cards_in_words
from upcard.reports.part_cache import CachedExposure, cached_exposure
from upcard.reports.rendering.figures import dollars, money, percent
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, Words
from upcard.simulation.games.family import DEEPEST
from upcard.text.words import with_minus
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

HEADING: Final = "Exposure to counting"
QUESTION: Final = "Can a counter win?"
"""The first line of the part, which is answered with yes or no."""

COUNTS: Final = (
    "A count adds a whole number, the tag, for each card that is gone: one for each rank, or one "
    "for each rank and suit. Its correlation with the effects of all cards is 1 where it follows "
    "them perfectly. The true count is the count, less its mean for as many cards, divided by the "
    "decks that are left."
)
"""What the facts on counts mean."""

PLAYED: Final = "not determined: this sheet has no exact figures of shoes with cards gone"
"""What is said of a wager that choices of the players decide, or own rules of the user."""

TAKEN_BACK: Final = (
    "a continuous shuffler takes the cards of each round back; no count of earlier rounds helps"
)
"""What is said where the cards of a round are among those of the next one (§ 633a.5(h))."""

DEALT: Final = f"with {percent(DEEPEST, 0)} of the shoe dealt"

MIN_WIN: Final = 0.0001
"""Units won in 100 rounds below which no count is of use."""

MILLION: Final = 10**6
"""Rounds from which a rarer wager is not told more exactly."""

EQUAL: Final = 1e-9
"""Effects of removal that differ by less are one effect."""


def counting(record: ParRecord, most: int = 0, *, taken_back: bool = False) -> PaperPart | None:
    """Whether a counter wins, effects of removal, counts; None where no cards are left to count.

    `most` is the largest wager in units, where that is known. `taken_back`: no card is gone when
    wagers are placed.
    """
    if record.note or not is_exposed(record):
        return None
    if taken_back:
        return no_card_gone()
    if is_simulated(record):
        return PaperPart(HEADING, (Facts((PaperFact(QUESTION, PLAYED),)),))
    exposure = cached_exposure(record, lambda: _exposure(record))
    return _with_dollars(exposure, most) if most and exposure.won >= MIN_WIN else exposure.part


def no_card_gone(answer: str = "No") -> PaperPart:
    """The part of a table where the cards of each round are taken back, behind another answer."""
    return PaperPart(HEADING, (Facts((PaperFact(QUESTION, f"{answer}: {TAKEN_BACK}"),)),))


def _with_dollars(exposure: CachedExposure, most: int) -> PaperPart:
    """The part with what the best count wins with the largest wager, below its first line."""
    (summary, *others) = exposure.part.blocks
    assert isinstance(summary, Facts), "the answer is the first of some facts"
    cents = round(exposure.won * most / UNITS_PER_CENT)
    words = f"{money(cents * UNITS_PER_CENT)} in 100 rounds, by {dollars(most)} where it is placed"
    first, *rest = summary.facts
    facts = Facts((first, PaperFact("With the largest wager", words), *rest))
    return PaperPart(exposure.part.heading, (facts, *others))


def _exposure(record: ParRecord) -> CachedExposure:
    """The part of a wager whose effects of removal are known."""
    rule = wager(record.wager, record.jurisdiction, record.form)
    exposure = exposure_of(record, penetrations=(DEEPEST,), shoes=0)
    effects = list(exposure.effects.values())
    low, high = min(effects), max(effects)
    if not exposure.counts:
        words = "No: every card has the same effect when it is gone; no count of single cards helps"
        return CachedExposure(PaperPart(HEADING, (Facts((PaperFact(QUESTION, words),)),)))
    counts = [count for count in exposure.counts if count.name != PERFECT]
    # As the command ranks them: of all computed counts that which follows the cards best.
    tailored_count = max(
        (count for count in counts if not count.published), key=lambda count: abs(count.correlation)
    )
    best = next(count for count in counts if count.published)
    won = exposure.best_count
    answer = _forecast_in_words(record, exposure) if won is None else _win_in_words(won, rule)
    if record.shares:
        answer += "; meters at their seeds"
    facts = [
        PaperFact(QUESTION, answer),
        PaperFact("Removal that helps players most", _effect(effects, high)),
        PaperFact("Removal that hurts players most", _effect(effects, low)),
        PaperFact("Best count", f"{tailored_count.title}, {_fit(tailored_count)}"),
        PaperFact("Best published count", f"{best.title}, {_fit(best)}"),
    ]
    part = PaperPart(HEADING, (Facts(tuple(facts)), Words(COUNTS)))
    return CachedExposure(part, 0.0 if won is None else won.win_per_100)


def _effect(effects: list[float], effect: float) -> str:
    """The cards with an effect, and how it changes what the player may expect."""
    change = with_minus(f"{100 * effect:+.4f} %")
    return f"{_cards(effects, effect)}: {change} of the wager for one of them"


def _win_in_words(count: CountWin, rule: WagerRule) -> str:
    """Whether a count wins, and what, where it places the wager."""
    if not count.share_of_rounds:
        return f"No: {DEALT}, not even the best whole tags ever find the wager worth placing"
    if count.win_per_100 < MIN_WIN:
        return (
            f"No, in practice: {DEALT}, the best whole tags ({count.title}) place the wager in "
            f"{_seldom(count.share_of_rounds)} rounds, to win less than {MIN_WIN} units in 100"
        )
    side = "above" if count.correlation > 0 else "below"
    trigger = with_minus(f"{count.trigger:.2f}")
    where = f"{side} a true count of {trigger}"
    if rule.offered_where:
        where = f"where {rule.offered_where} and the true count is {side} {trigger}"
    return (
        f"Yes: {count.win_per_100:.4f} units in 100 rounds {DEALT}, by the best whole tags "
        f"({count.title}), which place it in {percent(count.share_of_rounds, 3)} of all rounds, "
        f"{where}; exact for six cards a round"
    )


def _forecast_in_words(record: ParRecord, exposure: Exposure) -> str:
    """Whether a count wins whose exact win is not known: what it forecasts where it wagers."""
    effects = list(exposure.effects.values())
    counts, off_the_top = exposure.counts, exposure.expected_value
    by_name = placements(counts, effects, off_the_top, record.decks, DEEPEST)
    name = max(by_name, key=lambda name: by_name[name].forecast_per_100)
    title = next(count.title for count in counts if count.name == name)
    placement = by_name[name]
    if not placement.share:
        return f"No: {DEALT}, no count with whole tags ever finds the wager worth placing"
    if placement.forecast_per_100 < MIN_WIN:
        return (
            f"No, in practice: {DEALT}, the best whole tags ({title}) place the wager in "
            f"{_seldom(placement.share)} rounds, to win by their forecast less than {MIN_WIN} "
            "units in 100"
        )
    return (
        f"Yes, by forecast: {placement.forecast_per_100:.4f} units in 100 rounds {DEALT}, by the "
        f"best whole tags ({title}), which place it in {percent(placement.share, 3)} of all "
        "rounds; a forecast from the effects of single cards, exact for six cards a round"
    )


def _seldom(share: float) -> str:
    """How seldom a wager is placed: ``one of 25,000``."""
    seldom = max(floor(1 / Fraction(share)), 1)
    return f"one of {seldom:,}" if seldom < MILLION else f"less than one of {MILLION:,}"


def _cards(effects: list[float], effect: float) -> str:
    """The cards with this effect in words; a rank with it in all suits is named once."""
    return cards_in_words(card for card, one in enumerate(effects) if abs(one - effect) < EQUAL)


def _fit(count: LinearCount) -> str:
    """How well a count foretells the effects; one that does so upside down is read that way."""
    reversed_tags = " with the signs of its tags reversed" if count.correlation < 0 else ""
    return f"correlation {abs(count.correlation):.4f}{reversed_tags}"
