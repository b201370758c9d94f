"""A whole table of any game on the engine: seats, their bets and answers, the dealer automated."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from upcard.cards.card import parse_card
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.baccarat.view import BaccaratView
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.core.table_state import ShoeState, player_account
from upcard.engine.hybrid.questions import TerminalQuestion
from upcard.engine.hybrid.view import LayoutView, TerminalView
from upcard.engine.play import every_answer, game_of, question, question_of
from upcard.engine.views import view
from upcard.games.baccarat import betting_areas
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import memory_meters
from upcard.host.scripts.rounds import source_of
from upcard.library.arguments.checks import check_rules
from upcard.library.rules import Rules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted
from upcard.wagers.limits import least_amount

ANSWERS: Final = (
    *("hit", "stand", "double", "split", "surrender", "refuse-card"),
    *("insurance", "even-money", "no-insurance", "no-surrender"),
    *("press", "take", "switch", "keep", "take-card", "dead-hand"),
)
"""The words that answer the questions of the rulebook's games, in the order of their actions."""

KINDS: Final = ("bet", "decision", "insurance", "surrender", "press", "switch", "missed-card")
"""The kinds of questions of the rulebook's games, in the order of their numbers."""


def answers_of(rules: TableRules) -> tuple[str, ...]:
    """The words of `ANSWERS`, then those that only a table's own game has."""
    return (*ANSWERS, *(word for word in every_answer(rules, 1) if word not in ANSWERS))


def kinds_of(rules: TableRules) -> tuple[str, ...]:
    """The kinds of `KINDS`, then those that only a table's own game has."""
    return (*KINDS, *(kind for kind in game_of(rules).flow.questions if kind not in KINDS))


OptionOfBet = dict[str, int]
"""The wagers of a bet by their names, in money."""

_SeenCards = tuple[Sequence[str], Sequence[Sequence[str]], Sequence[str]]
"""The names of the dealer's cards, of a seat's hands, and of every card on the table."""


class SeatedTable:
    """A table in memory with `seats` players, named ``seat_1`` and so on.

    `options` are the bets that a seat chooses from. `won` is what each seat won in the last round,
    in money.
    """

    def __init__(self, rules: Rules, seats: int, options: Sequence[OptionOfBet], seed: int) -> None:
        self.rules = rules.table
        self.options = options
        self.names = [f"seat_{number}" for number in range(1, seats + 1)]
        bits = seeded_bits(seed)
        self.table: AutomatedTable[Any] = AutomatedTable(
            self.rules,
            source_of(self.rules, bits),
            UNTIL_CLEARED,
            meters=memory_meters(self.rules, bits),
        )
        self.won = dict.fromkeys(self.names, 0)
        self._before = dict(self.won)

    def deal_round(self, bets: Mapping[str, int]) -> None:
        """Clear the last round, place a bet of each seat by its number, and deal."""
        if self.table.state.has_wagers:
            self.table.send(ClearTable())
            self.table.forget()
        self._before = {name: self._account(name) for name in self.names}
        for position, name in enumerate(self.names, 1):
            wagers = self.options[bets[name]].items()
            self.table.send_all(PlaceWager(position, *wager, name) for wager in wagers)
        self.table.send(CloseBets())

    @property
    def decks_dealt(self) -> int:
        """The whole decks that are no longer in the shoe, or on the side that is dealt from."""
        state = self.table.state
        if not isinstance(state, ShoeState) or not state.stack.loaded:
            return 0
        size = self.rules.shoe_size
        dealt = size // self.rules.sides - state.stack.remaining
        return dealt * self.rules.decks // size

    @property
    def question(self) -> PlayerQuestion | None:
        """The question to a seat; None when the round is over."""
        return question(self.table.state)

    def question_of(self, name: str) -> PlayerQuestion | None:
        """The question to a seat; at a hybrid table all seats are asked at the same time."""
        return question_of(self.table.state, name)

    def seat_asked(self) -> str:
        """The name of the seat that is asked."""
        pending = self.question
        assert pending is not None
        return (
            pending.player
            if isinstance(pending, TerminalQuestion)
            else self.names[pending.position - 1]
        )

    def answer(self, name: str, word: str) -> None:
        """Answer the question to a seat; a word that is not permitted gives the usual answer."""
        pending = self.question_of(name)
        assert pending is not None
        self.table.send(pending.answers.get(word, pending.unanswered))

    def settle(self) -> None:
        """Count what the round won."""
        self.won = {name: self._account(name) - self._before[name] for name in self.names}

    def _account(self, name: str) -> int:
        return int(self.table.state.accounts.get(player_account(name), 0))

    def cards_of(self, name: str) -> tuple[list[int], list[list[int]], list[int]]:
        """What a seat sees: the dealer's cards, its own hands, and every card face up."""
        dealer, hands, others = self._cards_seen(name)
        return _numbers(dealer), [_numbers(hand) for hand in hands], _numbers(others)

    def text(self) -> str:
        """The dealer's cards, then those of each seat; at baccarat those of the two hands."""
        dealer, player, _ = self._cards_seen(self.names[0])
        if not self.rules.has_blackjack_wager:
            return f"banker: {_name_of(dealer)}\nplayer: {_name_of(player[0])}"
        hands = (
            f"{name}: {' / '.join(map(_name_of, self._cards_seen(name)[1])) or '-'}"
            for name in self.names
        )
        return "\n".join((f"dealer: {_name_of(dealer)}", *hands))

    def _cards_seen(self, name: str) -> _SeenCards:
        return _cards(view(self.table.state, name), self.names.index(name) + 1)


def _name_of(cards: Sequence[str]) -> str:
    return " ".join(cards) or "-"


def _numbers(names: Sequence[str]) -> list[int]:
    """The cards that lie face up."""
    return [parse_card(name) for name in names if name != "??"]


def _cards(seen: object, position: int) -> _SeenCards:
    """The cards in a view of the table, with the hands of the seat at `position`."""
    if isinstance(seen, TableView):
        boxes = {box.position: box for box in seen.boxes}
        own_hands = boxes[position].hands if position in boxes else ()
        every = [card for box in seen.boxes for hand in box.hands for card in hand.cards]
        return seen.dealer, [hand.cards for hand in own_hands], [*seen.dealer, *every]
    if isinstance(seen, BaccaratView):
        return seen.banker, [seen.player], [*seen.banker, *seen.player]
    layout = seen.layout if isinstance(seen, TerminalView) else seen
    assert isinstance(layout, LayoutView)
    hands = [hand.cards for hand in seen.hands] if isinstance(seen, TerminalView) else []
    dealt = [card for dealt_position in layout.positions for card in dealt_position.cards]
    return layout.dealer, hands, [*layout.dealer, *layout.community, *dealt]


def options_of(
    rules: Rules, bets: Sequence[int] = (1,), side_wagers: Sequence[str] = ()
) -> list[OptionOfBet]:
    """The bets of a seat: at baccarat one for each area, else `bets` in units, with side wagers.

    Side wagers are placed in their smallest amounts, one of them or none with each bet; those
    that the table makes mandatory always. Raises `BadInput` for a table without such wagers.
    """
    check_rules(rules)
    table = rules.table
    if table.variation.has_wheel:
        raise BadInput(f"{table.game} is played at a wheel, which has no seats.")
    if not table.has_blackjack_wager:
        areas = {name: table.offered(area.wager) for name, area in betting_areas().items()}
        offers = {name: offered for name, offered in areas.items() if offered is not None}
        return [
            {name: units * offered.minimum} for name, offered in offers.items() for units in bets
        ]
    unknown = [name for name in side_wagers if table.offered(name) is None]
    if unknown:
        raise BadInput(f"{table.name} does not offer {quoted(unknown[0])}.")
    options = []
    for units in bets:
        blackjack = units * table.minimum
        sides = {
            offered.slug: least_amount(offered.data, offered.minimum, blackjack)
            for offered in table.wagers
            if offered.mandatory or offered.slug in side_wagers
        }
        mandatory = {wager.slug: sides[wager.slug] for wager in table.wagers if wager.mandatory}
        options.append({BLACKJACK_WAGER: blackjack} | mandatory)
        options += [
            {BLACKJACK_WAGER: blackjack} | mandatory | {name: sides[name]}
            for name in side_wagers
            if name not in mandatory
        ]
    return options
