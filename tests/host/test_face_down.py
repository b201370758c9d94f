"""A card that lies face down is in no byte of the journal, its export or its feed until turned."""

import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import forged, message_of, position_of, sealed_in, verdict_on, with_body
from host.live import INSTALLATION, PLAIN, VAULT, answer, host, journal, play
from upcard.cards.card import name_of, parse_card
from upcard.cards.shuffle import Bits, seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.events import CardDealt
from upcard.engine.play import question
from upcard.engine.views import Viewer, view_for
from upcard.host.bodies.record_body import RecordBody, decode_body
from upcard.host.bodies.sealed import SealedSecret
from upcard.host.records.replay import rounds_of
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import RobotTable
from upcard.host.seals.face_down import (
    cards_sealed,
    dealt_face_down,
    is_card,
    placeholders,
    with_cards,
)
from upcard.host.tables.remote_table import FollowedTable
from upcard.host.tables.table import TableHost
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.copies.exporting import export_journal, import_journal
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord
from upcard.service.history.public_events import public_records
from upcard.submission.compiling.text import rules_of

HOLE, OTHER = parse_card("7c"), parse_card("8c")
"""Two hole cards under a nine; the other one is the last card of the shoe."""

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = (
    "rounds/submissions/six-decks.toml",
    "rounds/submissions/double-face-down.toml",
    "rounds/submissions/s633a-from-the-hand.toml",
    "rounds/submissions/s633a-continuous.toml",
    "rounds/submissions/s633a-double-shoe.toml",
    "rounds/submissions/blackjack-switch.toml",
    "rounds/submissions/blackjack-premium.toml",
    "rounds/submissions/switch-hands.toml",
    "rounds/submissions/switch-hands-after.toml",
    "rounds/submissions/down-under.toml",
    "hybrid/submissions/hybrid-6.toml",
)


def order_with(hole: int, last: int, cards: Sequence[int]) -> list[int]:
    """An order that deals a five and a six against a nine, once cut at ten cards."""
    first = [parse_card(name) for name in ("2c", "5h", "9d", "6h")]
    rest = Counter(cards)
    rest.subtract([*first, hole, last])
    others = list(rest.elements())
    return [*others[:10], *first, hole, *others[10:], last]


def stack(monkeypatch: pytest.MonkeyPatch, hole: int, last: int) -> None:
    def order(cards: Sequence[int], _bits: Bits) -> list[int]:
        return order_with(hole, last, cards)

    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", order)


def in_mid_round(opened: Journal) -> TableHost:
    table = host(opened, PLAIN, lambda _width: 0)  # the cut is as high as it may be
    table.send(PlaceWager(1, "blackjack", dollars(15), "ann"), key="k1", actor="ann")
    table.send(CloseBets(), key="k2", actor="dan")
    assert sorted(name_of(card) for card in table.state.cards_shown) == sorted(
        ["5h", "6h", "9d", name_of(table.state.dealer[1])]  # type: ignore[attr-defined] # Blackjack
    )
    return table


def finish(table: TableHost) -> None:
    while (asked := question(table.state)) is not None:
        table.send(asked.unanswered)
    table.send(ClearTable())


def exported(opened: Journal) -> bytes:
    file = io.BytesIO()
    export_journal(opened, file, INSTALLATION.signing_key)
    return file.getvalue()


def unsealed(records: Sequence[JournalRecord]) -> list[RecordBody]:
    """The bodies without what is sealed and revealed, which differs each time."""
    bodies = [decode_body(record.body) for record in records]
    return [replace(body, sealed=(), revealed=()) for body in bodies]


def test_no_byte_of_the_files_names_the_hole_card_until_it_is_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, HOLE, OTHER)
    named = re.compile(rb'"card":%d[,}]|[\[,]%d[\],]|"7c"' % (HOLE, HOLE))
    with journal(str(tmp_path / "table.journal")) as opened:
        table = in_mid_round(opened)
        assert table.state.dealer[1] == HOLE  # type: ignore[attr-defined] # of Blackjack
        files = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
        assert b'"CardDealt"' in files, "the records are in these bytes"
        told = json.dumps(list(public_records(opened, table.stream, 0))).encode()
        for text in (files, exported(opened), told):
            assert not named.search(text)
        finish(table)
        assert named.search(exported(opened))


def test_records_of_rounds_that_differ_in_the_hole_card_alone_are_the_same_until_it_is_turned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stories = []
    for hole, last in ((HOLE, OTHER), (OTHER, HOLE)):
        stack(monkeypatch, hole, last)
        with journal() as opened:
            table = in_mid_round(opened)
            before = list(opened.records(table.stream))
            view = view_for(table.state, Viewer.SURVEILLANCE)
            finish(table)
            after = list(opened.records(table.stream))
            stories.append((unsealed(before), [record.digest for record in before], view, after))
    (one, digests, seen, ended), (other, other_digests, other_seen, other_ended) = stories
    assert (one, digests, seen) == (other, other_digests, other_seen)
    assert unsealed(ended) != unsealed(other_ended)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_seals_what_lies_face_down_and_reveals_it(name: str) -> None:
    """A record that deals it has a placeholder, and the card is known once the round is over."""
    with journal() as opened:
        table = host(opened, (GOLDEN / name).read_text(encoding="utf-8"), seeded_bits(3))
        by_robots = RobotTable(table.rules, table, seeded_bits(4))
        for _ in range(6):
            by_robots.play()
        bodies = [decode_body(record.body) for record in opened.records(table.stream)]
        dealt = [event for body in bodies for event in dealt_face_down(body.steps)]
        sealed = [seal.item for body in bodies for seal in cards_sealed(body.sealed)]
        assert len(sealed) == len(dealt) >= 6
        assert all(event.card < -1 for event in dealt)
        revealed = [
            secret.item for body in bodies for secret in body.revealed if is_card(secret.item)
        ]
        assert sorted(revealed) == sorted(sealed)
        assert verify(opened, rules_of).first_difference is None
        for record in rounds_of(opened, table.rules.name, rules_of):
            assert "??" not in json.dumps(record)


def test_a_table_knows_the_card_after_a_kill_and_on_another_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, HOLE, OTHER)
    with journal() as opened, journal() as elsewhere:
        table = in_mid_round(opened)
        import_journal(elsewhere, io.BytesIO(exported(opened)), INSTALLATION.public_key)
        for vault in (opened, elsewhere):
            again = host(vault, PLAIN)
            assert again.state == table.state
            finish(again)
            assert verify(vault, rules_of).first_difference is None


def test_the_placeholders_of_the_journal_never_change() -> None:
    """Records that were written hold them."""
    assert [*placeholders(2)] == [-2, -3]


def test_who_only_follows_a_table_sees_the_card_once_it_is_turned() -> None:
    with journal() as opened:
        table = host(opened, PLAIN, seeded_bits(1))
        followed = FollowedTable(opened, "BJ-01", rules_of)
        robots = [Robot(position, seeded_bits(7)) for position in (1, 2, 3)]
        for _ in range(5):
            for robot in robots:
                for command in robot.wagers(table.rules):
                    table.send(command)
            table.send(CloseBets())
            for _ in range(20):
                seen = view_for(followed.state, Viewer.SURVEILLANCE)
                assert seen == view_for(table.state, Viewer.SURVEILLANCE)
                answer(table, robots, most=1)
            assert followed.state == table.state
            table.send(ClearTable())


def test_a_round_under_way_is_verified_as_far_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, HOLE, OTHER)
    with journal() as opened:
        table = in_mid_round(opened)
        verdict = verify(opened, rules_of)
        assert verdict.verified
        assert [remark.stream for remark in verdict.remarks] == ["table/BJ-01"]
        assert "lies face down" in verdict.remarks[0].message
        finish(table)
        assert not verify(opened, rules_of).remarks


# Forgeries


def records_of_rounds() -> list[JournalRecord]:
    with journal() as opened:
        play(host(opened, PLAIN, seeded_bits(1)), 3)
        return list(opened.all_records())


def hole_items(records: Sequence[JournalRecord]) -> list[SealedSecret]:
    return [seal for seal in sealed_in(records).values() if is_card(seal.item)]


def test_a_card_that_was_turned_is_revealed() -> None:
    def silent(body: RecordBody) -> RecordBody | None:
        kept = tuple(secret for secret in body.revealed if not is_card(secret.item))
        return replace(body, revealed=kept) if kept != body.revealed else None

    verdict, position = forged(records_of_rounds(), silent)
    assert "was turned and was not revealed." in message_of(verdict)
    assert position_of(verdict) == position


def test_a_card_is_not_revealed_before_it_is_turned() -> None:
    records = records_of_rounds()
    first = hole_items(records)[0]

    def early(body: RecordBody) -> RecordBody | None:
        if first not in body.sealed or any(secret.item == first.item for secret in body.revealed):
            return None
        return replace(body, revealed=(*body.revealed, VAULT.reveal(first)))

    assert f"{first.item} was revealed before it was turned." in message_of(
        forged(records, early)[0]
    )


@pytest.mark.parametrize("other", [b"\x00\x01", b""])
def test_what_is_revealed_is_one_card(other: bytes) -> None:
    records = records_of_rounds()
    first = hole_items(records)[0]
    assert not _with_secret(records, first, other).verified


def test_another_card_than_the_one_that_was_committed_is_found() -> None:
    """The forger seals another card from the beginning: the shoe, or the rules, contradict it."""
    records = records_of_rounds()
    first = hole_items(records)[0]
    other = (VAULT.open(first)[0] + 5) % 52
    assert not _with_secret(records, first, bytes([other])).verified
    body = next(body for record in records if first in (body := decode_body(record.body)).sealed)
    assert dealt_face_down(body.steps)


def _with_secret(records: Sequence[JournalRecord], first: SealedSecret, secret: bytes) -> Verdict:
    new = VAULT.seal(first.item, secret)
    opens = VAULT.reveal(new)

    def change(body: RecordBody) -> RecordBody:
        return replace(
            body,
            sealed=tuple(new if seal.item == new.item else seal for seal in body.sealed),
            revealed=tuple(
                opens if secret.item == new.item else secret for secret in body.revealed
            ),
        )

    return forged(list(records), change, every=True)[0]


def test_a_card_in_the_clear_among_sealed_ones_is_found() -> None:
    records = records_of_rounds()
    last = hole_items(records)[-1]

    def clear(body: RecordBody) -> RecordBody | None:
        if last not in body.sealed:
            return None
        kept = tuple(seal for seal in body.sealed if seal != last)
        return replace(body, sealed=kept)

    assert "was dealt face down and was not sealed." in message_of(forged(records, clear)[0])


def test_a_journal_of_a_version_that_sealed_no_cards_verifies() -> None:
    """Its records have the hole card in the clear."""
    records = records_of_rounds()
    cards = {item.item: VAULT.open(item)[0] for item in hole_items(records)}
    former = []
    for record in records:
        body = decode_body(record.body)
        known = [cards[seal.item] for seal in cards_sealed(body.sealed)]
        body = with_cards(body, known) if known else body
        former.append(
            replace(
                body,
                sealed=tuple(seal for seal in body.sealed if not is_card(seal.item)),
                revealed=tuple(secret for secret in body.revealed if not is_card(secret.item)),
            )
        )
    made = [with_body(record, body) for record, body in zip(records, former, strict=True)]
    assert any(
        isinstance(event, CardDealt) and not event.face_up and event.card >= 0
        for body in former
        for step in body.steps
        for event in step.events
    )
    assert verdict_on(made).verified
