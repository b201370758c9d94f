"""What a hand is worth by the rules of the game that is played. 58 Pa. Code §§ 633a.7, 633a.13(a).

Said in `games`: this asks the right one.
"""

from upcard.engine.blackjack.state import Box, Hand, State
from upcard.engine.core import events as e
from upcard.engine.core.citing import PA
from upcard.engine.variations import events as s
from upcard.games.blackjack import PUSH
from upcard.games.down_under import LIGHTS, light_of, two_large
from upcard.games.outcome import outcome
from upcard.games.switch import PUSHING_TOTAL, blackjack_odds
from upcard.money.odds import Odds


def outcome_of(state: State, hand: Hand) -> int:
    """Index into `blackjack.OUTCOMES` of a hand that was played to its end."""
    dealer = (state.dealer_total, int(state.dealer_blackjack))
    return outcome(state.rules, hand.total, int(hand.blackjack), _large(hand), *dealer)


def _large(hand: Hand) -> int:
    """1 for an original hand of two large cards."""
    cards = hand.cards
    return two_large(cards[0], cards[1]) if len(cards) == 2 and not hand.from_split else 0


def blackjack_pays(state: State, box: Box, hand: Hand) -> tuple[Odds, str]:
    """What a winning Blackjack pays, and under which section where the game has its own."""
    rules, ordinary = state.rules, state.rules.blackjack_odds
    odds, section = ordinary, ""
    if rules.switch is not None:
        odds = blackjack_odds(rules.switch, state.dealer_total, ordinary)
        section = "633a.12(a)(5)(i)"
    elif rules.switch_hands is not None:
        odds = rules.switch_hands.blackjack_odds(
            hand.cards[0], hand.cards[1], box.switched, ordinary
        )
        section = "633c.4(o)" if rules.switch_hands.premium else "633c.4(i)(2)(i)"
    return odds, PA + section if odds != ordinary else ""


def tie_pays(state: State, box: Box, hand: Hand) -> tuple[Odds, str] | None:
    """What a Blackjack pays against the dealer's; None where the wager is returned."""
    rules = state.rules.switch_hands
    odds = rules.tie_odds(box.switched) if rules is not None and hand.blackjack else None
    if rules is None or odds is None:
        return None
    return odds, PA + ("633c.4(o)" if rules.premium else "633c.4(i)(2)(ii)")


def own_section(state: State, hand: Hand, outcome: int) -> str:
    """The provision of a variation that decides a hand; empty where the ordinary one does."""
    rules = state.rules
    if rules.down_under is not None and outcome == PUSH and state.dealer_total == PUSHING_TOTAL:
        return "submission: down_under.dealer_22"
    if rules.switch is None:
        return ""
    if state.dealer_blackjack:
        paragraph = "(ii)" if hand.blackjack else "(iii)" if hand.switched_to_blackjack else ""
    elif outcome == PUSH and hand.switched_to_blackjack:
        paragraph = "(iv)"
    else:
        paragraph = "(v)" if outcome == PUSH and state.dealer_total == PUSHING_TOTAL else ""
    return f"{PA}633a.12(a)(5){paragraph}" if paragraph else ""


def lights(state: State) -> list[e.Event]:
    """The light of Down Under's card reader, and the vendor's turn of two large cards."""
    rules = state.rules.down_under
    if rules is None:
        return []
    upcard, hole = state.dealer
    lit = s.HoleCardLit(LIGHTS[light_of(hole)])
    exposed = rules.exposes_large and two_large(upcard, hole) == 1
    return [lit, e.HoleCardTurned()] if exposed else [lit]
