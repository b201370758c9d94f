"""Replays `golden/phases`: when each command may come, and what is said at any other time.

The files were read against the text: an order that the text gives is a phase here.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from tables import table_rules
from tables_of_games import baccarat_rules, roulette_rules
from tables_of_hybrid import rules_of
from upcard.engine.baccarat.flow import FLOW as BACCARAT
from upcard.engine.blackjack.flow import FLOW as BLACKJACK
from upcard.engine.core.commands import Command, name_of
from upcard.engine.core.flow import Flow
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.flow import FLOWS
from upcard.engine.play import game_of
from upcard.engine.roulette.flow import FLOW as ROULETTE
from upcard.engine.tagged_types import command_types
from upcard.games.hybrid import WITH_HOLE_CARD, WITHOUT_HOLE_CARD
from upcard.games.table_rules import TableRules
from upcard.rules.citation import full_citation

GOLDEN: Final = Path(__file__).parent.parent / "golden" / "phases"
COMMANDS: Final = {name_of(kind): kind for kind in command_types()}
VALUES: Final[dict[str, Any]] = {"amounts": (), "numbers": (), "player": "Ann"}
"""What commands carry here where it is not 1."""


def hybrid(game: str) -> TableRules:
    return rules_of({"table": {"name": "HB-01", "game": game}, "wagers": {}})


RULES: Final = {
    "blackjack": table_rules(),
    "baccarat": baccarat_rules(),
    "lightning-roulette": roulette_rules(),
    WITH_HOLE_CARD: hybrid(WITH_HOLE_CARD),
    WITHOUT_HOLE_CARD: hybrid(WITHOUT_HOLE_CARD),
}
FLOWS_OF: Final[dict[str, Flow[Any]]] = {
    "blackjack": BLACKJACK,
    "baccarat": BACCARAT,
    "lightning-roulette": ROULETTE,
    **FLOWS,
}


class Row(NamedTuple):
    """A command, its provision, the phases in which it may come, what is said in the others."""

    game: str
    command: str
    section: str
    phases: tuple[str, ...]
    message: str


def rows(path: Path) -> list[Row]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        words, _, message = line.partition(" | ")
        if message and not line.startswith("#"):
            command, section, *phases = words.replace("58 Pa. Code ch. ", "").split()
            found.append(Row(path.stem, command, section, tuple(phases), message))
    return found


ROWS: Final = [row for path in sorted(GOLDEN.glob("*.phases")) for row in rows(path)]


def phases_of(game: str) -> set[StrEnum]:
    """Every phase of a game."""
    if game == "blackjack":
        return set(Phase)
    return {
        phase for (before, _), after in FLOWS_OF[game].phases.items() for phase in (before, after)
    }


def command_of(name: str) -> Command:
    kind = COMMANDS[name]
    fields = [field for field in msgspec.structs.fields(kind) if field.required]
    made: Command = kind(**{field.name: VALUES.get(field.name, 1) for field in fields})
    return made


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}:{row.command}")
def test_refused_outside_its_phases(row: Row) -> None:
    rules = RULES[row.game]
    game = game_of(rules)
    table: AnyTable = game.new_table(rules)
    others = phases_of(row.game) - set(row.phases)
    assert others
    for phase in others:
        violation = game.flow.refusal(replace(table, phase=phase), command_of(row.command))
        assert violation is not None, phase
        assert (violation.section, violation.message) == (
            full_citation(row.section),
            row.message,
        ), phase


def allowed(game: str) -> Mapping[type[Command], tuple[tuple[StrEnum, ...], str, str]]:
    """The phases of a game's commands, as the engine has them."""
    return FLOWS_OF[game].allowed


@pytest.mark.parametrize("game", RULES)
def test_every_command_that_keeps_to_phases_has_its_row(game: str) -> None:
    kept = {
        name_of(kind)
        for kind, (phases, _, message) in allowed(game).items()
        if message and phases_of(game) - set(phases)
    }
    assert {row.command for row in ROWS if row.game == game} == kept
