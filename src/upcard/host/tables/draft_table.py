"""A table in memory, where a request is carried out before its record is written."""

from typing import Final

from upcard.engine.automation import AutomatedTable
from upcard.engine.core.commands import CloseBets, Command, CutCards
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.play import refusal
from upcard.engine.shoe.decide import MINIMUM_CUT
from upcard.games.table_rules import TableRules
from upcard.host.seals.entropy import spread_of
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.device_source import require_possible_card
from upcard.host.tables.requests import SendCommands, TableAct, TakeStep


class DraftTable:
    """A table in memory, with its shoe or wheel; each request begins at the state last written.

    `shoe` moves as cards are drawn from it, and who writes the record restores it if that fails.
    """

    def __init__(self, rules: TableRules, supply: CardSupply) -> None:
        self.shoe: Final[SealedShoe] = supply.sealed_shoe(rules)
        self._rules, self._supply = rules, supply
        self._source = supply.source(rules, self.shoe)
        self._table: AutomatedTable[AnyTable] | None = None

    def carry_out(
        self, act: TableAct, state: AnyTable, automations: Automation
    ) -> AutomatedTable[AnyTable]:
        """Carry out an act at a table in this state, and the automatic steps before and after it.

        Returns the table with the steps that were taken; it is valid until the next call. Raises
        `RuleViolation` for a command that is refused or a card that the shoe cannot hold,
        `OutOfCards` for a step without a card, and `RandomSourceFailed`.
        """
        if self._table is None:
            self._table = AutomatedTable(self._rules, self._source, automations, state)
        else:
            self._table.begin(state, automations)
        if isinstance(act, SendCommands):
            for command in act.commands:
                self._send(self._table, command)
        elif isinstance(act, TakeStep):
            self._table.take_step(act.step)
        return self._table

    def _send(self, table: AutomatedTable[AnyTable], command: Command) -> None:
        if isinstance(command, CutCards):
            command = self._with_added(table.state, command)
        if isinstance(command, CloseBets):
            self._supply.require_working()  # no round begins without
        if self._supply.fed:
            require_possible_card(table.state, command)
        table.send(command)

    def _with_added(self, state: AnyTable, cut: CutCards) -> CutCards:
        """The cut command, at the place that follows from the players' entropy.

        It is unchanged where no player added any, and where the table would refuse it.
        """
        if not self.shoe.added or not isinstance(state, ShoeState):
            return cut
        if refusal(state, cut) is not None:
            return cut
        place = self.shoe.cut_place(state.side, spread_of(state.rules.shoe_size))
        return CutCards(cut.position, MINIMUM_CUT + place)
