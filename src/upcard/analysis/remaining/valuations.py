"""The types by which a side wager is valued in remaining shoes, and the work that may take."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from upcard.compiled.arrays import Floats, Integers

ShoeValues: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""For remaining shoes (cards by type on the last axis): the mean of what is paid times the
probability that the wager is offered, and that probability."""

WORK: Final = 2 * 10**10
"""About the multiplications that an exposure may take: some seconds."""

PLAYED_OUT: Final = 2_000
"""The remaining shoes that are valued where one takes a hundredth of a second or more."""

WORTH_PLACING: Final = 1e-12
"""An expected win above rounding errors."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of the cards that decide a wager: those `fixed`, then one for each axis of `pays`."""

    fixed: tuple[int, ...]
    pays: Floats


@dataclass(frozen=True, slots=True)
class WholeHands:
    """Multisets of cards that decide a wager, in the rows of `held`, by kind.

    `kinds` has the kind of each card type. `pays` is the sum of what is paid over the orders in
    which a multiset is dealt.
    """

    kinds: Integers
    held: Integers
    pays: Floats


Decided: TypeAlias = Deals | WholeHands
"""Cards that decide a wager, and what they pay."""


@dataclass(frozen=True, slots=True)
class Valuation:
    """How a wager is valued, by what its outcomes pay; `affordable` remaining shoes take seconds.

    `tensor` has what is paid by the types of the cards that decide it, where those alone do.
    `deals` have what is paid by the cards that decide it, where these are known to be few.
    """

    make: Callable[[Floats], ShoeValues]
    affordable: int
    tensor: Callable[[Floats], Floats] | None = None
    deals: Callable[[Floats], list[Decided]] | None = None


@dataclass(frozen=True, slots=True)
class DealSums:
    """The deals that decide: where the wager is offered, what they pay, and its square."""

    offered: Sequence[Decided]
    paid: Sequence[Decided]
    squared: Sequence[Decided]


@dataclass(frozen=True, slots=True)
class PricedWager:
    """A wager as valued with what its outcomes pay; `squares` are those of what is paid."""

    values: ShoeValues
    squares: Callable[[], ShoeValues]
    affordable: int
    tensor: Floats | None
    deals: DealSums | None


def price_wager(valuing: Valuation, pays: Floats, squares: Floats | None = None) -> PricedWager:
    """The wager whose outcomes pay `pays`, by outcome.

    Where chance has a part in what an outcome pays, `pays` are means, and `squares` the mean
    squares.
    """
    of_squares = pays**2 if squares is None else squares
    deals = None
    if valuing.deals is not None:
        ones = np.ones_like(pays)
        deals = DealSums(*(valuing.deals(values) for values in (ones, pays, of_squares)))
    return PricedWager(
        valuing.make(pays),
        lambda: valuing.make(of_squares),
        valuing.affordable,
        None if valuing.tensor is None else valuing.tensor(pays),
        deals,
    )


def with_bonus(wager: PricedWager, bonus: PricedWager) -> PricedWager:
    """A wager together with its bonus; their squares leave out what both win at once."""
    deals = None
    if wager.deals is not None and bonus.deals is not None:
        deals = DealSums(
            wager.deals.offered,
            [*wager.deals.paid, *bonus.deals.paid],
            [*wager.deals.squared, *bonus.deals.squared],
        )
    return PricedWager(
        _sum(wager.values, bonus.values),
        lambda: _sum(wager.squares(), bonus.squares()),
        min(wager.affordable, bonus.affordable),
        None,
        deals,
    )


def _sum(first: ShoeValues, second: ShoeValues) -> ShoeValues:
    def values(left: Floats) -> tuple[Floats, Floats]:
        worth, offered = first(left)
        return worth + second(left)[0], offered

    return values
