"""The Rules Submissions of the variations of Blackjack."""

import pytest

from submission.examples import findings_of
from tables import rules_from
from upcard.games.switch import SwitchRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.host.rounds import robot_table
from upcard.submission.new import new_submission

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
    assert [one.message for one in findings_of(text)] == []
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


def test_how_a_game_may_be_dealt() -> None:
    """§ 633a.12(b) is Pennsylvania's: Washington's rules know no dealing from the hand."""
    table = 'name = "V"\ndecks = 2\ndealing = "from-the-hand"\n'
    switch = f'[table]\n{table}game = "blackjack-switch"\n'
    assert findings_of(switch) == []
    washington = f'[table]\n{table}game = "match-the-dealer-blackjack"\n'
    assert [one.field for one in findings_of(washington)] == ["table.dealing"]


def test_the_choices_reach_the_table() -> None:
    head = '[table]\nname = "V"\ngame = '
    switch = f'{head}"blackjack-switch"\n[switch]\nblackjack_pays = "industry"\n'
    assert rules_from(switch).switch == SwitchRules(always_even_money=True)
    tied = f'{head}"switch-hands"\n[switch_hands]\ntie_blackjack = "1 to 2"\n'
    assert rules_from(tied).switch_hands == SwitchHandsRules(tie_pays=True)
    assert rules_from(f'{head}"blackjack-premium"\n').switch_hands == SwitchHandsRules(premium=True)
    assert rules_from('[table]\nname = "B"\n').switch is None
