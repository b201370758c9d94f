"""Random commands, legal and illegal, at both hybrid tables: what holds after every event.

A failing example prints the seed of the walk, which repeats it. Every settled round is paid a
second time by a naive reading of the text.
"""

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.naive_hybrid import total, with_hole_card, without_hole_card
from nightly import NIGHTLY
from properties.views import check_views
from tables import require_raised
from tables_of_hybrid import HybridTable, hole_card_rules, no_hole_card_rules
from upcard.cards.card import name_of, names_of, new_decks
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    CloseInsurance,
    Command,
    DealCard,
    Hit,
    OrderReshuffle,
    PlaceWager,
    SettleOptionalWagers,
    SettleRound,
    Shuffle,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import (
    DecisionMade,
    Event,
    InsurancePlaced,
    RoundSettled,
    WagerPlaced,
    WagerSettled,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import LAYOUT
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.questions import question, question_of
from upcard.engine.hybrid.state import HybridState, count_asked
from upcard.games.table_rules import TableRules

SETTINGS = settings(
    max_examples=1_000 if NIGHTLY else 18,
)
SEEDS = st.integers(0, 2**32 - 1)
STEPS = 300
PLAYERS = ("ann", "bob", "cleo", "dan", "eve", "finn")
AMOUNTS = (-5_000, 0, 5_000, 12_345, 50_000, 100_000, 105_000, 300_000, 10**9)
WAGERS = ("blackjack", "buzzer-beater", "royal-match-21", "bet-the-set-21", "kings-bounty")
SIDE_WAGERS = WAGERS[1:]


def on_layout(state: HybridState) -> int:
    """What is undecided: hands, Insurance, side wagers."""
    lying = 0
    for terminal in state.terminals.values():
        lying += (terminal.insurance or 0) + sum(terminal.undecided.values())
        hands = state.hands_of(terminal).hands if state.cards[terminal.position - 1] else ()
        for number, hand in enumerate(hands, 1):
            if number not in terminal.hand_outcomes:
                lying += terminal.blackjack + terminal.doubled(hand)
        lying += 0 if hands else terminal.blackjack
    return lying


class Walk:
    """A table without automations, and somebody who asks it for things."""

    def __init__(self, rules: TableRules, seed: int, favored: str = "") -> None:
        self.table = HybridTable(rules, Automation(0))
        self.random, self.shoe = Random(seed), new_decks(rules.decks)
        self.shoe += [card for card in self.shoe if name_of(card)[0] in favored] * 2
        self.rounds, self.start = 0, 0
        buzzer = rules.offered("buzzer-beater")
        self.unprovided = str(buzzer.readings["unprovided"]) if buzzer is not None else ""

    def wander(self, steps: int = STEPS) -> None:
        for _ in range(steps):
            step = self.table.flow.due(self.table.state)
            asked = question(self.table.state)
            if step is not None and self.random.random() < 0.9:
                assert self.try_out(self.needed(step[1])), f"{step[1]} is due and refused"
            elif asked is not None and self.random.random() < 0.85:
                self.answer(self.random.choice(list(self.table.state.terminals)))
            elif self.table.state.phase is Phase.WAGERING and self.random.random() < 0.8:
                self.try_out(CloseBets() if self.random.random() < 0.1 else self.wager())
            else:
                self.try_out(self.anything())

    def answer(self, player: str) -> None:
        """What is offered as an answer is allowed; splits and doubles are tried more often."""
        asked = question_of(self.table.state, player)
        if asked is not None:
            rare = [word for word in ("split", "double", "insurance") if word in asked.answers]
            words = rare if rare and self.random.random() < 0.5 else sorted(asked.answers)
            assert self.try_out(asked.answers[self.random.choice(words)])

    def wager(self) -> PlaceWager:
        """A wager that may be allowed."""
        pick = self.random.choice
        position = self.random.randint(1, self.table.state.rules.positions)
        player = pick(PLAYERS)
        terminal = self.table.state.terminals.get(player)
        if terminal is None:
            return PlaceWager(position, "blackjack", pick(AMOUNTS[4:7]), player)
        return PlaceWager(terminal.position, pick(SIDE_WAGERS), pick(AMOUNTS[2:7]), player)

    def needed(self, kind: type[Command]) -> Command:
        return DealCard(self.random.choice(self.shoe)) if kind is DealCard else kind()

    def anything(self) -> Command:
        pick = self.random.choice
        player = pick(PLAYERS)
        amount = pick((None, *AMOUNTS))
        insurance: Any = pick(("insurance", "even-money", "no-insurance"))
        decision: Any = pick(("stand", "hit", "double", "split", "surrender"))
        place = PlaceWager(pick((1, 2, 3, 4)), pick(WAGERS), pick(AMOUNTS), player)
        return pick(
            (
                place,
                replace(place, player=""),
                AnswerInsurance(player, insurance, amount),
                Decide(player, decision, amount),
                EndCountdown(),
                DealCard(pick((-1, 0, 51, 52))),
                Shuffle(pick((0, 1))),
                Hit(1),
                *(
                    kind()
                    for kind in (
                        CloseBets,
                        CloseInsurance,
                        UseCardReader,
                        SettleOptionalWagers,
                        TurnHoleCard,
                        SettleRound,
                        OrderReshuffle,
                        ClearTable,
                    )
                ),
            )
        )

    def try_out(self, command: Command) -> bool:
        """Carry out what is allowed; what is refused changes nothing and raises the refusal."""
        flow, state = self.table.flow, self.table.state
        violation = flow.refusal(state, command)
        if violation is not None:
            require_raised(violation, partial(flow.decide, state, command))
            return False
        events = flow.decide(state, command)
        assert events
        for event in events:
            was = state.phase
            state = flow.evolve(state, event)
            self.table.events.append(event)
            assert state.phase is flow.phases.get((was, type(event)), was)
            assert sum(state.accounts.values()) == 0
            assert state.accounts[LAYOUT] == on_layout(state) >= 0
        self.table.state = state
        self.check(state)
        if isinstance(events[-1], RoundSettled):
            self.check_payments(state)
        return True

    def check(self, state: HybridState) -> None:
        """Counters are what a fresh count gives; no card is lost; nobody sees too much."""
        if state.phase in (Phase.INSURING, Phase.PLAYING):
            fresh = count_asked(state, Phase(state.phase))
            assert (state.asked, state.waiting) == (fresh.asked, fresh.waiting)
        else:
            assert (state.asked, state.waiting) == (0, 0)
        table = sum(map(len, state.cards)) + len(state.community) + len(state.dealer)
        stack = state.stack
        if stack.loaded:
            assert stack.remaining + len(stack.discards) + table == 52 * state.rules.decks
        check_views(state, PLAYERS[:1])

    def check_payments(self, state: HybridState) -> None:
        """Everybody got back what the naive reading gives, and nothing lies on the table."""
        self.rounds += 1
        assert state.accounts[LAYOUT] == 0
        players, paid = happened(self.table.events[self.start :])
        self.start = len(self.table.events)
        community = names_of(state.community)
        for name, player in players.items():
            initial = names_of(state.cards[state.terminals[name].position - 1])
            dealer = names_of(state.dealer)
            if state.has_hole_card:
                back = with_hole_card(initial, dealer, community, player, self.unprovided)
            else:
                back = without_hole_card(initial, dealer[0], community, player)
            assert paid[name] == back, (name, initial, dealer, community, player)


def happened(events: list[Event]) -> tuple[dict[str, dict[str, Any]], Counter[str]]:
    """What each player wagered and decided in a round, and what they were paid, in cents."""
    players: dict[str, dict[str, Any]] = {}
    paid: Counter[str] = Counter()
    for event in events:
        match event:
            case WagerPlaced(wager="blackjack", amount=amount, player=name):
                players[name] = {
                    "bet": amount // 100,
                    "insurance": 0,
                    "even money": False,
                    "words": [],
                    **dict.fromkeys(SIDE_WAGERS, 0),
                }
            case WagerPlaced(wager=wager, amount=amount, player=name):
                players[name][wager] = amount // 100
            case InsurancePlaced(amount=amount, player=name):
                players[name]["insurance"] = amount // 100
            case DecisionMade(decision=word, amount=amount, player=name):
                extra = amount // 100 if word == "double" else 0
                players[name]["words"].append((word, extra))
            case WagerSettled(player=name, section=section):
                paid[name] += event.paid // 100
                players[name]["even money"] |= section.endswith("633a.8(e)")
    return players, paid


@pytest.mark.nightly
@SETTINGS
@given(SEEDS, st.sampled_from(["returned", "collected"]))
def test_with_a_hole_card(seed: int, unprovided: str) -> None:
    """§ 633c.5(u): both readings of what it does not provide for."""
    Walk(hole_card_rules(unprovided=unprovided), seed).wander()


@SETTINGS
@given(SEEDS)
def test_without_a_hole_card(seed: int) -> None:
    Walk(no_hole_card_rules(), seed).wander()


@pytest.mark.nightly
@SETTINGS
@given(SEEDS, st.sampled_from(["A8", "AKQ", "K", "28"]))
def test_shoes_of_pairs_and_blackjacks(seed: int, favored: str) -> None:
    """Many splits, Blackjacks and held wagers; the silent hit some totals."""
    wagers: dict[str, Any] = {name: {} for name in SIDE_WAGERS[1:]}
    wagers["royal-match-21"] = {"paytable": "C", "crown_treasure": True}
    hits = {"at_countdown": [8, 11, 12, 16]}
    Walk(no_hole_card_rules(hits, wagers), seed, favored).wander()
    rules = hole_card_rules({"resplits": 3, "resplit_aces": True}, dealing="continuous-shuffler")
    Walk(rules, seed, favored).wander()


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    "rules",
    [
        hole_card_rules(decks=8),
        hole_card_rules(decks=8, unprovided="collected"),
        no_hole_card_rules(decks=8),
    ],
)
def test_a_walk_settles_rounds(rules: TableRules) -> None:
    """The walks are worth something: many rounds, several shoes, every kind of outcome."""
    walk = Walk(rules, 5)
    walk.wander(8_000)
    settled = Counter(
        event.outcome for event in walk.table.events if isinstance(event, WagerSettled)
    )
    assert walk.rounds > 80
    assert walk.table.state.shoes > 1
    expected = {"blackjack", "win", "push", "lose", "bust", "dealer-blackjack"}
    assert expected <= set(settled)


def test_the_naive_total() -> None:
    assert total(["As", "Ah", "9c"]) == 21
    assert total(["Ks", "Qh", "2c"]) == 22
