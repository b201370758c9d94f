"""Face-down cards whose seal cannot be opened any more are drawn again.

If the installation key is lost in the middle of a round and the floor says so, the face-down cards
become others that nobody has seen, with which everything that has happened would have happened.
"""

from collections.abc import Sequence
from typing import Final

from upcard.cards.shuffle import shuffled
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import decide, evolve
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.seals.face_down import CardReader, FaceDownCard
from upcard.host.seals.sealing import wrong_installation_key
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.recorded_table import RecordedTable, RulesOf, table_after_record
from upcard.host.tables.table_reader import last_snapshot
from upcard.journal.journal import Journal
from upcard.rules.violation import RuleViolation

TRIES: Final = 2_000
"""Draws until one fits; what the dealer does not have decides, which most draws do not have."""


def redraw(
    journal: Journal,
    stream: str,
    rules_of: RulesOf,
    supply: CardSupply,
    unreadable: Sequence[FaceDownCard],
    unseen: Sequence[int],
) -> tuple[dict[str, int], AnyTable]:
    """New cards for those that are lost, by the names of these, and the table with them.

    The `supply` of the house draws them from those `unseen`. Raises `SealBroken` if none fit.
    """
    items = [card.sealed.item for card in unreadable]
    for _ in range(TRIES):
        cards = dict(zip(items, shuffled(unseen, supply.bits), strict=False))
        now = _with_these(journal, stream, rules_of, CardReader(journal, supply.vault, cards))
        if now is not None:
            return cards, now.state
    raise wrong_installation_key(items[0])


def _with_these(
    journal: Journal, stream: str, rules_of: RulesOf, cards: CardReader
) -> RecordedTable | None:
    """The table, if all that is recorded would have happened with these cards."""
    now, position = last_snapshot(journal, stream, rules_of)
    for record in journal.records(stream, position):
        body = cards.with_known_cards(record, body_of(record))
        after = table_after_record(now, body, rules_of)
        if now is not None and not body.submission and not _would_happen(now.state, body):
            return None
        now = after
    return now


def _would_happen(state: AnyTable, body: RecordBody) -> bool:
    for step in (*body.steps, *body.awards):
        try:
            if decide(state, step.command) != list(step.events):
                return False
        except RuleViolation:
            return False
        for event in step.events:
            state = evolve(state, event)
    return True
