"""Refusals of amounts at any table: the smallest chip, and the limits set by the house."""

from upcard.engine.core.table_state import AnyTable
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation


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
