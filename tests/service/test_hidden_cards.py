"""What the API tells while rounds are played at every table of the demonstration.

No view and no told event gives away a card that lies face down, whoever asks. A failing example
prints its table and seed, which repeat it.
"""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightly import NIGHTLY
from properties.test_view_properties import PLAYERS
from properties.views import CARD, check_views
from upcard.cards.card import name_of
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.events import (
    CardBurned,
    CardDealt,
    Event,
    TableCleared,
    WagerCollected,
    WagerSettled,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import LAYOUT, AnyTable
from upcard.engine.hybrid.state import HybridState
from upcard.engine.play import due, question_of
from upcard.host.meters.memory import memory_meters
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import source_of
from upcard.service.access.principal import Principal, Purpose, Role
from upcard.service.demonstration import TABLES, submissions
from upcard.service.history import public_events
from upcard.service.history.public_events import public_event
from upcard.service.stage.decided_wagers import units_at_stake
from upcard.service.tables.views import TableViews, view_of, viewer_of
from upcard.submission.compiling.text import rules_of

SETTINGS = settings(
    max_examples=400 if NIGHTLY else 18,
)
TEXTS: Final = dict(zip(TABLES, submissions(), strict=True))


def played(name: str, seed: int, rounds: int = 2) -> Iterator[AutomatedTable[Any]]:
    """A table after each step of some rounds, with robots at the first positions."""
    rules, random, bits = rules_of(TEXTS[name]), Random(seed), seeded_bits(seed)
    meters = memory_meters(rules, bits)
    table: AutomatedTable[Any] = AutomatedTable(
        rules, source_of(rules, bits), Automation(0), meters=meters
    )
    yield table
    while rounds:
        before = table.state.phase
        step = due(table.state)
        if step is not None:
            table.take_step(step[1])
        elif not _answer(table, random):
            for position, player in enumerate(PLAYERS, 1):
                for wager in Robot(position, bits).wagers(rules):
                    table.send(PlaceWager(position, wager.wager, wager.amount, player))  # type: ignore[attr-defined] # robots place wagers
            table.send(CloseBets())
        yield table
        rounds -= table.state.phase == Phase.WAGERING != before and bool(table.state.round)


def _answer(table: AutomatedTable[Any], random: Random) -> bool:
    """Whether somebody was asked, who answers at random."""
    asked = [found for player in PLAYERS if (found := question_of(table.state, player)) is not None]
    if asked:
        answers = random.choice(asked).answers
        table.send(answers[random.choice(sorted(answers))])
    return bool(asked)


def unseen(state: AnyTable) -> set[str]:
    """The dealer's second card, while nobody has seen it."""
    if not isinstance(state, BlackjackState | HybridState) or state.hole_card_shown:
        return set()
    hole = state.dealer[1:2] if isinstance(state, BlackjackState) or state.has_hole_card else ()
    return {name_of(card) for card in hole if card >= 0}


def everybody(table: str) -> list[Principal]:
    people = [Principal("Ann", role) for role in Role if role is not Role.DEVICE]
    dealer = Principal("dora", Role.DEALER, (table,))
    devices = [Principal("device", Role.DEVICE, (table,), purpose) for purpose in Purpose]
    return [*people, dealer, *devices]


def check_story(name: str, seed: int) -> None:
    """Every event is told with the cards alone that lay face up when it happened."""
    for table in played(name, seed):
        for event in table.round_events[-5:]:
            said = json.dumps(public_event(event))
            face_up = getattr(event, "face_up", None) or type(event).__name__ in (
                "BonusesDrawn CardExposed DealerOverdrawn DeterminantDrawn ExposedCardDiscarded "
                "FaceUpCardFound"
            )
            assert face_up or not CARD.findall(said), f"{event} is told too much of"
        stakes = sum(units_at_stake(table.round_events, player) for player in PLAYERS)
        assert stakes == table.state.accounts[LAYOUT] + collected(table.round_events)


def collected(events: Sequence[Event]) -> int:
    """Progressive wagers that left the layout and are not decided."""
    kept = sum(event.amount for event in events if isinstance(event, WagerCollected))
    return kept - sum(
        event.wagered for event in events if isinstance(event, WagerSettled) and event.collected
    )


@SETTINGS
@given(st.sampled_from(TABLES), st.integers(0, 2**32 - 1))
def test_no_view_gives_away_what_is_unseen(name: str, seed: int) -> None:
    sights = TableViews()
    for table in played(name, seed):
        check_views(table.state, PLAYERS)
        for who in everybody(table.state.rules.name):
            seen = json.dumps(sights.view_as_json(who, table.state))
            shown = set(CARD.findall(seen))
            others = set(CARD.findall(json.dumps(open_cards(table.state))))
            assert not (unseen(table.state) - others) & shown, f"{who.role} sees too much"


def open_cards(state: AnyTable) -> list[str]:
    """The cards of a table that a hidden one may be a copy of."""
    cards = [card for card in state.cards_shown if card >= 0]
    if isinstance(state, BlackjackState | HybridState):
        for card in state.dealer[1:2]:
            cards.remove(card)
    return [name_of(card) for card in cards]


@SETTINGS
@given(st.sampled_from(TABLES), st.integers(0, 2**32 - 1))
def test_no_event_is_told_with_a_card_that_lies_face_down(name: str, seed: int) -> None:
    check_story(name, seed)


def test_the_hole_card_is_dealt_in_these_rounds() -> None:
    """The properties would be idle otherwise."""
    hidden = {
        name: sum(bool(unseen(table.state)) for table in played(name, 1)) for name in TABLES[:3]
    }
    assert all(hidden.values()), hidden


def test_a_doctored_story_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_events, "FACE_UP", public_events.FACE_UP | {CardDealt})
    with pytest.raises(AssertionError, match="told too much"):
        check_story("bj-07", 1)


def test_a_doctored_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Doctored(TableViews):
        def view_as_json(self, who: Principal, state: AnyTable) -> dict[str, Any]:
            return {**super().view_as_json(who, state), "more": sorted(unseen(state))}

    monkeypatch.setitem(globals(), "TableViews", Doctored)
    with pytest.raises(AssertionError, match="sees too much"):
        test_no_view_gives_away_what_is_unseen.hypothesis.inner_test("bj-07", 1)  # type: ignore[attr-defined] # hypothesis puts it there


def test_views_are_shared_by_those_alone_who_see_the_same() -> None:
    sights = TableViews()
    rounds = played("bj-07", 1)
    table = next(rounds)
    state = table.state
    name = state.rules.name
    for who in everybody(name):
        view = sights.view_as_json(who, state)
        assert view["role"] == viewer_of(who, name)
        assert json.dumps(view) == json.dumps(
            msgspec.to_builtins(view_of(who, state), str_keys=True)
        )
    ann, bob = (Principal(name, Role.PLAYER) for name in ("Ann", "Bob"))
    assert sights.view_as_json(ann, state) is sights.view_as_json(ann, state)
    assert sights.view_as_json(ann, state) is not sights.view_as_json(bob, state)
    next(rounds)
    assert sights.view_as_json(ann, table.state) is not sights.view_as_json(ann, state)


def test_a_card_in_an_event_is_told_where_it_was_dealt_face_up() -> None:
    assert public_event(CardDealt(1, 1, 0))["card"] == "As"
    assert public_event(CardDealt(0, 0, 0, face_up=False))["card"] == "??"
    assert public_event(CardBurned(0))["card"] == "??"
    assert public_event(TableCleared((1, 2, 3)))["cards"] == 3
