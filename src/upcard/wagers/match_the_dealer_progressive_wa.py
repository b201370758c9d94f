"""Match the Dealer Progressive. WSGC Match the Dealer Blackjack, Tables 3-5 and 8-9.

Tables 3, 5 and 8 compare the player's cards with the up card. Tables 4 and 9 compare them with each
of the dealer's two cards, and pay a row for each. A form is a group of tables with the same rows.
"""

from collections.abc import Callable

from upcard.cards.card import ACE, ACE_OF_SPADES, KING_OF_SPADES
from upcard.wagers.kit import Hold, Moment, WagerRule, kernel

ROWS = (
    "lose",
    "one-non-suited-match",
    "two-non-suited-matches",
    "one-suited-match",
    "one-non-suited-and-one-suited-match",
)
"""The rows for one of the dealer's cards, except two suited matches, which differ by form."""

UP = (*ROWS, "two-suited-matches", "two-suited-aces-of-spades")
UP_ALTERNATE = (
    *ROWS,
    "three-card-suited-match",
    "three-suited-aces",
    "three-suited-aces-of-spades-with-king-of-spades-down",
)
UP_FOUR = (*ROWS, "two-suited-matches", "four-suited-twos-to-kings", "four-suited-aces")

PAIRS = {
    "one-non-suited-match-with-each": ("one-non-suited-match",) * 2,
    "one-suited-match-and-one-non-suited-match": ("one-suited-match", "one-non-suited-match"),
    "one-suited-match-with-each": ("one-suited-match",) * 2,
}
"""Outcomes of both of the dealer's cards, each with its two rows: player's cards of two ranks."""

RANK_PAIRS = {
    "two-non-suited-matches-with-each": ("two-non-suited-matches",) * 2,
    "one-non-suited-and-one-suited-match-and-two-non-suited-matches": (
        "one-non-suited-and-one-suited-match",
        "two-non-suited-matches",
    ),
    "one-non-suited-and-one-suited-match-with-each": ("one-non-suited-and-one-suited-match",) * 2,
}
"""Outcomes of both of the dealer's cards, each with its two rows: player's cards of one rank."""

BOTH = (
    *ROWS,
    *PAIRS,
    *RANK_PAIRS,
    "two-suited-matches-with-up-or-down",
    "two-suited-matches-with-up-or-down-and-two-non-suited-matches",
    "two-suited-matches-with-up-and-down",
)
BOTH_ALTERNATE = (
    *ROWS,
    *PAIRS,
    *RANK_PAIRS,
    "three-card-suited-match-with-up-or-down",
    "three-card-suited-match-with-up-or-down-and-two-non-suited-matches",
    "four-card-suited-match",
    "four-suited-aces",
)
TWO_DECKS = (
    *ROWS,
    *PAIRS,
    "any-four-of-same-rank",
    "any-four-aces",
    "ace-and-king-of-spades-match",
)

COMPOSED = {
    **PAIRS,
    **RANK_PAIRS,
    "two-suited-matches-with-up-or-down-and-two-non-suited-matches": (
        "two-suited-matches-with-up-or-down",
        "two-non-suited-matches",
    ),
    "three-card-suited-match-with-up-or-down-and-two-non-suited-matches": (
        "three-card-suited-match-with-up-or-down",
        "two-non-suited-matches",
    ),
}
"""The outcomes for which each of the dealer's cards pays its own row.

The other card's row is paid in addition to a jackpot: only then do the odds agree with the house
advantages that are printed in Tables 4b to 4e and 9.
"""


@kernel
def row(first: int, second: int, card: int) -> int:
    """Index into ROWS of the player's cards with one of the dealer's; 5 for two suited matches."""
    suited = (1 if first == card else 0) + (1 if second == card else 0)
    if first >> 2 == card >> 2 and second >> 2 == card >> 2:
        return 2 if suited == 0 else 3 + suited
    if first >> 2 == card >> 2 or second >> 2 == card >> 2:
        return 1 + 2 * suited
    return 0


@kernel
def classify_up(first: int, second: int, upcard: int) -> int:
    """Index into UP (Tables 3 and 8)."""
    outcome = row(first, second, upcard)
    return 6 if outcome == 5 and upcard == ACE_OF_SPADES else outcome


@kernel
def classify_up_alternate(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into UP_ALTERNATE (Table 3 with the alternate rows of Attachment A)."""
    outcome = row(first, second, upcard)
    if outcome < 5 or upcard >> 2 != ACE:
        return outcome
    return 7 if upcard == ACE_OF_SPADES and hole == KING_OF_SPADES else 6


@kernel
def classify_up_four(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into UP_FOUR (Table 5): jackpots where all four cards are the same."""
    outcome = row(first, second, upcard)
    if outcome < 5 or hole != upcard:
        return outcome
    return 7 if upcard >> 2 == ACE else 6


@kernel
def classify_both(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into BOTH (Tables 4b to 4e and 9): the rows of the up card and of the down card."""
    upcard_row = row(first, second, upcard)
    down = row(first, second, hole)
    low = min(upcard_row, down)
    high = max(upcard_row, down)
    if high == 5:
        if low == 5:
            return 13
        return 12 if low == 2 else 11
    if low == 0:
        return high
    if high == 1:
        return 5
    if high == 3:
        return 7 if low == 3 else 6
    if high == 2:
        return 8
    return 10 if low == 4 else 9


@kernel
def classify_both_alternate(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into BOTH_ALTERNATE (Tables 4b to 4e with the alternate rows of Attachment B)."""
    outcome = classify_both(first, second, upcard, hole)
    return 14 if outcome == 13 and upcard >> 2 == ACE else outcome


@kernel
def classify_two_decks(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into TWO_DECKS (Table 4a): a jackpot replaces the rows of both cards.

    Three identical cards, which two decks do not hold, count as a loss.
    """
    outcome = classify_both(first, second, upcard, hole)
    if outcome in (8, 9, 10, 12, 13):
        return 9 if upcard >> 2 == ACE else 8
    if outcome == 7 and min(upcard, hole) == ACE_OF_SPADES and max(upcard, hole) == KING_OF_SPADES:
        return 10
    return outcome if outcome < 8 else 0


@kernel
def held_three(first: int, second: int, upcard: int) -> int:
    """1 for two suited matches with the up card: the down card decides a jackpot."""
    return 1 if row(first, second, upcard) == 5 else 0


@kernel
def held_aces(first: int, second: int, upcard: int) -> int:
    """1 for two suited matches with the ace of spades up (Attachment A, alternate rows)."""
    return 1 if upcard == ACE_OF_SPADES and row(first, second, upcard) == 5 else 0


@kernel
def held_both(first: int, second: int, upcard: int) -> int:  # noqa: ARG001 - always waits
    """1: the wager always waits for the down card."""
    return 1


def _form(
    outcomes: tuple[str, ...], classify: Callable[..., int], held: Callable[..., int] | None = None
) -> WagerRule:
    """One form of the wager; `held` tells when it waits for the down card, None for never."""
    hold = Hold(held, Moment.HOLE_CARD, Moment.HOLE_CARD) if held is not None else None
    composed = {name: rows for name, rows in COMPOSED.items() if name in outcomes}
    return WagerRule(
        "match-the-dealer-progressive", outcomes, classify, hold=hold, composed=composed
    )


FORMS = {
    "up": _form(UP, classify_up),
    "up-alt": _form(UP_ALTERNATE, classify_up_alternate, held_aces),
    "up-four": _form(UP_FOUR, classify_up_four, held_three),
    "both": _form(BOTH, classify_both, held_both),
    "both-alt": _form(BOTH_ALTERNATE, classify_both_alternate, held_both),
    "two-decks": _form(TWO_DECKS, classify_two_decks, held_both),
}
