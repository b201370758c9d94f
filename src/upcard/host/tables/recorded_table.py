"""A table as its records make it: its state, the positions in its sealed shoe, its submission."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.events import CardsCut, CardsShuffled
from upcard.engine.core.table_state import CHIPS, AnyTable, player_account
from upcard.engine.play import evolve, new_table
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import RecordBody, TableStep
from upcard.host.bodies.sealed import Entropy, SealedSecret
from upcard.host.seals.face_down import FaceDown, follow_cards
from upcard.host.seals.shoe_positions import ShoeSides, follow_command, with_new_orders

RulesOf = Callable[[str], TableRules]
"""Compiles the text of a Rules Submission."""


class RecordedTable(msgspec.Struct, frozen=True):
    """A table after some of its records; `sealed` counts the orders of cards sealed so far.

    With `fed`, devices bring its cards or numbers, and no order of cards is sealed. `face_down` are
    the sealed cards that lie on the table and are not yet turned; `entropy` is what players have
    added to the cut that is due.
    """

    submission: str
    state: AnyTable
    shoe_sides: ShoeSides
    sealed: int = 0
    fed: bool = False
    face_down: FaceDown = ()
    entropy: tuple[Entropy, ...] = ()


def open_table(
    before: RecordedTable | None, submission: str, rules: TableRules, *, fed: bool
) -> RecordedTable:
    """A table that starts, or continues between two rounds with a new submission or card source.

    The accounts carry over, and players keep seats whose position still exists. The cards are
    shuffled anew.
    """
    state = new_table(rules)
    if before is None:
        return RecordedTable(submission, state, (None,) * rules.sides, fed=fed)
    old = before.state
    seats = tuple(seat for seat in old.seats if seat[0] <= rules.positions)
    accounts = old.accounts
    if rules.bring_money != old.rules.bring_money:
        accounts = _without_players(accounts)
    state = replace(state, round=old.round, accounts=accounts, seats=seats)
    if state.stacks:
        state = replace(state, shoes=old.shoes)
    return RecordedTable(submission, state, (None,) * rules.sides, before.sealed, fed)


def _without_players(accounts: dict[str, int]) -> dict[str, int]:
    """The accounts of a table whose players change from chips to money, or back.

    What players won or lost in chips is theirs outside the table; nobody has money there.
    """
    players = {
        name: units for name, units in accounts.items() if name.startswith(player_account(""))
    }
    others = {name: units for name, units in accounts.items() if name not in players}
    outside = others.get(CHIPS, 0) + sum(players.values())
    return {**others, CHIPS: outside} if players else others


def table_after_record(
    before: RecordedTable | None, body: RecordBody, rules_of: RulesOf
) -> RecordedTable:
    """The table after one more record; `before` is None for the first, which has to open it.

    Face-down cards that the body does not name stay placeholders in the state.
    """
    after = before
    if body.submission:
        after = open_table(before, body.submission, rules_of(body.submission), fed=body.fed)
    assert after is not None, "a table's first record opens it"
    orders = sealed_orders(body, after.state.rules.name)
    orders_left = iter(orders)
    state = after.state
    sides = with_new_orders(after.shoe_sides, body.voided, orders_left)
    for step in (*body.steps, *body.awards):
        state, sides = apply_step(state, sides, step, orders_left)
    cards = follow_cards(after.face_down, body)
    count = after.sealed + len(orders)
    entropy = entropy_after(after.entropy, body)
    return replace(
        after, state=state, shoe_sides=sides, sealed=count, face_down=cards, entropy=entropy
    )


_ENDS_A_CUT: Final = (CardsCut, CardsShuffled)


def entropy_after(before: tuple[Entropy, ...], body: RecordBody) -> tuple[Entropy, ...]:
    """What players have added to the cut that is due after a record; a shuffle or cut ends it."""
    for step in body.steps:
        for event in step.events:
            if isinstance(event, _ENDS_A_CUT):
                return ()
    return (*before, *body.entropy)


def apply_step(
    state: AnyTable, sides: ShoeSides, step: TableStep, orders: Iterable[SealedSecret]
) -> tuple[AnyTable, ShoeSides]:
    """The state and the sides after a step; `orders` yields the orders of cards that it sealed."""
    sides = follow_command(sides, state, step.command, step.events, iter(orders))
    for event in step.events:
        state = evolve(state, event)
    return state, sides


def shoe_item_prefix(table: str) -> str:
    """The prefix of the names of a table's sealed orders of cards."""
    return f"table/{table}/shoe"


def sealed_orders(body: RecordBody, table: str) -> list[SealedSecret]:
    """The orders of cards that a record sealed for a table, in order."""
    return [sealed for sealed in body.sealed if sealed.item.startswith(shoe_item_prefix(table))]
