"""`upcard.Table`: a live table in Python, on the engine that deals in the casino.

The dealer's and the floorperson's steps are taken automatically; players wager and answer. A
command that the rules refuse raises `RuleViolation` with its section and leaves the table as it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from upcard.engine.blackjack.view import TableView
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.events import Event
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import WITH_AMOUNT
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.view import View
from upcard.engine.play import question
from upcard.engine.views import view
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.host.records.games import record_of
from upcard.host.scripts.rounds import MemoryTable, bits_of
from upcard.library.arguments.checks import check_rules
from upcard.library.dollars import Dollars, units_of
from upcard.library.rules import Rules
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import html_table
from upcard.library.tabular.records import Records, TableForm
from upcard.rules.violation import BadInput
from upcard.text.schemas import DEAL
from upcard.text.schemas import SETTLEMENTS as SETTLEMENTS_SCHEMA
from upcard.text.words import listed, quoted


@dataclass(frozen=True, slots=True)
class Question:
    """What a player is asked: about which hand (0: none of several), and the legal answers."""

    kind: str
    position: int
    hand: int
    legal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """A wager that was decided: amounts in dollars; `section` is the provision that decides it."""

    position: int
    hand: int
    wager: str
    outcome: str
    wagered: Decimal
    paid: Decimal
    net: Decimal
    section: str
    player: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The settlement as in ``upcard deal --json``: money is text in dollars."""
        money = {name: f"{getattr(self, name):.2f}" for name in ("wagered", "paid", "net")}
        return {name: getattr(self, name) for name in self.__slots__} | money


_COLUMNS: Final = (
    Column("position", "int64"),
    Column("hand", "int64"),
    Column("wager", "utf8"),
    Column("outcome", "utf8"),
    Column("wagered", "dollars"),
    Column("paid", "dollars"),
    Column("net", "dollars"),
    Column("section", "utf8"),
    Column("player", "utf8"),
)


def _row(settlement: Settlement) -> Iterator[Mapping[str, object]]:
    yield {name: getattr(settlement, name) for name in settlement.__slots__}


def _line(settlement: Settlement) -> tuple[object, ...]:
    return tuple(getattr(settlement, name) for name in settlement.__slots__)


SETTLEMENTS: Final[TableForm[Settlement]] = TableForm(
    SETTLEMENTS_SCHEMA,
    _COLUMNS,
    _row,
    tuple(column.name for column in _COLUMNS),
    _line,
    "Settlements",
)


class Table:
    """A table in memory. The same seed deals the same cards; without one they are random.

    Example: ``table.bet(1, blackjack=15); table.deal(); table.hit(); table.settlements``.
    """

    def __init__(self, rules: Rules, *, seed: int | None = None) -> None:
        check_rules(rules, seed=seed)
        self.rules = rules
        self._table = MemoryTable(rules.table, bits_of(seed))

    # Playing

    def bet(
        self,
        position: int,
        wagers: Mapping[str, Dollars] | None = None,
        /,
        *,
        player: str = "",
        **named: Dollars,
    ) -> None:
        """Place wagers at a position, all of them or none; amounts in dollars, never floats.

        Wagers are named by keyword, with ``_`` for ``-``, or by a mapping. A settled round is
        cleared first. `player` is the player's name, which tells the terminals of a position at a
        hybrid table apart. Raises `RuleViolation` for a wager that the rules refuse.
        """
        amounts = {
            **(wagers or {}),
            **{name.replace("_", "-"): amount for name, amount in named.items()},
        }
        if not amounts:
            raise BadInput("Name a wager and its amount, such as blackjack=15.")
        commands = [
            PlaceWager(position, name, units_of(amount), player)
            for name, amount in sorted(amounts.items(), key=lambda pair: self._order(pair[0]))
        ]
        self._clear()
        self._table.send_all(commands)

    def deal(self) -> None:
        """Close the betting, and deal (or spin) until a player is asked or the round is settled."""
        if not self.state.has_wagers or self.is_settled:
            raise BadInput("No wager is placed for a round: use `bet` first.")
        self._table.send(CloseBets())

    def answer(self, word: str, amount: Dollars | None = None) -> None:
        """Answer the question; `amount` in dollars for less than the whole where that is permitted.

        Raises `BadInput` for a word that does not answer the question, `RuleViolation` with its
        section for an answer that the rules refuse now.
        """
        pending = question(self.state)
        if pending is None:
            raise BadInput("No player is asked anything now: use `bet` and `deal`.")
        if amount is not None and word not in WITH_AMOUNT:
            raise BadInput(f"{quoted(word)} takes no amount.")
        commands = pending.every(None if amount is None else units_of(amount))
        if word not in commands:
            raise BadInput(
                f"The question is one of {pending.kind}: {listed([*pending.answers])} answer it, "
                f"not {quoted(word)}."
            )
        self._table.send(commands[word])

    def hit(self) -> None:
        """Take a card."""
        self.answer("hit")

    def stand(self) -> None:
        """Take no more cards."""
        self.answer("stand")

    def double(self, amount: Dollars | None = None) -> None:
        """Double the wager, or add less, for one more card."""
        self.answer("double", amount)

    def split(self) -> None:
        """Split a pair."""
        self.answer("split")

    def surrender(self) -> None:
        """Give up the hand and half of its wager."""
        self.answer("surrender")

    def insurance(self, amount: Dollars | None = None) -> None:
        """Insure for half of the wager, or for less."""
        self.answer("insurance", amount)

    def no_insurance(self) -> None:
        """Do not insure."""
        self.answer("no-insurance")

    def no_surrender(self) -> None:
        """Keep the hand where surrender comes before the dealer looks for a Blackjack."""
        self.answer("no-surrender")

    def even_money(self) -> None:
        """Take 1 to 1 for a Blackjack at once."""
        self.answer("even-money")

    def clone(self) -> "Table":
        """A table in the same state, which deals the same cards and is independent of this one."""
        copy = object.__new__(Table)
        copy.rules = self.rules
        copy._table = self._table.clone()
        return copy

    # Looking

    @property
    def state(self) -> AnyTable:
        """The engine's own state of the table, an immutable value."""
        state: AnyTable = self._table.state
        return state

    @property
    def question(self) -> Question | None:
        """The question to a player; None while wagers are placed and after a round."""
        pending = question(self.state)
        if pending is None:
            return None
        return Question(pending.kind, pending.position, pending.hand, tuple(pending.answers))

    @property
    def legal(self) -> tuple[str, ...]:
        """The answers that the rules permit now; empty where no player is asked."""
        pending = self.question
        return () if pending is None else pending.legal

    @property
    def is_settled(self) -> bool:
        """Whether a round is over and its cards still lie on the table."""
        return self.state.phase == Phase.SETTLED  # a wheel's phase has the same name

    @property
    def settlements(self) -> Records[Settlement]:
        """The wagers of this round that are decided so far, in order."""
        rows = (
            Settlement(
                **{name: _dollars_of(row.get(name, ""), name) for name in Settlement.__slots__}
            )
            for row in self._record()["settlements"]
        )
        return Records(SETTLEMENTS, tuple(rows))

    def view(self, player: str = "") -> View:
        """What a player sees, or without a name anyone at the table: no card that lies face down.

        Cards are names such as ``Ks``, and ``??`` face down; amounts are text in dollars.
        """
        return view(self.state, player)

    @property
    def events(self) -> tuple[Event, ...]:
        """The engine's events of this round, in order."""
        return self._table.round_events

    def to_dict(self) -> dict[str, Any]:
        """The round as in ``upcard deal --json``."""
        return {"schema": DEAL, **self._record()}

    def __repr__(self) -> str:
        return "\n".join([self._title(), *(f"{who}: {cards}" for who, cards in self._cards())])

    def _repr_html_(self) -> str:
        html = html_table(("", "cards"), list(self._cards()), self._title())
        settled = self.settlements
        return html + settled._repr_html_() if len(settled) else html

    def _title(self) -> str:
        pending = self.question
        if pending is not None:
            now = f"position {pending.position} is asked: {', '.join(pending.legal)}"
        elif self.is_settled:
            now = f"round {self.state.round} is settled"
        else:
            now = "wagers are placed"
        return f"{self.rules.table.name}, {self.rules.table.game}: {now}"

    def _cards(self) -> Iterator[tuple[str, str]]:
        """Who has which cards in a game of Blackjack: the dealer, then each position."""
        table_view = self.view()
        if isinstance(table_view, TableView) and table_view.dealer:
            yield "dealer", " ".join(table_view.dealer)
            for box in table_view.boxes:
                hands = (f"{' '.join(hand.cards)} ({hand.total})" for hand in box.hands)
                yield f"{box.position}", "; ".join(hands)

    def _record(self) -> dict[str, Any]:
        return record_of(self.state, self.events)

    def _order(self, name: str) -> int:
        """The order of a wager among those placed together: after the wagers that it needs."""
        offered = self.rules.table.offered(name)
        if offered is None:
            return int(name != BLACKJACK_WAGER)
        return 2 + len(offered.data.needs)

    def _clear(self) -> None:
        """Clear the cards of a settled round, and forget its events."""
        if self.is_settled:
            self._table.send(ClearTable())
            self._table.forget()


def _dollars_of(value: Any, name: str) -> Any:
    """A value of a settlement's JSON, money as dollars."""
    return Decimal(value) if name in ("wagered", "paid", "net") else value
