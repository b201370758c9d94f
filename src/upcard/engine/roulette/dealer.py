"""What the dealer's steps at a roulette table need beside their names."""

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Check
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.wheel import Wheel
from upcard.games.roulette import LightningRules


class WheelDealer:
    """Announces what a generator selects and lets the wheel spin."""

    def __init__(self, wheel: Wheel, _refusal: Check) -> None:
        self._wheel = wheel

    def completed(self, _state: RouletteState, command: c.Command) -> c.Command:
        """Nothing is left to chance in what a caller asks for."""
        return command

    def command(self, state: RouletteState, kind: type[c.Command]) -> c.Command:
        """The step's command with its results."""
        if kind is AnnounceLuckyNumbers:
            rules = state.rules.variation
            assert isinstance(rules, LightningRules)
            return AnnounceLuckyNumbers(self._wheel.lucky_numbers(rules))
        return SpinWheel(self._wheel.spin()) if kind is SpinWheel else kind()

    def follow(self, state: RouletteState, event: e.Event) -> None:
        """Nothing: a wheel keeps no cards."""
