"""Rounds as trees: chance nodes with exact probabilities, for OpenSpiel and RLCard."""

from fractions import Fraction
from pathlib import Path

import pytest

import upcard
from upcard.envs import RoundTree, open_spiel, rlcard
from upcard.rules.violation import BadInput

RULES = upcard.blackjack(decks=1)


def mean(tree: RoundTree) -> Fraction:
    """The mean win of a node whose hands are played."""
    if tree.is_over:
        return tree.won
    total = Fraction(0)
    for outcome, chance in tree.outcomes():
        child = tree.clone()
        child.deal(outcome)
        total += chance * mean(child)
    return total


def test_the_tree_gives_the_exact_value_of_standing() -> None:
    tree = RoundTree(RULES)
    for value in (9, 8, 9):  # a ten-value card, the dealer's nine, a ten-value card
        tree.deal(value)
    total = Fraction(0)
    for hole, chance in tree.outcomes():
        child = tree.clone()
        child.deal(hole)
        child.take("stand")
        total += chance * mean(child)
    exact = upcard.strategy(RULES, "composition").values("T,T", "9")["stand"]
    assert float(total) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize(("by_value", "number"), [(True, 10), (False, 52)])
def test_probabilities_are_exact_and_sum_to_one(*, by_value: bool, number: int) -> None:
    state = open_spiel.BlackjackGame(RULES, by_value=by_value).new_initial_state()
    outcomes = state.tree.outcomes()
    assert len(outcomes) == state.get_game().max_chance_outcomes() == number
    assert sum(chance for _, chance in outcomes) == 1
    assert state.chance_outcomes()[0] == (0, float(outcomes[0][1]))


def test_a_card_that_was_dealt_is_gone() -> None:
    state = open_spiel.BlackjackGame(RULES, by_value=False).new_initial_state()
    state.apply_action(0)
    assert dict(state.tree.outcomes()).get(0) is None  # the only ace of spades is dealt
    assert dict(state.tree.outcomes())[1] == Fraction(1, 51)


def test_a_state_of_openspiel_is_played_and_cloned() -> None:
    game = open_spiel.BlackjackGame(RULES)
    state = game.new_initial_state()
    assert (state.current_player(), state.legal_actions()) == (open_spiel.CHANCE, [*range(10)])
    for value in (7, 5, 7, 9):
        state.apply_action(value)
    assert state.information_state_string() == "6,?|8,8|decision 1"
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        *("stand", "hit", "double", "split", "surrender")
    ]
    other = state.child(state.legal_actions()[-1])
    assert other.is_terminal()
    assert other.returns() == [-0.5]
    assert other.current_player() == open_spiel.TERMINAL
    assert state.history() == [7, 5, 7, 9]
    with pytest.raises(BadInput, match="7 is not legal now: stand, hit"):
        state.apply_action(7)


class Stands:
    """An agent of RLCard that stands."""

    use_raw = False

    def step(self, state: rlcard.State) -> int:
        return int(next(iter(state["legal_actions"])))

    def eval_step(self, state: rlcard.State) -> tuple[int, dict[str, float]]:
        return self.step(state), {}


def test_an_agent_of_rlcard_plays() -> None:
    env = rlcard.RLCardEnv(RULES, seed=1)
    env.set_agents([Stands()])
    payoffs = [env.run()[1][0] for _ in range(60)]
    assert {-1.0, 1.0, 1.5} <= set(payoffs)  # dealt Blackjacks are played too


def test_a_step_of_rlcard_is_taken_back() -> None:
    env = rlcard.RLCardEnv(RULES, seed=4)
    state, _ = env.reset()
    env.step("hit", raw_action=True)
    copy = env.clone()
    back = env.step_back()
    assert not isinstance(back, bool)
    assert back[0]["raw_obs"] == state["raw_obs"]
    assert copy.action_recorder == [(0, "hit")]
    assert env.step_back() is False


def test_the_adapters_are_short() -> None:
    for module in (open_spiel, rlcard):
        assert len(Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()) <= 150
