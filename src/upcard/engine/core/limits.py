"""Refusals of amounts at any table: smallest chip, permitted amounts, the house's limits."""

from upcard.engine.core.table_state import AnyTable
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation
from upcard.wagers.limits import amount_section


def refuse_chips(state: AnyTable, amount: int) -> RuleViolation | None:
    """Why an amount cannot be made with the table's chips, or None."""
    chip = state.rules.smallest_chip
    if isinstance(amount, int) and amount > 0 and amount % chip == 0:
        return None
    return RuleViolation(
        "submission: table.smallest_chip",
        f"{printed_dollars(amount)} cannot be made with chips of {printed_dollars(chip)}.",
    )


def refuse_limits(
    amount: int, minimum: int, maximum: int, key: str, title: str
) -> RuleViolation | None:
    """Why an amount is outside limits that the house set, or None.

    `key` is the limits' key in the Rules Submission, `title` the wager's name in the message.
    """
    if minimum <= amount <= maximum:
        return None
    asked = printed_dollars(amount)
    if amount < minimum:
        return RuleViolation(
            f"submission: {key}.minimum",
            f"{title} is at least {printed_dollars(minimum)}; {asked} is too little.",
        )
    return RuleViolation(
        f"submission: {key}.maximum",
        f"{title} is at most {printed_dollars(maximum)}; {asked} is too much.",
    )


def refuse_side_amount(state: AnyTable, offered: OfferedWager, amount: int) -> RuleViolation | None:
    """Why a side wager's amount is refused at its table, or None.

    It is one of the amounts that the table permits, if it permits some only, and can be made with
    its chips within its limits.
    """
    if offered.amounts and amount not in offered.amounts:
        allowed = " or ".join(printed_dollars(units) for units in offered.amounts)
        return RuleViolation(
            amount_section(offered.data, offered.paytable, amount),
            f"{offered.data.title} is {allowed}, not {printed_dollars(amount)}.",
        )
    refused = refuse_chips(state, amount)
    if refused is not None or offered.minimum <= amount <= offered.maximum:
        return refused
    limits, key = (offered.minimum, offered.maximum), f"wagers.{offered.slug}"
    return refuse_limits(amount, *limits, key, offered.data.title)
