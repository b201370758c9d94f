"""A round is proved to a third party: with a few hashes, and without the journal."""

import re
from collections.abc import Callable
from html import escape

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from amounts import dollars
from host.live import INSTALLATION, PLAIN, PROGRESSIVE, answer, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.host.records.round_proof import NotCovered, RoundProof, check_round, prove_round
from upcard.host.scripts.robots import Robot
from upcard.host.tables.table import TableHost
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import JournalTampered, Link
from upcard.rules.violation import BadInput
from upcard.service.history.evidence import evidence_of, evidence_page, proof_in, settlements_in
from upcard.submission.compiling.text import rules_of

KEY = INSTALLATION.signing_key
PUBLIC = KEY.public_key().public_bytes_raw()


def proved(opened: Journal, number: int) -> RoundProof:
    return prove_round(opened, "BJ-02", number, rules_of, PUBLIC)


@pytest.fixture(scope="module")
def proof() -> RoundProof:
    """Round 2 of three; a root was written in its middle, and one after the last."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        opened.checkpoint(KEY)
        play_on(table)
        play(table, 1)
        opened.checkpoint(KEY)
        return proved(opened, 2)


def play_on(table: TableHost) -> None:
    table.send(CloseBets())
    answer(table, [Robot(position, seeded_bits(1)) for position in (1, 2, 3)])
    table.send(ClearTable())


def test_a_proof_holds_without_the_journal(proof: RoundProof) -> None:
    again = msgspec.json.decode(encode(proof), type=RoundProof)
    check_round(again)
    check_round(again, PUBLIC)
    assert [checkpoint.position for checkpoint in again.checkpoints] == [1, 2]
    assert again.hashes <= 8


def record_changed(shown: RoundProof) -> RoundProof:
    first, *rest = shown.records
    return replace(shown, records=(Link(first.hash, replace(first.record, at=1)), *rest))


@pytest.mark.parametrize(
    "change",
    [
        record_changed,
        lambda shown: replace(shown, records=shown.records[1:], proofs=shown.proofs[1:]),
        lambda shown: replace(shown, records=shown.records[::-1]),
        lambda shown: replace(shown, before="0" * 64),
        lambda shown: replace(shown, proofs=shown.proofs[::-1]),
        lambda shown: replace(shown, table="BJ-03"),
        lambda shown: replace(shown, journal="5e" * 16),
        lambda shown: replace(shown, checkpoints=shown.checkpoints[1:]),
        lambda shown: replace(shown, public_key="0" * 64),
        lambda shown: replace(
            shown, checkpoints=tuple(replace(each, hash="1" * 64) for each in shown.checkpoints)
        ),
        lambda shown: replace(
            shown, proofs=tuple(replace(each, tree="1" * 64) for each in shown.proofs)
        ),
        lambda shown: replace(
            shown, proofs=tuple(replace(each, streams=()) for each in shown.proofs)
        ),
    ],
)
def test_a_proof_that_was_changed_does_not_hold(
    proof: RoundProof, change: Callable[[RoundProof], RoundProof]
) -> None:
    with pytest.raises(JournalTampered):
        check_round(change(proof))


def test_a_proof_of_another_installation_does_not_hold(proof: RoundProof) -> None:
    with pytest.raises(JournalTampered, match="signed with another key"):
        check_round(proof, bytes(32))


def test_a_round_is_proved_only_when_it_is_settled_and_covered() -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        with pytest.raises(NotCovered, match="No signed root covers round 1 of table BJ-02 yet"):
            proved(opened, 1)
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        table.send(CloseBets())
        opened.checkpoint(KEY)
        assert proved(opened, 1).round == 1
        with pytest.raises(BadInput, match="Round 2 of table BJ-02 is still under way"):
            proved(opened, 2)
        with pytest.raises(BadInput, match="has no round 7"):
            proved(opened, 7)


def test_a_root_that_covers_no_record_of_the_table_proves_nothing_of_it() -> None:
    with journal() as opened:
        play(host(opened, PLAIN, seeded_bits(3)), 1)
        opened.checkpoint(KEY)
        play(host(opened, PROGRESSIVE, seeded_bits(3)), 1)
        with pytest.raises(NotCovered):
            proved(opened, 1)
        opened.checkpoint(KEY)
        proof = proved(opened, 1)
        assert {root_proof.root for root_proof in proof.proofs} == {2}
        check_round(proof, PUBLIC)


def test_a_root_that_another_installation_signed_proves_nothing() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        opened.checkpoint(other)
        play(table, 2)
        opened.checkpoint(KEY)
        with pytest.raises(NotCovered, match="covers round 1"):
            proved(opened, 1)
        check_round(proved(opened, 3), PUBLIC)


def test_a_page_of_evidence_has_every_settlement_with_its_section_and_the_proof() -> None:
    with journal() as opened:
        play(host(opened, PROGRESSIVE, seeded_bits(3)), 2)
        opened.checkpoint(KEY)
        proof = proved(opened, 2)
        page = evidence_page(opened, proof, rules_of)
    assert "<script src" not in page
    assert "http" not in page, "it is read offline"
    assert page.count("58 Pa. Code § ") > 10
    assert "CloseBets <small>58 Pa. Code § 633a.6" in page
    table = page.partition("Settlements")[2].partition("</table>")[0]
    assert "<td>Jackpot Party<td>" in table, "not the name that a program gives it"
    assert "[" not in page.partition("Every command")[2].partition("</table>")[0]
    inside = msgspec.json.decode(encode(msgspec.json.decode(proof_in(page))), type=RoundProof)
    check_round(inside, PUBLIC)
    assert inside == proof
    settled = list(settlements_in(inside))
    assert any("wager blackjack" in line for line in settled)
    assert all(escape(line) in page for line in settled)


def test_evidence_of_a_round_that_no_root_covers_yet_says_when_one_will() -> None:
    with journal() as opened:
        play(host(opened, PLAIN, seeded_bits(3)), 1)
        keys = INSTALLATION.raw_public_keys
        table = next(stream for stream in opened.versions() if stream.startswith("table/"))
        name = table.removeprefix("table/")
        with pytest.raises(NotCovered, match="The server signs one within a minute"):
            evidence_of(opened, name, 1, keys, rules_of)
        opened.checkpoint(KEY)
        page = evidence_of(opened, name, 1, keys, rules_of)
        assert page == evidence_page(
            opened, prove_round(opened, name, 1, rules_of, PUBLIC), rules_of
        )


HOUSE = """
[table]
name = "BJ-02"
game = "blackjack"
jurisdiction = "house"
decks = 7
positions = 3

[blackjack]
surrender = "early"

[wagers.lucky-ladies]
"""


def test_a_page_of_a_houses_own_rules_says_in_place_of_which_section_each_decision_stands() -> None:
    with journal() as opened:
        play(host(opened, HOUSE, seeded_bits(3)), 2)
        opened.checkpoint(KEY)
        page = evidence_page(opened, proved(opened, 2), rules_of)
    commands = re.findall(r"(\w+) <small>(.*?)</small>", page)
    assert len(commands) > 10
    for name, section in commands:
        assert re.fullmatch(r"submission: \S+, in place of 58 Pa\. Code § 633a\.\d+.*", section), (
            name
        )
    settled = page.partition("Settlements")[2].partition("</table>")[0]
    assert "in place of 58 Pa. Code § 633a.13(a)" in settled
    assert "no State's text is claimed" in page
    assert "<code>table.jurisdiction</code><td>Whose rules apply.<td>58 Pa. Code § 601a.2" in page
    assert escape('surrender = "early"') in page
