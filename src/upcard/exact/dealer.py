"""Exact outcome counts for wagers on the dealer's finished hand, from a full shoe.

The players' draws do not change the distribution of the dealer's hand. All orders of a shuffled
shoe are equally likely, and players decide to take cards only by what has been dealt already. So
the dealer's next card is equally likely to be any unseen card, and before the deal the dealer's
cards are distributed as if drawn without replacement from the full shoe with nobody else playing.
This requires that the shoe does not run out and that the dealer always draws by § 633a.7(m), or by
a house's own rule, which holds while a wager on the dealer's hand is live. Where a wager also looks
at the player's first two cards, they are dealt from what the dealer's hand leaves.

A hand is a multiset of ranks with the number of drawing orders that reach it (and stop at no
shorter hand); then the cards of each rank are chosen from the shoe. Every count is of ordered deals
of as many cards as the longest dealer's hand has, times unordered pairs for the player. Integers
only.
"""

from collections import Counter
from functools import cache
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING, Final

import msgspec

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition, by_value
from upcard.cards.totals import best_total
from upcard.compiled.text_functions import function_of_text
from upcard.games.blackjack import dealer_draws
from upcard.wagers.kit import CardFold, Classifier, WagerRule, needed_facts, ways_by_outcome

RANKS: Final = 13
VALUES: Final = tuple(range(1, 11))
VALUE_OF_RANK: Final = tuple(min(rank + 1, 10) for rank in range(RANKS))
MAX_OF_A_KIND: Final = 18
HIGH_FIRST: Final = (0, *range(RANKS - 1, 0, -1))
"""Ranks with the ace first, then from the king down: most folds depend on the highest cards."""

TOTAL_FACTS: Final = frozenset(
    {"dealer_cards", "dealer_total", "dealer_blackjack", "player_blackjack"}
)
FOLD_FACTS: Final = frozenset({"first", "second", "folded"})

if TYPE_CHECKING:
    from upcard.compiled.exact.folded_hands import PackedHands


class FinishedHand(msgspec.Struct, frozen=True):
    """A finished dealer's hand: cards `held` by kind, drawing `orders`, total, number of cards."""

    held: tuple[int, ...]
    orders: int
    total: int
    cards: int


class DealerTotals(msgspec.Struct, frozen=True):
    """What a classifier of totals sees of the dealer's hand and of the player's first two cards."""

    dealer_cards: int
    dealer_total: int
    dealer_blackjack: int
    player_blackjack: int


def decides(wager: WagerRule) -> bool:
    """Whether the dealer's finished hand (and the player's two cards) decides the wager."""
    facts = set(wager.facts)
    if "folded" in facts:
        return wager.fold is not None and wager.fold.of == "dealer" and facts <= FOLD_FACTS
    return bool(facts - {"player_blackjack"}) and facts <= TOTAL_FACTS


def counts(
    wager: WagerRule, decks: int, left: Composition | None = None, *, hits_soft_17: bool = False
) -> dict[str, int]:
    """The number of deals that end in each outcome: ordered deals of the longest dealer's hand.

    Unordered pairs for the player are counted with them. `left` are the cards that are left, if
    they are not whole decks. `hits_soft_17` is a house's own rule
    (`games.blackjack_rules.BlackjackRules`).
    """
    cards = left or (decks,) * DECK_SIZE
    if wager.fold is None:
        by_index = count_by_totals(wager.classify, by_value(cards), hits_soft_17=hits_soft_17)
    else:
        by_index = _count_fold(wager.classify, wager.fold, cards, hits_soft_17=hits_soft_17)
    return ways_by_outcome(wager.slug, wager.outcomes, by_index)


# Hands by value: what total and number of cards decide


@cache
def finished_hands(
    kinds: tuple[int, ...], *, hits_soft_17: bool = False
) -> tuple[FinishedHand, ...]:
    """Every finished dealer's hand, as numbers of cards of each kind.

    `kinds` has the value of each kind; the first kind must be the ace, with value 1.
    """
    stopped: dict[tuple[int, ...], FinishedHand] = {}
    drawing = {(0,) * len(kinds): (1, 0)}
    cards = 0
    while drawing:
        cards += 1
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for shorter, (orders, points) in drawing.items():
            for kind, value in enumerate(kinds):
                hand = (*shorter[:kind], shorter[kind] + 1, *shorter[kind + 1 :])
                pips = points + value
                if cards < 2 or dealer_draws(pips, hand[0], int(hits_soft_17)) == 1:
                    longer[hand] = (longer.get(hand, (0, 0))[0] + orders, pips)
                else:
                    before = stopped[hand].orders if hand in stopped else 0
                    total = best_total(pips, hand[0])
                    stopped[hand] = FinishedHand(hand, before + orders, total, cards)
        drawing = longer
    return tuple(stopped.values())


def count_by_totals(
    classify: Classifier, shoe: tuple[int, ...], *, hits_soft_17: bool = False
) -> Counter[int]:
    """Count the values of a classifier of dealer's totals, card counts and Blackjacks.

    `shoe` has the number of cards of each point value, 0 (ace) to 9 (any ten-value card).
    """
    facts = needed_facts(classify)
    by_index: Counter[int] = Counter()
    for totals, ways in _totals(shoe, hits_soft_17=hits_soft_17).items():
        by_index[classify(*[getattr(totals, fact) for fact in facts])] += ways
    return by_index


@cache
def _totals(shoe: tuple[int, ...], *, hits_soft_17: bool) -> dict[DealerTotals, int]:
    """The number of deals for each `DealerTotals`, each of the longest hand's number of cards."""
    dealt: Counter[tuple[int, int, int]] = Counter()
    weights: Counter[tuple[int, int, int]] = Counter()
    orders = [[perm(cards, count) for count in range(MAX_OF_A_KIND)] for cards in shoe]
    for hand in finished_hands(VALUES, hits_soft_17=hits_soft_17):
        ways_of_value = [of_value[count] for of_value, count in zip(orders, hand.held, strict=True)]
        ways = hand.orders * prod(ways_of_value)
        if ways:
            key = (hand.cards, hand.total, int(hand.cards == 2 and hand.total == 21))
            dealt[key] += ways
            weights[key] += ways * (shoe[0] - hand.held[0]) * (shoe[-1] - hand.held[-1])
    longest = max(cards for cards, _, _ in dealt)
    size = sum(shoe)
    totals = {}
    for (cards, total, natural), ways in dealt.items():
        orders_left = perm(size - cards - 2, longest - cards)
        blackjacks = weights[cards, total, natural]
        totals[DealerTotals(cards, total, natural, 1)] = orders_left * blackjacks
        totals[DealerTotals(cards, total, natural, 0)] = orders_left * (
            ways * comb(size - cards, 2) - blackjacks
        )
    return totals


# Hands by rank and suit: what a fold of the dealer's cards decides


@cache
def _count_fold(
    classify: Classifier, fold: CardFold, cards_left: Composition, *, hits_soft_17: bool
) -> Counter[int]:
    """Count the values of a classifier of a fold's final state and the player's two cards.

    At most one card type of the player's, the special one, may matter to the classifier. Dealer's
    hands that give the same value with one pair of the player's must agree with all pairs.
    """
    from upcard.compiled.exact.folded_hands import add_up  # noqa: PLC0415 - only what needs it pays for it

    plain, special = _special(classify, fold)
    of_state = _with_player_cards(classify, plain, plain)
    finishes = _hands(hits_soft_17=hits_soft_17)
    added = add_up(fold, of_state, finishes, cards_left, special)
    if added.unknown:
        return Counter((added.unknown,))
    for value, state in added.states.items():
        assert all(
            _with_player_cards(classify, card, plain)(state) == value
            for card in range(DECK_SIZE)
            if card != special
        )
    longest = max(cards for cards, _, _ in added.sums)
    shoe = sum(cards_left)
    by_index: Counter[int] = Counter()
    for (cards, copies, value), hands in added.sums.items():
        ways = hands * perm(shoe - cards - 2, longest - cards)
        special_left = cards_left[special] - copies if special >= 0 else 0
        other_cards = shoe - cards - special_left
        for special_cards in range(3):
            pair = ((plain,) * (2 - special_cards)) + (special,) * special_cards
            player = comb(special_left, special_cards) * comb(other_cards, 2 - special_cards)
            if player:
                state = added.states[value]
                by_index[_with_player_cards(classify, *pair)(state)] += ways * player
    return by_index


@cache
def _hands(*, hits_soft_17: bool) -> "PackedHands":
    """The dealer's hands by rank, highest ranks first.

    The orders distinguish all cards of a hand, those of equal rank too.
    """
    from upcard.compiled.exact.folded_hands import hands_of  # noqa: PLC0415 - only what needs it pays for it

    by_rank = []
    for hand in finished_hands(VALUE_OF_RANK, hits_soft_17=hits_soft_17):
        ranks = [(rank, hand.held[rank]) for rank in HIGH_FIRST if hand.held[rank]]
        orders = hand.orders * prod([factorial(count) for _, count in ranks])
        by_rank.append((hand.cards, orders, ranks))
    return hands_of(by_rank)


@cache
def _special(classify: Classifier, fold: CardFold) -> tuple[int, int]:
    """A plain card type that never matters, and the special one that does (-1 for none).

    Found by testing the classifier on the states after two equal cards of each rank.
    """
    if needed_facts(classify) == ("folded",):
        return 0, -1
    special: set[int] = set()
    for card in range(0, DECK_SIZE, 4):
        state = fold.step(fold.step(fold.start, card), card)
        row = [_with_player_cards(classify, other, 4)(state) for other in range(DECK_SIZE)]
        (usual, _), *_rest = Counter(row).most_common()
        special.update(other for other, value in enumerate(row) if value != usual)
    assert len(special) < 2, "one card type of the player's may matter"
    plain = min(card for card in range(DECK_SIZE) if card not in special)
    return plain, special.pop() if special else -1


@cache
def _with_player_cards(classify: Classifier, first: int, second: int) -> Classifier:
    """The classifier with the player's two cards fixed: a function of the fold's final state."""
    values = {"first": first, "second": second, "folded": "folded"}
    arguments = ", ".join(str(values[fact]) for fact in needed_facts(classify))
    text = f"lambda folded: classify({arguments})"
    classifier: Classifier = function_of_text(text, {"classify": classify}, classify.__module__)
    classifier.__qualname__ = classify.__qualname__
    return classifier
