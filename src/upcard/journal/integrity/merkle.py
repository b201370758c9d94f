"""Merkle trees: one hash for many leaves, and a few hashes that prove one leaf (RFC 6962)."""

import hashlib
from collections.abc import Sequence


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf; its first byte keeps it from being taken for a node."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def tree_hash(leaves: Sequence[bytes]) -> bytes:
    """The hash of the tree over these leaves' hashes; that of no text for none."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    level = list(leaves)
    while len(level) > 1:
        pairs = [_node(level[n], level[n + 1]) for n in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from the leaf at `index` (from 0) to the tree's hash, lowest first."""
    steps, level = [], list(leaves)
    while len(level) > 1:
        sibling = index ^ 1
        if sibling < len(level):
            steps.append(level[sibling])
        pairs = [_node(level[n], level[n + 1]) for n in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
        index //= 2
    return steps


def climb(leaf: bytes, index: int, size: int, steps: Sequence[bytes]) -> bytes:
    """The tree's hash by a path from the leaf at `index` of `size`.

    Raises ``ValueError`` for a path of another length.
    """
    if not 0 <= index < size:
        raise ValueError("The place is not in the tree.")
    steps_left, now = list(steps), leaf
    while size > 1:
        if index ^ 1 < size:
            if not steps_left:
                raise ValueError("The path is too short.")
            sibling = steps_left.pop(0)
            now = _node(sibling, now) if index % 2 else _node(now, sibling)
        index, size = index // 2, (size + 1) // 2
    if steps_left:
        raise ValueError("The path is too long.")
    return now


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
