"""Linked tables feed one meter: the same paytable, no change while a round is open."""

import pytest

from amounts import dollars
from progressives.meters import OTHER, TABLE, Meter, claim, meter_rules, of_kind
from upcard.progressives.events import (
    MeterEvents,
    ParametersChanged,
    ParametersSubmitted,
    TableJoined,
    TableLeft,
)
from upcard.progressives.facts import ParametersFiled, TableAdded, TableRemoved
from upcard.progressives.meter import LINKED, JointAwards
from upcard.rules.violation import RuleViolation

WSGC = "WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003)"
RULES = meter_rules()


def _changed(events: list[MeterEvents]) -> list[tuple[int, int]]:
    """Old and new increments of the changes among events."""
    return [
        (event.old.increment, event.new.increment) for event in of_kind(events, ParametersChanged)
    ]


# Who may be linked


def test_tables_with_the_same_paytable_feed_one_meter() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    meter.lock(7, 5)
    meter.lock(3, 5, table=OTHER)
    assert meter.state.tables == (TABLE, OTHER)
    assert meter.state.amount == dollars("5001.00")


def test_another_paytable_is_refused() -> None:
    meter = Meter(RULES)
    with pytest.raises(RuleViolation, match="same paytable: BJ-07 has standard, not B") as refused:
        meter.send(TableAdded(OTHER, meter_rules(paytable="B")))
    assert refused.value.section == LINKED == "58 Pa. Code § 605a.8"
    assert meter.state.tables == (TABLE,)


def test_wsgc_the_same_paytables_are_used_between_all_linked_games() -> None:
    meter = Meter(meter_rules(link_section=WSGC))
    with pytest.raises(RuleViolation) as refused:
        meter.send(TableAdded(OTHER, meter_rules(link_section=WSGC, paytable="3a-2")))
    assert refused.value.section == WSGC


@pytest.mark.parametrize("change", [{"seed": 1}, {"increment": 1}, {"limit": 10**9}])
def test_other_parameters_are_refused_while_another_table_is_linked(
    change: dict[str, int],
) -> None:
    meter = Meter(RULES)
    with pytest.raises(RuleViolation, match="the same wager, seed, rates and limit") as refused:
        meter.send(TableAdded(OTHER, meter_rules(**change)))
    assert refused.value.section == LINKED


def test_games_that_cite_other_sections_may_be_linked() -> None:
    meter = Meter(RULES)
    down_under = meter_rules(section="58 Pa. Code § 685c.1(j)")
    assert meter.send(TableAdded(OTHER, down_under)) == [TableJoined(RULES.key, OTHER)]


def test_a_table_that_starts_again_changes_nothing() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    assert meter.send(TableAdded(TABLE, RULES)) == []


def test_a_table_alone_brings_its_parameters() -> None:
    meter = Meter(RULES)
    events = meter.send(TableAdded(TABLE, meter_rules(increment=1, paytable="B")))
    assert _changed(events) == [(100_000, 1)]
    assert meter.state.rules.paytable == "B"


def test_a_table_that_left_does_not_bind_the_others() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    assert meter.send(TableRemoved(TABLE)) == [TableLeft(RULES.key, TABLE)]
    assert meter.send(TableRemoved(TABLE)) == []
    meter.send(TableAdded(OTHER, meter_rules(paytable="B")))
    assert (meter.state.rules.paytable, meter.state.tables) == ("B", (OTHER,))


# Parameters


def test_a_change_is_journaled_with_old_and_new_values() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    new = meter_rules(increment=120_000, seed=dollars(6_000), reseed=dollars(6_000))
    submitted, changed = meter.send(ParametersFiled(new))
    assert submitted == ParametersSubmitted(RULES.key, new)
    assert changed == ParametersChanged(RULES.key, RULES, new)
    assert (meter.state.rules, meter.state.pending) == (new, None)
    assert meter.state.amount == dollars(5_000)


def test_a_change_waits_until_no_round_is_open_at_any_table() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    meter.lock(1, 5)
    meter.lock(1, 5, table=OTHER)
    assert _changed(meter.send(ParametersFiled(meter_rules(increment=200_000)))) == []
    assert _changed(meter.close(1)) == []
    meter.lock(2, 5)
    assert _changed(meter.close(1, table=OTHER)) == []
    assert meter.state.rules == RULES
    assert _changed(meter.close(2)) == [(100_000, 200_000)]
    before = meter.state.amount
    meter.lock(3, 5)
    assert meter.state.amount == before + dollars(1)


def test_while_a_change_waits_the_old_reseed_holds() -> None:
    meter = Meter(RULES)
    meter.lock(1, 5)
    meter.send(ParametersFiled(meter_rules(reseed=dollars(9_000))))
    meter.win(1, claim(1, 100))
    assert meter.state.amount == dollars(5_000)


def test_the_last_of_several_submissions_counts() -> None:
    meter = Meter(RULES)
    meter.lock(1, 5)
    for increment in (1, 2, 3):
        meter.send(ParametersFiled(meter_rules(increment=increment)))
    assert meter.send(ParametersFiled(meter_rules(increment=3))) == []
    assert _changed(meter.close(1)) == [(100_000, 3)]


def test_a_submission_may_be_taken_back() -> None:
    meter = Meter(RULES)
    meter.lock(1, 5)
    meter.send(ParametersFiled(meter_rules(increment=1)))
    meter.send(ParametersFiled(RULES))
    meter.close(1)
    assert meter.state.rules == RULES


def test_what_is_in_force_is_no_change() -> None:
    assert Meter(RULES).send(ParametersFiled(RULES)) == []


def test_linked_tables_keep_their_paytable() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    with pytest.raises(RuleViolation, match="same paytable"):
        meter.send(ParametersFiled(meter_rules(paytable="B")))
    alone = Meter(RULES)
    alone.send(ParametersFiled(meter_rules(paytable="B")))
    assert alone.state.rules.paytable == "B"


def test_another_paytable_is_refused_with_the_first_table_that_feeds_the_meter() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    with pytest.raises(RuleViolation) as told:
        meter.send(ParametersFiled(meter_rules(paytable="B")))
    assert told.value.section == RULES.link_section
    assert f"the same paytable: {TABLE} has {RULES.paytable}, not B." in str(told.value)


def test_a_new_table_joins_with_what_is_going_to_hold() -> None:
    meter = Meter(RULES)
    new = meter_rules(increment=1)
    meter.lock(1, 5)
    meter.send(ParametersFiled(new))
    with pytest.raises(RuleViolation):
        meter.send(TableAdded(OTHER, RULES))
    assert meter.send(TableAdded(OTHER, new)) == [TableJoined(RULES.key, OTHER)]
    assert meter.send(TableAdded(TABLE, RULES)) == []


def test_a_limit_below_the_meter_takes_nothing_away() -> None:
    meter = Meter(RULES, amount=dollars(8_000))
    meter.send(ParametersFiled(meter_rules(limit=dollars(6_000))))
    meter.lock(1, 5)
    assert (meter.state.amount, meter.state.overflow) == (dollars(8_000), dollars("0.50"))


def test_a_round_without_a_wager_on_the_meter_closes_unnoticed() -> None:
    meter = Meter(RULES)
    assert meter.close(1) == []


def test_a_table_leaves_between_rounds() -> None:
    meter = Meter(RULES, TABLE, OTHER)
    meter.lock(1, 5)
    with pytest.raises(AssertionError):
        meter.send(TableRemoved(TABLE))


# Claims of linked tables, one after the other


@pytest.mark.parametrize(
    ("together", "first", "percent", "won"),
    [
        (JointAwards.IN_FULL, 100, 10, "500.05"),
        (JointAwards.WITHIN_METER, 100, 10, "500.00"),
        (JointAwards.IN_FULL, 10, 10, "1800.09"),
        (JointAwards.WITHIN_METER, 10, 10, "1800.09"),
        (JointAwards.IN_FULL, 100, 100, "5000.50"),
        (JointAwards.WITHIN_METER, 100, 100, "5000.00"),
    ],
)
def test_a_later_claim_has_what_the_meter_shows_after_the_reseed(
    together: JointAwards, first: int, percent: int, won: str
) -> None:
    meter = Meter(meter_rules(seed=dollars(20_000), awards_together=together), TABLE, OTHER)
    meter.lock(1, 5)
    meter.lock(1, 5, table=OTHER)
    meter.win(1, claim(1, first))
    assert meter.win(1, claim(1, percent), table=OTHER) == [dollars(won)]
