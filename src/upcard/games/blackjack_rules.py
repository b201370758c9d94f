"""The rules of play of Blackjack at one table: what chapter 633a or the house leaves open."""

from typing import Final, Literal

import msgspec

from upcard.games.blackjack import DOUBLES, DoubleChoice

MAX_RESPLITS: Final = 15
"""The most times that a pair may be split again where best play is solved."""


class BlackjackRules(msgspec.Struct, frozen=True):
    """The rules of play of the base game.

    The first are the choices that chapter 633a leaves to the certificate holder. Those from
    `hits_soft_17` on only a house's own rules change; the defaults are the text's.

    - `peeks`: the dealer looks for a Blackjack under an ace or ten-value card before the hands are
      played. Without a peek there is no hole card: the dealer's second card comes when all hands
      are played, and a Blackjack takes all wagers (`all_lost`) or the original ones only.
    - `double`: on which totals two cards may double; `double_after_split`: split hands too.
    - `surrender`: none, late (lost to a dealer's Blackjack) or early (before it is known).
    """

    resplits: int = 2
    resplit_aces: bool = False
    one_card_on_split_aces: bool = False
    even_money: bool = True
    pay_blackjack_at_once: bool = True
    collect_then_pay: bool = True
    double_face_down: bool = False
    settle_surrender_at_once: bool = True
    hits_soft_17: bool = False
    peeks: bool = True
    all_lost: bool = True
    double: DoubleChoice = "any"
    double_after_split: bool = True
    surrender: Literal["none", "late", "early"] = "late"

    def may_double(self, total: int, *, from_split: bool) -> bool:
        """Whether two cards with a total may be doubled."""
        return total in DOUBLES[self.double] and (self.double_after_split or not from_split)

    @property
    def blackjack_waits(self) -> bool:
        """Whether a Blackjack against an ace or ten-value card waits for the dealer's second."""
        return not (self.peeks and self.pay_blackjack_at_once)

    @property
    def surrender_waits(self) -> bool:
        """Whether a surrender against an ace or ten-value card waits for the dealer's second."""
        return self.surrender != "early" and not (self.peeks and self.settle_surrender_at_once)

    @property
    def blackjack_takes_all(self) -> bool:
        """Whether a dealer's Blackjack takes doubles and splits too, not the original wager only.

        With a peek there are none yet.
        """
        return not self.peeks and self.all_lost

    @property
    def blackjack_returns(self) -> bool:
        """Whether a dealer's Blackjack returns the doubles and splits that were made before it."""
        return not self.peeks and not self.all_lost

    @property
    def surrenders_before_peek(self) -> bool:
        """Whether surrender is asked before the dealer looks for a Blackjack."""
        return self.surrender == "early" and self.peeks

    @property
    def is_printed(self) -> bool:
        """Whether hands are played as the text has it, by none of a house's own rules."""
        play = (self.hits_soft_17, self.peeks, self.double, self.double_after_split)
        return (*play, self.surrender) == (False, True, "any", True, "late")
