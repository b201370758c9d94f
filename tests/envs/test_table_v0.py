"""Whole tables for PettingZoo: its own tests pass at every game with seats."""

import re
from functools import partial
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import upcard
from amounts import dollars
from upcard.envs import table_v0
from upcard.envs.seats import ANSWERS
from upcard.library.rules import Rules, rules_of_text
from upcard.rules.violation import BadInput

GAMES = ("blackjack", "blackjack-switch", "switch-hands", "hybrid-blackjack", "baccarat")


def rules_of(game: str) -> Rules:
    return rules_of_text(f'[table]\nname = "T"\ngame = "{game}"\n')


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_no_fault(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    choices: dict[str, Any] = {"rules": rules_of(game), "seats": 3, "rounds": 2, "bets": (1, 2)}
    api_test(table_v0.env(**choices), num_cycles=40)
    seed_test(partial(table_v0.env, **choices), num_cycles=15)
    parallel_api_test(table_v0.parallel_env(**choices), num_cycles=20)
    parallel_seed_test(partial(table_v0.parallel_env, **choices), num_cycles=15)
    assert "Passed" in capsys.readouterr().out


def test_every_seat_bets_and_is_asked_in_turn() -> None:
    rules = upcard.blackjack(wagers=["lucky-ladies"])
    table = table_v0.env(rules, seats=2, side_wagers=["lucky-ladies"], rounds=4)
    table.reset(seed=1)
    assert table.options == [
        {"blackjack": dollars(15)},
        {"blackjack": dollars(15), "lucky-ladies": table.options[1]["lucky-ladies"]},
    ]
    turns = []
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        total[agent] += reward
        turns.append(agent)
        table.step(None if over else int(seen["action_mask"].argmax()))
    assert turns[:2] == ["seat_1", "seat_2"]
    assert table.rounds_played == 4
    assert any(total.values())


def test_an_observation_tells_the_decks_that_are_dealt() -> None:
    """It grows by one with every 52 cards; seats, rounds and the seat's number stand behind it."""
    table = table_v0.env(upcard.blackjack(decks=6), seats=3, rounds=20)
    table.reset(seed=5)
    met = set()
    for _ in table.agent_iter():
        seen, _, over, _, _ = table.last()
        stack = table.table.table.state.stack
        dealt = (6 * 52 - stack.remaining) // 52 if stack.loaded else 0
        number = table.possible_agents.index(table.agent_selection) + 1
        told = (dealt, 3, table.rounds_played, number)
        assert tuple(seen["observation"][-4:]) == told
        met.add(dealt)
        table.step(None if over else int(seen["action_mask"].argmax()))
    assert met >= {0, 1, 2, 3}


def test_a_wheel_has_no_seats() -> None:
    with pytest.raises(BadInput, match="has no seats"):
        table_v0.env(upcard.load("submissions/lightning-roulette.toml"))
    with pytest.raises(BadInput, match="1 to 7 seats, not 9"):
        table_v0.env(seats=9)


def test_a_table_is_rendered_with_the_names_of_its_cards() -> None:
    table = table_v0.env(rules_of("blackjack-switch"), seats=2, render_mode="ansi")
    table.reset(seed=3)
    assert table.render() == "dealer: -\nseat_1: -\nseat_2: -"
    table.step(len(ANSWERS))
    table.step(len(ANSWERS))
    card = "[2-9TJQKA][shdc]"
    seat = f"{card} {card} / {card} {card}"
    assert re.fullmatch(
        f"dealer: {card} \\?\\?\nseat_1: {seat}\nseat_2: {seat}", str(table.render())
    )
    baccarat = table_v0.env(rules_of("baccarat"), seats=1, render_mode="ansi")
    baccarat.reset(seed=3)
    baccarat.step(len(ANSWERS))
    assert re.fullmatch(f"banker: .*{card}\nplayer: .*{card}", str(baccarat.render()))
