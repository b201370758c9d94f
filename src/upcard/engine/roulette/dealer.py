"""The dealer of roulette tables: completes steps with Lucky Numbers and spins."""

from collections.abc import Mapping
from typing import ClassVar, Final

from upcard.engine.core.commands import Command
from upcard.engine.core.dealer import CommandMaker, Completer, Move
from upcard.engine.core.events import Event
from upcard.engine.core.parts import Check
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.wheel import SpinSource
from upcard.games.roulette import LightningRules


class WheelDealer:
    """Takes Lucky Numbers and spins from a wheel; there are no cards to move."""

    moves: ClassVar[Mapping[type[Event], Move]] = {}
    completes: ClassVar[Mapping[type[Command], Completer]] = {}

    def __init__(self, wheel: SpinSource, _refusal: Check) -> None:
        self._wheel = wheel
        self.makes: Final[Mapping[type[Command], CommandMaker]] = {
            AnnounceLuckyNumbers: self._lucky_numbers,
            SpinWheel: self._spin,
        }

    def _lucky_numbers(self, state: RouletteState, _kind: type[Command]) -> Command:
        rules = state.rules.variation
        assert isinstance(rules, LightningRules)
        return AnnounceLuckyNumbers(self._wheel.lucky_numbers(rules))

    def _spin(self, _state: RouletteState, _kind: type[Command]) -> Command:
        return SpinWheel(self._wheel.spin())
