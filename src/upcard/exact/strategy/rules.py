"""The rules by which one hand is played, as a researcher may set them, and the shoe."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from upcard.cards.card import TENS
from upcard.exact.play.hands import ACE, shoe_of
from upcard.exact.strategy.cards import ValueCounts
from upcard.games.blackjack import BLACKJACK, DOUBLES, PUSH, PUSHING_TOTAL, WIN, DoubleChoice
from upcard.games.blackjack_rules import MAX_RESPLITS
from upcard.games.decided_hands import DecidedHand, by_blackjack
from upcard.rules.violation import BadInput

NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Names of the values 0 to 9."""

UPCARDS: Final = (*range(1, len(NAMES)), ACE)
"""Upcard values in chart order: 2 to 10, then the ace."""

MAX_DECKS: Final = 1_000_000
MIN_CARDS: Final = 8
OUT_OF_CARDS: Final = "These cards may run out in a round"
NO_CHANGES: Final[Mapping[str, Any]] = {}


def cards(values: tuple[int, ...]) -> str:
    """A hand as text, aces first, then the highest cards: A,7 or 10,2."""
    return ",".join(NAMES[value] for value in sorted(values, key=lambda v: (v != ACE, -v)))


class NotSolved(BadInput):
    """The rules or the cards of a table are beyond what the strategy analyzer solves."""


class HandRules(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand is played; the defaults are chapter 633a with one card on split aces.

    - `hits_soft_17`: the dealer draws to a soft 17.
    - `double`: totals on which two cards may double; `double_after_split`: so may split hands, with
      "any-with-21" on a 21 too.
    - `resplits`: how often a pair may be split again; `resplit_aces`: aces too.
    - `hit_split_aces`: split aces play on like other split hands; else they take one card each.
    - `surrender`: `late` loses all to a dealer Blackjack; `early` loses half of the wager even
      then.
    - `dealer_blackjack`: `peek` checks for it before hands are played. The other settings find it
      only afterwards, without a hole card: then `all` wagers lose, or the `original` one only, or
      the original one and what hands over 21 had lost before (`busted`: § 633c.5(bb)(1)).
    - `blackjack_pays`: 3/2 for 3 to 2.

    Variations of the game also set:

    - `dealer_22`: `loses`; `pushes` all hands not over 21 (§ 633a.12(a)(5)(v)); `pushes-low` all of
      them but a 21 and an original hand of two cards from 10 to ace (Down Under).
    - `blackjack_against_21`, `blackjack_against_22`: what a Blackjack wins there, if not its usual
      payout; `blackjack_one_color`: what a Blackjack of a single color pays (half of all
      Blackjacks, whatever their values); `blackjack_tied`: what it pays against the dealer's.
    - `shared_cards`: all hands of a split take the same cards (§ 633c.5(q)).
    """

    hits_soft_17: bool = False
    double: DoubleChoice = "any"
    double_after_split: bool = True
    resplits: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: Literal["none", "late", "early"] = "late"
    dealer_blackjack: Literal["peek", "all", "original", "busted"] = "peek"
    blackjack_pays: Fraction = Fraction(3, 2)
    dealer_22: Literal["loses", "pushes", "pushes-low"] = "loses"
    blackjack_against_21: Fraction | None = None
    blackjack_against_22: Fraction | None = None
    blackjack_one_color: Fraction | None = None
    blackjack_tied: Fraction = Fraction(0)
    shared_cards: bool = False

    @property
    def all_lost(self) -> bool:
        """Whether hands play before a dealer Blackjack is found, and busted hands lose to it."""
        return self.dealer_blackjack in ("all", "busted")

    @property
    def returned(self) -> bool:
        """Whether a dealer Blackjack returns the doubled and split wagers of hands not over 21."""
        return self.dealer_blackjack == "busted"

    @property
    def beats_22(self) -> int:
        """The lowest total that wins against a dealer's 22; 0 if every total does."""
        return {"loses": 0, "pushes": 22, "pushes-low": 21}[self.dealer_22]

    def outcome(self, hand: DecidedHand) -> int:
        """Index into `blackjack.OUTCOMES` of a hand that was played to its end."""
        if hand.dealer == PUSHING_TOTAL and hand.player <= 21:
            if hand.blackjack:
                return PUSH if self.blackjack_against_22 == 0 else BLACKJACK
            low = self.dealer_22 == "pushes-low"
            beats = low and (hand.player == 21 or hand.large == 1)
            return WIN if beats or self.dealer_22 == "loses" else PUSH
        return by_blackjack(hand)

    @property
    def blackjack_payouts(self) -> tuple[Fraction, Fraction]:
        """The payouts of a Blackjack of two colors and of one of a single color."""
        pays, other = self.blackjack_pays, self.blackjack_one_color
        return pays, pays if other is None else other

    @property
    def knows_deviation(self) -> bool:
        """Whether the standard deviation can be computed: not for shared or returned wagers."""
        return not (self.shared_cards or self.returned)

    @property
    def acts_after_peek(self) -> bool:
        """Whether the dealer is known to have no Blackjack when a hand is played."""
        return self.dealer_blackjack == "peek" and self.surrender != "early"

    def may_double(self, total: int) -> bool:
        """Whether two cards of a total may double."""
        return total in DOUBLES[self.double]

    def resplits_of(self, value: int) -> int:
        """How often a pair of a value may be split again."""
        return 0 if value == ACE and not self.resplit_aces else self.resplits

    def takes_one_card(self, value: int) -> bool:
        """Whether the hands of a split pair take one card each."""
        return value == ACE and not self.hit_split_aces


def check(rules: HandRules, shoe: ValueCounts) -> None:
    """Raise ``BadInput`` for rules or a shoe that make no game, `NotSolved` for those not solved.

    Hands that the shoe cannot finish are found while solving.
    """
    if rules.resplits < 0:
        raise BadInput(f"A pair is resplit 0 to {MAX_RESPLITS} times, not {rules.resplits}.")
    if rules.resplits > MAX_RESPLITS:
        raise NotSolved(
            f"Best play is solved where a pair is resplit 0 to {MAX_RESPLITS} times, "
            f"not {rules.resplits}."
        )
    if rules.blackjack_pays <= 0:
        raise BadInput(f"A Blackjack pays more than nothing, not {rules.blackjack_pays}.")
    if min(shoe) < 0 or sum(shoe) > 52 * MAX_DECKS:
        raise BadInput(f"A shoe holds at most {MAX_DECKS:,} decks, and of no value less than 0.")
    if sum(shoe) < MIN_CARDS:
        raise NotSolved(f"{OUT_OF_CARDS} ({sum(shoe)} in all).")


def full_shoe(decks: int, *, tens: bool = True) -> ValueCounts:
    """A shoe of `decks` decks; ``BadInput`` for an impossible number.

    Decks without `tens` keep their jacks, queens and kings.
    """
    if not 1 <= decks <= MAX_DECKS:
        raise BadInput(f"A shoe has 1 to {MAX_DECKS:,} decks, not {decks:,}.")
    *others, ten_values = shoe_of(decks)
    return (*others, ten_values if tens else ten_values - decks * len(TENS))
