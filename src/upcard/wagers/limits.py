"""The limits of a wager's decks, companion wagers and amount, with the section in each refusal.

58 Pa. Code §§ 633a.6(d), (e), 633a.13.
"""

from collections.abc import Set

from upcard.money.amount import parse_dollars
from upcard.rules.schema import LimitsData, Paytable, WagerData
from upcard.rules.violation import RuleViolation


def refuse_decks(data: WagerData, paytable: Paytable, decks: int) -> RuleViolation | None:
    """Why a paytable may not be used on a table of `decks` decks; None where it may.

    Cites the provision on the paytable's decks, or, where no paytable of the wager fits `decks`,
    the provision on the wager's decks.
    """
    if paytable.data.fits(decks):
        return None
    counts = paytable.data.deck_counts
    played = any(table.fits(decks) for table in data.paytable)
    section = paytable.data.decks_section or paytable.data.section
    return RuleViolation(
        section if played else data.decks_section or section,
        f"{data.title} paytable {paytable.id} is for {counts} "
        f"{'deck' if counts == '1' else 'decks'}, not {decks}.",
    )


def refuse_companions(data: WagerData, present: Set[str]) -> RuleViolation | None:
    """Why a wager is refused for want of a wager that it needs; None where it has all."""
    for companion in data.needs:
        if companion not in present:
            companion_words = companion.replace("-", " ")
            return RuleViolation(
                data.needs_section, f"{data.title} needs a {companion_words} wager beside it."
            )
    return None


def has_limited_row(data: WagerData) -> bool:
    """Whether the house may limit the total paid to winners of the top row (§ 633a.13(o))."""
    return "aggregate_limit" in data.options


def permitted_amounts(data: WagerData, paytable: Paytable) -> tuple[int, ...]:
    """The only amounts (units) that the text permits; empty where it permits any amount.

    The amounts that a paytable prints take precedence over those of the wager's own section.
    """
    limits = data.limits
    texts = paytable.data.wagers or (limits.amounts if limits is not None else ())
    return tuple(parse_dollars(text) for text in texts)


def amount_section(data: WagerData, paytable: Paytable, amount: int) -> str:
    """The provision that an amount (units) violates when it is not a permitted one.

    It is the paytable's where the wager's own section would permit the amount.
    """
    limits = data.limits
    if limits is None:
        return paytable.data.section
    allowed = [parse_dollars(text) for text in limits.amounts]
    printed = bool(paytable.data.wagers) and (not allowed or amount in allowed)
    return paytable.data.section if printed else limits.section


def least_amount(data: WagerData, minimum: int, blackjack: int) -> int:
    """The smallest amount (units) with a Blackjack wager of `blackjack` units."""
    if data.limits is None or not data.limits.part_of_blackjack:
        return minimum
    top, _, bottom = data.limits.part_of_blackjack.partition("/")
    return blackjack * int(top) // int(bottom)


def refuse_amount(data: WagerData, amount: int, blackjack: int) -> RuleViolation | None:
    """Why an amount (units) is refused with a Blackjack wager of `blackjack` units, or None."""
    limits = data.limits
    if limits is None:
        return None
    if limits.part_of_blackjack and amount != least_amount(data, amount, blackjack):
        top, _, bottom = limits.part_of_blackjack.partition("/")
        message = f"{data.title} is ${top} for every ${bottom} of the Blackjack wager."
        return RuleViolation(limits.section, message)
    if not limits.times_blackjack:
        return None
    top, _, bottom = limits.times_blackjack.partition("/")
    if amount * int(bottom or 1) <= blackjack * int(top):
        return None
    return RuleViolation(limits.section, f"{data.title} is {times_in_words(limits)}.")


def times_in_words(limits: LimitsData) -> str:
    """The largest multiple of the Blackjack wager: ``at most twice the Blackjack wager``."""
    times = {"1": "", "2": "twice ", "1/2": "half of "}.get(
        limits.times_blackjack, f"{limits.times_blackjack} times "
    )
    return f"at most {times}the Blackjack wager"
