"""Where Lucky Numbers and spins come from: chance, or a wheel and a generator outside."""

from collections.abc import Iterable
from typing import Protocol

from upcard.cards.shuffle import Bits
from upcard.games.roulette import LightningRules, LuckyNumber, draw_lucky_numbers, spin


class Wheel(Protocol):
    """What the dealer of a roulette table asks for his results."""

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """The Lucky Numbers of a round, each with its payout (§ 617b.3(d))."""

    def spin(self) -> int:
        """The compartment in which the ball comes to rest."""


class RandomWheel:
    """A wheel and a random number generator in one, by uniform `bits`."""

    def __init__(self, bits: Bits) -> None:
        self._bits = bits

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """Drawn by the weights of the Rules Submission."""
        return draw_lucky_numbers(rules, self._bits)

    def spin(self) -> int:
        """Every compartment is as likely as any other."""
        return spin(self._bits)


class FedWheel:
    """Results that come from outside; what is not fed comes from another wheel."""

    def __init__(self, otherwise: Wheel) -> None:
        self._otherwise = otherwise
        self._lucky: tuple[LuckyNumber, ...] = ()
        self._pocket: int | None = None

    def feed(self, lucky: Iterable[LuckyNumber], pocket: int | None) -> None:
        """The results of the next round; no Lucky Numbers or None for those that are not fed."""
        self._lucky, self._pocket = tuple(lucky), pocket

    def lucky_numbers(self, rules: LightningRules) -> tuple[LuckyNumber, ...]:
        """Those that were fed."""
        return self._lucky or self._otherwise.lucky_numbers(rules)

    def spin(self) -> int:
        """The compartment that was fed."""
        return self._otherwise.spin() if self._pocket is None else self._pocket
