"""Exact counts for wagers that depend on the player's play: one player, basic strategy.

The player is alone at a full shoe and plays the total-dependent strategy of `exact.play.basic`. If
the dealer has a Blackjack, no cards are drawn (§ 633a.7(h)). The treatment of splits depends on the
wager, and is stated in the strategy's name:

- wagers on the finished hands (Bad Beat, Buzzer Beater): a pair is played as its total;
- wagers on the first drawn card (Blazing 7's): after a split, the first card to the first of its
  hands (§ 633c.9(d)(1)), which is exact;
- wagers on a fold of the player's cards (Straight Jack): a split leaves the initial two cards.
"""

from functools import cache
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition, by_value
from upcard.exact.play import first_draw
from upcard.exact.play import fold as play_fold
from upcard.exact.play import totals as play_totals
from upcard.exact.play.basic import RULES, BasicStrategy, basic_strategy
from upcard.games.blackjack_rules import BlackjackRules
from upcard.wagers.kit import CardFold, Classifier, WagerRule, ways_by_outcome

TOTALS: Final = "totals"
DRAWN: Final = "drawn"
FOLDED: Final = "folded"

TREATMENT_OF_SPLITS: Final = {
    TOTALS: "without splits: a pair is played as its total",
    DRAWN: "a split draws the first card to its first hand",
    FOLDED: "a split leaves the initial two cards",
}


def is_played_out(wager: WagerRule) -> bool:
    """Whether this module can count the wager, which depends on the player's later cards."""
    return bool(_counting_kind(wager))


def is_of_first_draw(wager: WagerRule) -> bool:
    """Whether the player's initial two cards and first drawn card decide the wager."""
    return _counting_kind(wager) == DRAWN


def play_out_counts(
    wager: WagerRule,
    decks: int,
    rules: BlackjackRules = RULES,
    left: Composition | None = None,
) -> dict[str, int]:
    """The number of ordered deals that end in each outcome. Requires `is_played_out`.

    `left` are the cards that are left, if they are not whole decks: the strategy is then still that
    of `decks` decks.
    """
    kind = _counting_kind(wager)
    strategy, cards = basic_strategy(decks, rules), left or (decks,) * DECK_SIZE
    of_wager = (wager.classify, wager.fold, wager.extra_card, wager.surrender)
    by_index = _counts(kind, *of_wager, strategy, cards)
    return ways_by_outcome(wager.slug, wager.outcomes, by_index)


def strategy_name(wager: WagerRule, rules: BlackjackRules = RULES) -> str:
    """Describe the strategy under which `play_out_counts` is exact."""
    terms = [
        "dealer stands on all 17s",
        "double on any first two cards and after a split",
        "late surrender" if wager.surrender else "no surrender",
    ]
    if rules.one_card_on_split_aces:
        terms.append("one card on split aces")
    splits = TREATMENT_OF_SPLITS[_counting_kind(wager)]
    return f"total-dependent basic strategy ({', '.join(terms)}); {splits}"


@cache
def _counts(
    kind: str,
    classify: Classifier,
    fold: CardFold | None,
    extra: Classifier | None,
    surrender: bool,
    strategy: BasicStrategy,
    left: Composition,
) -> dict[int, int]:
    if kind == TOTALS:
        return play_totals.counts(classify, by_value(left), strategy, surrender=surrender)
    if kind == DRAWN:
        return first_draw.counts(classify, extra, left, strategy)
    assert fold is not None
    return play_fold.counts(classify, fold, left, strategy)


def _counting_kind(wager: WagerRule) -> str:
    facts = set(wager.facts)
    if "drawn" in facts and facts <= set(first_draw.FACTS):
        return DRAWN
    if "player_total" in facts and facts <= play_totals.FACTS:
        return TOTALS
    fold = wager.fold
    return FOLDED if facts == {"folded"} and fold is not None and fold.of == "player" else ""
