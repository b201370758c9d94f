"""A round of Blackjack in the manner of OpenSpiel's games: for CFR, MCTS and value iteration.

Nothing of OpenSpiel is imported; algorithms that call `new_initial_state`, `legal_actions`,
`chance_outcomes`, `apply_action`, `clone` and `returns` work as they are. Chance probabilities are
floats of exact fractions; `RoundTree.outcomes` has the fractions.
"""

from typing import Any, Final

from upcard.cards.card import name_of
from upcard.envs.choices import PLAY_ACTIONS
from upcard.envs.tree import RoundTree
from upcard.exact.strategy.rules import NAMES
from upcard.library.rules import Rules
from upcard.library.rules import blackjack as house_rules
from upcard.rules.violation import BadInput
from upcard.text.words import listed, quoted

CHANCE: Final = -1
TERMINAL: Final = -4
"""The players of chance nodes and of ends, as in OpenSpiel."""


class BlackjackGame:
    """One round for the smallest wager from a full shoe, or from the cards in `counts`."""

    def __init__(
        self,
        rules: Rules | None = None,
        counts: tuple[int, ...] | None = None,
        *,
        by_value: bool = True,
    ) -> None:
        self.rules = house_rules() if rules is None else rules
        self._root = RoundTree(self.rules, counts, by_value=by_value)

    def new_initial_state(self) -> "BlackjackNode":
        """The round before the first card."""
        return BlackjackNode(self, self._root.clone(), ())

    def num_players(self) -> int:
        """One: the dealer follows rules."""
        return 1

    def num_distinct_actions(self) -> int:
        """The actions of the player."""
        return len(PLAY_ACTIONS)

    def max_chance_outcomes(self) -> int:
        """The outcomes of a chance node: values, or cards."""
        return 10 if self._root.by_value else 52

    def min_utility(self) -> float:
        """A bound on the loss: every hand doubled, and Insurance."""
        return -self.max_utility()

    def max_utility(self) -> float:
        """A bound on the win."""
        return 2.0 * (self.rules.table.blackjack.resplits + 2) + 1.5


class BlackjackNode:
    """A node: a chance node, a decision of player 0, or an end."""

    def __init__(self, game: BlackjackGame, tree: RoundTree, history: tuple[int, ...]) -> None:
        self._game = game
        self.tree = tree
        self._history = history

    def get_game(self) -> BlackjackGame:
        """The game."""
        return self._game

    def clone(self) -> "BlackjackNode":
        """A node like this one, independent of it."""
        return BlackjackNode(self._game, self.tree.clone(), self._history)

    def child(self, action: int) -> "BlackjackNode":
        """The node after an action or an outcome."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def history(self) -> list[int]:
        """The actions and outcomes that led here."""
        return [*self._history]

    def current_player(self) -> int:
        """0 for the player, or `CHANCE`, or `TERMINAL`."""
        if self.tree.is_over:
            return TERMINAL
        return CHANCE if self.tree.is_chance else 0

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.tree.is_over

    def is_chance_node(self) -> bool:
        """Whether a card is dealt next."""
        return self.tree.is_chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node and their probabilities."""
        return [(outcome, float(chance)) for outcome, chance in self.tree.outcomes()]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, or the outcomes of a chance node; none of other players."""
        if self.tree.is_over or player not in (None, self.current_player()):
            return []
        if self.tree.is_chance:
            return [outcome for outcome, _ in self.tree.outcomes()]
        return [PLAY_ACTIONS.index(name) for name in self.tree.legal()]

    def apply_action(self, action: int) -> None:
        """Take an action, or deal an outcome; raises `BadInput` for one that does not exist."""
        if action not in self.legal_actions():
            words = [self.action_to_string(None, legal) for legal in self.legal_actions()]
            legal_actions = f"{listed(words)} are" if words else "the round is over, and none is"
            raise BadInput(f"{quoted(action)} is not legal now: {legal_actions}.")
        if self.tree.is_chance:
            self.tree.deal(action)
        else:
            self.tree.take(PLAY_ACTIONS[action])
        self._history += (action,)

    def action_to_string(self, player: Any, action: int) -> str:  # noqa: ARG002 - OpenSpiel's
        """The name of an action or outcome."""
        if not self.tree.is_chance:
            return PLAY_ACTIONS[action]
        return NAMES[action] if self.tree.by_value else name_of(action)

    def returns(self) -> list[float]:
        """What the round won, in units of the wager; 0 before its end."""
        return [float(self.tree.won) if self.tree.is_over else 0.0]

    def information_state_string(self, player: int = 0) -> str:  # noqa: ARG002 - there is one
        """What the player knows: not the hole card."""
        return self.tree.seen()

    def __str__(self) -> str:
        return self.tree.seen()
