"""What a played hand comes to, by the rules of the game that a table plays."""

from upcard.games.blackjack import hand_outcome
from upcard.games.down_under import down_under_outcome
from upcard.games.switch import switch_outcome
from upcard.games.table_rules import TableRules


def outcome(
    rules: TableRules,
    player: int,
    player_blackjack: int,
    large: int,
    dealer: int,
    dealer_blackjack: int,
) -> int:
    """Index into `blackjack.OUTCOMES` of a hand that was played to its end.

    `player` and `dealer` are total point counts. `large` is 1 for an original hand of two large
    cards (`down_under.two_large`); a split hand, or one made by switching, is never a Blackjack.
    """
    totals, dealers = (player, player_blackjack), (dealer, dealer_blackjack)
    if rules.switch is not None:
        return switch_outcome(*totals, *dealers, int(rules.switch.blackjack_beats_22))
    if rules.down_under is not None and rules.down_under.pushes_on_22:
        return down_under_outcome(*totals, large, *dealers)
    return hand_outcome(*totals, *dealers)
