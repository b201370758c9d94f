"""The dealer of roulette tables: completes steps with Lucky Numbers and spins."""

from collections.abc import Mapping
from typing import ClassVar

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.dealer import Move
from upcard.engine.core.parts import Check
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.wheel import SpinSource
from upcard.games.roulette import LightningRules


class WheelDealer:
    """Takes Lucky Numbers and spins from a wheel; there are no cards to move."""

    moves: ClassVar[Mapping[type[e.Event], Move]] = {}

    def __init__(self, wheel: SpinSource, _refusal: Check) -> None:
        self._wheel = wheel

    def completed(self, _state: RouletteState, command: c.Command) -> c.Command:
        """The command unchanged: callers' commands need no random results."""
        return command

    def command(self, state: RouletteState, kind: type[c.Command]) -> c.Command:
        """The command of a step, with its random result."""
        if kind is AnnounceLuckyNumbers:
            rules = state.rules.variation
            assert isinstance(rules, LightningRules)
            return AnnounceLuckyNumbers(self._wheel.lucky_numbers(rules))
        return SpinWheel(self._wheel.spin()) if kind is SpinWheel else kind()
