"""The Rules Submissions of the variations of Blackjack."""

import re

import pytest

from submission.examples import findings_of
from tables import rules_from
from upcard.games.premium import PremiumRules
from upcard.games.switch import SwitchRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.games.variation import BASE_GAME
from upcard.host.scripts.rounds import robot_table
from upcard.submission.writing.new import new_submission

VARIATIONS = (
    "blackjack-switch",
    "switch-hands",
    "blackjack-premium",
    "down-under-blackjack",
    "match-the-dealer-blackjack",
)


@pytest.mark.parametrize("game", VARIATIONS)
def test_a_new_submission_complies_and_is_played(game: str) -> None:
    text = new_submission(game)
    assert [finding.message for finding in findings_of(text)] == []
    rules = rules_from(text)
    table = robot_table(rules, seed=5)
    lines = [line for _ in range(20) for line in table.play()["settlements"]]
    assert {"win", "lose"} <= {line["outcome"] for line in lines if line["wager"] == "blackjack"}
    assert table.table.state.accounts["layout"] == 0


@pytest.mark.parametrize("game", VARIATIONS)
def test_the_table_s_own_choices_stand_in_no_other_game(game: str) -> None:
    own = {
        "blackjack-switch": "switch",
        "switch-hands": "switch_hands",
        "blackjack-premium": "switch_hands",
        "down-under-blackjack": "down_under",
    }
    head = f'[table]\nname = "V"\ngame = "{game}"\n'
    choices = {
        "switch": 'dealer_22 = "industry"',
        "switch_hands": 'cards = "after"',
        "down_under": 'dealer_22 = "bust"',
    }
    for name, choice in choices.items():
        found = findings_of(f"{head}[{name}]\n{choice}\n")
        assert (found == []) is (own.get(game) == name), name


DECIDED = [
    ("blackjack-switch", "blackjack", 'settle_blackjack = "after-reveal"', "633a.12(a)(5)"),
    ("blackjack-switch", "blackjack", 'settle_surrender = "after-reveal"', "633a.12(a)(4)"),
    ("blackjack-premium", "switch_hands", 'tie_blackjack = "1 to 2"', "633c.4(o)"),
    ("hybrid-blackjack-no-hole-card", "blackjack", "even_money = false", "633c.5(z)"),
    ("hybrid-blackjack-no-hole-card", "blackjack", "resplits = 3", "633c.5(z)"),
    ("hybrid-blackjack-no-hole-card", "blackjack", "resplit_aces = true", "633c.5(aa)(3)(i)"),
    ("hybrid-blackjack-no-hole-card", "blackjack", 'split_aces = "play"', "633c.5(aa)(3)(i)"),
]


@pytest.mark.parametrize(("game", "table", "choice", "section"), DECIDED)
def test_what_a_game_decides_by_itself_is_no_choice(
    game: str, table: str, choice: str, section: str
) -> None:
    key = choice.partition(" ")[0]
    text = f'[table]\nname = "V"\ngame = "{game}"\n[{table}]\n{choice}\n'
    (found,) = findings_of(text)
    assert (found.field, found.section) == (f"{table}.{key}", f"58 Pa. Code § {section}")
    kin = {"switch_hands": "switch-hands"}.get(table, "blackjack")
    assert findings_of(text.replace(game, kin)) == []
    assert not re.search(rf"^#? ?{key} =", new_submission(game), re.MULTILINE)
    assert re.search(rf"^#? ?{key} =", new_submission(kin), re.MULTILINE)


@pytest.mark.parametrize("game", ["match-the-dealer-blackjack", "down-under-blackjack", "baccarat"])
def test_how_a_game_may_be_dealt(game: str) -> None:
    """§ 633a.12(b) is of Pennsylvania's Blackjack: other chapters know no dealing from the hand."""
    table = 'name = "V"\ndecks = 2\ndealing = "from-the-hand"\n'
    switch = f'[table]\n{table}game = "blackjack-switch"\n'
    assert findings_of(switch) == []
    findings = findings_of(f'[table]\n{table}game = "{game}"\n')
    (found,) = [finding for finding in findings if finding.field == "table.dealing"]
    assert "§ 633a.12(b)" in found.message


def test_the_choices_reach_the_table() -> None:
    head = '[table]\nname = "V"\ngame = '
    switch = f'{head}"blackjack-switch"\n[switch]\nblackjack_pays = "industry"\n'
    assert rules_from(switch).variation == SwitchRules(always_even_money=True)
    tied = f'{head}"switch-hands"\n[switch_hands]\ntie_blackjack = "1 to 2"\n'
    assert rules_from(tied).variation == SwitchHandsRules(tie_pays=True)
    assert rules_from(f'{head}"blackjack-premium"\n').variation == PremiumRules()
    assert rules_from('[table]\nname = "B"\n').variation == BASE_GAME


def test_a_blackjack_s_payout_at_blackjack_switch_is_explained_by_its_reading() -> None:
    assert (
        "A Blackjack: is paid 1 to 1 always (§ 633a.12(a)(5)(i))."
        in SwitchRules(always_even_money=True).explained()
    )
    assert (
        "A Blackjack: is paid 1 to 1 against a dealer's 21 of three or more cards "
        "(§ 633a.12(a)(5)(i))." in SwitchRules().explained()
    )


def test_what_is_read_as_worded_and_what_as_the_industry_reads_it() -> None:
    """§ 633a.12(a)(5)(i), (v): each passage by its own reading."""
    payout, of_22 = "a Blackjack's payout", "a dealer's 22"
    mixed = SwitchRules(always_even_money=True, blackjack_beats_22=False)
    assert (mixed.open_readings(), mixed.industry_readings()) == ((of_22,), (payout,))


def test_the_ante_is_explained_to_players() -> None:
    """§ 633c.4(c)."""
    text = " ".join(SwitchHandsRules().explained())
    assert "$1 for every $5 of the Blackjack wager, collected whether or not" in text
