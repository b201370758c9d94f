"""What is sealed, revealed and given up: the verifier holds every record to its order."""

import pytest
from msgspec.structs import replace

from host.forging import (
    SHOE,
    forged,
    message_of,
    played,
    position_of,
    resealed,
    reshuffled,
    sealed_in,
    secret_item,
    verdict_on,
    with_body,
)
from host.live import PLAIN, VAULT, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.host.bodies.record_body import RecordBody, decode_body
from upcard.host.bodies.sealed import RevealedSecret, SealedSecret, SealVoided
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalRecord
from upcard.submission.compiling.text import rules_of

OTHER = VAULT.seal("table/BJ-02/shoe/9", b"nobody asked for this")
LOST = Vault(Installation(b"o" * 32))


# Numbers


@pytest.mark.parametrize("skipped", ["0", "2", "01", "one", ""])
def test_a_first_shoe_that_is_not_number_1_is_refused(skipped: str) -> None:
    records = played(2)
    item = f"{SHOE}/1"
    order = VAULT.open(sealed_in(records)[item])
    verdict = resealed(records, {item: (f"{SHOE}/{skipped}", order)})
    assert f"{SHOE}/{skipped} is not number 1 of its kind." in message_of(verdict)
    assert position_of(verdict) == 1


@pytest.mark.parametrize("number", ["1", "3"])
def test_a_second_shoe_that_is_not_number_2_is_refused(number: str) -> None:
    """A forger who shuffled until he liked the order, and tells of the last shuffle alone."""
    records = reshuffled()
    item = f"{SHOE}/2"
    order = VAULT.open(sealed_in(records)[item])
    verdict = resealed(records, {item: (f"{SHOE}/{number}", order)})
    assert f"{SHOE}/{number} is not number 2 of its kind." in message_of(verdict)


def test_a_secret_value_that_is_not_the_first_is_refused() -> None:
    """A forger who drew values until he liked one."""
    records = played(2)
    item = secret_item(records)
    name = item.removesuffix("1") + "2"
    verdict = resealed(records, {item: (name, VAULT.open(sealed_in(records)[item]))})
    assert f"{name} is not number 1 of its kind." in message_of(verdict)


def test_a_secret_value_that_skips_a_number_after_a_hit_is_refused() -> None:
    records = played(1, hits=True)
    items = sealed_in(records)
    second = next(item for item in items if item.endswith("/secret/2"))
    name = second.removesuffix("2") + "3"
    verdict = resealed(records, {second: (name, VAULT.open(items[second]))})
    assert f"{name} is not number 2 of its kind." in message_of(verdict)


# Sealed for nothing, never sealed, twice


def table_steps(body: RecordBody) -> bool:
    return bool(body.steps) and not body.submission


@pytest.mark.parametrize("opens", [True, False])
def test_what_is_sealed_for_nothing_is_named(opens: bool) -> None:
    for extra in (replace(OTHER, item="anything"), replace(OTHER, item="meter/none/secret/1")):

        def change(body: RecordBody, extra: SealedSecret = extra) -> RecordBody | None:
            return replace(body, sealed=(*body.sealed, extra)) if chosen(body) else None

        def chosen(body: RecordBody) -> bool:
            return bool(body.submission) if opens else table_steps(body)

        verdict, position = forged(played(2), change)
        assert f"{extra.item} was sealed for nothing." in message_of(verdict)
        assert position_of(verdict) == position


def test_a_shoe_too_many_is_sealed_for_nothing() -> None:
    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, sealed=(*body.sealed, OTHER)) if table_steps(body) else None

    verdict, position = forged(played(2), change)
    assert "table/BJ-02/shoe/9 was sealed for nothing." in message_of(verdict)
    assert position_of(verdict) == position


def test_what_was_never_sealed_is_not_revealed() -> None:
    opens = RevealedSecret("table/BJ-02/shoe/7", b"k" * 32, b"s" * 32)

    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, revealed=(opens,)) if table_steps(body) else None

    verdict, position = forged(played(2), change)
    assert "table/BJ-02/shoe/7 was revealed and never sealed." in message_of(verdict)
    assert position_of(verdict) == position


def test_an_item_is_not_revealed_twice_in_a_record() -> None:
    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, revealed=body.revealed * 2) if body.revealed else None

    verdict, position = forged(reshuffled(), change)
    assert "A sealed item was revealed twice." in message_of(verdict)
    assert position_of(verdict) == position


def test_an_item_is_not_revealed_again_in_a_later_record() -> None:
    records = reshuffled()
    everything = [secret for record in records for secret in decode_body(record.body).revealed]
    revealed = [item for item in everything if item.item.startswith(SHOE)]
    last = decode_body(records[-1].body)
    made = [*records[:-1], with_body(records[-1], replace(last, revealed=tuple(revealed)))]
    verdict = verdict_on(made)
    assert f"{SHOE}/1 was revealed and never sealed." in message_of(verdict)
    assert position_of(verdict) == len(records)


def test_a_shoe_is_not_revealed_before_it_came_to_its_end() -> None:
    """Else a forger would open it early and deal what he likes from then on."""
    records = played(2)
    opens = VAULT.reveal(sealed_in(records)[f"{SHOE}/1"])

    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, revealed=(opens,)) if table_steps(body) else None

    verdict, position = forged(records, change)
    assert f"{SHOE}/1 was revealed before it came to its end." in message_of(verdict)
    assert position_of(verdict) == position


# Shuffled without a seal, ended without being revealed


def without_orders(body: RecordBody) -> RecordBody | None:
    kept = tuple(seal for seal in body.sealed if not seal.item.startswith(SHOE))
    return replace(body, sealed=kept) if kept != body.sealed else None


def test_cards_that_are_shuffled_have_a_sealed_order() -> None:
    verdict, position = forged(played(2), without_orders)
    assert "Cards were shuffled without their order being sealed." in message_of(verdict)
    assert position_of(verdict) == position == 1


def test_an_order_under_another_table_s_name_is_none_of_this_table() -> None:
    records = played(2)
    order = VAULT.open(sealed_in(records)[f"{SHOE}/1"])
    verdict = resealed(records, {f"{SHOE}/1": ("table/BJ-03/shoe/1", order)})
    assert "without their order being sealed" in message_of(verdict)


def nothing_revealed(body: RecordBody) -> RecordBody | None:
    kept = tuple(secret for secret in body.revealed if "/shoe/" not in secret.item)
    return replace(body, revealed=kept) if kept != body.revealed else None


def test_a_shoe_that_ends_is_revealed() -> None:
    verdict, position = forged(reshuffled(), nothing_revealed)
    assert f"{SHOE}/1 came to its end and was not revealed." in message_of(verdict)
    assert position_of(verdict) == position


def reopened(vault: Vault = VAULT, void_by: str = "") -> list[JournalRecord]:
    """A table that goes on with another submission: new cards come in."""
    with journal() as opened:
        table = host(opened, PLAIN, seeded_bits(3))
        play(table, 2)
        table.close()
        other = PLAIN + "\n[wagers.perfect-pairs]\n"
        again = TableHost(
            opened,
            other,
            rules_of,
            CardSupply(vault, seeded_bits(4)),
            OpeningTerms(void_by=void_by),
        )
        play(again, 2)
        again.close()
        verdict = verify(opened, rules_of)
        assert verdict.verified, message_of(verdict)
        return list(opened.all_records())


def test_a_shoe_that_is_taken_out_is_revealed() -> None:
    verdict, position = forged(reopened(), nothing_revealed)
    assert "table/BJ-01/shoe/1 came to its end and was not revealed." in message_of(verdict)
    assert position_of(verdict) == position > 1


def test_a_shoe_that_is_taken_out_and_cannot_be_opened_is_given_up() -> None:
    records = reopened(LOST, "floor ann")
    bodies = [decode_body(record.body) for record in records]
    assert [given_up for body in bodies for given_up in body.voided] == [
        SealVoided("table/BJ-01/shoe/1", "floor ann")
    ]

    def unsaid(body: RecordBody) -> RecordBody | None:
        return replace(body, voided=()) if body.voided else None

    verdict, position = forged(records, unsaid)
    assert "table/BJ-01/shoe/1 came to its end and was not revealed." in message_of(verdict)
    assert position_of(verdict) == position


def test_what_is_taken_out_can_be_something_else_than_was_dealt() -> None:
    records = reopened()
    order = VAULT.open(sealed_in(records)["table/BJ-01/shoe/1"])
    other = order[26:] + order[:26]
    verdict = resealed(records, {"table/BJ-01/shoe/1": ("table/BJ-01/shoe/1", other)})
    assert "A card was dealt that table/BJ-01/shoe/1 does not have there." in message_of(verdict)
