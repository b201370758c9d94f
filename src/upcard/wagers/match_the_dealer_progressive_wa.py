"""Match the Dealer Progressive. WSGC Match the Dealer Blackjack, Tables 3-5 and 8-9.

Tables 3, 5 and 8 look at the up card; Tables 4 and 9 at both of the dealer's cards, and pay the
row that each of them makes. A form is a family of tables with the same rows.
"""

from collections.abc import Callable

from upcard.wagers.kit import Hold, Moment, Wager, kernel

ROWS = (
    "lose",
    "one-non-suited-match",
    "two-non-suited-matches",
    "one-suited-match",
    "one-non-suited-and-one-suited-match",
)
"""What one of the dealer's cards makes with the player's two, short of two suited matches."""

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
"""What the dealer's two cards make together where the player's cards differ in rank."""

RANK_PAIRS = {
    "two-non-suited-matches-with-each": ("two-non-suited-matches",) * 2,
    "one-non-suited-and-one-suited-match-and-two-non-suited-matches": (
        "one-non-suited-and-one-suited-match",
        "two-non-suited-matches",
    ),
    "one-non-suited-and-one-suited-match-with-each": ("one-non-suited-and-one-suited-match",) * 2,
}
"""The same where the player's cards are of one rank."""

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
"""The outcomes for which both of the dealer's cards pay, each its own row.

Even the card beside a jackpot does: only so do the printed house advantages of Tables 4b to 4e
and 9 come out.
"""


@kernel
def row(first: int, second: int, card: int) -> int:
    """Index into ROWS of the player's two cards with one of the dealer's; 5 for two suited."""
    suited = (1 if first == card else 0) + (1 if second == card else 0)
    if first >> 2 == card >> 2 and second >> 2 == card >> 2:
        return 2 if suited == 0 else 3 + suited
    if first >> 2 == card >> 2 or second >> 2 == card >> 2:
        return 1 + 2 * suited
    return 0


@kernel
def classify_up(first: int, second: int, upcard: int) -> int:
    """Index into UP (Tables 3 and 8); the ace of spades is card 0."""
    made = row(first, second, upcard)
    return 6 if made == 5 and upcard == 0 else made


@kernel
def classify_up_alternate(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into UP_ALTERNATE (Table 3 with the alternate rows of Attachment A)."""
    made = row(first, second, upcard)
    if made < 5 or upcard >> 2 != 0:
        return made
    return 7 if upcard == 0 and hole == 48 else 6


@kernel
def classify_up_four(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into UP_FOUR (Table 5): jackpots where all four cards are the same."""
    made = row(first, second, upcard)
    if made < 5 or hole != upcard:
        return made
    return 7 if upcard >> 2 == 0 else 6


@kernel
def classify_both(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into BOTH (Tables 4b to 4e and 9): the rows of the up and of the down card."""
    up = row(first, second, upcard)
    down = row(first, second, hole)
    low = min(up, down)
    high = max(up, down)
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
    made = classify_both(first, second, upcard, hole)
    return 14 if made == 13 and upcard >> 2 == 0 else made


@kernel
def classify_two_decks(first: int, second: int, upcard: int, hole: int) -> int:
    """Index into TWO_DECKS (Table 4a): a jackpot takes the place of the rows of both cards.

    Two decks have no three cards that are the same; such a deal counts as a loss.
    """
    made = classify_both(first, second, upcard, hole)
    if made in (8, 9, 10, 12, 13):
        return 9 if upcard >> 2 == 0 else 8
    if made == 7 and min(upcard, hole) == 0 and max(upcard, hole) == 48:
        return 10
    return made if made < 8 else 0


@kernel
def held_three(first: int, second: int, upcard: int) -> int:
    """1 for two suited matches with the up card: the down card may make a jackpot."""
    return 1 if row(first, second, upcard) == 5 else 0


@kernel
def held_aces(first: int, second: int, upcard: int) -> int:
    """1 for two suited matches with the ace of spades up (Attachment A, alternate rows)."""
    return 1 if upcard == 0 and row(first, second, upcard) == 5 else 0


@kernel
def held_both(first: int, second: int, upcard: int) -> int:  # noqa: ARG001 - always waits
    """1: the down card is assessed too."""
    return 1


def _form(
    outcomes: tuple[str, ...], classify: Callable[..., int], held: Callable[..., int] | None = None
) -> Wager:
    """A form, which waits for the down card where `held` says so."""
    hold = Hold(held, Moment.HOLE_CARD, Moment.HOLE_CARD) if held is not None else None
    composed = {name: rows for name, rows in COMPOSED.items() if name in outcomes}
    return Wager("match-the-dealer-progressive", outcomes, classify, hold=hold, composed=composed)


FORMS = {
    "up": _form(UP, classify_up),
    "up-alt": _form(UP_ALTERNATE, classify_up_alternate, held_aces),
    "up-four": _form(UP_FOUR, classify_up_four, held_three),
    "both": _form(BOTH, classify_both, held_both),
    "both-alt": _form(BOTH_ALTERNATE, classify_both_alternate, held_both),
    "two-decks": _form(TWO_DECKS, classify_two_decks, held_both),
}
