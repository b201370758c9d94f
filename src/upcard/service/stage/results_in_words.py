"""The result of a round in words: the cards and points that decided it, or the ball."""

from typing import Final

from upcard.engine.core.view import HIDDEN
from upcard.service.stage.announcing import ball_in_words, card_in_words
from upcard.service.stage.scene_views import BANKER, DEALER, PLAYER, CardsView, SceneView

MAX_POINTS: Final = 21
"""A hand with more is bust."""


def winner_in_words(scene: SceneView) -> str:
    """Who won a round of baccarat, in a sentence; "" in other games."""
    if not {PLAYER, BANKER} <= set(scene.cards):
        return ""
    player, banker = scene.cards[PLAYER], scene.cards[BANKER]
    if player.mood == banker.mood:
        return f"A tie, {point_counts(scene)}."
    owner = "Player's" if player.mood == "won" else "Banker's"
    return f"The {owner} Hand wins, {point_counts(scene)}."


def point_counts(scene: SceneView) -> str:
    """The point counts of a round of baccarat, the winner's first."""
    player, banker = scene.cards[PLAYER].total, scene.cards[BANKER].total
    high, low = (banker, player) if scene.cards[BANKER].mood == "won" else (player, banker)
    return f"{high} against {low}"


def hole_card_in_words(scene: SceneView) -> str:
    """Which card the hole card is, and what the dealer has now; "" before it is seen."""
    dealer = scene.cards.get(DEALER)
    if dealer is None or len(dealer.cards) < 2 or dealer.cards[1] == HIDDEN:
        return ""
    has = f" The dealer has {dealer.total}." if dealer.total else ""
    return f"The hole card is turned: {card_in_words(dealer.cards[1])}.{has}"


def dealer_in_words(scene: SceneView) -> str:
    """What the dealer had in the end, in a sentence; "" where there is no dealer's hand."""
    dealer = scene.cards.get(DEALER)
    if dealer is None or not dealer.total:
        return ""
    points = int(dealer.total)
    if points > MAX_POINTS:
        return f"The dealer busts with {points}."
    has = "a Blackjack" if points == MAX_POINTS and len(dealer.cards) == 2 else points
    return f"The dealer has {has}."


def outcome_of_game(scene: SceneView) -> str:
    """What decided a round: who won at baccarat, the dealer's hand, or the ball; "" if nothing."""
    if scene.pocket is not None:
        return ball_in_words(scene.pocket, scene.color)
    return winner_in_words(scene) or dealer_in_words(scene)


def hand_in_words(hand: CardsView, dealer: CardsView) -> str:
    """What decided a hand; totals are compared only where they decided it."""
    outcome = hand.tag.rpartition(", ")[2]
    early = {
        "bust": f"bust with {hand.total}",
        "surrender": f"surrendered with {hand.total}",
        "blackjack": "a Blackjack",
        "even money": "a Blackjack at even money",
        "dealer blackjack": f"{hand.total} against a Blackjack",
        "called off": "called off",
    }
    if outcome in early:
        return early[outcome]
    if int(dealer.total) > MAX_POINTS:
        return f"{hand.total}, the dealer busts with {dealer.total}"
    if outcome == "push" and int(dealer.total) == MAX_POINTS and len(dealer.cards) == 2:
        return "a Blackjack against a Blackjack"  # which alone is not beaten by one
    return f"{hand.total} against {dealer.total}"
