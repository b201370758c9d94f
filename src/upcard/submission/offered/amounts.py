"""Works out the amounts of a side wager from a Rules Submission."""

from typing import Final, TypeAlias

import msgspec

from upcard.money.amount import parse_dollars
from upcard.rules.loader import all_mysteries, game_rules
from upcard.rules.meter_schema import MysteryConfiguration, MysteryData
from upcard.rules.schema import Paytable, WagerData, WagerRules
from upcard.submission.schema import Submission, WagerSection
from upcard.wagers.limits import permitted_amounts

MUST_HIT_BY: Final = "must-hit-by-mystery"

Mystery: TypeAlias = tuple[MysteryData, MysteryConfiguration]
"""A mystery meter and the printed configuration that was chosen."""


class WagerAmounts(msgspec.Struct, frozen=True):
    """The smallest and the largest wager, in units; the only `permitted` ones, where there are."""

    minimum: int
    maximum: int
    permitted: tuple[int, ...]


def amounts_of(
    submission: Submission, rules: WagerRules, paytable: Paytable, chosen: WagerSection
) -> WagerAmounts:
    """The amounts that the submission gives, else the smallest that comply."""
    permitted = permitted_amounts(rules.data, paytable)
    least = least_wager(submission, rules.data, chosen)
    enough = tuple(amount for amount in permitted if amount >= least) or permitted
    if permitted and (chosen.wager is not None or _one_amount(rules)):
        permitted = (chosen.wager or enough[0],)
    elif _one_amount(rules):
        permitted = (chosen.wager or least,)
    low = chosen.wager or chosen.minimum or min(permitted, default=least)
    high = chosen.wager or chosen.maximum or max(permitted, default=submission.table.maximum)
    return WagerAmounts(low, high, tuple(amount for amount in permitted if low <= amount <= high))


def least_wager(submission: Submission, data: WagerData, chosen: WagerSection) -> int:
    """The smallest wager (units) where the text does not say which amounts are permitted.

    A minimum that is not given is the table's for a wager that belongs to the game or stays
    within the table's limits, else the smallest chip, or what a mystery configuration asks for.
    """
    table = submission.table
    of_game = data.slug in game_rules(table.game, table.jurisdiction).wagers
    if of_game or (data.limits is not None and data.limits.within_table):
        return chosen.minimum or submission.table.minimum
    mystery = must_hit_by(chosen)
    qualifying = parse_dollars(mystery[1].wager) if mystery is not None else 0
    return chosen.minimum or max(submission.table.smallest_chip, qualifying)


def must_hit_by_data() -> MysteryData:
    """The rule data of the Must-Hit-By Mystery (§ 633c.14)."""
    (data,) = [mystery for mystery in all_mysteries() if mystery.slug == MUST_HIT_BY]
    return data


def must_hit_by(chosen: WagerSection) -> Mystery | None:
    """The Must-Hit-By Mystery of a wager, or None (§ 633c.14)."""
    return _configured_mystery(must_hit_by_data(), chosen)


def mystery_beside(chosen: WagerSection) -> Mystery | None:
    """The mystery meter of a wager, or None (§§ 633c.6(j), 633c.14)."""
    configured = (_configured_mystery(data, chosen) for data in all_mysteries())
    return next((mystery for mystery in configured if mystery is not None), None)


def _configured_mystery(data: MysteryData, chosen: WagerSection) -> Mystery | None:
    """A mystery meter with the configuration that a wager's table chooses, or None."""
    value = str(getattr(chosen, data.chosen_by))
    configuration = next((row for row in data.configuration if row.id == value), None)
    return None if configuration is None else (data, configuration)


def _one_amount(rules: WagerRules) -> bool:
    """Whether the submission picks one of the amounts that the text permits."""
    return rules.data.limits is not None and rules.data.limits.house_selects
