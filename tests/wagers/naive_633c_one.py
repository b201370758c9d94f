"""Five wagers of chapter 633c once more, naively, from the text of its definitions.

The other side of a comparison: nothing here comes from upcard. A card is a rank and a suit, as
text; a hand is a list of cards. Each function names the printed row that the cards win, or lose.
"""

from collections import Counter

Card = tuple[str, str]
Hand = list[Card]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("s", "h", "d", "c")
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in RANKS for suit in SUITS)
TENS = ("T", "J", "Q", "K")
RED = ("h", "d")
SUIT_NAMES = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
RUNS = [set(ranks) for ranks in ("A234", "JQKA")] + [
    set("23456789TJQK"[start : start + 4]) for start in range(9)
]
"""Four consecutive ranks: an ace lies below the two or above the king."""


def is_blackjack(hand: Hand) -> bool:
    ranks = [rank for rank, _ in hand]
    return len(hand) == 2 and ranks.count("A") == 1 and any(rank in TENS for rank in ranks)


def suits(hand: Hand) -> set[str]:
    return {suit for _, suit in hand}


def ranks(hand: Hand) -> list[str]:
    return sorted(rank for rank, _ in hand)


def same_color(hand: Hand) -> bool:
    return len({suit in RED for _, suit in hand}) == 1


# § 633c.1


def perfect_pairs(player: Hand) -> str:
    (rank, suit), (other_rank, other_suit) = player
    if rank != other_rank:
        return "lose"
    if suit == other_suit:
        return "perfect-pair"
    return "colored-pair" if same_color(player) else "mixed-pair"


# §§ 633c.2(a) and 633c.6(a): the list of rows from the top, the first that holds


def royal_flush_suit(player: Hand, dealer: Hand) -> str | None:
    """The suit of ace, king, queen and jack with the ace in the dealer's hand."""
    for suit in SUITS:
        royal = {(rank, suit) for rank in "AKQJ"}
        if set(player + dealer) == royal and ("A", suit) in dealer:
            return suit
    return None


def four_card_row(player: Hand, dealer: Hand, *, identical: bool) -> str:
    """Rows (3) to (10); `identical` asks pair and two pair to be the same in suit too."""
    four = player + dealer
    if not is_blackjack(dealer):
        return "dealer-ace-up" if dealer[0][0] == "A" else "lose"
    if max(Counter(ranks(four)).values()) >= 3:
        return "three-of-a-kind"
    if set(ranks(four)) in RUNS and len(suits(four)) > 1:
        return "straight"
    if len(suits(four)) == 1:
        return "flush"
    if is_blackjack(player):
        by_rank = ranks(player) == ranks(dealer)
        if sorted(player) == sorted(dealer) if identical else by_rank:
            return "two-pair"
    if same_color(four):
        return "all-cards-same-color"
    seen = Counter(four) if identical else Counter(ranks(four))
    return "pair" if max(seen.values()) >= 2 else "dealer-blackjack"


def jackpot_party(player: Hand, dealer: Hand) -> str:
    suit = royal_flush_suit(player, dealer)
    if suit is None:
        return four_card_row(player, dealer, identical=False)
    return "royal-flush-diamonds" if suit == "d" else "royal-flush-other-suit"


def super_4(player: Hand, dealer: Hand, chosen: str = "spades", reading: str = "text") -> str:
    suit = royal_flush_suit(player, dealer)
    if suit is None:
        return four_card_row(player, dealer, identical=reading == "text")
    chosen_one = suit == SUIT_NAMES[chosen]
    return "royal-flush-chosen-suit" if chosen_one else "royal-flush-other-suit"


# § 633c.3(a)


def match_the_dealer_progressive(player: Hand, upcard: Card) -> str:
    same = [card for card in player if card == upcard]
    unsuited = [card for card in player if card[0] == upcard[0] and card[1] != upcard[1]]
    if len(same) == 2:
        aces = upcard == ("A", "s")
        return "two-suited-match-aces-of-spades" if aces else "two-suited-match-all-others"
    if same and unsuited:
        return "one-non-suited-match-and-one-suited-match"
    if same:
        return "one-suited-match"
    return ("lose", "one-non-suited-match", "two-non-suited-matches")[len(unsuited)]


# § 633c.10(a)


def ace_and_ten(hand: Hand) -> tuple[Card, Card]:
    """A Blackjack's ace, then its card having a value of 10."""
    one, other = hand
    return (one, other) if one[0] == "A" else (other, one)


def blackjack_match(player: Hand, dealer: Hand, reading: str = "") -> str:
    if "A" not in ranks(player):
        return "lose"
    if not is_blackjack(player):
        return "player-any-ace"
    if not is_blackjack(dealer):
        return "player-suited-blackjack" if len(suits(player)) == 1 else "player-blackjack"
    all_of_one_suit = len(suits(player + dealer)) == 1
    card_by_card = [suit for _, suit in ace_and_ten(player)] == [
        suit for _, suit in ace_and_ten(dealer)
    ]
    identical = card_by_card if reading == "card-by-card" else all_of_one_suit
    if identical and ranks(player) == ranks(dealer):
        king = "K" in ranks(player)
        return "ace-king-matching-suited-blackjacks" if king else "matching-suited-blackjacks"
    each_suited = len(suits(player)) == 1 and len(suits(dealer)) == 1
    if identical or (reading == "row-name" and each_suited):
        return "player-and-dealer-suited-blackjacks"
    return "player-and-dealer-blackjacks"
