"""A live table in Python: the engine's own rounds, in dollars, clonable and repeatable."""

from decimal import Decimal
from typing import Any, Final

import pandas as pd
import pytest

import upcard
from upcard.engine.blackjack.view import TableView

SEVEN_SEATS: Final = upcard.load("submissions/seven-seats.toml")


def _played(table: upcard.Table) -> dict[str, Any]:
    """The round with the last legal answer to every question."""
    while table.question is not None:
        table.answer(table.legal[-1])
    return table.to_dict()


def test_a_round_in_five_lines() -> None:
    table = upcard.Table(SEVEN_SEATS, seed=7)
    table.bet(1, blackjack=15, lucky_ladies=5)
    table.deal()
    while "stand" in table.legal:
        table.stand()
    settlements = table.settlements
    assert [settlement.wager for settlement in settlements] == ["lucky-ladies", "blackjack"]
    assert all(settlement.section.startswith("58 Pa. Code § 633a") for settlement in settlements)
    assert all(settlement.net == settlement.paid - settlement.wagered for settlement in settlements)
    assert pd.DataFrame.from_arrow(settlements).wagered.tolist() == [Decimal(5), Decimal(15)]
    assert table.to_dict()["settlements"] == [
        {name: value for name, value in settlement.to_dict().items() if name != "player"}
        for settlement in settlements
    ]


def test_the_same_seed_deals_the_same_round_and_another_does_not() -> None:
    rounds = []
    for seed in (7, 7, 8):
        table = upcard.Table(SEVEN_SEATS, seed=seed)
        table.bet(1, blackjack=15)
        table.deal()
        rounds.append(_played(table))
    assert rounds[0] == rounds[1] != rounds[2]


@pytest.mark.parametrize("name", ["seven-seats", "continuous", "double-shoe", "hybrid"])
def test_a_clone_deals_the_same_cards_and_leaves_the_original_alone(name: str) -> None:
    table = upcard.Table(upcard.load(f"submissions/{name}.toml"), seed=3)
    table.bet(1, blackjack=25, player="a")
    table.deal()
    before = table.to_dict()
    clone = table.clone()
    ended = _played(clone)
    assert table.to_dict() == before
    assert _played(table) == ended
    for row in (table, clone):
        row.bet(1, blackjack=25, player="a")
        row.deal()
    assert _played(table) == _played(clone)


def test_what_the_rules_refuse_leaves_the_table_as_it_is() -> None:
    table = upcard.Table(SEVEN_SEATS, seed=7)
    with pytest.raises(upcard.RuleViolation, match="at least") as refused:
        table.bet(1, lucky_ladies=5, blackjack=1)
    assert refused.value.section == "submission: table.minimum"
    assert not table.state.has_wagers
    table.bet(1, blackjack=15)
    table.deal()
    with pytest.raises(upcard.BadInput, match="'hit' takes no amount"):
        table.answer("hit", 5)
    with pytest.raises(upcard.BadInput, match="hit, stand, double and surrender answer it"):
        table.insurance()
    state = table.state
    with pytest.raises(upcard.RuleViolation, match="equal value") as refused:
        table.split()
    assert refused.value.section == "58 Pa. Code § 633a.11(a)"
    assert table.state is state


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda table: table.bet(1, blackjack=7.5), "7.5 is a float"),
        (lambda table: table.bet(1), "Name a wager and its amount"),
        (lambda table: table.deal(), "No wager is placed"),
        (lambda table: table.hit(), "No player is asked anything now"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        wrong(upcard.Table(SEVEN_SEATS, seed=7))


def test_the_hole_card_is_nowhere_before_it_is_turned() -> None:
    table = upcard.Table(SEVEN_SEATS, seed=7)
    table.bet(1, blackjack=15)
    table.deal()
    seen = table.view()
    assert isinstance(seen, TableView)
    assert seen.dealer[1] == "??"
    assert "??" in repr(table)
    _played(table)
    assert "??" not in repr(table)


@pytest.mark.parametrize(
    ("name", "wager"), [("baccarat", "baccarat-player"), ("lightning-roulette", "straight-17")]
)
def test_games_without_questions_are_settled_at_once(name: str, wager: str) -> None:
    table = upcard.Table(upcard.load(f"submissions/{name}.toml"), seed=1)
    for _ in range(3):
        table.bet(1, {wager: 15})
        table.deal()
        assert table.is_settled
        assert [settlement.wager for settlement in table.settlements] == [wager]
    with pytest.raises(upcard.BadInput, match="No wager is placed"):
        table.deal()
