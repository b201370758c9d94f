"""Blackjack Switch: what differs from Blackjack. 58 Pa. Code § 633a.12(a).

Two hands with two equal wagers, whose second cards may be switched; five special settlements.
"""

from typing import Final

import msgspec

from upcard.cards.kernel import kernel
from upcard.games.blackjack import PUSH, hand_outcome
from upcard.money.odds import Odds

GAME: Final = "blackjack-switch"
HANDS: Final = 2
PUSHING_TOTAL: Final = 22


class SwitchRules(msgspec.Struct, frozen=True):
    """How two passages are read, the text first.

    A Blackjack is paid even money against a dealer's 21 of three or more cards; by the trade's
    reading always. A dealer's 22 returns every wager that is not over 21; by the trade's reading
    not that of a Blackjack.
    """

    always_even_money: bool = False
    blackjack_beats_22: bool = False


@kernel
def switch_outcome(
    player: int, player_blackjack: int, dealer: int, dealer_blackjack: int, beats_22: int
) -> int:
    """Index into `blackjack.OUTCOMES` of a hand that was played to its end (§ 633a.12(a)(5)).

    A hand that was switched to an ace and a ten is no Blackjack. `beats_22` is 1 where a
    Blackjack wins against a dealer's 22.
    """
    if dealer == PUSHING_TOTAL and player <= 21 and not (player_blackjack == 1 and beats_22 == 1):
        return PUSH
    return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)


def blackjack_odds(rules: SwitchRules, dealer: int, ordinary: Odds) -> Odds:
    """What a Blackjack pays against a dealer's total that is no Blackjack (§ 633a.12(a)(5)(i))."""
    return Odds(1) if rules.always_even_money or dealer == 21 else ordinary
