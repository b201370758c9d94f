"""Which dealer's step is due, and a table in memory that takes the steps."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Flag, auto
from typing import Final, Protocol

from upcard.cards.card import DECK_SIZE
from upcard.cards.shoe import CardSource, OutOfCards
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.closing import bonus_facts
from upcard.engine.decide import apply
from upcard.engine.jackpots import awaiting_awards, floor_step, pending
from upcard.engine.phases import Phase
from upcard.engine.refusals import refusal
from upcard.engine.refusals_play import must_draw
from upcard.engine.shoe_steps import (
    MINIMUM_CUT,
    due_target,
    full_count,
    next_side,
    side_of,
)
from upcard.engine.state import State, new_table, turn
from upcard.games.table_rules import TableRules


class Automation(Flag):
    """The dealer's steps that a caller may have done for him."""

    SHOE = auto()
    """Shuffle, cut for players who are not asked, cover card, loading, burn card."""

    COLLECT = auto()
    """The progressive wagers, counted and put into the table inventory container."""

    DEAL = auto()
    """Removal, determinant, initial cards and drawn cards; the cover card put aside."""

    SETTLE = auto()
    """Optional wagers, held wagers, Blackjacks, the final payoff."""

    READER = auto()
    """The card reader and the hole card."""

    FLOOR = auto()
    """Progressive payouts verified, validated by a floorperson, paid and documented."""

    CLEAR = auto()
    """The cards to the discard rack."""

    ALL = SHOE | COLLECT | DEAL | SETTLE | READER | FLOOR | CLEAR


Step = tuple[c.Command, tuple[e.Event, ...]]
"""One command at a table, and its events."""

_STEPS: Final[dict[Phase, tuple[Automation, type[c.Command]]]] = {
    Phase.SHUFFLING: (Automation.SHOE, c.Shuffle),
    Phase.CUTTING: (Automation.SHOE, c.CutCards),
    Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
    Phase.LOADING: (Automation.SHOE, c.LoadShoe),
    Phase.BURNING: (Automation.SHOE, c.BurnCard),
    Phase.COLLECTING: (Automation.COLLECT, c.CollectProgressiveWagers),
    Phase.REMOVING: (Automation.DEAL, c.BurnCard),
    Phase.DETERMINING: (Automation.DEAL, c.DrawDeterminant),
    Phase.PEEKING: (Automation.READER, c.UseCardReader),
    Phase.PEEKED: (Automation.SETTLE, c.SettleHeldWagers),
    Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
}


def due(
    state: State, taking: Automation = Automation.ALL
) -> tuple[Automation, type[c.Command]] | None:
    """The next step of dealer or floor and the automation that takes it, of those in `taking`.

    None while players are asked, and while claims wait for what the meters give.
    """
    if state.jackpots:
        step = floor_step(state) if Automation.FLOOR in taking else None
        if step is not None:
            return Automation.FLOOR, type(step)
        if awaiting_awards(state) or (state.phase is Phase.SETTLED and pending(state)):
            return None
    dealers = _dealers_step(state)
    return dealers if dealers is not None and dealers[0] in taking else None


def _dealers_step(state: State) -> tuple[Automation, type[c.Command]] | None:
    phase = state.phase
    step = _STEPS.get(phase)
    if step is not None:
        return step
    if phase is Phase.DEALING:
        if state.targets:
            return Automation.DEAL, c.DealCard
        return Automation.SETTLE, c.SettleOptionalWagers
    if phase is Phase.INSURING:
        asked = any(box.insurance is None for _, box in state.in_play())
        return None if asked else (Automation.SETTLE, c.CloseInsurance)
    if phase is Phase.PLAYING:
        return _due_in_play(state)
    if phase is Phase.DRAWING:
        if must_draw(state) or due_target(state) is not None:
            return Automation.DEAL, c.DealCard
        return Automation.SETTLE, c.SettleRound
    return None


def _due_in_play(state: State) -> tuple[Automation, type[c.Command]] | None:
    if due_target(state) is not None:
        return Automation.DEAL, c.DealCard
    current = turn(state)
    if current is None:
        return Automation.READER, c.TurnHoleCard
    if state.box(current[0]).hands[current[1] - 1].blackjack:
        return Automation.SETTLE, c.PayBlackjack
    return None


class Meters(Protocol):
    """Progressive meters as a table needs them: an immutable value, replaced as they move."""

    def follow(
        self, state: State, events: Sequence[e.Event]
    ) -> tuple["Meters", Sequence[c.Command]]:
        """What the meters are after a command's events, and the commands that follow.

        Those are `RecordAwards` for the claims among the events, and `RecordMystery`.
        """


class Table:
    """A table in memory: its state, its events, and the cards that feed it.

    `automations` are the steps of dealer and floor taken without being asked for. `meters`
    follow what happens, where there are progressive wagers. `events` holds all
    that happened, in order, from the `state` in which the table was taken over; `steps` the
    same by command.
    """

    def __init__(
        self,
        rules: TableRules,
        cards: CardSource,
        automations: Automation = Automation.ALL,
        state: State | None = None,
        meters: Meters | None = None,
    ) -> None:
        self.state = state or new_table(rules)
        self.events: list[e.Event] = []
        self.steps: list[Step] = []
        self.meters = meters
        self._cards = cards
        self.automations = automations
        self._run()

    def send(self, command: c.Command) -> list[e.Event]:
        """Carry a command out, then every automatic step that follows; the new events.

        Raises `RuleViolation`, and nothing has changed, for a command that is refused. Where
        the cards run out the steps stop there: `resume` goes on when there are cards again.
        """
        start = len(self.events)
        if isinstance(command, c.CloseBets):
            command = self._with_bonuses(command)
        self._apply(command)
        self._run()
        return self.events[start:]

    def resume(self) -> list[e.Event]:
        """Take the automatic steps that wait for cards; the new events."""
        start = len(self.events)
        self._run()
        return self.events[start:]

    def send_all(self, commands: Iterable[c.Command]) -> None:
        """Carry several commands out, or none of them when one is refused."""
        with self.attempt():
            for command in commands:
                self.send(command)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Put state, meters and events back as they were when what is tried fails."""
        state, meters = self.state, self.meters
        events, steps = len(self.events), len(self.steps)
        try:
            yield
        except Exception:
            self.state, self.meters = state, meters
            del self.events[events:]
            del self.steps[steps:]
            raise

    @property
    def round_events(self) -> tuple[e.Event, ...]:
        """What happened since the table was last cleared."""
        events = self.events
        start = len(events)
        while start and not isinstance(events[start - 1], e.TableCleared):
            start -= 1
        return tuple(events[start:])

    def forget(self) -> None:
        """Drop what happened so far: the state stands."""
        self.events.clear()
        self.steps.clear()

    def _with_bonuses(self, command: c.CloseBets) -> c.CloseBets:
        """What the table game system selects at random, where the caller did not say."""
        magic, seats = bonus_facts(self.state)
        card, seat = command.magic_card, command.lucky_seat
        if magic and card < 0:
            card = self._cards.random_below(DECK_SIZE)
        if seats and not seat:
            seat = seats[self._cards.random_below(len(seats))]
        return c.CloseBets(card, seat)

    def _apply(self, command: c.Command) -> None:
        self.state, events = apply(self.state, command)
        self.events += events
        self.steps.append((command, tuple(events)))
        for event in events:
            self._follow(event)
        if self.meters is not None:
            self.meters, following = self.meters.follow(self.state, events)
            for one in following:
                self._apply(one)

    def _follow(self, event: e.Event) -> None:
        """Let the cards do what the event says."""
        cards = self._cards
        match event:
            case e.CardsShuffled(side=side):
                cards.shuffle(side)
            case e.CardsCut(depth=depth):
                cards.cut(self.state.side, depth)
            case e.CoverCardInserted(from_bottom=from_bottom):
                cards.insert_cover_card(self.state.side, from_bottom)
            case e.CardsLoaded(side=side) if not self.state.rules.has_cover_card:
                cards.shuffle(side)
            case e.CoverCardAppeared(side=side):
                cards.remove_cover_card(side)
            case e.TableCleared(cards=cleared) if not self.state.rules.has_cover_card:
                cards.put_back(cleared)

    def _run(self) -> None:
        while (step := due(self.state, self.automations)) is not None:
            try:
                self._take(step[1])
            except OutOfCards:
                return

    def _take(self, kind: type[c.Command]) -> None:
        state, cards = self.state, self._cards
        if kind is c.DealCard or kind is c.BurnCard:
            self._take_card(kind)
        elif kind is c.Shuffle:
            self._apply(c.Shuffle(next_side(state)))
        elif kind is c.CutCards:
            spread = full_count(state) - 2 * MINIMUM_CUT + 1
            by = state.cut_offers[0] if state.cut_offers else 0
            self._apply(c.CutCards(by, MINIMUM_CUT + cards.random_below(spread)))
        elif kind is c.InsertCoverCard:
            self._apply(c.InsertCoverCard(-(-full_count(state) // 4)))
        elif kind is c.DrawDeterminant:
            self._draw_determinant()
        elif issubclass(kind, c.JackpotStep):
            waiting = floor_step(state)
            assert waiting is not None
            self._apply(waiting)
        else:
            self._apply(kind())

    def _take_card(self, kind: type[c.DealCard] | type[c.BurnCard]) -> None:
        """The next card; cover card and empty shoe come first (§§ 633a.7(e), 633a.14(f))."""
        cards, side = self._cards, self.state.side
        self._put_cover_card_aside(side)
        if self.state.stack.remaining == 0:
            stack = self.state.stack
            if refusal(self.state, c.ReturnWagers()) is None:
                self._apply(c.ReturnWagers())
                return
            cards.return_discards(side, (*stack.discards, *stack.segregated))
            self._apply(c.ReshuffleDiscards(cards.burn(side)))
        self._apply(
            c.DealCard(cards.draw(side)) if kind is c.DealCard else c.BurnCard(cards.burn(side))
        )

    def _put_cover_card_aside(self, side: int) -> None:
        if self._cards.cover_is_next(side):
            self._apply(c.ShowCoverCard(side))

    def _draw_determinant(self) -> None:
        side = self._cards.determinant_side(lambda card: side_of(self.state, card))
        self._put_cover_card_aside(side)
        self._apply(c.DrawDeterminant(self._cards.draw(side), side))
