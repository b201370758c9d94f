"""Sources of Lucky Numbers and spins: random, or fed from outside."""

from collections.abc import Iterable
from typing import Protocol

from upcard.cards.shuffle import Bits
from upcard.games.roulette import LightningRules, LuckyNumber, draw_lucky_numbers, spin


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
