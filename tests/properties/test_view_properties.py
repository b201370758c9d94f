"""Who sees what at every game, while rounds are played: no view gives away what is unseen.

A failing example prints its game and seed, which repeat it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from amounts import dollars
from nightly import NIGHTLY
from properties.views import check_views
from tables import BLACKJACK_GAMES, table_rules
from upcard.cards.card import name_of
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.core.view import View
from upcard.engine.hybrid.state import HybridState
from upcard.engine.play import due, question_of, refusal
from upcard.engine.views import SignView, Viewer, sign_view, view, view_for
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import MemoryMeters, memory_meters
from upcard.host.scripts.rounds import source_of
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.submission.compiling.text import rules_of

SETTINGS = settings(
    max_examples=1_000 if NIGHTLY else 40,
)
GOLDEN: Final = Path(__file__).parent.parent / "golden"
TEXTS: Final = {
    "baccarat": "rounds/submissions/baccarat-8.toml",
    "lightning-roulette": "rounds/submissions/lightning-roulette.toml",
    "hybrid-blackjack": "hybrid/submissions/hybrid-6.toml",
    "hybrid-blackjack-no-hole-card": "hybrid/submissions/no-hole-card-8.toml",
}
NAMED: Final[dict[str, dict[str, Any]]] = {
    **{
        game: {"wagers": {"super-4": {"mystery": 1}}, "double_card": "face-down"}
        for game in BLACKJACK_GAMES
    },
    "from-the-hand": {"game": "blackjack", "decks": 2, "dealing": "from-the-hand"},
    "down-under-blackjack": {},
    "match-the-dealer-blackjack": {"jurisdiction": "wa"},
}
GAMES: Final = (*NAMED, *TEXTS)
WAGERS: Final = {"baccarat": "baccarat-tie", "lightning-roulette": "red"}
PLAYERS: Final = ("Ann", "Bob", "Cleo")


def rules(name: str) -> TableRules:
    if name in NAMED:
        return table_rules(**{"game": name, **NAMED[name]})
    return rules_of((GOLDEN / TEXTS[name]).read_text(encoding="utf-8"))


def rounds(name: str, seed: int, count: int = 2) -> Iterator[AutomatedTable[Any]]:
    """A table after each step of some rounds; nothing at it is done by itself."""
    chosen, random, bits = rules(name), Random(seed), seeded_bits(seed)
    meters = memory_meters(chosen, bits)
    table: AutomatedTable[Any] = AutomatedTable(
        chosen, source_of(chosen, bits), Automation(0), meters=meters
    )
    yield table
    while count:
        before = table.state.phase
        _go_on(table, random)
        yield table
        count -= table.state.phase == Phase.WAGERING != before and bool(table.state.round)


def _go_on(table: AutomatedTable[Any], random: Random) -> None:
    """One step: the dealer's, an answer of a player, or the wagers of a round."""
    step = due(table.state)
    if step is not None:
        table.take_step(step[1])
        return
    asked = [found for player in PLAYERS if (found := question_of(table.state, player)) is not None]
    if asked:
        answers = random.choice(asked).answers
        table.send(answers[random.choice(sorted(answers))])
        return
    assert table.state.phase == Phase.WAGERING
    for position, player in enumerate(PLAYERS, 1):
        _place(table, min(position, table.state.rules.positions), player)
    table.send(CloseBets())


def _place(table: AutomatedTable[Any], position: int, player: str) -> None:
    """The wager of the game and one beside it, where both may be placed."""
    chosen = table.state.rules
    amount = max(chosen.minimum, dollars(5))
    table.send(PlaceWager(position, WAGERS.get(chosen.game, "blackjack"), amount, player))
    for offered in chosen.wagers:
        least = max(offered.minimum, amount // 5 if offered.slug.endswith("ante") else 0)
        beside = PlaceWager(position, offered.slug, least, player)
        if refusal(table.state, beside) is None:
            table.send(beside)


@SETTINGS
@given(st.sampled_from(GAMES), st.integers(0, 2**32 - 1))
def test_no_view_gives_away_what_is_unseen(name: str, seed: int) -> None:
    check_rounds(name, seed)


def check_rounds(name: str, seed: int, count: int = 2) -> None:
    """Who sees what after each step of some rounds."""
    for table in rounds(name, seed, count):
        check_views(table.state, PLAYERS)
        if isinstance(table.meters, MemoryMeters):
            check_mystery(table.state, table.meters)


def check_mystery(state: AnyTable, meters: MemoryMeters) -> None:
    """The secret value is in nobody's view, be it in dollars or in units."""
    for role in Viewer:
        text = msgspec.json.encode(view_for(state, role, PLAYERS[0])).decode()
        for secret in meters.secrets.values():
            assert str(secret.value) not in text
            assert f"{secret.value / UNITS_PER_DOLLAR:.2f}" not in text


@pytest.mark.parametrize("name", GAMES)
def test_the_rounds_meet_every_phase_with_something_unseen(name: str) -> None:
    """The property would be idle otherwise: cards are hidden, terminals hold different hands."""
    phases, hidden, mystery = set(), 0, False
    for seed in range(6):
        for table in rounds(name, seed):
            phases.add(table.state.phase)
            hidden += "??" in str(view_for(table.state, Viewer.DEALER).table)
            mystery |= isinstance(table.meters, MemoryMeters) and bool(table.meters.secrets)
    assert {"wagering", "settled"} <= phases
    assert (hidden > 0) == (name not in (*WAGERS, "hybrid-blackjack-no-hole-card"))
    assert mystery == (name in BLACKJACK_GAMES)


def test_lucky_numbers_are_seen_when_the_wagers_are_closed_and_no_earlier() -> None:
    seen = set()
    for table in rounds("lightning-roulette", 3):
        lucky = view_for(table.state, Viewer.SPECTATOR).table
        assert lucky is not None
        seen.add((str(table.state.phase), bool(msgspec.to_builtins(lucky)["lucky"])))
    assert seen == {
        ("wagering", False),
        ("selecting", False),
        *((phase, True) for phase in ("spinning", "rested", "settled")),
    }


@pytest.mark.parametrize(
    "name", ["hybrid-blackjack", "hybrid-blackjack-no-hole-card", "blackjack", "lightning-roulette"]
)
def test_a_player_is_asked_his_own_question(name: str) -> None:
    """At a hybrid table all are asked at once, elsewhere one after the other, or nobody."""
    most = 0
    for table in rounds(name, 1, 4):
        asked = {
            player: own.asked
            for player in PLAYERS
            if (own := view_for(table.state, Viewer.PLAYER, player).own) is not None and own.asked
        }
        assert all(question_of(table.state, player) is not None for player in asked)
        most = max(most, len(asked))
    assert most == {"blackjack": 1, "lightning-roulette": 0}.get(name, len(PLAYERS))


def _with_rack(state: AnyTable, name: str) -> str:
    """A table's name that gives away the discard rack."""
    assert isinstance(state, ShoeState)
    return name + ("".join(map(name_of, state.stack.discards[-1:])) if state.round else "")


def _with_others(state: AnyTable, name: str) -> str:
    """A table's name that gives away what everybody decided or wagered."""
    if isinstance(state, HybridState):
        return name + "".join(str(terminal.decisions) for terminal in state.terminals.values())
    return name


def _with_hole(state: AnyTable, name: str) -> str:
    """A table's name that gives away the dealer's last card."""
    assert isinstance(state, BlackjackState | HybridState)
    return name + "".join(map(name_of, state.dealer[1:2]))


@pytest.mark.parametrize(
    ("name", "doctored"),
    [
        *((name, _with_hole) for name in GAMES if name not in (*WAGERS, GAMES[-1])),
        *((name, _with_rack) for name in GAMES if name != "lightning-roulette"),
        *((name, _with_others) for name in TEXTS if name.startswith("hybrid")),
    ],
)
def test_a_doctored_view_is_caught(
    name: str, doctored: Callable[[AnyTable, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: what one may not know slips into the view of the table."""
    honest = view

    def view_of(state: AnyTable, player: str = "") -> View:
        seen: Any = honest(state, player)
        layout = getattr(seen, "layout", seen)
        told = replace(layout, table=doctored(state, layout.table))
        other: View = told if layout is seen else replace(seen, layout=told)
        return other

    monkeypatch.setattr("upcard.engine.views.view", view_of)
    with pytest.raises(AssertionError, match="sees too much"):
        check_rounds(name, 2, 4)


def test_a_doctored_sign_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sign_view

    def sign_of(state: AnyTable) -> SignView:
        assert isinstance(state, HybridState)
        hole = "".join(map(name_of, state.dealer[1:2]))
        return replace(honest(state), shuffler=hole)

    monkeypatch.setattr("upcard.engine.views.sign_view", sign_of)
    with pytest.raises(AssertionError, match="sees too much"):
        check_rounds("hybrid-blackjack", 2)
