"""Where a table's cards or numbers come from: the house, or devices."""

import msgspec

from upcard.cards.random_source import TestedBits
from upcard.cards.shoe import CardSource
from upcard.cards.shuffle import Bits, live_bits
from upcard.engine.roulette.wheel import RandomWheel, SpinSource
from upcard.games.table_rules import TableRules
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import Vault
from upcard.host.tables.device_source import device_source
from upcard.host.tables.recorded_table import shoe_item_prefix


class CardSupply(msgspec.Struct, frozen=True):
    """Where a table's cards or numbers come from: the house, or devices if it is `fed`.

    The house shuffles and spins with the random `bits`, and seals each order of cards in `vault`.
    It draws and seals the values of mystery meters in the same way, at a fed table too.
    """

    vault: Vault
    bits: Bits = live_bits
    fed: bool = False

    def sealed_shoe(self, rules: TableRules) -> SealedShoe:
        """The house's shoe at a table; nothing is put into it at a fed table or at a wheel."""
        return SealedShoe(
            shoe_item_prefix(rules.name), rules.full_shoe, rules.sides, self.vault, self.bits
        )

    def source(self, rules: TableRules, shoe: SealedShoe) -> CardSource | SpinSource:
        """What a table draws from; `shoe` is the house's at that table."""
        if self.fed:
            return device_source(rules, self.bits)
        return RandomWheel(self.bits) if rules.variation.has_wheel else shoe

    def require_working(self) -> None:
        """Raise `RandomSourceFailed` if the house draws and its random source has failed."""
        if isinstance(self.bits, TestedBits) and not self.fed:
            self.bits.require()
