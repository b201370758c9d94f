"""What a hybrid round pays, a second time and naively: from the text, with names of cards.

Imports nothing of the project. Money is in cents.
"""

from collections.abc import Sequence
from typing import Any

TENS = "TJQK"


def points(card: str) -> int:
    """An ace is 11 here."""
    rank = card[0]
    return 11 if rank == "A" else 10 if rank in TENS else int(rank)


def total(cards: Sequence[str]) -> int:
    count = sum(points(card) for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    while count > 21 and aces:
        count, aces = count - 10, aces - 1
    return count


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21


def fresh(cards: list[str], bet: int, split: bool = False) -> dict[str, Any]:
    return {"cards": cards, "bet": bet, "extra": 0, "split": split, "open": True, "due": False}


def decide(hands: list[dict[str, Any]], hand: dict[str, Any], word: str, extra: int) -> None:
    """One decision about one hand; `due` is a hand that has to get a card."""
    if word in ("stand", "surrender"):
        hand["open"] = False
    elif word == "hit":
        hand["due"] = True
    elif word == "double":
        hand["due"], hand["extra"], hand["last"] = True, extra, True
    else:
        one, two = hand["cards"]
        place = hands.index(hand)
        halves = [fresh([one], hand["bet"], True), fresh([two], hand["bet"], True)]
        for half in halves:
            half["due"] = True
        hands[place : place + 1] = halves


def receive(hand: dict[str, Any], card: str, one_card_aces: bool) -> None:
    hand["cards"] = [*hand["cards"], card]
    hand["due"] = False
    aces = one_card_aces and hand["split"] and hand["cards"][0][0] == "A"
    if hand.get("last") or aces or total(hand["cards"]) >= 21:
        hand["open"] = False


def shared_hands(
    initial: Sequence[str], community: Sequence[str], words: Sequence[tuple[str, int]], bet: int
) -> list[dict[str, Any]]:
    """(q): the community cards are for all; every hand takes them from the first."""
    hands, todo = [fresh(list(initial), bet)], list(words)
    if natural(initial):
        return hands
    for card in [*community, ""]:
        for hand in hands:
            if hand["open"] and not hand["due"]:
                decide(hands, hand, *todo.pop(0))
        if not card:
            break
        for hand in hands:
            if hand["due"]:
                receive(hand, card, one_card_aces=False)
    assert not todo
    return hands


def own_hands(
    initial: Sequence[str], community: Sequence[str], words: Sequence[tuple[str, int]], bet: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """(aa): the cards are the player's until they are done, their dealer's from then on."""
    hands, todo, rest = [fresh(list(initial), bet)], list(words), list(community)
    place = 0
    while place < len(hands):
        hand = hands[place]
        if natural(initial) or not hand["open"]:
            place += 1
        elif hand["due"]:
            receive(hand, rest.pop(0), one_card_aces=True)
        else:
            decide(hands, hand, *todo.pop(0))
    assert not todo
    return hands, rest


def buzzer(cards: Sequence[str], split: bool, dealer: Sequence[str], unprovided: str) -> int:
    """(u), (v)(3): what comes back of a wager of 1, the stake included.

    `unprovided` is "returned" or "collected": what becomes of hands for which (u) says nothing.
    """
    mine, dealers = total(cards), total(dealer)
    left_open = 1 if unprovided == "returned" else 0
    if mine == dealers < 19:
        return left_open
    if mine < 19 or dealers < mine or dealers > 21:
        return 0
    if natural(cards) and not split:
        return 6 if natural(dealer) else 0
    if mine == 21:
        return left_open
    if mine == 20:
        return 6 if dealers == 20 else 31
    return 6 if dealers == 19 else 11


def final(hand: dict[str, Any], dealer: Sequence[str]) -> int:
    """(t): what comes back of a hand's stake."""
    stake, mine, dealers = hand["bet"] + hand["extra"], total(hand["cards"]), total(dealer)
    if mine > 21:
        return 0
    return 2 * stake if dealers > 21 or mine > dealers else stake if mine == dealers else 0


def with_hole_card(
    initial: Sequence[str],
    dealer: Sequence[str],
    community: Sequence[str],
    player: dict[str, Any],
    unprovided: str = "returned",
) -> int:
    """What one player gets back in all, of `bet`, `buzzer`, `insurance` and their `words`."""
    bet: int = player["bet"]
    even = player["even money"]
    hole = natural(dealer[:2])
    back: int = 3 * player["insurance"] if hole else 0
    hands = shared_hands(initial, community, player["words"], bet) if not hole else []
    hands = hands or [fresh(list(initial), bet)]
    if natural(initial):
        back += 2 * bet if even else bet if hole else bet + bet * 3 // 2
    elif not hole:
        back += sum(final(hand, dealer) for hand in hands)
    best = max(buzzer(hand["cards"], hand["split"], dealer, unprovided) for hand in hands)
    wager: int = player["buzzer-beater"]
    return back + wager * best


def without_hole_card(
    initial: Sequence[str], upcard: str, community: Sequence[str], player: dict[str, Any]
) -> int:
    """The same without a hole card: the dealer's cards are what the player's left."""
    bet: int = player["bet"]
    words = player["words"]
    hands, rest = own_hands(initial, community, words, bet)
    dealer = [upcard]
    for card in rest:
        if len(dealer) > 1 and total(dealer) >= 17:
            break
        dealer.append(card)
    blackjack = natural(dealer[:2])
    back = 3 * player["insurance"] if blackjack else 0
    back += beside(initial, dealer, player)
    if words[:1] == [("surrender", 0)]:
        lost = blackjack and points(upcard) >= 10
        return back + (0 if lost else bet // 2)
    if natural(initial):
        return back + (bet if blackjack else bet + bet * 3 // 2)
    for place, hand in enumerate(hands):
        if total(hand["cards"]) > 21:
            continue
        if blackjack:
            back += hand["extra"] + (hand["bet"] if place else 0)
        else:
            back += final(hand, dealer)
    return back


def beside(initial: Sequence[str], dealer: Sequence[str], player: dict[str, Any]) -> int:
    """Royal Match 21 paytable C with Crown Treasure, Bet the Set 21 paytable C, King's Bounty."""
    one, two = initial
    suited, ranks = one[1] == two[1], {one[0], two[0]}
    royal = suited and ranks == {"K", "Q"}
    back = 0
    wager = player["royal-match-21"]
    if royal:
        back += 31 * wager
        pair = dealer[:2]
        if len({card[1] for card in pair}) == 1 and {card[0] for card in pair} == {"K", "Q"}:
            back += 1000 * wager
    elif suited:
        back += wager + wager * 5 // 2
    if len(ranks) == 1:
        back += player["bet-the-set-21"] * (16 if suited else 11)
    if total(initial) == 20:
        rate = 4
        if one == two:
            rate = {"K": 50}.get(one[0], 25)
            if one == "Ks":
                rate = 1000 if natural(dealer[:2]) else 200
        elif suited:
            rate = 9
        elif ranks == {"K"}:
            rate = 6
        back += player["kings-bounty"] * (1 + rate)
    return back
