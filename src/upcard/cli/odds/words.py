"""The figures of ``upcard odds`` in words: cells of its tables, totals and notes below them."""

from collections.abc import Iterable

from upcard.exact.par import BonusRecord, ParRecord
from upcard.exact.wheel import LUCKY_NUMBERS, UNCOUNTED
from upcard.money.amount import whole_cents
from upcard.reports.rendering.figures import money, one_in, percent, whole
from upcard.rules.readings import BESIDE_METER

# Below a table


def totals(record: ParRecord) -> list[tuple[str, str]]:
    """The totals of a record: name and figure of each."""
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
        lines.append(("expected loss", f"{money(loss)} on {money(record.wager_units)}"))
    if record.printed_house_edge is not None and record.house_edge_as_printed is not None:
        ours = percent(record.house_edge_as_printed)
        printed_edge = f"{float(100 * record.printed_house_edge):.2f} %"
        lines.append(("as Washington counts", f"{ours}; printed {printed_edge}"))
    return lines + _meter_lines(record) + [_bonus(bonus) for bonus in record.bonuses]


def _meter_lines(record: ParRecord) -> list[tuple[str, str]]:
    lines = []
    for share in record.shares:
        chance = f"won 1 in {one_in(1 / share.probability if share.probability else None)}"
        lines.append(("meter share", f"{share.label} {chance}: {float(share.expected):.4e}"))
    if record.house_edge_at_meter is not None:
        meters = ", ".join(
            f"{name} {money(units)}".strip() for name, units in record.meters.items()
        )
        lines.append(("edge at the meter", f"{percent(record.house_edge_at_meter)} at {meters}"))
    for name, units in record.break_even_meters.items():
        dollars = money(whole_cents(round(units)))
        example = f"{dollars} on a wager of {money(record.wager_units)}"
        lines.append((f"break-even {name or 'meter'}", example))
    return lines


def _bonus(bonus: BonusRecord) -> tuple[str, str]:
    won = bonus.won
    is_of_option = won.outcome.startswith(bonus.option.replace("_", "-"))
    label = won.outcome if is_of_option else f"{bonus.option}: {won.outcome.replace('-', ' ')}"
    total = f"{whole(bonus.total)} {bonus.of}"
    chance = f"{whole(won.combinations)} of {total}, 1 in {one_in(won.one_in)}"
    paid_for = bonus.each or "where offered"
    return label, f"{won.pays} {paid_for} adds {percent(won.returns)}: {chance}"


def prize_note(records: Iterable[ParRecord]) -> list[str]:
    """A line on the rows whose prize the house sets and which has no given amount; else none."""
    rows = {row for record in records for row, units in record.prizes.items() if units is None}
    if not rows:
        return []
    row_names = " and ".join(sorted(rows))
    return [
        f"The house sets what {row_names} pays: without --prize ROW=DOLLARS it counts as nothing."
    ]


def are_lucky_numbers_open(record: ParRecord) -> bool:
    """Whether the record does not count Lucky Numbers, as no table's configuration is given."""
    return record.choices.get(LUCKY_NUMBERS) == UNCOUNTED


def notes(record: ParRecord, reading: str) -> list[str]:
    """Notes on how the record is read; `reading` is the one that was asked for, "" for none."""
    if record.note:
        return [record.note]
    if record.stake_returned:
        line = 'Read as printed: "N to 1" pays N and returns the stake, "N for 1" pays N in all.'
    elif record.is_for_one:
        line = 'Read as printed: "N for 1" pays N in all, the stake included.'
    else:
        line = (
            'The stake is not returned. Edge with all odds read "to 1": '
            f'{percent(1 - record.fixed_return_to_1)}; "for 1": '
            f"{percent(1 - record.fixed_return_for_1)}."
        )
    if record.choices.get(BESIDE_METER) is True:
        line += " The stake is returned beside a share of the meter."
    if reading and reading != record.reading:
        line += f" The {reading} reading changes nothing here."
    elif record.reading != "text":
        line += f" The reading is {record.reading}."
    lines = [line]
    if are_lucky_numbers_open(record):
        lines.append(
            "How often a Lucky Number pays 49 to 499 to 1 is each table's configuration and is not "
            "counted here: --submission FILE counts a table's."
        )
    if record.shares:
        lines.append("The edge counts no meter.")
    lines += prize_note([record])
    if record.standard_error is not None:
        lines.append(
            f"Simulated, with this play: {record.strategy}; the standard error of the edge is "
            f"{percent(record.standard_error)}. {_of_dealt_rounds(record)}"
        )
    elif record.strategy:
        lines.append(f"Exact for this play: {record.strategy}.")
    return lines


def _of_dealt_rounds(record: ParRecord) -> str:
    """What of dealt rounds a record counts."""
    from upcard.analysis.given_hands import is_given
    from upcard.wagers.catalogue import wager

    if is_given(wager(record.wager, record.jurisdiction, record.form)):
        return (
            "Each round has a new shoe; of each the dealer's draw counts with its exact chances, "
            "given the cards that were dealt before it. Combinations are millionths of rounds."
        )
    return (
        "The edge is raw, of what was dealt: each round has a new shoe, so no cards left tell "
        "anything. Combinations are rounds; a row that was not hit counts nothing."
    )
