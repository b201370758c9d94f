"""A round of one player as a tree: decisions, and chance nodes with exact probabilities.

The engine plays; wherever it needs a card the tree has a chance node, whose outcomes are the cards
left. A node is an immutable table and the cards left, so that a copy costs little. The hole card is
dealt face down: it is in the node, and not in what the player sees.
"""

from fractions import Fraction
from typing import Any

from upcard.cards.card import value_of
from upcard.cards.shoe import FedShoe
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.play import question
from upcard.engine.views import view
from upcard.envs.choices import PLAY_ACTIONS
from upcard.exact.strategy.rules import NAMES
from upcard.library.arguments.checks import check_rules
from upcard.library.rules import Rules
from upcard.rules.violation import BadInput

_KINDS = ("insurance", "surrender", "decision")
_DECLINES = {"insurance": "no-insurance", "surrender": "no-surrender"}


class RoundTree:
    """A node of a round of Blackjack with the smallest wager.

    `counts` are the cards left by card, of a full shoe if not given. With `by_value` a chance
    node's outcomes are values, 0 (ace) to 9 (any ten-value card), else cards; suits and ranks of
    ten-value cards decide nothing in a round without side wagers.
    """

    def __init__(
        self, rules: Rules, counts: tuple[int, ...] | None = None, *, by_value: bool = True
    ) -> None:
        check_rules(rules)
        if not rules.table.has_blackjack_wager or rules.table.blackjack_areas > 1:
            raise BadInput(f"A tree is of a round of Blackjack, not of {rules.table.game}.")
        self.rules = rules
        self.by_value = by_value
        self.counts = [*(rules.table.composition if counts is None else counts)]
        self._table = self._table_of(None)
        self._table.send(PlaceWager(1, "blackjack", rules.table.minimum))
        self._table.send(CloseBets())

    def clone(self) -> "RoundTree":
        """A node like this one, independent of it."""
        copy = object.__new__(RoundTree)
        copy.rules, copy.by_value, copy.counts = self.rules, self.by_value, [*self.counts]
        copy._table = copy._table_of(self._table.state)
        return copy

    def _table_of(self, state: BlackjackState | None) -> AutomatedTable[BlackjackState]:
        self._shoe = FedShoe()
        return AutomatedTable(self.rules.table, self._shoe, UNTIL_CLEARED, state)

    @property
    def question(self) -> PlayerQuestion | None:
        """The question to the player; those that no action answers get the usual answer."""
        while (pending := question(self._table.state)) is not None and pending.kind not in _KINDS:
            self._table.send(pending.unanswered)
        return pending

    @property
    def is_over(self) -> bool:
        """Whether the round is settled."""
        return self._table.state.phase == Phase.SETTLED

    @property
    def is_chance(self) -> bool:
        """Whether a card is dealt next."""
        return not self.is_over and self.question is None

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """The outcomes of a chance node, with their exact probabilities."""
        total, ways = sum(self.counts), dict[int, int]()
        for card, count in enumerate(self.counts):
            if count:
                outcome = value_of(card) - 1 if self.by_value else card
                ways[outcome] = ways.get(outcome, 0) + count
        return [(outcome, Fraction(count, total)) for outcome, count in ways.items()]

    def deal(self, outcome: int) -> None:
        """Deal the outcome of a chance node."""
        card = outcome
        if self.by_value:
            codes = (code for code, count in enumerate(self.counts) if count)
            card = next(code for code in codes if value_of(code) - 1 == outcome)
        self.counts[card] -= 1
        self._shoe.feed([card])
        self._table.resume()
        self._shoe.clear()

    def legal(self) -> tuple[str, ...]:
        """The names of the legal actions, as in `upcard/Blackjack-v0`."""
        pending = self.question
        words = () if pending is None else pending.answers
        names = {"decline" if word in _DECLINES.values() else word for word in words}
        return tuple(name for name in PLAY_ACTIONS if name in names)

    def take(self, action: str) -> None:
        """Carry out a legal action."""
        pending = self.question
        assert pending is not None
        word = _DECLINES[pending.kind] if action == "decline" else action
        self._table.send(pending.answers[word])

    @property
    def won(self) -> Fraction:
        """What the round won so far, in units of the wager."""
        account = self._table.state.accounts.get("player 1", 0)
        return Fraction(account, self.rules.table.minimum)

    def hands(self) -> tuple[int, tuple[int, ...], int]:
        """The number of hands, the cards of the hand that is asked about, and the upcard."""
        hands, pending = self._table.state.box(1).hands, self.question
        number = pending.hand if pending is not None and pending.hand else 1
        return len(hands), hands[number - 1].cards, self._table.state.dealer[0]

    def seen(self) -> str:
        """What the player sees: the dealer's cards, each hand, the question."""
        table: Any = view(self._table.state)
        pending = self.question
        hands = [_card_names(hand.cards) for box in table.boxes for hand in box.hands]
        number = "" if pending is None else f"{pending.kind} {pending.hand}"
        return f"{_card_names(table.dealer)}|{'/'.join(hands)}|{number}"


def _card_names(cards: tuple[str, ...]) -> str:
    """Cards by their values, in order."""
    ranks = {"T": "10", "J": "10", "Q": "10", "K": "10"}
    names = [ranks.get(card[0], card[0]) for card in cards]
    assert all(name in (*NAMES, "?") for name in names), "a card has a value"
    return ",".join(names)
