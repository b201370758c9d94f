"""The single-zero wheel, its layout and its Lucky Numbers. 58 Pa. Code § 617b.3.

The spots of the standard wagers are those of chapter 617a, outside the source texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

import msgspec

from upcard.games.variation import Variation
from upcard.rules.violation import RuleViolation
from upcard.wagers import wheel
from upcard.wagers.facts import OF_THE_WHEEL

GAME: Final = "lightning-roulette"

POCKETS: Final = range(37)
"""The compartments of the wheel (§ 617b.3(a))."""

RED: Final = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))


def color_of(pocket: int) -> str:
    """The color of a compartment: red, black, or the green of zero."""
    if pocket == 0:
        return "green"
    return "red" if pocket in RED else "black"


MAX_LUCKY: Final = 5
"""The most Lucky Numbers of a round; at least one is selected (§ 617b.3(d))."""

PAYOUTS: Final = wheel.LUCKY_PAYOUTS
"""The increased payouts, to 1, from the lowest (§ 617b.3(g))."""


def lightning_of(variation: Variation) -> "LightningRules | None":
    """The Lightning Roulette rules of a variation; None for another game."""
    return variation if isinstance(variation, LightningRules) else None


# The layout


class Spot(msgspec.Struct, frozen=True):
    """A spot of the layout: its wager, and the numbers that win it."""

    wager: str
    numbers: tuple[int, ...]

    @property
    def covered(self) -> int:
        """The numbers as bits, for the wager's classifier."""
        return sum(1 << number for number in self.numbers)


def _inside() -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Kind, numbers and wager of the inside spots: on the numbers and on the lines between them.

    The numbers 1 to 36 lie in twelve rows of three, zero along the short side of the first.
    """
    for number in POCKETS:
        yield "straight", (number,), wheel.STRAIGHT
    yield from ((wheel.SPLIT, (0, number), wheel.SPLIT) for number in (1, 2, 3))
    yield from (("trio", numbers, wheel.STREET) for numbers in ((0, 1, 2), (0, 2, 3)))
    for low in POCKETS[1:]:
        has_neighbor, below_it = low % 3 != 0, low <= 33
        if has_neighbor:
            yield wheel.SPLIT, (low, low + 1), wheel.SPLIT
        if below_it:
            yield wheel.SPLIT, (low, low + 3), wheel.SPLIT
        if has_neighbor and below_it:
            yield wheel.CORNER, (low, low + 1, low + 3, low + 4), wheel.CORNER
        if low % 3 == 1:
            yield wheel.STREET, tuple(range(low, low + 3)), wheel.STREET
            if below_it:
                yield wheel.SIX_LINE, tuple(range(low, low + 6)), wheel.SIX_LINE


def _outside() -> Iterator[tuple[str, Sequence[int], str]]:
    """Name, numbers and wager of the outside spots; none of them covers zero."""
    numbers = POCKETS[1:]
    for third in (1, 2, 3):
        yield f"dozen-{third}", numbers[12 * (third - 1) : 12 * third], wheel.DOZEN
        yield f"column-{third}", numbers[third - 1 :: 3], wheel.COLUMN
    yield "red", sorted(RED), wheel.EVEN_CHANCE
    yield "black", sorted(set(numbers) - RED), wheel.EVEN_CHANCE
    yield "odd", numbers[::2], wheel.EVEN_CHANCE
    yield "even", numbers[1::2], wheel.EVEN_CHANCE
    yield "low", numbers[:18], wheel.EVEN_CHANCE
    yield "high", numbers[18:], wheel.EVEN_CHANCE


def _spots() -> Iterator[tuple[str, Spot]]:
    for kind, numbers, wager in _inside():
        ends = dict.fromkeys((numbers[0], numbers[-1]))
        yield "-".join([kind, *map(str, ends)]), Spot(wager, numbers)
    yield "first-four", Spot(wheel.CORNER, (0, 1, 2, 3))
    for name, outside, wager in _outside():
        yield name, Spot(wager, tuple(outside))


SPOTS: Final[Mapping[str, Spot]] = dict(_spots())
"""Every spot by the name under which wagers are placed there.

The name of an inside spot is its kind with its lowest and highest number: ``straight-17``,
``split-1-2``, ``street-1-3``, ``trio-0-2``, ``corner-1-5``, ``six-line-1-6``; and ``first-four``.
The outside spots are ``dozen-1``, ``column-1``, ``red``, ``black``, ``odd``, ``even``, ``low`` and
``high``.
"""

EXAMPLE_SPOTS: Final = (
    "straight-17",
    "split-1-2",
    "street-1-3",
    "trio-0-2",
    "corner-1-5",
    "first-four",
    "six-line-1-6",
    "dozen-1",
    "column-1",
    *("red", "black", "odd", "even", "low", "high"),
)
"""One example of each kind of spot."""


# Lucky Numbers


class LuckyNumber(msgspec.Struct, frozen=True):
    """A number of the layout and what a straight wager on it pays, to 1."""

    number: int
    payout: int


class LightningRules(Variation, frozen=True):
    """The probabilities of Lucky Numbers at a table, from its Rules Submission.

    Both fields are whole-number weights: `counts` of one to five Lucky Numbers, `payouts` of each
    payout in the order of `PAYOUTS`. The text gives neither (§ 617b.3(d), (g)), so that there is no
    default.
    """

    has_blackjack_wager: ClassVar[bool] = False
    has_wheel: ClassVar[bool] = True
    facts: ClassVar[frozenset[str]] = OF_THE_WHEEL

    counts: tuple[int, ...]
    payouts: tuple[int, ...]

    def explained(self) -> Iterator[str]:
        """The Lucky Numbers and what they pay, in sentences for the players."""
        yield f"Lucky Numbers: 1 to {MAX_LUCKY} are selected after no more bets (§ 617b.3(d))."
        yield "Straight wager: one on a Lucky Number pays what the number shows (§ 617b.3(e))."


def lightning_rules(numbers: Mapping[int, int], payouts: Mapping[int, int]) -> LightningRules:
    """The rules of a table: `numbers` weighs each number of Lucky Numbers, `payouts` each payout.

    Raises `RuleViolation` for a number of Lucky Numbers or a payout that the text does not have,
    for a missing payout, and for weights that give no distribution.
    """
    numbers_section, payouts_section = "58 Pa. Code § 617b.3(d)", "58 Pa. Code § 617b.3(g)"
    lucky_counts = range(1, MAX_LUCKY + 1)
    if not set(numbers) <= set(lucky_counts):
        raise RuleViolation(numbers_section, f"One to {MAX_LUCKY} Lucky Numbers are selected.")
    if set(payouts) != set(PAYOUTS):
        payout_list = ", ".join(map(str, PAYOUTS))
        raise RuleViolation(payouts_section, f"The possible payouts are all of {payout_list} to 1.")
    if min(numbers.values(), default=0) < 0 or not sum(numbers.values()):
        raise RuleViolation(
            numbers_section, "Some number of Lucky Numbers needs a positive weight."
        )
    if min(payouts.values()) <= 0:
        raise RuleViolation(
            payouts_section, "Every payout needs a positive weight: it may be selected."
        )
    counts = tuple(numbers.get(count, 0) for count in lucky_counts)
    return LightningRules(counts, tuple(payouts[payout] for payout in PAYOUTS))


def lucky_index(lucky: Sequence[LuckyNumber], number: int) -> int:
    """The fact ``lucky`` of a number: 0 for no Lucky Number, else 1 to 9 from the lowest payout."""
    for selected in lucky:
        if selected.number == number:
            return 1 + PAYOUTS.index(selected.payout)
    return 0


def lucky_weights(rules: LightningRules) -> tuple[int, ...]:
    """The weights of each `lucky_index` of a given number; their sum is the denominator.

    The probability that a given number is a Lucky Number is their expected count over 37; the spin
    is independent of it.
    """
    mean_number = sum(count * weight for count, weight in enumerate(rules.counts, 1))
    total = sum(rules.payouts)
    unlucky = (len(POCKETS) * sum(rules.counts) - mean_number) * total
    return (unlucky, *(mean_number * weight for weight in rules.payouts))
