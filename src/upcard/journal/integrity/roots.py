"""Roots: at intervals, one hash over the records that all streams gained since the last root.

A root is a record of the stream `port.ROOT`. Its tree has a leaf that names the root before it and
one leaf for each stream that moved, which has a tree over the hashes of the stream's new records.
So a path of a few hashes leads from a record to a root, and a signed root covers all before it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from upcard.journal.codec import decode_canonical, encode
from upcard.journal.integrity.merkle import climb, leaf_hash, path, tree_hash
from upcard.journal.port import ROOT, ChainHead, Hex32, JournalRecord, JournalTampered, Link
from upcard.journal.store import RootCoverage

Hashes = Callable[[str, int, int], Sequence[str]]
"""The hashes of a stream's records after a position, up to another, in order."""


class Former(msgspec.Struct, frozen=True):
    """The head of the one chain of a journal of format 1, when it was converted."""

    position: int
    events: int
    hash: Hex32


class RootLeaf(msgspec.Struct, frozen=True, array_like=True):
    """The records `first` to `position` of a stream; `events` and `hash` are of its head then.

    `records` is the tree over the hashes of these records.
    """

    stream: str
    first: int
    position: int
    events: int
    hash: Hex32
    records: Hex32


class Root(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a root's record; `before` is the tree of the root before it, "" for none.

    `former` is in the first root of a journal that was converted from format 1.
    """

    tree: Hex32
    leaves: tuple[RootLeaf, ...]
    before: str = ""
    former: Former | None = None


_decoder = msgspec.json.Decoder(Root)


def root_of(record: JournalRecord) -> Root:
    """The root in a record of the stream of roots; raises `JournalTampered` if it has none."""
    try:
        return decode_canonical(bytes(record.body), _decoder)
    except ValueError:
        raise JournalTampered(f"Record {record.position} of {ROOT} is no root.") from None


def covered_by(root: Root) -> dict[str, RootCoverage]:
    """How far a root covers the streams that it names."""
    return {leaf.stream: RootCoverage(leaf.position, leaf.events) for leaf in root.leaves}


def leaf_of(stream: str, first: int, head: ChainHead, hashes: Iterable[str]) -> RootLeaf:
    """The leaf of a stream that moved; `hashes` are those of its records from `first` on."""
    records = tree_hash([_record_leaf(digest) for digest in hashes])
    return RootLeaf(stream, first, head.position, head.events, head.hash, records.hex())


def make_root(
    number: int, before: str, leaves: Sequence[RootLeaf], former: Former | None = None
) -> Root:
    """The root with this number over these leaves."""
    tree = tree_hash(_tree_leaves(number, before, leaves, former))
    return Root(tree.hex(), tuple(leaves), before, former)


class RecordProof(msgspec.Struct, frozen=True):
    """What leads from a record's hash to the tree of a root: a few hashes (hex), lowest first.

    `leaf` is the stream's leaf, `index` its place among `leaves` leaves of the tree.
    """

    root: int
    leaf: RootLeaf
    records: tuple[Hex32, ...]
    index: int
    leaves: int
    streams: tuple[Hex32, ...]
    tree: Hex32


def prove(
    number: int, root: Root, stream: str, position: int, hashes: Sequence[str]
) -> RecordProof:
    """The proof of a record of a stream that a root covers.

    `hashes` are those of all records of the stream's leaf. Raises ``ValueError`` for a record
    that the root does not cover.
    """
    names = [leaf.stream for leaf in root.leaves]
    leaf = root.leaves[names.index(stream)]
    if not leaf.first <= position <= leaf.position:
        raise ValueError(f"Root {number} does not cover record {position} of {stream}.")
    tree = _tree_leaves(number, root.before, root.leaves, root.former)
    index = names.index(stream) + 1
    leaf_path = path([_record_leaf(digest) for digest in hashes], position - leaf.first)
    root_path = path(tree, index)
    return RecordProof(
        number,
        leaf,
        tuple(digest.hex() for digest in leaf_path),
        index,
        len(tree),
        tuple(digest.hex() for digest in root_path),
        root.tree,
    )


def is_proved(link: Link, proof: RecordProof) -> bool:
    """Whether the proof leads from this record to its tree."""
    leaf, record = proof.leaf, link.record
    size = leaf.position - leaf.first + 1
    try:
        records = climb(
            _record_leaf(link.hash),
            record.position - leaf.first,
            size,
            [bytes.fromhex(digest) for digest in proof.records],
        )
        tree = climb(
            leaf_hash(encode(leaf)),
            proof.index,
            proof.leaves,
            [bytes.fromhex(digest) for digest in proof.streams],
        )
    except ValueError:
        return False
    is_same = record.stream == leaf.stream and records.hex() == leaf.records
    return is_same and tree.hex() == proof.tree


class Roots:
    """Checks roots against the records of the streams.

    `covered` is the last record of each stream that the roots followed so far cover, `trees` are
    their trees, `tree` is that of the last one.
    """

    def __init__(self, hashes: Hashes) -> None:
        self.covered: dict[str, int] = {}
        self.tree = ""
        self.former: Former | None = None
        self.trees: list[str] = []
        self._hashes = hashes

    def check_root(self, record: JournalRecord) -> None:
        """Check the next root; raises `JournalTampered` if it is not over the records it names."""
        root = root_of(record)
        leaves = [self._leaf(leaf) for leaf in root.leaves]
        expected = make_root(record.position, self.tree, leaves, root.former)
        sorted_once = [leaf.stream for leaf in leaves]
        if expected != root or sorted_once != sorted(set(sorted_once)):
            raise JournalTampered(f"Root {record.position} differs from the records that it names.")
        if root.former is not None and record.position != 1:
            raise JournalTampered(f"Root {record.position} names a former journal.")
        self.former = self.former or root.former
        self.covered.update({leaf.stream: leaf.position for leaf in leaves})
        self.tree = root.tree
        self.trees.append(root.tree)

    def _leaf(self, leaf: RootLeaf) -> RootLeaf:
        """The leaf as the records give it; only its count of events is taken from it."""
        first = self.covered.get(leaf.stream, 0) + 1
        hashes = self._hashes(leaf.stream, first - 1, leaf.position)
        if not hashes or len(hashes) != leaf.position - first + 1:
            raise JournalTampered(
                f"A root names record {leaf.position} of {leaf.stream}, which is missing."
            )
        return leaf_of(
            leaf.stream, first, ChainHead(leaf.position, leaf.events, hashes[-1]), hashes
        )


def _tree_leaves(
    number: int, before: str, leaves: Iterable[RootLeaf], former: Former | None
) -> list[bytes]:
    return list(_leaf_hashes(number, before, leaves, former))


def _leaf_hashes(
    number: int, before: str, leaves: Iterable[RootLeaf], former: Former | None
) -> Iterator[bytes]:
    yield leaf_hash(encode([ROOT, number, before, former]))
    for leaf in leaves:
        yield leaf_hash(encode(leaf))


def _record_leaf(digest: str) -> bytes:
    try:
        return leaf_hash(bytes.fromhex(digest))
    except ValueError:
        raise JournalTampered("The journal is damaged: what stands for a hash is none.") from None
