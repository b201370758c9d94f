"""The difference between two Rules Submissions: choices in force, house edge, expected hold."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec.structs import replace

from upcard.analysis.difference import Change, Diff, Effect, Value
from upcard.analysis.envy import envy_at
from upcard.analysis.meters.together import edge_at_table
from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.par import ParRecord
from upcard.exact.strategy.games import solve_table
from upcard.exact.table import table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars, short_dollars
from upcard.rules.violation import BadInput
from upcard.submission.compiling.rules import compile_table
from upcard.submission.describing.explain import explain, toml_value
from upcard.submission.describing.in_force import choices_in_force
from upcard.submission.fields import fields_of
from upcard.submission.schema import Submission, WagerSection, field_of

ChoicesInForce: TypeAlias = dict[str, tuple[str, str]]
"""For each field, its value as a file would write it, and its section."""

IN_RULES: Final = ("paytable", "wager", "minimum", "maximum")
"""Keys of a wager whose values in force are read from the compiled rules."""


def diff(before: Submission, after: Submission, rounds_per_hour: float | None = None) -> Diff:
    """The difference between two submissions, both of which must comply.

    Without `rounds_per_hour` they are `ROUNDS_PER_HOUR`, as on the paper of the expected hold.
    """
    old, new = compile_table(before), compile_table(after)
    rate = rounds_per_hour or float(ROUNDS_PER_HOUR)
    old_values, new_values = _values(old, rate), _values(new, rate)
    titles = {**_titles(old), **_titles(new)}
    effects = [
        Effect(slug, titles[slug], old_values.get(slug), new_values.get(slug))
        for slug in {**old_values, **new_values}
    ]
    return Diff(
        old.name,
        new.name,
        list(_changes(_choices_in_force(before, old), _choices_in_force(after, new))),
        [effect for effect in effects if effect.before != effect.after],
        (rate, rate),
        (_total_hold(old_values), _total_hold(new_values)),
        any(value.envy for value in (*old_values.values(), *new_values.values())),
        (old.positions, new.positions),
        [effect for effect in effects if effect.favors_players],
    )


# Choices


def _changes(before: ChoicesInForce, after: ChoicesInForce) -> Iterator[Change]:
    for field, (_, section) in {**before, **after}.items():
        old_value, new_value = (
            values[field][0] if field in values else None for values in (before, after)
        )
        if old_value != new_value:
            yield Change(field, explain(field).summary.rstrip("."), old_value, new_value, section)


def _choices_in_force(submission: Submission, table: TableRules) -> ChoicesInForce:
    """Every choice of the game, given in the file or by default."""
    choices = {
        choice.field: (toml_value(choice.info, choice.value), choice.section)
        for choice in choices_in_force(submission)
    }
    for offered in table.wagers:
        section = submission.wagers.get(offered.slug, WagerSection())
        choices |= _choices_of_wager(offered, section)
    return choices


def _choices_of_wager(offered: OfferedWager, section: WagerSection) -> ChoicesInForce:
    """The choices of a wager: paytable and amounts as in force, others as given."""
    choices = {"paytable": f'"{offered.paytable.id}"'}
    if offered.amounts:
        choices["wager"] = " or ".join(map(short_dollars, offered.amounts))
    else:
        choices["minimum"] = short_dollars(offered.minimum)
        choices["maximum"] = short_dollars(offered.maximum)
    for key in fields_of(WagerSection):
        info, value = field_of(("wagers", offered.slug, key)), getattr(section, key)
        if info is not None and key not in IN_RULES and value != info.default:
            choices[key] = toml_value(info, value)
    fields = {key: f"wagers.{offered.slug}.{key}" for key in choices}
    sections = {key: explain(field).section for key, field in fields.items()}
    sections["paytable"] = offered.paytable.data.section
    return {fields[key]: (value, sections[key]) for key, value in choices.items()}


# Values


def house_edges(table: TableRules) -> dict[str, float]:
    """The house edge of each wager that has exact odds, by its slug, Insurance too.

    It is that of best play, long-run with meters up to their limits, and after envy bonuses with a
    player at every position; the smallest wager is placed where the edge depends on its size.
    """
    edges = {
        slug: value.house_edge
        for slug, value in _values(table, float(ROUNDS_PER_HOUR)).items()
        if value.house_edge is not None
    }
    if table.has_blackjack_wager:
        of_insurance = [each for each in _records(table) if each.wager == table.insurance.slug]
        edges |= {record.wager: float(1 - record.fixed_return) for record in of_insurance[:1]}
    return edges


def _values(table: TableRules, rounds: float) -> dict[str, Value]:
    """The value of each wager of a table, the Blackjack wager first."""
    values: dict[str, Value] = {}
    if table.has_blackjack_wager:
        smallest = table.blackjack_areas * table.minimum  # two equal wagers: § 633a.12(a)(1)
        values[BLACKJACK_WAGER] = _value(None, table.decks, smallest, _base_edge(table), rounds)
    records = {record.wager: record for record in reversed(_records(table))}
    for offered in table.wagers:
        record = records.get(offered.slug)
        if record is None:
            values[offered.slug] = _value(offered.paytable.id, None, offered.minimum, None, rounds)
            continue
        envy = envy_at(record, table.positions)
        edge = edge_at_table(record, offered, table.positions) - envy
        value = _value(offered.paytable.id, record.decks, offered.minimum, edge, rounds)
        values[offered.slug] = replace(value, envy=float(envy))
    return values


def _value(
    paytable: str | None,
    decks: int | None,
    units: int,
    edge: Fraction | float | None,
    rounds: float,
) -> Value:
    number = None if edge is None else float(edge)
    hold = None if number is None else number * units / UNITS_PER_DOLLAR * rounds
    return Value(paytable, decks, format_dollars(units), number, hold)


def _base_edge(table: TableRules) -> float | None:
    """The house edge of the Blackjack wager under best play; None if it cannot be computed."""
    try:
        return -solve_table(table, "total").expected_value
    except BadInput:
        return None


def _records(table: TableRules) -> list[ParRecord]:
    try:
        return table_records(table)
    except BadInput:
        return []


def _total_hold(values: dict[str, Value]) -> float:
    return sum(value.hold for value in values.values() if value.hold is not None)


def _titles(table: TableRules) -> dict[str, str]:
    return {
        BLACKJACK_WAGER: "Blackjack wager",
        **{offered.slug: offered.data.title for offered in table.wagers},
    }
