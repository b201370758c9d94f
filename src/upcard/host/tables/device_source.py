"""Cards and numbers of a table that is fed by devices: a card-reading shoe, a wheel with a sensor.

The house shuffles and seals nothing at such a table. A step that needs a card or a number waits
until a command brings it.
"""

from typing import Final

from upcard.cards.card import in_decks, name_of
from upcard.cards.shoe import CardSource, FedShoe, OutOfCards
from upcard.cards.shuffle import Bits, uniform_below
from upcard.engine.core.commands import BurnCard, Command, DealCard, DrawDeterminant
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular.commands import DrawnCard
from upcard.engine.play import refusal
from upcard.engine.roulette.wheel import RandomWheel, SpinSource
from upcard.games.table_rules import TableRules
from upcard.host.seals.shoe_positions import cards_left, drawn_side
from upcard.rules.violation import RuleViolation


class ReadingShoe(FedShoe):
    """A card-reading shoe: a command of its own reports every card, the burned one too."""

    def __init__(self, bits: Bits) -> None:
        super().__init__()
        self._bits = bits

    def burn(self, side: int) -> int:
        """The burned card, which the shoe reads like any other."""
        return self.draw(side)

    def random_below(self, limit: int) -> int:
        """A uniform number below `limit`: what the table game system selects is drawn here."""
        return uniform_below(limit, self._bits)


class ReportedWheel(RandomWheel):
    """A wheel whose sensor reports where the ball rests; Lucky Numbers are drawn here."""

    def spin(self) -> int:
        """Raise `OutOfCards`: the number has to come by a command."""
        raise OutOfCards("The ball has not come to rest.")


def device_source(rules: TableRules, bits: Bits) -> CardSource | SpinSource:
    """The source of a fed table's cards or numbers."""
    return ReportedWheel(bits) if rules.variation.has_wheel else ReadingShoe(bits)


CARD_COMMANDS: Final = DealCard | BurnCard | DrawDeterminant | DrawnCard
"""The commands that report a card drawn from the shoe."""


def require_possible_card(state: AnyTable, command: Command) -> None:
    """Raise `RuleViolation` for a card that cannot be left in the shoe.

    A card that nobody saw (-1) is always possible. A command that the rules refuse for another
    reason passes here: the engine refuses it.
    """
    if not state.stacks or not isinstance(command, CARD_COMMANDS):
        return
    if command.card < 0 or refusal(state, command) is not None:
        return
    side = drawn_side(state, command)
    if side is not None and command.card not in cards_left(state, side):
        card, decks = name_of(command.card), in_decks(state.rules.decks)
        raise RuleViolation("submission: table.decks", f"There are more {card} than {decks} hold.")
