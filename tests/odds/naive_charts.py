"""Basic strategy as it stands in books, by number of decks: no program computed it.

The rules are the dealer's stand on every 17, doubling of any two cards, after a split too, and
late surrender. A row is a hand of two cards, its letters are for the upcards 2 to ten and ace:
stand, hit, double, sPlit, suRrender (else hit; r: else stand). The last row is for two aces that
are not split, which no book has; the tests find its letters by naive expected values, and that
of a 15 against a ten with one deck.
"""

from odds import naive_play as naive

UPCARDS = "23456789TA"
WORDS = {"S": "stand", "H": "hit", "D": "double", "P": "split"}

UNSPLIT_ACES = "A A"

MANY_DECKS = {
    #      23456789TA
    "53": "HHHHHHHHHH",
    "63": "HDDDDHHHHH",
    "64": "DDDDDDDDHH",
    "65": "DDDDDDDDDH",
    "T2": "HHSSSHHHHH",
    "T3": "SSSSSHHHHH",
    "T4": "SSSSSHHHHH",
    "T5": "SSSSSHHHRH",
    "T6": "SSSSSHHRRR",
    "T7": "SSSSSSSSSS",
    "T8": "SSSSSSSSSS",
    "T9": "SSSSSSSSSS",
    "A2": "HHHDDHHHHH",
    "A3": "HHHDDHHHHH",
    "A4": "HHDDDHHHHH",
    "A5": "HHDDDHHHHH",
    "A6": "HDDDDHHHHH",
    "A7": "SDDDDSSHHH",
    "A8": "SSSSSSSSSS",
    "A9": "SSSSSSSSSS",
    "22": "PPPPPPHHHH",
    "33": "PPPPPPHHHH",
    "44": "HHHPPHHHHH",
    "55": "DDDDDDDDHH",
    "66": "PPPPPHHHHH",
    "77": "PPPPPPHHHH",
    "88": "PPPPPPPPPP",
    "99": "PPPPPSPPSS",
    "TT": "SSSSSSSSSS",
    "AA": "PPPPPPPPPP",
    UNSPLIT_ACES: "HHHHDHHHHH",
}
"""For four decks and more."""

TWO_DECKS = {
    "63": "DDDDDHHHHH",
    "65": "DDDDDDDDDD",
    "T6": "SSSSSHHHRR",
    "66": "PPPPPPHHHH",
    "77": "PPPPPPPHHH",
    UNSPLIT_ACES: "HHHDDHHHHH",
}
ONE_DECK = TWO_DECKS | {
    "53": "HHHDDHHHHH",
    "T5": "SSSSSHHHHH",
    "A2": "HHDDDHHHHH",
    "A3": "HHDDDHHHHH",
    "A6": "DDDDDHHHHH",
    "A7": "SDDDDSSHHS",
    "A8": "SSSSDSSSSS",
    "33": "PPPPPPPHHH",
    "44": "HHPPPHHHHH",
    "77": "PPPPPPPHrH",
}
"""What is otherwise with two decks and with one."""


def chart(decks: int) -> dict[str, str]:
    """The whole chart for so many decks."""
    differs = {1: ONE_DECK, 2: TWO_DECKS}.get(decks, {})
    return MANY_DECKS | differs


def strategy(decks: int, *, split: bool = True, surrender: bool = True) -> naive.Table:
    """The table of a player who may or may not split and surrender."""
    rows = chart(decks)

    def decide(hand: str, upcard: str) -> str:
        total, soft = naive.points(hand)
        if total == 21:
            return "stand"
        two = len(hand) == 2
        row = hand if hand in rows else hand[::-1]
        if not two or row not in rows or (hand[0] == hand[1] and not split):
            row = same_total(total, soft=soft)
        letter = rows[row][UPCARDS.index(upcard)] if row else "H"
        if letter in "Rr":
            return "surrender" if two and surrender else {"R": "hit", "r": "stand"}[letter]
        if letter == "D" and not two:
            return "stand" if total >= 18 else "hit"
        return WORDS[letter]

    return naive.tabled(decide)


def same_total(total: int, *, soft: bool) -> str:
    """The row of two cards of a total that are no pair; empty for totals that always hit."""
    if soft:
        return UNSPLIT_ACES if total == 12 else f"A{total - 11}"
    if total >= 12:
        return "TT" if total == 20 else f"T{total - 10}"
    return f"6{total - 6}" if total > 8 else "53" if total == 8 else ""
