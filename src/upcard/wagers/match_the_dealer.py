"""Match-the-Dealer: a player's card matches the upcard's rank. 58 Pa. Code § 633a.13(d)."""

from upcard.wagers.kit import WagerRule, kernel

OUTCOMES = (
    "lose",
    "different-suit-match",
    "same-suit-match",
    "two-different-suit-matches",
    "same-and-different-suit-matches",
    "two-same-suit-matches",
)


@kernel
def classify(first: int, second: int, upcard: int) -> int:
    """Index into OUTCOMES; each matching card is paid (§ 633a.7(g)(2)).

    A ten, jack, queen or king matches only its own rank.
    """
    rank = upcard >> 2
    matches = 0
    suited = 0
    if first >> 2 == rank:
        matches += 1
        suited += 1 if first == upcard else 0
    if second >> 2 == rank:
        matches += 1
        suited += 1 if second == upcard else 0
    if matches == 2:
        return 3 + suited
    return matches + suited


WAGER = WagerRule(
    "match-the-dealer",
    OUTCOMES,
    classify,
    composed={
        "two-different-suit-matches": ("different-suit-match", "different-suit-match"),
        "same-and-different-suit-matches": ("same-suit-match", "different-suit-match"),
        "two-same-suit-matches": ("same-suit-match", "same-suit-match"),
    },
)
