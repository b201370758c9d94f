"""The controls of a floor, as the records of the audit give them."""

from collections.abc import Iterable

from upcard.host.bodies.audit_notes import ControlsInForce, Note
from upcard.money.amount import printed_dollars


def last_controls(notes: Iterable[Note]) -> ControlsInForce | None:
    """The controls that the last of these notes tells; None if none does."""
    latest = None
    for note in notes:
        latest = note if isinstance(note, ControlsInForce) else latest
    return latest


def in_words(controls: ControlsInForce) -> str:
    """The controls in force, as one sentence."""
    above = controls.two_persons_above
    payouts = (
        "no payout takes two people"
        if above is None
        else f"payouts of {printed_dollars(above)} or more take two people"
    )
    separate = controls.separate_duties
    duties = "neither approves it nor puts it" if separate else "may also approve it and put it"
    roles = " and ".join(f"{role}s" for role in controls.second_factor)
    factor = f"{roles} need a second factor" if roles else "nobody needs a second factor"
    return f"From here on, {payouts}; who files a submission {duties} in force; {factor}."
