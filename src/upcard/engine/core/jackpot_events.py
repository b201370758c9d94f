"""The events of progressive wagers: locked, collected, won, validated and paid.

58 Pa. Code §§ 633a.7(o), 633c.2, 633c.3, 633c.6, 633c.9, 633c.10, 633c.14. Meters follow
`ProgressivesLocked`, `AwardsClaimed` and the end of the round. `jackpot` is the number of a payout,
from 1, among those of the round.
"""

from typing import Literal, TypeAlias

import msgspec

from upcard.engine.core.events import Event

LockedWagers: TypeAlias = tuple[tuple[int, str, int], ...]
"""Position, wager and units of each wager that feeds a meter, from the dealer's left."""

Amounts: TypeAlias = tuple[tuple[int, str, int], ...]
"""Position, meter and units in whole cents of each claim, in the order of the claims."""

Source: TypeAlias = Literal["table-inventory", "jackpot-slip", "game-account"]
"""The source of a payout."""


class CollectionDue(Event, frozen=True, tag="CollectionDue"):
    """No more bets; the progressive wagers are locked and have to be collected (§ 633c.2(f))."""


class ProgressivesLocked(Event, frozen=True, tag="ProgressivesLocked"):
    """The progressive system accepted these wagers, and takes no more of their kind this round."""

    round: int
    wagers: LockedWagers


class Claim(msgspec.Struct, frozen=True):
    """A share of a meter that was won; `hand` is 0 for a wager of the position, not of a hand.

    Where `percent` is 0, the share is `prize` units.
    """

    position: int
    hand: int
    player: str
    outcome: str
    wagered: int
    meter: str
    percent: int
    prize: int = 0


class AwardsClaimed(Event, frozen=True, tag="AwardsClaimed"):
    """All wagers of a kind are decided; the claims are from the dealer's left.

    Without claims, a payout by odds still needs the meter's display (§ 633c.9(e)(3)).
    """

    wager: str
    claims: tuple[Claim, ...]


class AwardsDetermined(Event, frozen=True, tag="AwardsDetermined"):
    """The awards of the meters for the claims, in their order, and what the meter showed."""

    wager: str
    amounts: Amounts
    shown: int | None = None


class MysteryAwarded(Event, frozen=True, tag="MysteryAwarded"):
    """A contribution lifted the mystery meter above its secret value (§ 633c.14(c)(3))."""

    position: int
    wager: str
    amount: int
    player: str


class JackpotEvent(Event, frozen=True, tag="JackpotEvent"):
    """A step of one payout."""

    position: int
    wager: str
    jackpot: int


class HandVerified(JackpotEvent, frozen=True, tag="HandVerified"):
    """The dealer verified that the hand is a winning hand (§ 633c.2(h)(1))."""


class LightConfirmed(JackpotEvent, frozen=True, tag="LightConfirmed"):
    """The appropriate light of the progressive system is on (§ 633c.2(h)(2))."""


class JackpotValidated(JackpotEvent, frozen=True, tag="JackpotValidated"):
    """A floorperson or above validated the payout (§ 633c.2(h)(3))."""


class JackpotPaid(JackpotEvent, frozen=True, tag="JackpotPaid"):
    """The whole payout was paid, including the part from meters (§ 633c.2(h)(4))."""

    amount: int
    source: Source
    player: str


class PapersCompleted(JackpotEvent, frozen=True, tag="PapersCompleted"):
    """The documentation of a jackpot slip is complete (§ 633c.2(h)(4))."""
