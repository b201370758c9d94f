"""What changes between two submissions: in words, odds and expected hold."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from command_line import upcard
from upcard.analysis.diff import diff
from upcard.analysis.difference import Diff, favored_words
from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.record import records
from upcard.submission.check import check
from upcard.submission.read import parse

BEFORE = """
[table]
name = "BJ-07"
decks = 6
positions = 6

[wagers.perfect-pairs]
paytable = "A"
minimum = 5
maximum = 100

[wagers.kings-bounty]
minimum = 1
maximum = 25
"""
AFTER = (
    BEFORE.replace('"A"', '"B"')
    .replace("decks = 6", "decks = 8")
    .replace("[wagers.kings-bounty]\nminimum = 1", "[wagers.lucky-ladies]\nminimum = 5")
)


def difference(before: str, after: str, rounds: float | None = None) -> Diff:
    old, _ = check(parse(before))
    new, _ = check(parse(after))
    assert old is not None
    assert new is not None
    return diff(old, new, rounds)


def test_every_choice_that_differs_is_told_with_its_section() -> None:
    changes = {change.field: change for change in difference(BEFORE, AFTER).changes}
    paytable = changes["wagers.perfect-pairs.paytable"]
    assert (paytable.before, paytable.after) == ('"A"', '"B"')
    assert paytable.section == "58 Pa. Code § 633c.1(e)"
    assert (changes["table.decks"].before, changes["table.decks"].after) == ("6", "8")
    assert changes["wagers.kings-bounty.minimum"].after is None
    assert changes["wagers.lucky-ladies.minimum"].before is None
    assert "wagers.perfect-pairs.minimum" not in changes


def test_a_paytable_is_cited_by_its_own_provision() -> None:
    """§ 633a.13(f)(2): paytables C to E are for several decks."""
    royal = '\n[wagers.royal-match-21]\npaytable = "{}"\n'
    changes = difference(BEFORE + royal.format("C"), BEFORE + royal.format("D")).changes
    assert [(change.field, change.section) for change in changes] == [
        ("wagers.royal-match-21.paytable", "58 Pa. Code § 633a.13(f)(2)")
    ]


def test_what_follows_from_other_choices_changes_with_them() -> None:
    """§ 633a.2(g): the discard rack is as high as the decks."""
    changes = {change.field: change for change in difference(BEFORE, AFTER).changes}
    rack = changes["equipment.discard_rack_decks"]
    assert (rack.before, rack.after) == ("6", "8")


def test_the_edges_are_those_of_the_odds() -> None:
    effects = {effect.wager: effect for effect in difference(BEFORE, AFTER, 60).effects}
    perfect = effects["perfect-pairs"]
    assert perfect.before is not None
    assert perfect.after is not None
    for value, paytable, decks in ((perfect.before, "A", 6), (perfect.after, "B", 8)):
        (record,) = records("perfect-pairs", "pa", paytable, decks)
        assert (value.paytable, value.decks) == (paytable, decks)
        assert value.house_edge == pytest.approx(float(record.house_edge))
        assert value.hold == pytest.approx(float(record.house_edge * Fraction(5) * 60))
    assert effects["kings-bounty"].after is None
    assert effects["lucky-ladies"].before is None
    assert effects["blackjack"].before is not None


def test_the_hold_is_the_sum_over_the_wagers() -> None:
    found = difference(BEFORE, AFTER)
    assert found.rounds_per_hour == (ROUNDS_PER_HOUR, ROUNDS_PER_HOUR)
    values = [effect.before for effect in found.effects if effect.before is not None]
    assert found.hold[0] == pytest.approx(sum(value.hold or 0 for value in values))


@pytest.mark.nightly
def test_the_smallest_wager_of_two_hands_is_placed_on_each() -> None:
    """§ 633a.12(a)(1): two equal wagers of $15."""
    switch = '[table]\nname = "S"\ngame = "blackjack-switch"\n'
    (effect,) = difference(switch, switch + "minimum = 20\n", 60).effects
    assert effect.before is not None
    assert effect.before.house_edge is not None
    assert effect.before.wager == "30.00"
    assert effect.before.hold == pytest.approx(effect.before.house_edge * 30 * 60)


def test_a_wager_that_favors_players_is_named_where_the_hold_is_told() -> None:
    """§ 633c.5(v)(3): Buzzer Beater as printed; it makes the hold of the whole table negative."""
    old = '[table]\nname = "H"\ngame = "hybrid-blackjack"\n[wagers.buzzer-beater]\nminimum = 1\n'
    found = difference(old, old.replace('"H"', '"H"\nmaximum = 400'), 60)
    assert found.effects == []
    assert found.hold[0] < 0
    edge = records("buzzer-beater", decks=6)[0].house_edge
    (words,) = favored_words(found)
    cents = f"{60 * abs(float(edge)):.2f}"
    assert words == (
        f"Buzzer Beater favors players: house edge −{100 * abs(float(edge)):.4f} %, "
        f"−${cents} an hour."
    )
    (words,) = favored_words(difference(old, old.partition("[wagers")[0], 60))
    assert words.endswith(f" % before, −${cents} an hour.")
    assert favored_words(difference(BEFORE, AFTER)) == []


def test_the_same_submission_changes_nothing() -> None:
    found = difference(BEFORE, BEFORE + "\n[blackjack]\neven_money = true\n")
    assert (found.changes, found.effects) == ([], [])


def test_the_command_says_it_in_words_and_in_json(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(BEFORE)
    new.write_text(AFTER)
    words = upcard("diff", str(old), str(new)).stdout
    assert 'wagers.perfect-pairs.paytable: "A" becomes "B".' in words
    assert "is no longer offered: " in words
    form = json.loads(upcard("diff", str(old), str(new), "--json").stdout)
    assert {effect["wager"] for effect in form["effects"]} >= {"blackjack", "kings-bounty"}


def test_a_submission_that_does_not_comply_is_not_compared(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(BEFORE)
    new.write_text(AFTER.replace('"B"', '"Z"'))
    assert upcard("diff", str(old), str(new)).returncode == 1
