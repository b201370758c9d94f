"""Commitments are shown, players add to the cut, and the cards are checked afterwards."""

import hashlib
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import forged, message_of, played, position_of
from host.live import PLAIN, VAULT, answer, host, journal, play
from upcard.cards.card import parse_card
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    CutCards,
    DeclineCut,
    OrderReshuffle,
    PlaceWager,
    SeatPlayer,
)
from upcard.engine.core.events import CardsCut
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.host.bodies.record_body import RecordBody, decode_body
from upcard.host.bodies.sealed import Entropy
from upcard.host.records.shuffle_check import _Shuffle, check_shuffles
from upcard.host.scripts.robots import Robot
from upcard.host.seals.entropy import depth_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord
from upcard.rules.violation import BadInput
from upcard.submission.compiling.text import rules_of

SEATS = {1: "ann", 2: "bob", 3: "cyd"}


def by_hand(opened: Journal) -> TableHost:
    """A table that waits for the players who are offered the cut."""
    return TableHost(
        opened,
        PLAIN,
        rules_of,
        CardSupply(VAULT, seeded_bits(4)),
        OpeningTerms(automations=UNTIL_CLEARED & ~Automation.CUT),
    )


def at_the_cut(opened: Journal) -> TableHost:
    """Ann, Bob and Cyd sit; the cards are shuffled anew, and one of them is offered the cut."""
    table = by_hand(opened)
    for position, player in SEATS.items():
        table.send(SeatPlayer(position, player))
    table.send(OrderReshuffle())
    assert table.state.phase == Phase.CUTTING
    return table


def play_one(table: TableHost) -> None:
    robots = [Robot(position, seeded_bits(7)) for position in SEATS]
    for position, player in SEATS.items():
        table.send(PlaceWager(position, "blackjack", dollars(15), player))
    table.send(CloseBets())
    answer(table, robots)
    table.send(ClearTable())


def decline(table: TableHost) -> None:
    while table.state.phase == Phase.CUTTING and table.state.cut_offers:
        table.send(DeclineCut(table.state.cut_offers[0]))


def cuts(opened: Journal) -> Iterator[int]:
    for record in opened.records("table/BJ-01"):
        for step in decode_body(record.body).steps:
            yield from (event.depth for event in step.events if isinstance(event, CardsCut))


@pytest.mark.parametrize("chosen", [0, 40])
def test_what_players_add_decides_the_depth_of_the_cut(chosen: int) -> None:
    """Whether the player who is offered the cut declines it or names a depth (§ 633a.5(b), (d))."""
    with journal() as opened:
        table = at_the_cut(opened)
        (shuffle,) = table.shuffles
        assert (shuffle.open, shuffle.added) == (True, ())
        table.add_entropy("bob", "bob's dog")
        table.add_entropy("ann", "17")
        added = (Entropy("bob", "bob's dog"), Entropy("ann", "17"))
        assert table.shuffles[0].added == added
        table.close()
        table = by_hand(opened)
        assert table.shuffles[0].added == added
        position = table.state.cut_offers[0]
        if chosen:
            table.send(CutCards(position, chosen), key="k", actor=SEATS[position])
        else:
            decline(table)
        assert list(cuts(opened))[-1] == depth_of(shuffle.commitment, added, 312)
        assert not table.shuffles[0].open
        assert not table.shuffles[0].added
        play_one(table)
        assert verify(opened, rules_of).first_difference is None


def test_who_may_add_and_when() -> None:
    with journal() as opened:
        table = at_the_cut(opened)
        table.add_entropy("ann", "x" * 64)
        for player, text, said in (
            ("ann", "again", "ann has added to this cut already."),
            ("eve", "mine", "eve has no seat at table BJ-01."),
            ("bob", "", "1 to 64 printable"),
            ("bob", "x" * 65, "1 to 64 printable"),
            ("bob", "a\nb", "1 to 64 printable"),
        ):
            with pytest.raises(BadInput, match=said):
                table.add_entropy(player, text)
        decline(table)
        with pytest.raises(BadInput, match="waits for no cut"):
            table.add_entropy("bob", "late")


def records_with_entropy() -> list[JournalRecord]:
    with journal() as opened:
        table = at_the_cut(opened)
        table.add_entropy("ann", "17")
        decline(table)
        play_one(table)
        return list(opened.all_records())


def test_a_cut_elsewhere_than_players_put_it_is_found() -> None:
    """The house adds something of its own afterwards, or drops what a player added."""

    def other(body: RecordBody) -> RecordBody | None:
        return replace(body, entropy=(Entropy("ann", "18"),)) if body.entropy else None

    def dropped(body: RecordBody) -> RecordBody | None:
        return (
            replace(body, entropy=(Entropy("ann", "17"), *body.entropy)) if body.entropy else None
        )

    for change in (other, dropped):
        verdict, position = forged(records_with_entropy(), change)
        assert "what players added" in message_of(verdict)
        assert position_of(verdict) > position


def test_nothing_is_added_where_no_cut_is_due() -> None:
    def late(body: RecordBody) -> RecordBody | None:
        return replace(body, entropy=(Entropy("ann", "17"),)) if body.steps else None

    verdict, position = forged(played(1), late)
    assert "when none was due" in message_of(verdict)
    assert position_of(verdict) == position


def test_the_cards_of_a_round_are_those_of_the_committed_order() -> None:
    with journal() as opened:
        table = at_the_cut(opened)
        committed = table.shuffles[0]
        table.add_entropy("cyd", "seven")
        decline(table)
        number = table.state.round + 1
        play_one(table)
        (under_way,) = check_shuffles(opened, "BJ-01", number, rules_of)
        assert (under_way.checked, under_way.commitment) == (False, committed.commitment)
        table.send(OrderReshuffle())
        decline(table)
        (check,) = check_shuffles(opened, "BJ-01", number, rules_of)
        assert check.checked
        assert check.added == (Entropy("cyd", "seven"),)
        order = bytes(parse_card(name) for name in check.order)
        text = bytes.fromhex(check.salt) + order
        assert hashlib.sha256(text).hexdigest() == committed.commitment
        assert check.cut == depth_of(committed.commitment, check.added, len(order))
        after_the_cut = order[check.cut :] + order[: check.cut]
        dealt = bytes(parse_card(name) for name in check.cards)
        assert after_the_cut[1 : len(dealt) + 1] == dealt, "the first card was burned"


def test_a_round_that_the_house_did_not_shuffle_has_no_check() -> None:
    with journal() as opened:
        play(host(opened, PLAIN, seeded_bits(1)), 1)
        with pytest.raises(BadInput, match="Round 9 of table BJ-01 took no card"):
            check_shuffles(opened, "BJ-01", 9, rules_of)


def test_a_card_that_is_not_turned_yet_has_no_name() -> None:
    shuffle = _Shuffle(VAULT.seal("BJ-01/shoe/1", bytes(range(52))), 1)
    shuffle.draws = [(0, 0, -1), (0, 1, parse_card("As")), (0, 2, parse_card("Kc"))]
    check = shuffle.check()
    assert check.cards == ("??", "As", "Kc")
    assert (check.places, check.order) == ((), ()), "the order is not revealed"
