"""Tables that are fed from outside: a card-reading shoe posts cards, a wheel posts numbers.

Nothing is shuffled here and nothing is sealed; a step that needs a card waits for the device.
"""

from typing import Final

from upcard.cards.card import in_decks, name_of
from upcard.cards.shoe import CardSource, FedShoe, OutOfCards
from upcard.cards.shuffle import Bits, below
from upcard.engine.core import commands as c
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.irregular import commands as ci
from upcard.engine.play import refusal
from upcard.engine.roulette.wheel import RandomWheel, Wheel
from upcard.games.table_rules import TableRules
from upcard.host.seals.shoe_positions import cards_left, drawn_side
from upcard.rules.violation import RuleViolation


class ReadingShoe(FedShoe):
    """A shoe with a reader: every card, the burned one too, is told by a command of its own."""

    def __init__(self, bits: Bits) -> None:
        super().__init__()
        self._bits = bits

    def burn(self, side: int) -> int:
        """The shoe reads this card too."""
        return self.draw(side)

    def random_below(self, limit: int) -> int:
        """What the table game system selects is drawn here as anywhere."""
        return below(limit, self._bits)


class ReportedWheel(RandomWheel):
    """A wheel that says by itself where the ball came to rest; Lucky Numbers are drawn here."""

    def spin(self) -> int:
        """Nobody knows before the wheel says so."""
        raise OutOfCards("The ball has not come to rest.")


def device_source(rules: TableRules, bits: Bits) -> CardSource | Wheel:
    """Where the cards or numbers of a fed table come from."""
    return ReportedWheel(bits) if rules.variation.has_wheel else ReadingShoe(bits)


CARD_COMMANDS: Final = c.DealCard | c.BurnCard | c.DrawDeterminant | ci.DrawnCard
"""The commands that bring a card out of the shoe."""


def require_possible_card(state: AnyTable, command: c.Command) -> None:
    """Raise `RuleViolation` for a card of which the shoe holds no more; other refusals come later.

    A card that nobody saw (-1) may be any.
    """
    if not isinstance(state, ShoeState) or not isinstance(command, CARD_COMMANDS):
        return
    if command.card < 0 or refusal(state, command) is not None:
        return
    side = drawn_side(state, command)
    if side is not None and command.card not in cards_left(state, side):
        card, decks = name_of(command.card), in_decks(state.rules.decks)
        raise RuleViolation("submission: table.decks", f"There are more {card} than {decks} hold.")
