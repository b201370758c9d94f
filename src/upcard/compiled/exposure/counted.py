"""Deals shoes to counters who place a side wager when their linear count favours it.

A round takes a fixed number of cards. Two go to the player and two to the dealer, who draws on only
if the wager asks for the dealer's total. Several counts watch the same shoes.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.totals import best_total, is_blackjack
from upcard.compiled.memory import MemoryMap
from upcard.compiled.native import Kernel, Raw, compiled
from upcard.compiled.simulation import shoe, stream
from upcard.compiled.simulation.layout import CARDS, SHOE, TABLES_OF_INTS
from upcard.games.blackjack import dealer_draws
from upcard.wagers.facts import MADE

COUNTED: Final = MemoryMap("ints of counts", "counts that watch shoes", first=TABLES_OF_INTS)
COUNTS: Final = COUNTED.field("COUNTS", "counts", "The number of counts.")
SHOES: Final = COUNTED.field("SHOES", "shoes", "The number of shoes to deal.")
STEP: Final = COUNTED.field("STEP", "cards", "Cards per round.")
ROUNDS: Final = COUNTED.field(
    "ROUNDS", "rounds", "Rounds per shoe; one unseen card is burned before them."
)
PAYS: Final = COUNTED.field("PAYS", "offset in ints", "What outcomes win.")
TAGS: Final = COUNTED.field("TAGS", "offset in ints", "The 52 tags of each count.")
BASES: Final = COUNTED.field(
    "BASES",
    "offset in ints",
    "What each count adds for every card left (from the expected win off the top), "
    "then the running counts.",
)
SUMS: Final = COUNTED.field(
    "SUMS", "offset in ints", "`OF_A_ROUND` sums for each round of each count."
)
PLACES: Final = COUNTED.end
OF_A_ROUND: Final = 4
"""Wagers offered, wagers placed, their forecast by the count, and what they won."""

DealFact: TypeAlias = Callable[[Any, int], int]
"""A fact about the round dealt from a place of the shoe."""


def first(cards: Any, at: int) -> int:
    """The player's first card."""
    return cards[SHOE + at] + 0  # type: ignore[no-any-return] # kernels take int64, not a byte


def second(cards: Any, at: int) -> int:
    """The player's second card."""
    return first(cards, at + 1)


def upcard(cards: Any, at: int) -> int:
    """The dealer's first card, or the first card of the second hand."""
    return first(cards, at + 2)


def hole(cards: Any, at: int) -> int:
    """The dealer's second card, or the second card of the second hand."""
    return first(cards, at + 3)


def of_two_cards(made: Callable[[int, int], int]) -> DealFact:
    """The fact that a function of the dealer's two cards gives."""

    def of_dealer(cards: Any, at: int) -> int:
        return made(upcard(cards, at), hole(cards, at))

    return of_dealer


def player_blackjack(cards: Any, at: int) -> int:
    """1 when the player's two cards are a Blackjack."""
    return is_blackjack(first(cards, at), second(cards, at))


def finish(cards: Any, at: int) -> int:
    """The dealer's number of cards, shifted by five bits, and total."""
    pips = aces = dealt = 0
    while dealt < 2 or dealer_draws(pips, aces) == 1:
        value = value_of(first(cards, at + 2 + dealt))
        pips += value
        aces += 1 if value == 1 else 0
        dealt += 1
    return dealt << 5 | best_total(pips, aces)


def dealer_total(cards: Any, at: int) -> int:
    """The dealer's final total."""
    return finish(cards, at) & 31


def dealer_cards(cards: Any, at: int) -> int:
    """The number of the dealer's cards."""
    return finish(cards, at) >> 5


FACTS: Final[dict[str, DealFact]] = {
    **{
        fact.__name__: fact
        for fact in (
            *(first, second, upcard, hole),
            *(player_blackjack, dealer_total, dealer_cards, finish),
        )
    },
    **{"third": upcard, "fourth": hole},
    **{name: of_two_cards(made) for name, made in MADE.items()},
}


def counting(
    classify: Callable[..., int],
    facts: tuple[str, ...],
    offered_when: Callable[[int], int] | None,
    known: Mapping[str, DealFact] = FACTS,
) -> Kernel:
    """The kernel that deals shoes and sums what each count placed and won, as laid out above.

    `known` maps further facts to the functions that compute them.
    """
    names: dict[str, Any] = {**FACTS, **known, "classify": classify, "given": offered_when}
    arguments = ", ".join(f"{fact}(cards, at)" for fact in facts)
    value = f"classify({arguments})" + (
        " if given(upcard(cards, at)) == 1 else -1" if offered_when else ""
    )
    outcome_at = eval(f"lambda cards, at: {value}", names)
    outcome_at.__module__ = classify.__module__
    uses = (
        *(stream.draw_words, shoe.new_shoe, shoe.shuffle, shoe.choose),
        *(
            *FACTS.values(),
            *known.values(),
            classify,
            outcome_at,
            *((offered_when,) if offered_when else ()),
        ),
    )
    name = f"counted.{classify.__module__}.{classify.__qualname__}"
    return compiled(name, lambda: _loops(outcome_at), *uses, codes="Bq")


def _loops(outcome_at: Callable[..., int]) -> Raw:
    """Loops over shoes, their rounds and the counts."""

    def loops(cards: Any, ints: Any) -> None:
        counts, size, step = ints[COUNTS], ints[CARDS], ints[STEP]
        bases, tags, pays = ints[BASES], ints[TAGS], ints[PAYS]
        for _ in range(ints[SHOES]):
            shoe.new_shoe(cards, ints, size)
            for count in range(counts):
                ints[bases + counts + count] = 0
            seen = 1
            for number in range(ints[ROUNDS]):
                at = 1 + number * step
                left = size - at + 1
                outcome = outcome_at(cards, at)
                for count in range(counts):
                    for card in range(seen, at):
                        tag = ints[tags + DECK_SIZE * count + cards[SHOE + card]]
                        ints[bases + counts + count] += tag
                    if outcome >= 0:
                        to = ints[SUMS] + OF_A_ROUND * (count * ints[ROUNDS] + number)
                        ints[to] += 1
                        worth = ints[bases + counts + count] + ints[bases + count] * left
                        if worth > 0:
                            ints[to + 1] += 1
                            ints[to + 2] += worth // left
                            ints[to + 3] += ints[pays + outcome]
                seen = at

    return loops
