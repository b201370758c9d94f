"""Leases on streams: the exclusive right to write one, with an expiry and a fencing token."""

from collections.abc import Iterable, Sequence

import msgspec

from upcard.journal.port import FencedOut, Lease, StreamLeased
from upcard.journal.store import StreamState, Transaction
from upcard.text.times import SECOND


def take_lease(
    transaction: Transaction, stream: str, owner: str, seconds: float, *, returning: bool = True
) -> Lease:
    """A new lease with a higher token; raises `StreamLeased` while another owner's lease runs.

    An owner that is `returning`, for example after a crash, gets its own stream at once; the new
    token fences out whatever its old process still writes. Others wait for a lease of their own
    name too, so that two processes of one name do not take a stream from each other forever.
    """
    state = transaction.lock_streams([stream])[stream]
    is_returning_owner = returning and state.owner == owner
    if state.expires > transaction.now() and not is_returning_owner:
        raise StreamLeased(
            f"{stream} belongs to {state.owner} until its lease runs out.", state.owner
        )
    return _save(transaction, Lease(stream, owner, state.fence + 1, 0), state, seconds)


def renew_all(
    transaction: Transaction, own_leases: Iterable[Lease], seconds: float
) -> dict[str, Lease | None]:
    """Extend leases on different streams; None for each of which a newer one was given.

    One that has expired is extended too.
    """
    leases = {lease.stream: lease for lease in own_leases}
    states = transaction.lock_streams(sorted(leases))
    expires = transaction.now() + int(seconds * SECOND)
    renewed: dict[str, Lease | None] = {
        stream: msgspec.structs.replace(lease, expires=expires)
        if states[stream].fence == lease.fence
        else None
        for stream, lease in leases.items()
    }
    transaction.save_leases(
        {
            stream: StreamState(states[stream].head, lease.fence, lease.owner, lease.expires)
            for stream, lease in renewed.items()
            if lease is not None
        }
    )
    return renewed


def require_free(transaction: Transaction, streams: Sequence[str]) -> None:
    """Raise `StreamLeased` if one of these streams, sorted by name, has a lease that runs."""
    states, now = transaction.lock_streams(streams), transaction.now()
    for stream, state in states.items():
        if state.owner and state.expires > now:
            raise StreamLeased(f"{stream} is served by {state.owner}: stop it first.", state.owner)


def remove_records(transaction: Transaction, stream: str, before: int) -> None:
    """Remove a stream's records before a position; `StreamLeased` if it is leased meanwhile."""
    require_free(transaction, [stream])
    transaction.remove(stream, before)


def release(transaction: Transaction, lease: Lease) -> None:
    """Release a lease, so that the next owner does not have to wait for its expiry."""
    state = _held_state(transaction, lease)
    freed = msgspec.structs.replace(state, owner="", expires=0)
    transaction.save_leases({lease.stream: freed})


def fenced_out(lease: Lease) -> FencedOut:
    """Why a lease is neither extended nor released."""
    return FencedOut(f"The lease of {lease.owner} on {lease.stream} was given to another.")


def _held_state(transaction: Transaction, lease: Lease) -> StreamState:
    state = transaction.lock_streams([lease.stream])[lease.stream]
    if state.fence != lease.fence:
        raise fenced_out(lease)
    return state


def _save(transaction: Transaction, lease: Lease, state: StreamState, seconds: float) -> Lease:
    expires = transaction.now() + int(seconds * SECOND)
    state_after = StreamState(state.head, lease.fence, lease.owner, expires)
    transaction.save_leases({lease.stream: state_after})
    return msgspec.structs.replace(lease, expires=expires)
