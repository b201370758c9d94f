"""A table that is asked for random things, legal and illegal; every event is checked."""

from collections import Counter
from functools import cache
from random import Random

import msgspec
import pytest

from amounts import dollars
from nightly import NIGHTLY
from properties.walk_irregular import check_viewers, from_side, irregular_commands, put_right
from properties.walk_jackpots import check_jackpots, some_commands
from tables import SIDE_WAGERS_633A
from upcard.cards.card import NAMES, name_of, new_decks
from upcard.engine.blackjack.flow import FLOW
from upcard.engine.blackjack.state import BlackjackState, new_table
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    CloseInsurance,
    Command,
    CutCards,
    DealCard,
    DeclineCut,
    DeclineInsurance,
    DoubleDown,
    DrawDeterminant,
    Hit,
    InsertCoverCard,
    Insure,
    KeepCards,
    LeaveSeat,
    LoadShoe,
    OrderReshuffle,
    PayBlackjack,
    PermitEntry,
    PlaceWager,
    Press,
    ReplaceDealer,
    ReshuffleDiscards,
    ReturnWagers,
    SeatPlayer,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
    SplitPair,
    Stand,
    Surrender,
    SwitchCards,
    TakeEvenMoney,
    TakeWinnings,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import UPCARD, CardsLoaded, Event, TableCleared
from upcard.engine.core.jackpot_events import AwardsClaimed
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import LAYOUT
from upcard.engine.irregular.commands import FindFaceUpCard
from upcard.engine.jackpots.commands import RecordAwards
from upcard.engine.jackpots.provisions import STEPS
from upcard.engine.jackpots.steps import awaiting_awards, floor_step
from upcard.engine.play import apply, decide, due, evolve, question, refusal
from upcard.engine.shoe.decide import next_side
from upcard.games.switch_hands import ANTE
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation

SLUGS = (
    *SIDE_WAGERS_633A,
    "hit-and-run",
    "straight-jack",
    "bad-beat",
    "perfect-pairs",
    "jackpot-party",
    "match-the-dealer-progressive",
    "super-4",
    "top-3",
    "lucky-aces",
    "blazing-7s",
    "blackjack-match",
    "trilux-deluxe",
    "axman",
    "buster-blackjack",
    "upcard-luck",
)
CITED = ("58 Pa. Code § 633", "58 Pa. Code § 685c", "58 Pa. Code ch. 685a", "WSGC ", "submission: ")
FLOOR_STEPS: tuple[type[Command], ...] = STEPS
CARDS_DUE = (Phase.REMOVING, Phase.DEALING, Phase.PLAYING, Phase.DRAWING)
DEALINGS = ("shoe", "automated-shuffler", "double-shoe", "from-the-hand", "continuous-shuffler")


@cache
def all_cards(decks: int) -> Counter[int]:
    """How many of each card the decks hold; never changed."""
    return Counter(new_decks(decks))


def table_cards(state: BlackjackState) -> list[int]:
    """Every card that lies on the table."""
    hands = [hand for _, box in state.in_play() for hand in box.hands if not hand.removed]
    spare = [card for _, box in state.in_play() for card in box.spare]
    return [*state.dealer, *spare, *(card for hand in hands for card in hand.cards)]


def on_layout(state: BlackjackState) -> int:
    """What lies on the layout: hands that are not settled, Insurance, side wagers."""
    total = 0
    for _, box in state.in_play():
        total += sum(hand.wager + hand.doubled for hand in box.hands if not hand.outcome)
        total += sum(hand.capped for hand in box.hands)
        lying = [units for slug, units in box.wagers.items() if slug not in box.collected]
        total += (box.insurance or 0) + sum(lying)
    return total


def check_counts(state: BlackjackState) -> None:
    """Shoe, rack, segregated area and table hold as many cards as the decks."""
    for side, stack in enumerate(state.stacks):
        if stack.loaded:
            on_table = from_side(state, table_cards(state), side).total()
            count = stack.remaining + len(stack.discards) + len(stack.segregated) + on_table
            assert count == 52 * state.rules.decks, f"side {side} has {count} cards"


def check_view(state: BlackjackState) -> None:
    """The view shows every card that lies face up, and no other card."""
    seen: Counter[str] = Counter()
    hidden = 0
    hole = state.dealer[-1:] if (UPCARD, 0) in state.targets else state.dealer[1:2]
    for card in state.dealer:
        if hole == (card,) and not state.hole_card_shown:
            hidden += 1
            hole = ()
        else:
            seen[name_of(card)] += 1
    for _, box in state.in_play():
        hidden += len(box.spare)
        for hand in (hand for hand in box.hands if not hand.removed):
            if hand.cards_face_down and not hand.doubled:
                hidden += 2 if len(hand.cards) > 1 else 1
                seen.update(name_of(card) for card in hand.cards[2:])
                continue
            face_down = hand.doubled > 0 and state.rules.blackjack.double_face_down
            covered = face_down and len(hand.cards) == 3 and not state.hole_card_shown
            seen.update(name_of(card) for card in hand.cards[: 2 if covered else None])
            hidden += covered
    if state.faults.exposed >= 0:
        seen[name_of(state.faults.exposed)] += 1
    text = msgspec.json.encode(view(state)).decode()
    shown = Counter({name: text.count(f'"{name}"') for name in NAMES if f'"{name}"' in text})
    assert shown == seen
    assert text.count('"??"') == hidden


class Walk:
    """A table, the cards in its shoe, and whoever asks it for things at random.

    `views` is whether the views of all roles are compared after every command, which takes most of
    the time: by day one property does so, at night every walk.
    """

    def __init__(self, rules: TableRules, seed: int, *, views: bool = NIGHTLY) -> None:
        self.views = views
        self.random = Random(seed)
        self.state = new_table(rules)
        self.events: list[Event] = []
        self.shoe: list[list[int]] = [[] for _ in range(rules.sides)]
        self.from_meters = 0

    def carry_out(self, command: Command) -> None:
        """A command that is allowed: every event is folded and checked, the cards follow."""
        top = getattr(command, "card", getattr(command, "burned", None))
        before = self.state
        if isinstance(command, DealCard) and before.faults.exposed >= 0:
            top = None
        decided = decide(before, command)
        for event in decided:
            self.fold(event)
        assert apply(before, command) == (self.state, decided)
        if isinstance(command, ReshuffleDiscards):
            stack = before.stack
            returned = Counter((*stack.discards, *stack.segregated)) - Counter([command.burned])
            self.shoe[before.side] = self.mixed(list(returned.elements()))
        elif top is not None:
            named = isinstance(command, DrawDeterminant | FindFaceUpCard)
            side = getattr(command, "side", 0) if named else before.side
            assert self.shoe[side].pop() == top
        self.check_cards()
        check_view(self.state)
        if self.views:
            check_viewers(self.state)

    def fold(self, event: Event) -> None:
        was = self.state.phase
        self.state = evolve(self.state, event)
        self.events.append(event)
        state = self.state
        assert state.phase is FLOW.phases.get((was, type(event)), was)
        assert sum(state.accounts.values()) == 0
        assert state.accounts[LAYOUT] == on_layout(state) >= 0
        self.from_meters = check_jackpots(state, event, self.from_meters)
        check_counts(state)
        if isinstance(event, CardsLoaded):
            self.shoe[event.side] = self.mixed(new_decks(state.rules.decks))
        elif isinstance(event, TableCleared) and not state.rules.has_cover_card:
            self.shoe[0] = self.mixed([*self.shoe[0], *event.cards])

    def mixed(self, cards: list[int]) -> list[int]:
        self.random.shuffle(cards)
        return cards

    def check_cards(self) -> None:
        """No card is lost or invented: all of them, by name."""
        for side, stack in enumerate(self.state.stacks):
            if stack.loaded:
                found = Counter(self.shoe[side])
                found += Counter(stack.discards) + Counter(stack.segregated)
                found += from_side(self.state, table_cards(self.state), side)
                assert found == all_cards(self.state.rules.decks)

    def try_out(self, command: Command) -> bool:
        """Carry out what is allowed; what is refused changes nothing and raises the refusal."""
        violation = refusal(self.state, command)
        if violation is None:
            self.carry_out(command)
            return True
        state = self.state
        dicts = [dict(state.accounts), *(dict(box.wagers) for _, box in state.in_play())]
        for carry_out in (decide, apply):
            with pytest.raises(RuleViolation) as raised:
                carry_out(state, command)
            assert (raised.value.section, raised.value.message) == (
                violation.section,
                violation.message,
            )
        assert dicts == [state.accounts, *(box.wagers for _, box in state.in_play())]
        assert violation.section.startswith(CITED)
        assert violation.message.endswith(".")
        return False

    # What is asked for

    def top(self, side: int) -> int:
        return self.shoe[side][-1] if 0 <= side < len(self.shoe) and self.shoe[side] else 0

    def with_cards(self, kind: type[Command]) -> Command:
        """A dealer's step with what it needs: the cards that are really there."""
        state, pick = self.state, self.random.randint
        full = 52 * state.rules.decks
        if kind is Shuffle:
            return Shuffle(next_side(state))
        if kind is DealCard:
            exposed = state.faults.exposed
            return DealCard(exposed if exposed >= 0 else self.top(state.side))
        if kind is BurnCard:
            return BurnCard(self.top(state.side))
        if kind is CutCards:
            return CutCards(state.cut_offers[0] if state.cut_offers else 0, pick(10, full - 10))
        if kind is InsertCoverCard:
            return InsertCoverCard(pick(-(-full // 4), full - 1))
        if kind is DrawDeterminant:
            side = max((0, 1), key=lambda one: state.stacks[one].remaining)
            return DrawDeterminant(self.top(side), side)
        if kind is ReshuffleDiscards:
            known = (*state.stack.discards, *state.stack.segregated)
            return ReshuffleDiscards(self.random.choice(known) if known else -1)
        if kind in FLOOR_STEPS:
            step = floor_step(state)
            assert type(step) is kind
            return step
        return kind()

    def awards(self, slug: str) -> Command:
        """What meters might give for the claims, whole cents from nothing up."""
        claims = [event for event in self.events if isinstance(event, AwardsClaimed)][::-1]
        claimed = next(event for event in claims if event.wager == slug)
        offered = self.state.rules.offered(slug)
        assert offered is not None
        return RecordAwards(
            slug,
            tuple(
                (claim.position, claim.meter, self.random.randint(0, 10**6) * 100)
                for claim in claimed.claims
            ),
            self.random.randint(0, 10**5) * 100 if offered.asks_meter else None,
        )

    def anything(self) -> Command:
        """Any command at all, with any arguments that are not about unseen cards."""
        pick, rules = self.random.randint, self.state.rules
        position = pick(-1, rules.positions + 1)
        amount = self.random.choice((0, 5_000, 12_345, 50_000, 150_000, 300_000, 10**9, -5_000))
        full = 52 * rules.decks
        if self.random.random() < 0.3:
            wrong = irregular_commands(self.random, self.state, self.top, position)
            allowed = [command for command in wrong if refusal(self.state, command) is None]
            return self.random.choice(allowed if self.random.random() < 0.4 else wrong)
        choices: list[Command] = [
            SeatPlayer(position, self.random.choice(("", "Ann", "Bob"))),
            PermitEntry(position),
            LeaveSeat(position),
            ReturnWagers(),
            Shuffle(pick(0, 1)),
            DeclineCut(position),
            CutCards(position, pick(-1, full + 1)),
            InsertCoverCard(pick(-1, full + 1)),
            ShowCoverCard(pick(-1, 2)),
            PlaceWager(position, self.random.choice(("blackjack", *SLUGS)), amount),
            PlaceWager(position, "blackjack", dollars(15), self.random.choice(("Ann", "Bob"))),
            Press(position, self.random.choice((None, amount))),
            TakeWinnings(position),
            Insure(position, self.random.choice((None, amount))),
            DeclineInsurance(position),
            TakeEvenMoney(position),
            SwitchCards(position),
            KeepCards(position),
            Stand(position),
            Hit(position),
            DoubleDown(position, self.random.choice((None, amount))),
            SplitPair(position),
            Surrender(position),
            *(LoadShoe(), CloseBets(), SettleOptionalWagers(), CloseInsurance()),
            *(UseCardReader(), SettleHeldWagers(), PayBlackjack(), TurnHoleCard()),
            *(SettleRound(), ClearTable(), ReplaceDealer(), OrderReshuffle()),
            *(self.with_cards(kind) for kind in (DealCard, BurnCard, ReshuffleDiscards)),
            *some_commands(self.random, self.state, self.random.choice(SLUGS), position),
        ]
        return self.random.choice(choices)

    def sensible(self, *, default: bool = False) -> Command:
        """A step that leads on: the dealer's next, an answer, a wager, or no more wagers."""
        state = self.state
        repair = put_right(state)
        if repair is not None:
            return repair
        step = due(state)
        if self.stuck():
            return ReturnWagers()
        if step is not None:
            drawing = step[1] in (DealCard, BurnCard)
            if drawing and state.stack.remaining == 0 and state.faults.exposed < 0:
                return self.with_cards(ReshuffleDiscards)
            return self.with_cards(step[1])
        waiting = awaiting_awards(state)
        if waiting:
            return self.awards(waiting[0])
        asked = question(state)
        if asked is not None:
            answers = list(asked.answers.values())
            likely = asked.unanswered
            return likely if default else self.random.choice(answers)
        assert state.phase is Phase.WAGERING
        if state.in_play() and (default or self.random.random() < 0.3):
            missing = self.missing()
            return CloseBets() if missing is None else self.beside(*missing)
        position = self.random.randint(1, state.rules.positions)
        if state.boxes[position - 1] is None:
            return PlaceWager(position, "blackjack", dollars(15) * self.random.randint(1, 3))
        offered = [wager.slug for wager in state.rules.wagers] or list(SLUGS)
        return self.beside(position, self.random.choice(offered))

    def beside(self, position: int, slug: str) -> Command:
        """A side wager: an ante is a fifth of the Blackjack wager."""
        blackjack = self.state.box(position).blackjack
        return PlaceWager(position, slug, blackjack // 5 if slug == ANTE else dollars(5))

    def missing(self) -> tuple[int, str] | None:
        """A position that still needs a mandatory wager, and that wager."""
        for position, box in self.state.in_play():
            for offered in self.state.rules.wagers:
                if offered.mandatory and offered.slug not in box.wagers:
                    return position, offered.slug
        return None

    def stuck(self) -> bool:
        """§ 633a.14(f): the shoe is empty in the middle of a round and so is the rack."""
        stack = self.state.stack
        apart = len(stack.discards) + len(stack.segregated)
        empty = stack.remaining == 0 and self.state.faults.exposed < 0
        waits = self.state.phase in CARDS_DUE and empty and apart < 2
        return waits and refusal(self.state, ReturnWagers()) is None

    def wander(self, steps: int) -> None:
        for _ in range(steps):
            self.try_out(self.sensible() if self.random.random() < 0.7 else self.anything())

    def finish(self) -> int:
        """The steps that it takes to end the round by defaults; the house lifts its bans."""
        steps = 0
        while self.state.in_play() or self.state.phase is not Phase.WAGERING:
            assert self.try_out(self.sensible(default=True))
            steps += 1
            assert steps < 1_000, f"no end in {self.state.phase}"
        return steps
