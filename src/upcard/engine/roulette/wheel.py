"""Sources of Lucky Numbers and spins: random, or fed from outside."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from upcard.cards.shuffle import Bits, shuffled, uniform_below
from upcard.games.roulette import PAYOUTS, POCKETS, LightningRules, LuckyNumber


class SpinSource(Protocol):
    """A source of Lucky Numbers and spins for a roulette table."""

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """The Lucky Numbers of a round, each with its payout (§ 617b.3(d))."""

    def spin(self) -> int:
        """The compartment in which the ball comes to rest."""


class RandomWheel:
    """A source of random results, from uniform `bits`."""

    def __init__(self, bits: Bits) -> None:
        self._bits = bits

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """Lucky Numbers drawn by the weights of the Rules Submission."""
        return draw_lucky_numbers(rules, self._bits)

    def spin(self) -> int:
        """A compartment, each with the same probability."""
        return spin(self._bits)


class FedWheel:
    """A source of results that are fed from outside; missing ones come from another wheel."""

    def __init__(self, otherwise: SpinSource) -> None:
        self._otherwise = otherwise
        self._lucky: tuple[LuckyNumber, ...] = ()
        self._pocket: int | None = None

    def feed(self, lucky: Iterable[LuckyNumber], pocket: int | None) -> None:
        """Set the results of the next round; empty and None for those that are not fed."""
        self._lucky, self._pocket = tuple(lucky), pocket

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """The fed Lucky Numbers, else those of the other wheel."""
        return self._lucky or self._otherwise.lucky_numbers(rules)

    def spin(self) -> int:
        """The fed compartment, else that of the other wheel."""
        return self._otherwise.spin() if self._pocket is None else self._pocket


# Draws


def draw_lucky_numbers(rules: LightningRules, bits: Bits) -> tuple[LuckyNumber, ...]:
    """The Lucky Numbers of a spin, each with its payout (§ 617b.3(b), (d)).

    Every set of the same number of Lucky Numbers is equally likely. The payouts are drawn
    independently, so that two Lucky Numbers may have the same payout.
    """
    count = 1 + weighted_index(rules.counts, bits)
    return tuple(
        LuckyNumber(number, PAYOUTS[weighted_index(rules.payouts, bits)])
        for number in shuffled(POCKETS, bits)[:count]
    )


def weighted_index(weights: Sequence[int], bits: Bits) -> int:
    """A random index, with probability in proportion to its weight."""
    point = uniform_below(sum(weights), bits)
    index = 0
    while point >= weights[index]:
        point -= weights[index]
        index += 1
    return index


def spin(bits: Bits) -> int:
    """A compartment, each with the same probability: the wheel of an electronic table."""
    return uniform_below(len(POCKETS), bits)
