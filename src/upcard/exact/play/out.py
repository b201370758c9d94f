"""Exact counts for wagers that hang on how the player plays: one player, basic strategy.

The player sits alone at a full shoe and plays the total-dependent basic strategy of `basic`;
where the dealer has a Blackjack nobody draws (§ 633a.7(h)). What splits do is part of the
strategy's name, because it differs by what a wager looks at:

- the finished hands (Bad Beat, Buzzer Beater): a pair is played as its total;
- the first drawn card (Blazing 7's): after a split the first card to the first of its hands
  (§ 633c.9(d)(1)), which is exact;
- a fold of the player's cards (Straight Jack): a split leaves the initial two cards.
"""

from functools import cache
from math import gcd
from typing import Final

from upcard.exact.basic import RULES, basic_strategy
from upcard.exact.play import drawn as play_drawn
from upcard.exact.play import fold as play_fold
from upcard.exact.play import totals as play_totals
from upcard.exact.play.totals import Function
from upcard.games.table_rules import BlackjackRules
from upcard.wagers.kit import CardFold, Wager

TOTALS: Final = "totals"
DRAWN: Final = "drawn"
FOLDED: Final = "folded"


def is_played_out(wager: Wager) -> bool:
    """Whether the finished or drawn cards of a player decide a wager, and this module counts it."""
    return bool(_kind(wager))


def play_out_counts(wager: Wager, decks: int, rules: BlackjackRules = RULES) -> dict[str, int]:
    """How often each outcome comes, over a common total from which common factors are gone.

    The wager `is_played_out`.
    """
    cards = (wager.classify, wager.fold, wager.extra_card)
    found = _counts(_kind(wager), *cards, decks, rules, wager.surrender)
    assert max(found) < len(wager.outcomes), "a classifier gives an index into outcomes"
    common = gcd(*found.values())
    return {name: found.get(index, 0) // common for index, name in enumerate(wager.outcomes)}


def strategy_name(wager: Wager, rules: BlackjackRules = RULES) -> str:
    """The strategy under which `play_out_counts` are exact."""
    parts = {
        TOTALS: "without splits: a pair is played as its total",
        DRAWN: "a split draws the first card to its first hand",
        FOLDED: "a split leaves the initial two cards",
    }
    name = "total-dependent basic strategy (dealer stands on all 17s, double on any first two "
    surrender = "late surrender" if wager.surrender else "no surrender"
    name += f"cards and after a split, {surrender}"
    if rules.one_card_on_split_aces:
        name += ", one card on split aces"
    return f"{name}); {parts[_kind(wager)]}"


@cache
def _counts(
    kind: str,
    classify: Function,
    fold: CardFold | None,
    extra: Function | None,
    decks: int,
    rules: BlackjackRules,
    surrender: bool,
) -> dict[int, int]:
    strategy = basic_strategy(decks, rules)
    if kind == TOTALS:
        return play_totals.counts(classify, decks, strategy, surrender=surrender)
    if kind == DRAWN:
        return play_drawn.counts(classify, extra, decks, strategy)
    assert fold is not None
    return play_fold.counts(classify, fold, decks, strategy)


def _kind(wager: Wager) -> str:
    facts = set(wager.facts)
    if "drawn" in facts and facts <= set(play_drawn.FACTS):
        return DRAWN
    if "player_total" in facts and facts <= play_totals.FACTS:
        return TOTALS
    fold = wager.fold
    return FOLDED if facts == {"folded"} and fold is not None and fold.of == "player" else ""
