"""What the interactive table says of its wagers, and what who names only some of them places."""

import re
from pathlib import Path

import pytest

from amounts import dollars
from tables import table_rules
from upcard.cli.deal.betting import choices, example, introduction, smallest, wagers
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.games.roulette import SPOTS
from upcard.games.table_rules import TableRules
from upcard.host.scripts.rounds import robot_table
from upcard.submission.compiling.text import rules_of

WHEEL = Path(__file__).parents[1] / "golden/rounds/submissions/lightning-roulette.toml"


def placed(commands: list[PlaceWager]) -> list[tuple[str, int]]:
    return [(command.wager, command.amount) for command in commands]


def test_a_mandatory_wager_is_placed_for_who_does_not_name_it() -> None:
    """§ 633c.4(c), and Washington's mandated wagers."""
    rules = table_rules(game="switch-hands")
    ante = ("switch-hands-ante", dollars(3))
    assert placed(smallest(rules, 2)) == [("blackjack", dollars(15)), ante]
    assert placed(wagers(rules, 2, ["20"])) == [
        ("blackjack", dollars(20)),
        ("switch-hands-ante", dollars(4)),
    ]
    assert placed(wagers(rules, 2, ["15", "1", "3"])) == [("blackjack", dollars(15)), ante]
    house = table_rules(
        game="match-the-dealer-blackjack",
        wagers={"match-the-dealer": {"mandatory": True, "minimum": 2}},
    )
    assert placed(smallest(house, 1))[1:] == [("match-the-dealer", dollars(2))]


@pytest.mark.parametrize(
    "rules",
    [
        table_rules(),
        table_rules(game="switch-hands"),
        table_rules(game="blackjack-premium"),
        table_rules(wagers={"lucky-ladies": {}}),
        table_rules(wagers={"match-the-dealer-progressive": {"wager": 1}}),
        rules_of(WHEEL.read_text(encoding="utf-8")),
    ],
    ids=["blackjack", "ante", "ante at Premium", "side wager", "fixed amount", "wheel"],
)
def test_the_example_is_taken_by_the_table(rules: TableRules) -> None:
    table = robot_table(rules, seed=1).table
    table.send_all(wagers(rules, 1, example(rules).split()))
    table.send(CloseBets())
    assert table.state.round == 1


def test_one_deck_is_one_deck_and_down_under_cites_its_own_section() -> None:
    rules = table_rules(decks=1)
    assert introduction(rules)[0].startswith("1 deck, $15.00")
    wager = {"match-the-dealer-progressive": {"wager": 1}}
    ((name, text),) = choices(table_rules(game="down-under-blackjack", wagers=wager))
    assert (name, "§ 685c.1(e)" in text) == ("match-the-dealer-progressive", True)
    assert text.startswith("$1.00 ")


def test_a_wheel_names_only_spots_that_it_has() -> None:
    lines = introduction(rules_of(WHEEL.read_text(encoding="utf-8")))
    named = re.findall(r"[a-z-]+-\d+(?:-\d+)?", lines[1])
    assert len(named) >= 5
    assert set(named) <= set(SPOTS)
