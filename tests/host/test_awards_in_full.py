"""Winners of one round on the journal: paid in full, posted, and told on the meter's statement."""

from collections.abc import Iterator

import pytest

from amounts import dollars
from host.accounts import accounts
from host.live import VAULT, journal
from upcard.cards.card import parse_card
from upcard.engine.core.commands import BurnCard, ClearTable, CloseBets, DealCard, PlaceWager
from upcard.engine.play import due, question
from upcard.host.bodies.record_body import decode_body
from upcard.host.meters.bridge import meters_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.progressives.events import Awarded, Reseeded
from upcard.service.feed import Update
from upcard.service.meter_board import HitView, MeterBoard
from upcard.submission.compiling.text import rules_of

SUBMISSION = """
[table]
name = "{name}"
game = "blackjack"
decks = 6
positions = 3

[wagers.blazing-7s]
paytable = "B"
wager = 5
seed = 10000
reseed = 10000
increment = "10%"
link = "BANK"
awards_together = "{together}"
"""
BOTH = "2c 7d 7c 5s 7d 7c Td 7d 7c 6s"
"""A burned card; three sevens of diamonds at position 1 (100%), of clubs at position 2 (10%)."""
WHOLE = "2c 7d 5s 7d Td 7d 6s"
"""Three sevens of diamonds at position 1."""


def fed(opened: Journal, name: str, together: str = "in-full") -> TableHost:
    text = SUBMISSION.format(name=name, together=together)
    return TableHost(opened, text, rules_of, CardSupply(VAULT, fed=True))


def cards(names: str) -> Iterator[int]:
    return iter([parse_card(name) for name in names.split()])


def feed(table: TableHost, shoe: Iterator[int]) -> None:
    """Post cards as long as the table waits for one."""
    while (step := due(table.state)) is not None and step[1] in (DealCard, BurnCard):
        table.send(step[1](next(shoe)))


def begin(table: TableHost, players: int, names: str) -> Iterator[int]:
    """Wagers at so many positions and their initial cards; the cards that are left."""
    shoe = cards(names)
    feed(table, shoe)
    for position in range(1, players + 1):
        table.send(PlaceWager(position, "blackjack", dollars(15)))
        table.send(PlaceWager(position, "blazing-7s", dollars(5)))
    table.send(CloseBets())
    feed(table, shoe)
    return shoe


def finish(table: TableHost, shoe: Iterator[int]) -> None:
    """Everybody hits once."""
    while (asked := question(table.state)) is not None:
        table.send(asked.answers["hit"])
        feed(table, shoe)
    table.send(ClearTable())


def awards(opened: Journal) -> list[tuple[str, int, int, int]]:
    """Table, percentage, units and the house's part of each award."""
    steps = [step for record in opened.all_records() for step in decode_body(record.body).meters]
    events = [event for step in steps for event in step.events]
    assert all(
        event.from_house == dollars(10_000) for event in events if isinstance(event, Reseeded)
    )
    return [
        (event.table, event.percent, event.amount, event.from_house)
        for event in events
        if isinstance(event, Awarded)
    ]


def statement(opened: Journal, table: TableHost) -> tuple[str, str, str, list[HitView]]:
    """What the meter shows, what it paid, what the house added to that, and the hits."""
    board = MeterBoard(opened)
    board.show(meters_of(table.rules))
    for record in opened.all_records():
        board.note_update(
            Update(record.position, record.stream, record.at, decode_body(record.body))
        )
    (view,) = board.meters()
    return view.amount, view.paid, view.from_house, board.hits_after(0)[1]


@pytest.mark.parametrize(
    ("together", "whole", "added"),
    [("in-full", dollars(10_001), dollars("1000.10")), ("within-meter", dollars("9000.90"), 0)],
)
def test_both_winners_of_a_round(together: str, whole: int, added: int) -> None:
    """§ 633c.9(e)(3): of 10,001.00, with 1,000.10 of the house beside it."""
    with journal() as opened:
        table = fed(opened, "BJ-01", together)
        finish(table, begin(table, 2, BOTH))
        assert awards(opened) == [
            ("BJ-01", 100, whole, 0),
            ("BJ-01", 10, dollars("1000.10"), added),
        ]
        amount, paid, from_house, hits = statement(opened, table)
        beside = {0: "0.00", dollars("1000.10"): "1000.10"}[added]
        assert (amount, from_house) == ("10000.00", beside)
        assert paid == {0: "10001.00", dollars("1000.10"): "11001.10"}[added]
        assert [hit.from_house for hit in hits] == ["0.00", beside]
        accounts(opened)
        assert verify(opened, rules_of).first_difference is None


def test_a_later_claim_at_a_linked_table_has_what_the_meter_shows_after_the_reseed() -> None:
    """§ 605a.8: locked at 10,000.50, but the other table's winners came first."""
    with journal() as opened:
        first, later = fed(opened, "BJ-01"), fed(opened, "BJ-02")
        shoe = begin(later, 1, WHOLE)
        finish(first, begin(first, 2, BOTH))
        finish(later, shoe)
        assert awards(opened) == [
            ("BJ-01", 100, dollars("10001.50"), 0),
            ("BJ-01", 10, dollars("1000.15"), dollars("1000.15")),
            ("BJ-02", 100, dollars(10_000), 0),
        ]
        accounts(opened)
        assert verify(opened, rules_of).first_difference is None


def test_linked_tables_read_the_passage_alike() -> None:
    """§ 605a.8: one meter, one way of sharing it."""
    with journal() as opened:
        fed(opened, "BJ-01")
        with pytest.raises(Exception, match="submitted with others than BJ-01"):
            fed(opened, "BJ-02", "within-meter")
