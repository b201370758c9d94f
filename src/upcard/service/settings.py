"""The settings of a floor."""

from pathlib import Path

import msgspec

from upcard.host.bodies.audit_notes import ControlsInForce
from upcard.service.access.lifetimes import Lifetimes
from upcard.service.access.principal import Role
from upcard.service.journal_address import JournalAddress
from upcard.service.pace import Pace


class Settings(msgspec.Struct, frozen=True):
    """How a floor is run.

    - `attended`: people deal the tables. At the tables in `fed`, cards and numbers come from
      devices.
    - `two_persons_above`: a payout of as many units or more needs two people; None: never.
    - `with_factor`: the roles that need a second factor.
    - `separate_duties`: who files a submission neither approves it nor puts it in force.
    - `limit_delay`: hours after which a limit that players set themselves becomes looser, from when
      they asked for it; None: never.
    - `demonstration`: everybody may sign in as anybody, so it listens on this machine alone.
    - `owner`: names this process in its tables' leases: after a restart the same owner gets its
      tables at once.
    - `checkpoint`: the file that keeps the newest signed root; `checkpoint_to`: the command or URL
      that is given it.
    - `traces`: OpenTelemetry gets a span of each command.
    - `journal_at`: where other processes that compute open the journal; None where only this
      process can.
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
