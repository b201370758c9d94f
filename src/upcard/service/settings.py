"""The settings of a floor."""

from pathlib import Path

import msgspec

from upcard.host.records.audit_notes import ControlsInForce
from upcard.service.access.lifetimes import Lifetimes
from upcard.service.access.principal import Role
from upcard.service.computing.reading import JournalAddress
from upcard.service.tables.pace import Pace


class Settings(msgspec.Struct, frozen=True):
    """How a floor is run.

    A payout of `two_persons_above` units or more needs two people; None: never. People deal
    the tables if they are `attended`, and those named in `fed`, whose cards and numbers come from
    devices. `owner` names this process in its tables' leases: after a restart the same owner gets
    its tables at once. The newest signed root is kept in the file `checkpoint`, and given to the
    command or URL `checkpoint_to`. A `demonstration`
    lets everybody sign in as anybody, and therefore listens on this machine alone. With `traces`,
    OpenTelemetry gets a span of each command. With `separate_duties`, who files a submission
    neither approves it nor puts it in force. The roles `with_factor` need a second factor.
    A limit that players set themselves becomes looser `limit_delay` hours after they asked for it;
    None: never. Other processes that compute open the journal at `journal_at`; None where
    only this one can.
    """

    pace: Pace = Pace()
    attended: bool = False
    two_persons_above: int | None = None
    demonstration: bool = False
    secure_cookies: bool = False
    fed: tuple[str, ...] = ()
    owner: str = ""
    checkpoint: Path | None = None
    checkpoint_to: str = ""
    limit_delay: int | None = None
    traces: bool = False
    separate_duties: bool = True
    with_factor: frozenset[Role] = frozenset({Role.MANAGER, Role.ADMINISTRATOR})
    lifetimes: Lifetimes = Lifetimes()
    journal_at: JournalAddress | None = None

    @property
    def controls(self) -> ControlsInForce:
        """The controls that these settings put in force."""
        roles = tuple(sorted(self.with_factor))
        return ControlsInForce(self.two_persons_above, self.separate_duties, roles)
