"""A progressive payout that was won, and its stages until it is paid. 58 Pa. Code § 633c.2(h)."""

from enum import StrEnum

import msgspec

from upcard.money.odds import MeterShare


class PayoutStage(StrEnum):
    """The stages of a progressive payout, in order."""

    CLAIMED = "claimed"
    HAND_VERIFIED = "hand-verified"
    LIGHT_CONFIRMED = "light-confirmed"
    VALIDATED = "validated"
    PAID = "paid"
    PAPERS_COMPLETED = "papers-completed"


class Jackpot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A progressive payout that is owed until it is verified, validated and paid.

    `fixed` units come from odds, dollars or an envy bonus. The rest comes from meters: `amounts`
    are those of `shares`, None until they are recorded. `claimed` is true once all wagers of the
    same kind are decided. `shown` is what the meter showed in this round, where that decides how
    the payout is made. An envy bonus is for the hand of the position `envy_of`.
    """

    position: int
    player: str
    wager: str
    outcome: str
    wagered: int = 0
    fixed: int = 0
    shares: tuple[MeterShare, ...] = ()
    amounts: tuple[int, ...] | None = None
    shown: int | None = None
    claimed: bool = False
    envy_of: int = 0
    mystery: bool = False
    stage: PayoutStage = PayoutStage.CLAIMED

    @property
    def by_own_hand(self) -> bool:
        """Whether the position's own hand won it: neither an envy nor a mystery bonus."""
        return not self.envy_of and not self.mystery

    @property
    def paid(self) -> bool:
        """Whether the payout has been paid."""
        return self.stage in (PayoutStage.PAID, PayoutStage.PAPERS_COMPLETED)

    @property
    def amount(self) -> int | None:
        """The whole payout in units; None while a meter's part is not recorded."""
        if not self.shares:
            return self.fixed
        return None if self.amounts is None else self.fixed + sum(self.amounts)
