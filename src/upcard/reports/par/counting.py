"""The exposure of a wager to players who count cards, as far as it is exact and quick."""

from fractions import Fraction
from math import floor
from typing import Final

from upcard.analysis.counters.count_wins import CountWin
from upcard.analysis.exposure.linear_counts import PERFECT, LinearCount
from upcard.analysis.exposure.wagers import exposure_of, is_exposed
from upcard.exact.par import ParRecord
from upcard.exact.removal import has_effects
from upcard.reports.kept_parts import kept_counts_of
from upcard.reports.names import cards_in_words
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, Words
from upcard.simulation.games.family import DEEPEST
from upcard.text.words import with_minus
from upcard.wagers.catalogue import wager

HEADING: Final = "Exposure to counting"
COUNTS: Final = (
    "A count adds a whole number, the tag, for each card that is gone: one for each rank, or one "
    "for each rank and suit. Its correlation with the effects of all cards is 1 where it follows "
    "them perfectly. The true count is the count divided by the decks that are left."
)
"""What the facts on counts mean."""

PLAYED: Final = (
    "No quick exact figures: the command upcard exposure finds in drawn shoes what counting wins "
    "of this wager, in some minutes."
)
"""What is said of a wager whose effects of removal are not quick to find."""

LEAST: Final = 0.0001
"""Units won in 100 rounds below which no count is of use."""

MILLION: Final = 10**6
"""Rounds from which a rarer wager is not told more exactly."""

EQUAL: Final = 1e-9
"""Effects of removal that differ by less are one effect."""


def counting(record: ParRecord) -> PaperPart | None:
    """Effects of removal and the counts that follow them; None where no cards are left to count."""
    if record.note or not is_exposed(record):
        return None
    if not has_effects(wager(record.wager, record.jurisdiction, record.form)):
        return PaperPart(HEADING, (Words(PLAYED),))
    return kept_counts_of(record, lambda: _effects_part(record))


def _effects_part(record: ParRecord) -> PaperPart:
    """The part of a wager whose effects of removal are known."""
    exposure = exposure_of(record, penetrations=(DEEPEST,), shoes=0)
    effects = list(exposure.effects.values())
    low, high = min(effects), max(effects)
    if not exposure.counts:
        words = "Every card has the same effect when it is gone, so no count of single cards helps."
        return PaperPart(HEADING, (Words(words),))
    counts = [count for count in exposure.counts if count.name != PERFECT]
    own = next(count for count in counts if not count.published)
    best = next(count for count in counts if count.published)
    facts = [
        PaperFact("Gone, it helps players most", _effect(effects, high)),
        PaperFact("Gone, it hurts players most", _effect(effects, low)),
        PaperFact("Best count", f"{own.title}, {_fit(own)}"),
        PaperFact("Best published count", f"{best.title}, {_fit(best)}"),
    ]
    if exposure.best_count is not None:
        facts.append(PaperFact("Won by the best whole tags", _win_in_words(exposure.best_count)))
    return PaperPart(HEADING, (Facts(tuple(facts)), Words(COUNTS)))


def _effect(effects: list[float], effect: float) -> str:
    """The cards with an effect, and how it changes what the player may expect."""
    change = with_minus(f"{100 * effect:+.4f} %")
    return f"{_cards(effects, effect)}: {change} of the wager for one of them"


def _win_in_words(count: CountWin) -> str:
    """What a count wins, where it places the wager."""
    dealt = f"{percent(DEEPEST, 0)} of the shoe dealt"
    if not count.share_of_rounds:
        return f"nothing: the count never places the wager with {dealt}"
    if count.win_per_100 < LEAST:
        seldom = max(floor(1 / Fraction(count.share_of_rounds)), 1)
        often = f"one of {seldom:,}" if seldom < MILLION else f"less than one of {MILLION:,}"
        return (
            f"no practical trigger exists: with {dealt}, the count ({count.title}) places the "
            f"wager in {often} rounds, to win less than {LEAST} units in 100"
        )
    side, trigger = (
        "above" if count.correlation > 0 else "below",
        with_minus(f"{count.trigger:.2f}"),
    )
    return (
        f"{count.win_per_100:.4f} units in 100 rounds with {dealt}, "
        f"{count.title}: placed in {percent(count.share_of_rounds, 3)} of them, {side} a true "
        f"count of {trigger}; exact for six cards a round"
    )


def _cards(effects: list[float], effect: float) -> str:
    """The cards with this effect in words; a rank with it in all suits is named once."""
    return cards_in_words(card for card, one in enumerate(effects) if abs(one - effect) < EQUAL)


def _fit(count: LinearCount) -> str:
    """How well a count foretells the effects; one that does so upside down is read that way."""
    reversed_tags = " with the signs of its tags reversed" if count.correlation < 0 else ""
    return f"correlation {abs(count.correlation):.4f}{reversed_tags}"
