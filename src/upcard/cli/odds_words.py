"""The figures of ``upcard odds`` in words: what stands in its tables, and below them."""

from collections.abc import Iterable
from fractions import Fraction

from upcard.money.amount import format_dollars, whole_cents
from upcard.odds.par import BonusRecord, Record


def percent(share: Fraction) -> str:
    """A share as a percentage with four decimals."""
    return f"{float(100 * share):.4f} %"


def one_in(number: Fraction | None) -> str:
    """The N of "1 in N", from a million up without decimals."""
    if number is None:
        return "never"
    return f"{float(number):,.2f}" if number < 10**6 else f"{float(number):,.0f}"


def decks(number: int) -> str:
    """A number of decks; 0 where no cards decide."""
    return {0: "no cards", 1: "1 deck"}.get(number, f"{number} decks")


def whole(number: int) -> str:
    """A number of combinations: in full up to eighteen digits, else in five."""
    return f"{number:,}" if number < 10**18 else f"{number:.4e}"


def short(number: int) -> str:
    """The same in full up to ten digits."""
    return f"{number:,}" if number < 10**10 else f"{number:.4e}"


def probability(chance: Fraction) -> str:
    """Eight decimals, or four digits of what is less than one in a million."""
    return (
        f"{float(chance):.8f}"
        if chance == 0 or chance >= Fraction(1, 10**6)
        else (f"{float(chance):.3e}")
    )


def _money(units: int) -> str:
    """Dollars with at least cents: ``$61,234.50``, ``-$0.3886``."""
    whole, _, part = format_dollars(abs(units)).partition(".")
    return f"{'-' if units < 0 else ''}${int(whole):,}.{part}"


# Below a table


def totals(record: Record) -> list[tuple[str, str]]:
    """The totals of a record: what they are, and their figures."""
    hits = record.hit_frequency
    lines = [("hit frequency", f"{percent(hits)}, 1 in {one_in(1 / hits if hits else None)}")]
    if record.note:
        lines.append(("adds", f"{percent(record.fixed_return)} of the wager beside it"))
    else:
        lines.append(("return", percent(record.fixed_return)))
        lines.append(("house edge", percent(record.house_edge)))
    deviation = f"{record.standard_deviation:.4f} for each unit wagered"
    lines.append(("standard deviation", deviation))
    if record.asked:
        loss = round(record.house_edge * record.wager_units)
        lines.append(("expected loss", f"{_money(loss)} on {_money(record.wager_units)}"))
    if record.printed_house_edge is not None and record.house_edge_as_printed is not None:
        ours = percent(record.house_edge_as_printed)
        printed = f"{float(100 * record.printed_house_edge):.2f} %"
        lines.append(("as Washington counts", f"{ours}; printed {printed}"))
    return lines + _of_meters(record) + [_bonus(bonus) for bonus in record.bonuses]


def _of_meters(record: Record) -> list[tuple[str, str]]:
    lines = []
    for share in record.shares:
        chance = f"won 1 in {one_in(1 / share.probability if share.probability else None)}"
        lines.append(("meter share", f"{share.label} {chance}: {float(share.expected):.4e}"))
    if record.house_edge_at_meter is not None:
        shown = ", ".join(
            f"{name} {_money(units)}".strip() for name, units in record.meters.items()
        )
        lines.append(("edge at the meter", f"{percent(record.house_edge_at_meter)} at {shown}"))
    for name, units in record.break_even_meters.items():
        dollars = _money(whole_cents(round(units)))
        where = f"{dollars} on a wager of {_money(record.wager_units)}"
        lines.append((f"break-even {name or 'meter'}", where))
    return lines


def _bonus(bonus: BonusRecord) -> tuple[str, str]:
    won = bonus.won
    named = won.outcome.startswith(bonus.option.replace("_", "-"))
    label = won.outcome if named else f"{bonus.option}: {won.outcome.replace('-', ' ')}"
    total = f"{whole(bonus.total)} {bonus.of}"
    chance = f"{whole(won.combinations)} of {total}, 1 in {one_in(won.one_in)}"
    each = bonus.each or "where offered"
    return label, f"{won.pays} {each} adds {percent(won.returns)}: {chance}"


def prize_note(found: Iterable[Record]) -> list[str]:
    """A line on the rows whose prize the house sets and nobody named, where there are such."""
    rows = {row for record in found for row, units in record.prizes.items() if units is None}
    if not rows:
        return []
    named = " and ".join(sorted(rows))
    return [f"The house sets what {named} pays: without --prize ROW=DOLLARS it counts as nothing."]


def notes(record: Record, reading: str) -> list[str]:
    """How the record is to be read, where a reading was asked for."""
    if record.note:
        return [record.note]
    if record.stake_returned:
        line = 'Read as printed: "N to 1" pays N and returns the stake, "N for 1" pays N in all.'
    else:
        line = (
            'The stake is not returned. Edge with all odds read "to 1": '
            f'{percent(1 - record.fixed_return_to_1)}; "for 1": '
            f"{percent(1 - record.fixed_return_for_1)}."
        )
    if reading != record.reading:
        line += f" The {reading} reading changes nothing here."
    elif reading != "text":
        line += f" The reading is {reading}."
    lines = [line]
    if record.shares:
        lines.append("The edge counts no meter.")
    lines += prize_note([record])
    if record.strategy:
        lines.append(f"Exact for this play: {record.strategy}.")
    return lines
