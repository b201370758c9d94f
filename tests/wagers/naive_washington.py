"""Washington's wagers and the Bulletin's once more, naively, from their texts.

The other side of a comparison: nothing of upcard's. A card is a rank and a suit, as text; a
player's hand is a list of two cards, `up` and `down` are the dealer's.
"""

import itertools
from collections import Counter

Card = tuple[str, str]
Hand = list[Card]

ACE_OF_SPADES: Card = ("A", "s")
KING_OF_SPADES: Card = ("K", "s")


# Tables 2 and 7: each matching card is paid


def match_the_dealer(player: Hand, card: Card) -> str:
    kinds = Counter(
        "suited" if own[1] == card[1] else "unsuited" for own in player if own[0] == card[0]
    )
    if kinds == Counter({"suited": 2}):
        return "two-suited-matches"
    if kinds == Counter({"unsuited": 2}):
        return "two-unsuited-matches"
    if kinds == Counter(["suited", "unsuited"]):
        return "suited-and-unsuited-matches"
    if kinds == Counter(["suited"]):
        return "suited-match"
    if kinds == Counter(["unsuited"]):
        return "unsuited-match"
    return "lose"


# Tables 3 to 5, 8 and 9


def made_with(player: Hand, card: Card) -> str:
    """The row of one of the dealer's cards."""
    suited = [own for own in player if own == card]
    non_suited = [own for own in player if own[0] == card[0] and own[1] != card[1]]
    return {
        (0, 0): "lose",
        (0, 1): "one-non-suited-match",
        (0, 2): "two-non-suited-matches",
        (1, 0): "one-suited-match",
        (1, 1): "one-non-suited-and-one-suited-match",
        (2, 0): "two-suited-matches",
    }[len(suited), len(non_suited)]


def up(player: Hand, up: Card, down: Card) -> str:  # noqa: ARG001 - the down card does not count
    """Tables 3 and 8."""
    if [*player, up] == [ACE_OF_SPADES] * 3:
        return "two-suited-aces-of-spades"
    return made_with(player, up)


def up_alternate(player: Hand, up: Card, down: Card) -> str:
    """Table 3 with the alternate rows of Attachment A."""
    if made_with(player, up) != "two-suited-matches":
        return made_with(player, up)
    if [*player, up, down] == [ACE_OF_SPADES] * 3 + [KING_OF_SPADES]:
        return "three-suited-aces-of-spades-with-king-of-spades-down"
    if [rank for rank, _ in [*player, up]] == ["A", "A", "A"]:
        return "three-suited-aces"
    return "three-card-suited-match"


def up_four(player: Hand, up: Card, down: Card) -> str:
    """Table 5: jackpots with both of the dealer's cards, fixed pays with the up card."""
    four = {*player, up, down}
    if len(four) == 1:
        return "four-suited-aces" if up[0] == "A" else "four-suited-twos-to-kings"
    return made_with(player, up)


TOGETHER = {
    ("one-non-suited-match", "one-non-suited-match"): "one-non-suited-match-with-each",
    ("one-non-suited-match", "one-suited-match"): "one-suited-match-and-one-non-suited-match",
    ("one-suited-match", "one-suited-match"): "one-suited-match-with-each",
    ("two-non-suited-matches", "two-non-suited-matches"): "two-non-suited-matches-with-each",
    (
        "one-non-suited-and-one-suited-match",
        "two-non-suited-matches",
    ): "one-non-suited-and-one-suited-match-and-two-non-suited-matches",
    (
        "one-non-suited-and-one-suited-match",
        "one-non-suited-and-one-suited-match",
    ): "one-non-suited-and-one-suited-match-with-each",
}


def _both(player: Hand, up: Card, down: Card, jackpot: str) -> str:
    """What both of the dealer's cards make; `jackpot` is the row of two suited matches with one."""
    rows = sorted(row for card in (up, down) if (row := made_with(player, card)) != "lose")
    if "two-suited-matches" in rows:
        others = [row for row in rows if row != "two-suited-matches"]
        return "-and-".join([jackpot, *others])
    if len(rows) == 2:
        return TOGETHER[rows[0], rows[1]]
    return rows[0] if rows else "lose"


def both(player: Hand, up: Card, down: Card) -> str:
    """Tables 4b to 4e and 9."""
    if len({*player, up, down}) == 1:
        return "two-suited-matches-with-up-and-down"
    return _both(player, up, down, "two-suited-matches-with-up-or-down")


def both_alternate(player: Hand, up: Card, down: Card) -> str:
    """Tables 4b to 4e with the alternate rows of Attachment B."""
    if len({*player, up, down}) == 1:
        return "four-suited-aces" if up[0] == "A" else "four-card-suited-match"
    return _both(player, up, down, "three-card-suited-match-with-up-or-down")


def two_decks(player: Hand, up: Card, down: Card) -> str:
    """Table 4a."""
    kings = sorted([ACE_OF_SPADES, KING_OF_SPADES])
    if sorted(player) == kings and sorted([up, down]) == kings:
        return "ace-and-king-of-spades-match"
    ranks = [rank for rank, _ in [*player, up, down]]
    if ranks == ["A", "A", "A", "A"]:
        return "any-four-aces"
    if len(set(ranks)) == 1:
        return "any-four-of-same-rank"
    return _both(player, up, down, "there is none with two decks")


# The Bulletin


def majestic_match(hand: Hand) -> str:
    """§ 631b.7(e)."""
    if len({suit for _, suit in hand}) > 1:
        return "lose"
    return "royal-match" if sorted(rank for rank, _ in hand) == ["K", "Q"] else "suited-match"


def lightning(number: int, pocket: int, lucky: dict[int, int]) -> str:
    """§ 617b.3(e), (f); `lucky` gives the increased payouts of the Lucky Numbers."""
    if pocket != number:
        return "lose"
    return f"lucky-number-{lucky[number]}" if number in lucky else "straight"


def baccarat(player: Hand, banker: Hand) -> tuple[str, str, str]:
    """The outcomes of the wagers on the player, the banker and the tie (ch. 631a)."""
    points = dict(zip("A23456789TJQK", itertools.chain(range(1, 10), [0, 0, 0, 0]), strict=True))
    one, other = (sum(points[rank] for rank, _ in hand) % 10 for hand in (player, banker))
    if one == other:
        return "tie", "tie", "win"
    return ("win", "lose", "lose") if one > other else ("lose", "win", "lose")
