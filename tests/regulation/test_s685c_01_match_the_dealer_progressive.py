"""Match the Dealer progressive at Down Under Blackjack: § 633c.3 again."""

import json

import pytest

from submission.examples import findings_of
from tables import rules_from
from upcard.cli.rules import rules
from upcard.exact.table import table_records
from upcard.games.down_under import DownUnderRules
from upcard.rules.sections import find
from upcard.submission.writing.new import new_submission
from upcard.wagers.catalogue import checked_rules, wager

WAGER = "match-the-dealer-progressive"
DATA = checked_rules(WAGER).data
SECTION = "58 Pa. Code § 685c.1"


def test_a_the_same_six_combinations() -> None:
    assert len(wager("match-the-dealer-progressive").outcomes) == 7


def test_b_six_or_eight_decks() -> None:
    assert {table.decks for table in DATA.paytable} == {(6,), (8,)}


def test_e_offered_at_down_under_blackjack() -> None:
    others = ("blackjack-switch", "switch-hands", "blackjack-premium")
    assert DATA.games == ("blackjack", *others, "down-under-blackjack")
    assert DATA.game_sections == {"down-under-blackjack": f"{SECTION}(e)"}
    assert find(DATA.game_sections["down-under-blackjack"]).cite == f"{SECTION}(e)"
    assert DATA.limits is not None
    assert DATA.limits.amounts == ("$1", "$5")


TABLE = f'[table]\nname = "D"\ngame = "down-under-blackjack"\n[wagers.{WAGER}]\n'


def test_e_is_what_check_and_new_cite() -> None:
    (found,) = findings_of(f"{TABLE}wager = 7\n")
    assert (found.field, found.section) == (f"wagers.{WAGER}.wager", f"{SECTION}(e)")
    text = new_submission("down-under-blackjack")
    assert f"{DATA.title}, {SECTION}(e):" in text
    assert "633c.3" not in text
    assert f"{DATA.title}, 58 Pa. Code § 633c.3(e):" in new_submission("blackjack")


def test_wagers_of_a_hybrid_table_are_offered_by_its_own_section() -> None:
    """§ 633c.5(x): what § 633a.6(e) offers at Blackjack, that subsection offers there."""
    text = new_submission("hybrid-blackjack-no-hole-card")
    assert "# King's Bounty, 58 Pa. Code § 633c.5(x):" in text


def test_e_is_what_the_rulebook_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the engine finds a provision is where the rule data have it."""
    assert DownUnderRules().cite(DATA.section) == DATA.game_sections["down-under-blackjack"]
    rules("down-under-blackjack")
    assert f"{WAGER} (§ 685c.1(e))" in " ".join(capsys.readouterr().out.split())  # as lines wrap
    rules(WAGER, as_json=True)
    told = json.loads(capsys.readouterr().out)["wagers"]
    assert told[0]["game_sections"] == DATA.game_sections


def test_i_is_what_the_odds_of_a_table_cite() -> None:
    table = rules_from(f"{TABLE}wager = 5\n")
    assert [record.section for record in table_records(table, WAGER)] == [f"{SECTION}(i)"]


def test_j_is_what_check_cites_of_the_meter() -> None:
    (found,) = findings_of(f'{TABLE}wager = 5\nincrement = "5%"\n')
    assert (found.field, found.section) == (f"wagers.{WAGER}.increment", f"{SECTION}(j)")


def test_i_the_same_twenty_paytables() -> None:
    """§ 633c.3(i): the transcription fails where the two sections print different tables."""
    assert [table.id for table in DATA.paytable] == [str(number) for number in range(1, 11)] * 2


def test_j_the_same_seed_and_rates() -> None:
    meters = {table.meters[""] for table in DATA.paytable}
    (meter,) = meters
    figures = (meter.seed, meter.increment, meter.secondary_increment)
    assert figures == ("1,000× the wager", "15%", "6%")
