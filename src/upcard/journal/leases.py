"""Leases on streams: the exclusive right to write one, with an expiry and a fencing token."""

import msgspec

from upcard.journal.port import FencedOut, Lease, StreamLeased
from upcard.journal.store import StreamState, Transaction


def take(transaction: Transaction, stream: str, owner: str, seconds: float) -> Lease:
    """A new lease with a higher token; raises `StreamLeased` while another owner's lease runs.

    An owner that returns, for example after a crash, gets its own stream at once; the new token
    fences out whatever its old process still writes.
    """
    state = transaction.lock_streams([stream])[stream]
    if state.expires > transaction.now() and state.owner != owner:
        raise StreamLeased(f"{stream} belongs to {state.owner} until its lease runs out.")
    return _save(transaction, Lease(stream, owner, state.fence + 1, 0), state, seconds)


def renew(transaction: Transaction, lease: Lease, seconds: float) -> Lease:
    """Extend a lease, even one that has expired, unless a newer one was given (`FencedOut`)."""
    return _save(transaction, lease, _held(transaction, lease), seconds)


def release(transaction: Transaction, lease: Lease) -> None:
    """Release a lease, so that the next owner does not have to wait for its expiry."""
    state = _held(transaction, lease)
    transaction.save_lease(lease.stream, msgspec.structs.replace(state, owner="", expires=0))


def _held(transaction: Transaction, lease: Lease) -> StreamState:
    state = transaction.lock_streams([lease.stream])[lease.stream]
    if state.fence != lease.fence:
        raise FencedOut(f"The lease of {lease.owner} on {lease.stream} was given to another.")
    return state


def _save(transaction: Transaction, lease: Lease, state: StreamState, seconds: float) -> Lease:
    expires = transaction.now() + int(seconds * 1_000_000)
    changed = StreamState(state.head, lease.fence, lease.owner, expires)
    transaction.save_lease(lease.stream, changed)
    return msgspec.structs.replace(lease, expires=expires)
