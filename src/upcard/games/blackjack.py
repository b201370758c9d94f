"""Blackjack: drawing, legality and settlement as pure scalar functions. 58 Pa. Code ch. 633a."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from upcard.cards.card import is_ten_or_ace, value_of
from upcard.cards.kernel import kernel
from upcard.cards.totals import best_total
from upcard.money.amount import printed_dollars, whole_cents
from upcard.money.odds import PaidOdds
from upcard.rules.violation import RuleViolation

BLACKJACK_WAGER: Final = "blackjack"
INSURANCE_WAGER: Final = "insurance"
"""The names under which the Blackjack and Insurance wagers are placed and settled."""

OUTCOMES: Final = ("blackjack", "win", "push", "lose", "bust", "surrender", "dealer-blackjack")
BLACKJACK: Final = 0
WIN: Final = 1
PUSH: Final = 2
LOSE: Final = 3
BUST: Final = 4
SURRENDER: Final = 5
DEALER_BLACKJACK: Final = 6

FULL: Final = 21
"""The point count at which a player draws no further card (§ 633a.7(k)(1))."""

PUSHING_TOTAL: Final = 22
"""The dealer's total that pushes in some variations."""


DoubleChoice: TypeAlias = Literal["any", "any-with-21", "9-11", "10-11"]
"""A choice of the totals on which two cards may be doubled."""

DOUBLES: Final[Mapping[DoubleChoice, range]] = {
    "any": range(2, 21),
    "any-with-21": range(2, 22),
    "9-11": range(9, 12),
    "10-11": range(10, 12),
}
"""The totals of each choice. § 633a.10(a) has any, of which a 21 draws no card (§ 633a.7(k)(1)).

A soft hand counts with its ace as 11: it totals at least 12. Two cards that total 21 and may be
doubled are those of a split pair; any others are a Blackjack.
"""

DOUBLES_IN_WORDS: Final[Mapping[DoubleChoice, str]] = {
    "any": "any two cards",
    "any-with-21": "any two cards, a 21 after a split too",
    "9-11": "9 to 11",
    "10-11": "10 to 11",
}

SURRENDER_IN_WORDS: Final[Mapping[str, str]] = {
    "none": "not offered",
    "late": "half the wager, except against a dealer's Blackjack",
    "early": "half the wager, also against a dealer's Blackjack",
}


@kernel
def dealer_draws(pips: int, aces: int, hits_soft_17: int = 0) -> int:
    """1 while the dealer has not reached a hard or soft 17 (§ 633a.7(m)).

    With `hits_soft_17`, a rule of the house's own, a soft 17 is not enough.
    """
    total = best_total(pips, aces)
    if total == 17 and total > pips:
        return hits_soft_17
    return 1 if total < 17 else 0


@kernel
def may_split(first: int, second: int) -> int:
    """1 for two cards of equal value, such as a king and a 10 (§ 633a.11(a))."""
    return 1 if value_of(first) == value_of(second) else 0


@kernel
def two_large(first: int, second: int) -> int:
    """1 where both cards are large: a 10, jack, queen, king or ace."""
    return is_ten_or_ace(first) * is_ten_or_ace(second)


@kernel
def hand_outcome(player: int, player_blackjack: int, dealer: int, dealer_blackjack: int) -> int:
    """Index into OUTCOMES of a hand that was played to its end (§ 633a.7(p), (q)).

    `player` and `dealer` are total point counts. A split hand is never a Blackjack.
    """
    if player_blackjack == 1:
        return PUSH if dealer_blackjack == 1 else BLACKJACK
    if dealer_blackjack == 1:
        return DEALER_BLACKJACK
    if player > 21:
        return BUST
    if dealer > 21 or player > dealer:
        return WIN
    return PUSH if player == dealer else LOSE


@kernel
def outcome_with_22(
    player: int, player_blackjack: int, dealer: int, dealer_blackjack: int, beats_22: int
) -> int:
    """Index into OUTCOMES of a hand where a dealer's 22 pushes (§ 633a.12(a)(5)).

    It returns the wagers of all hands not over 21, except a Blackjack's where `beats_22` is 1. A
    hand that was switched to an ace and a ten is not a Blackjack.
    """
    if dealer == PUSHING_TOTAL and player <= 21 and not (player_blackjack == 1 and beats_22 == 1):
        return PUSH
    return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)


def draw_matters(total: int, *, has_blackjack: bool) -> bool:
    """Whether a hand depends on the dealer's total: not over 21, not a Blackjack (§ 633a.7(n))."""
    return total <= 21 and not has_blackjack


@kernel
def half_of(wager_units: int) -> int:
    """Half of a wager in whole cents, rounded down (§ 633a.9(a))."""
    return wager_units // 200 * 100


def returned_to_blackjack(
    number: int, wager_units: int, doubled_units: int, *, all_lost: bool = False
) -> int:
    """Units of a hand's stake that are returned when the dealer has a Blackjack.

    The original wager is lost; doubles and splits made before the Blackjack was known are returned
    (§§ 633a.10(b), 633a.11(d), 633c.5(bb)(1)), unless a house's own rules say that `all_lost` are.
    `number` counts the hands of a split from 1; the original wager is that of hand 1.
    """
    if all_lost:
        return 0
    return doubled_units if number == 1 else wager_units + doubled_units


def hand_paid(
    outcome: int, stake_units: int, blackjack: PaidOdds, win: PaidOdds, returned_units: int = 0
) -> int:
    """Units handed to the player for a hand by its outcome, an index into OUTCOMES.

    `blackjack` and `win` are the odds of a Blackjack and of another win; `returned_units` is the
    part of the stake that is returned against a dealer's Blackjack (`returned_to_blackjack`).
    """
    if outcome == BLACKJACK:
        return stake_units + blackjack.winnings(stake_units)
    if outcome == WIN:
        return stake_units + win.winnings(stake_units)
    if outcome == PUSH:
        return stake_units
    if outcome == SURRENDER:
        return half_of(stake_units)
    return returned_units if outcome == DEALER_BLACKJACK else 0


# Insurance (§ 633a.8)


def insurance_limit(wager_units: int, chip_units: int) -> int:
    """The largest Insurance wager, in units: half, or the next amount in chips (§ 633a.8(b))."""
    chips = -(-wager_units // (2 * chip_units))
    return chips * chip_units


def refuse_insurance(
    amount: int | None, wager_units: int, chip_units: int, permitted: str
) -> RuleViolation | None:
    """Why an Insurance wager is too large; None is half of the Blackjack wager (§ 633a.8(b)).

    `permitted` ends the message's "the next amount …", such as "that chips can make".
    """
    limit = insurance_limit(wager_units, chip_units)
    if amount is None or amount <= limit:
        return None
    return RuleViolation(
        "58 Pa. Code § 633a.8(b)",
        f"Insurance is at most half of the Blackjack wager, or the next amount {permitted}: "
        f"here {printed_dollars(limit)}.",
    )


def refuse_even_money(*, offered: bool, has_blackjack: bool) -> RuleViolation | None:
    """Why even money is refused: not offered at the table, or no Blackjack; else None."""
    if not offered:
        return RuleViolation(
            "submission: blackjack.even_money", "This table does not offer even money."
        )
    if not has_blackjack:
        return RuleViolation(
            "58 Pa. Code § 633a.8(e)", "Even money is for a player who has Blackjack."
        )
    return None


# The aggregate limit (§ 633a.13(o))


def limited_share(limit: int, wagered: int, winners: Sequence[tuple[int, int]]) -> int | None:
    """The most that a winner of a limited row wins; None where the total is within the limit.

    All amounts are units. `winners` lists each winner's wager and unlimited winnings. They share
    the limit in proportion to their wagers, in whole cents.
    """
    if sum(won for _, won in winners) <= limit:
        return None
    return whole_cents(limit * wagered // sum(amount for amount, _ in winners))
