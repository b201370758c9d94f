"""Refusals of amounts at any table: the smallest chip, and the limits set by the house."""

from upcard.engine.core.table_state import AnyTable
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation


def dollars(units: int) -> str:
    """An amount in a message: ``$15.00`` or ``$1,200.00``."""
    return printed_dollars(units)


def refuse_chips(state: AnyTable, amount: int) -> RuleViolation | None:
    """Why an amount cannot be made with the table's chips, or None."""
    chip = state.rules.smallest_chip
    if isinstance(amount, int) and amount > 0 and amount % chip == 0:
        return None
    return RuleViolation(
        "submission: table.smallest_chip",
        f"{dollars(amount)} cannot be made with chips of {dollars(chip)}.",
    )


def refuse_limits(
    amount: int, minimum: int, maximum: int, key: str, title: str
) -> RuleViolation | None:
    """Why an amount is outside limits that the house set, or None.

    `key` is the limits' key in the Rules Submission, `title` the wager's name in the message.
    """
    if amount < minimum:
        return RuleViolation(
            f"submission: {key}.minimum",
            f"{title} is at least {dollars(minimum)}; {dollars(amount)} is too little.",
        )
    if amount > maximum:
        return RuleViolation(
            f"submission: {key}.maximum",
            f"{title} is at most {dollars(maximum)}; {dollars(amount)} is too much.",
        )
    return None
