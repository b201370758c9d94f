"""Proves one round to a third party: its records, and a few hashes that lead to a signed root.

The proof can be checked without the journal: the records chain, each of them leads to the tree of a
root, and the installation signed the tree. The reader only needs the installation's public key.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from upcard.host.records.replay import rounds_of
from upcard.host.tables.recorded_table import RulesOf
from upcard.journal.integrity.chain import genesis, link
from upcard.journal.integrity.roots import RecordProof, RootLeaf, is_proved, prove, root_of
from upcard.journal.integrity.signing import is_signed
from upcard.journal.journal import Journal
from upcard.journal.port import FORMAT, ROOT, Checkpoint, Hex32, JournalTampered, Link
from upcard.rules.violation import BadInput


class NotCovered(BadInput):
    """A record that no signed root covers yet."""


class RoundProof(msgspec.Struct, frozen=True):
    """The records of a round in the order of their stream, and what proves them.

    `before` is the hash (hex) of the record before the first. `proofs` has one proof for each of
    the records, `checkpoints` the signatures of the roots that they lead to. `public_key` (hex)
    is that of the installation.
    """

    journal: str
    table: str
    round: int
    before: Hex32
    records: tuple[Link, ...]
    proofs: tuple[RecordProof, ...]
    checkpoints: tuple[Checkpoint, ...]
    public_key: Hex32

    @property
    def hashes(self) -> int:
        """The most hashes that lead from one of the records to its root."""
        return max(len(proof.records) + len(proof.streams) for proof in self.proofs)


def prove_round(
    journal: Journal, table: str, number: int, rules_of: RulesOf, public_key: bytes
) -> RoundProof:
    """The proof of a settled round.

    Raises `BadInput` for a round that is not in the journal or still under way, and `NotCovered`
    if no signed root covers all of it.
    """
    stream = f"table/{table}"
    first, last = _records_of(journal, table, number, rules_of)
    links = list(_links(journal, stream, first, last))
    signed = _signed_checkpoints(journal, public_key)
    proofs = list(_proofs(journal, stream, first, last, signed))
    if len(proofs) < len(links):
        raise NotCovered(f"No signed root covers round {number} of table {table} yet.")
    before = _hash_before(journal, stream, first)
    roots_used = sorted({proof.root for proof in proofs})
    return RoundProof(
        journal.header.journal,
        table,
        number,
        before,
        tuple(links),
        tuple(proofs),
        tuple(signed[root] for root in roots_used),
        public_key.hex(),
    )


def prove_by_any(
    journal: Journal, table: str, number: int, rules_of: RulesOf, public_keys: Sequence[bytes]
) -> RoundProof:
    """Like `prove_round`, by the first of an installation's keys whose roots cover the round."""
    *before_last, last = public_keys
    for public_key in before_last:
        with suppress(NotCovered):
            return prove_round(journal, table, number, rules_of, public_key)
    return prove_round(journal, table, number, rules_of, last)


def check_round(proof: RoundProof, key: bytes | None = None) -> None:
    """Raise `JournalTampered` unless the proof holds; with `key`, by the owner of this key."""
    if key is not None and key.hex() != proof.public_key:
        raise JournalTampered("The proof is signed with another key.")
    before = proof.before
    for position, entry in enumerate(proof.records, proof.records[0].record.position):
        record = entry.record
        if (record.stream, record.position) != (f"table/{proof.table}", position):
            raise JournalTampered(f"Record {record.position} of {record.stream} is out of place.")
        if link(before, record).hash != entry.hash:
            raise JournalTampered(f"Record {record.position} differs from what was written.")
        before = entry.hash
    trees = dict(_trees(proof))
    for entry, of_record in zip(proof.records, proof.proofs, strict=True):
        if not is_proved(entry, of_record) or trees.get(of_record.root) != of_record.tree:
            raise JournalTampered(
                f"Record {entry.record.position} does not lead to the signed root {of_record.root}."
            )


def _trees(proof: RoundProof) -> Iterator[tuple[int, str]]:
    """The trees that the installation signed, by the number of the root."""
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(proof.public_key))
    for checkpoint in proof.checkpoints:
        ours = (checkpoint.journal, checkpoint.format) == (proof.journal, FORMAT)
        if not ours or not is_signed(checkpoint, key):
            raise JournalTampered(f"Root {checkpoint.position} is not signed by this key.")
        yield checkpoint.position, checkpoint.hash


def _records_of(journal: Journal, table: str, number: int, rules_of: RulesOf) -> tuple[int, int]:
    """The positions of a settled round's first and last record."""
    for record in rounds_of(journal, table, rules_of):
        if record["round"] == number:
            if record.get("open"):
                raise BadInput(f"Round {number} of table {table} is still under way.")
            return record["records"][0], record["records"][-1]
    raise BadInput(f"Table {table} has no round {number} in this journal.")


def _links(journal: Journal, stream: str, first: int, last: int) -> Iterator[Link]:
    for proved in journal.links(stream, first - 1):
        if proved.record.position > last:
            return
        yield proved


def _hash_before(journal: Journal, stream: str, first: int) -> str:
    if first == 1:
        return genesis(journal.header, stream).hash
    (digest,) = journal.hashes(stream, first - 2, first - 1)
    return digest


def _signed_checkpoints(journal: Journal, public_key: bytes) -> dict[int, Checkpoint]:
    """The checkpoints of roots that this key signed, by the number of the root."""
    key = Ed25519PublicKey.from_public_bytes(public_key)
    return {
        checkpoint.position: checkpoint
        for checkpoint in journal.checkpoints()
        if checkpoint.format == FORMAT and checkpoint.position and is_signed(checkpoint, key)
    }


def _proofs(
    journal: Journal, stream: str, first: int, last: int, checkpoints: dict[int, Checkpoint]
) -> Iterator[RecordProof]:
    """The proofs of the records between two positions that signed roots cover, in order."""
    for record in journal.records(ROOT):
        root = root_of(record)
        leaf = _leaf(root.leaves, stream)
        if leaf is None or record.position not in checkpoints or leaf.position < first:
            continue
        hashes = journal.hashes(stream, leaf.first - 1, leaf.position)
        for position in range(max(first, leaf.first), min(last, leaf.position) + 1):
            yield prove(record.position, root, stream, position, hashes)
        if leaf.position >= last:
            return


def _leaf(leaves: Sequence[RootLeaf], stream: str) -> RootLeaf | None:
    return next((leaf for leaf in leaves if leaf.stream == stream), None)
