"""Checks that a journal was not tampered with: its chains, its roots, and checkpoints."""

from collections.abc import Mapping, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from upcard.journal.integrity.chain import Chains, genesis
from upcard.journal.integrity.former import FormerChain
from upcard.journal.integrity.roots import Roots, root_of
from upcard.journal.integrity.signing import is_signed
from upcard.journal.journal import Journal
from upcard.journal.port import (
    FORMAT,
    ROOT,
    WHOLE,
    ChainHead,
    Checkpoint,
    JournalRecord,
    JournalTampered,
    Link,
)


class JournalCheck:
    """Follows all links of a journal, in the order of `Journal.all_links`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._chains = Chains(journal.header)
        self._roots: list[Link] = []
        self._former = FormerChain(journal.header)

    def check_link(self, link: Link) -> None:
        """Check the next link; raises `JournalTampered` if it differs from what was written."""
        self._chains.check_link(link)
        if link.record.stream == ROOT:
            self._roots.append(link)
        elif WHOLE in link.record.shared:
            self._former.hash_record(link.record)

    def check_ends(self, promised: Mapping[str, ChainHead]) -> Roots:
        """Check the roots, and that the streams end where they were promised to end."""
        roots = Roots(self._journal.hashes)
        for link in self._roots:
            roots.check_root(link.record)
        if roots.former != self._former.head:
            raise JournalTampered(
                "The records of the former journal are not those that it had when it was converted."
            )
        for stream, position in roots.covered.items():
            if stream not in promised or promised[stream].position < position:
                raise JournalTampered(
                    f"A root covers record {position} of {stream}, which the stream no longer has."
                )
        records = [link.record for link in self._roots]
        _check_checkpoints(self._journal, records, former=roots.former is not None)
        for stream, head in promised.items():
            if self._chains.heads.get(stream) != head:
                raise JournalTampered(f"{stream} does not end with the record that its head names.")
        return roots


class BesideCheck:
    """Compares records with the rows stored with them: keys' answers, numbers of shared states."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._changes: dict[str, int] = {}

    def check_record(self, record: JournalRecord) -> None:
        """Check what is stored with the next record; raises `JournalTampered` if it differs."""
        self._changes.update(record.shared)
        if not record.key:
            return
        reply = self._journal.reply(record.stream, record.key)
        kept = None if reply is None else (reply.digest, reply.position, reply.refusal)
        if kept != (record.digest, record.position, None):
            raise JournalTampered(
                f"The answer stored for the key of record {record.position} of {record.stream} is "
                "not this record."
            )

    def check_shared(self) -> None:
        """Check the numbers of shared states; only while nobody writes to the journal."""
        for name, shared in self._journal.all_shared().items():
            if shared.number != self._changes.get(name, 0):
                raise JournalTampered(
                    f"{name or 'The former journal'} is at change {shared.number}; its records "
                    f"make {self._changes.get(name, 0)}."
                )
            if shared.state is not None and not shared.number and WHOLE not in self._changes:
                raise JournalTampered(f"No record made the shared state {name}.")


def _check_checkpoints(journal: Journal, roots: Sequence[JournalRecord], *, former: bool) -> None:
    """Raise `JournalTampered` for a stored checkpoint of a root that the journal does not have.

    Its signature is not checked here: a caller that relies on a checkpoint checks it with the key.
    """
    end = journal.head(ROOT).position
    for checkpoint in journal.checkpoints():
        identity = (checkpoint.journal, checkpoint.events, checkpoint.hash)
        if checkpoint.format == 1 and former:
            continue
        if checkpoint.format != FORMAT or not 0 <= checkpoint.position <= end:
            should = None
        elif not checkpoint.position:
            should = (journal.header.journal, 0, genesis(journal.header, ROOT).hash)
        elif checkpoint.position <= len(roots):
            root = roots[checkpoint.position - 1]
            should = (journal.header.journal, root.event + root.events, root_of(root).tree)
        else:  # written while the journal was read
            continue
        if identity != should:
            raise JournalTampered(
                f"A checkpoint stored in the journal is not of its root {checkpoint.position}."
            )


def check_chain(journal: Journal) -> dict[str, ChainHead]:
    """Check all chains and roots; the heads, or `JournalTampered` at the first difference."""
    promised = journal.heads()
    check = JournalCheck(journal)
    for link in journal.all_links({name: head.position for name, head in promised.items()}):
        check.check_link(link)
    check.check_ends(promised)
    return promised


def check_checkpoint(journal: Journal, checkpoint: Checkpoint, key: Ed25519PublicKey) -> None:
    """Raise `JournalTampered` unless the journal still holds the root that was signed.

    Compares only the root with the checkpoint's number; `check_chain` checks what it covers.
    """
    if not is_signed(checkpoint, key):
        raise JournalTampered("The checkpoint is not signed by this key.")
    if checkpoint.journal != journal.header.journal:
        raise JournalTampered("The checkpoint is of another journal.")
    if checkpoint.format != FORMAT:
        _check_former(journal, checkpoint)
        return
    end = journal.head(ROOT).position
    if end < checkpoint.position:
        raise JournalTampered(
            f"The journal ends with root {end}; at the checkpoint it had {checkpoint.position}."
        )
    events, tree = 0, genesis(journal.header, ROOT).hash
    if checkpoint.position:
        record = journal.record(ROOT, checkpoint.position)
        events, tree = record.event + record.events, root_of(record).tree
    if (events, tree) != (checkpoint.events, checkpoint.hash):
        raise JournalTampered(f"Root {checkpoint.position} differs from the one at the checkpoint.")


def _check_former(journal: Journal, checkpoint: Checkpoint) -> None:
    """Raise `JournalTampered` unless the former journal had the record that was signed."""
    former = FormerChain(journal.header)
    signed = (checkpoint.position, checkpoint.events, checkpoint.hash)
    if former.signs(signed):
        return
    for link in journal.all_links():
        if WHOLE in link.record.shared:
            former.hash_record(link.record)
            if former.signs(signed):
                return
    raise JournalTampered(
        f"Record {checkpoint.position} of the former journal differs from the one at the "
        "checkpoint, or is missing."
    )
