"""The schema of meters in rule files: their terms, how their payouts are paid, mystery meters."""

from datetime import date
from typing import Literal

import msgspec


class MeterData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of one progressive meter in a paytable; amounts and rates as printed text.

    An empty `reseed` means the seed. `total_increment` is given where the text does not print the
    primary and the secondary rate separately.
    """

    seed: str = ""
    reseed: str = ""
    increment: str = ""
    secondary_increment: str = ""
    total_increment: str = ""


class MeterTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The terms of a wager's progressive meters that hold for every paytable.

    `section` is the provision on seeds and rates. `submitted` names the values that it leaves to
    the Rules Submission: a seed in the paytable is then the least one. `specified` are those of
    them that a Rules Submission has to give. `sharing` is how several winners share a meter, under
    `sharing_section` (empty where the text is silent). `linked` is the provision on linked tables
    where it is not § 605a.8. `linked_wager` is the provision by which linked tables take the same
    wager. `printed_increments` are the rates that the printed house advantages count as paid back.
    """

    section: str
    submitted: tuple[str, ...] = ()
    specified: tuple[str, ...] = ()
    sharing: str = "equally"
    sharing_section: str = ""
    linked: str = ""
    linked_wager: str = ""
    printed_increments: tuple[str, ...] = ()


class JackpotData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The provisions under which a winning progressive payout is verified and paid.

    A step that the text does not require is empty: `verify` the winning hand, `light` the
    progressive system's light, `validate` by a floorperson or above. `at_least` and `above` are
    the printed odds from which a payout is validated, where not every payout is; a share of a meter
    always is. `pay` is the provision on the payment: a percentage of a meter is paid by jackpot
    slip, or to the player's electronic game account (`paid_by`). With `slip_percent`, so is every
    other payout of at least that percentage of the meter, and every win is verified first.
    """

    pay: str
    verify: str = ""
    light: str = ""
    validate: str = ""
    at_least: str = ""
    above: str = ""
    paid_by: Literal["jackpot-slip", "game-account"] = "jackpot-slip"
    slip_percent: int = 0


class MysteryConfiguration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed configuration of a mystery meter; amounts and rate as printed.

    `wager` is the smallest qualifying wager, where the text gives one for the configuration.
    """

    id: str
    section: str
    minimum: str
    maximum: str
    increment: str
    wager: str = ""


class MysteryData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bonus meter with a secret value, in addition to a progressive wager.

    `wagers` are the qualifying wagers; `pays` is the award when the meter hits, paid by the steps
    of `jackpot`. `inventory` is the provision under which the table inventory may pay it.
    `chosen_by` is the key of a wager in a Rules Submission that selects a configuration.
    """

    title: str
    slug: str
    jurisdiction: str
    chosen_by: str
    section: str
    effective: date
    until: date | None = None
    qualifies: str
    settlement: str
    wagers: tuple[str, ...]
    pays: str
    pays_section: str
    jackpot: JackpotData
    inventory: str = ""
    configuration: tuple[MysteryConfiguration, ...]
    order: int = 0
