"""What the dealer's steps at a roulette table need beside their names."""

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Check
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.wheel import Wheel


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
            assert state.rules.lightning is not None
            return AnnounceLuckyNumbers(self._wheel.lucky_numbers(state.rules.lightning))
        return SpinWheel(self._wheel.spin()) if kind is SpinWheel else kind()

    def follow(self, state: RouletteState, event: e.Event) -> None:
        """Nothing: a wheel keeps no cards."""
