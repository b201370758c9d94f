"""The controls of a floor, as the records of the audit give them."""

from typing import Final

from upcard.host.records.audit_notes import AUDIT, ControlsInForce
from upcard.host.tables.record_body import body_of
from upcard.journal.journal import Journal
from upcard.money.amount import printed_dollars

_NOTED: Final = b'"ControlsInForce"'
"""What stands in the text of a record that notes controls."""


def last_controls(journal: Journal) -> ControlsInForce | None:
    """The controls that were noted last; None if none were."""
    latest = None
    for record in journal.records(AUDIT):
        if _NOTED in bytes(record.body):
            for note in body_of(record).notes:
                latest = note if isinstance(note, ControlsInForce) else latest
    return latest


def in_words(controls: ControlsInForce) -> str:
    """What controls hold, as one sentence."""
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
