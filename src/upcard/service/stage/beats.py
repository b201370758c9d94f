"""Beats: a table's events as a viewer's page plays them, each a scene with what is said.

The events are folded one after the other, so that each beat shows the table as it was then.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.events import (
    CardDealt,
    Event,
    HoleCardTurned,
    RoundSettled,
    TableCleared,
    WagerSettled,
)
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import evolve, game_of
from upcard.games.roulette import SPOTS
from upcard.host.records.record import settlements_in
from upcard.layout.areas import PRESS, areas
from upcard.money.amount import format_dollars, parse_dollars, printed_dollars
from upcard.service.access.principal import Principal, Role
from upcard.service.history.public_events import public_event
from upcard.service.stage.announcing import NOTICES, announcement, ball_in_words
from upcard.service.stage.decided_wagers import (
    DecidedWager,
    decided,
    decided_wager,
    titles_of,
)
from upcard.service.stage.results_in_words import (
    hand_in_words,
    hole_card_in_words,
    point_counts,
    winner_in_words,
)
from upcard.service.stage.round_sentences import sentence_to_watchers
from upcard.service.stage.scene import scene_of, seen_by, with_winner
from upcard.service.stage.scene_views import BANKER, COMMUNITY, DEALER, PLAYER, PileView, SceneView
from upcard.service.stage.terminals import terminals_apart, terminals_of
from upcard.service.tables.views import may_see_player

CLEARED: Final = (TableCleared,)

FEE: Final = "a fee"
"""Why what buys something, and never wins, is collected."""


class BeatView(msgspec.Struct, frozen=True):
    """One thing that happens: its kind, what is said of it, and the scene after it.

    What is said of a `notice` stays for some seconds, as the scene may not show it.
    """

    what: str
    say: str
    scene: SceneView
    at: int = 0
    spot: str = ""
    notice: bool = False


class ViewedTable:
    """A table as one viewer follows it, event by event."""

    def __init__(self, who: Principal, state: AnyTable, events: Iterable[Event]) -> None:
        self._who, self.state = who, state
        self.titles: Final = titles_of(state.rules)
        self.round_events = list(events)
        self.scene = self._scene()

    def follow(self, events: Iterable[Event]) -> Iterator[BeatView]:
        """The beats of further events; an event without a sentence or a new scene has none."""
        return (beat for _, beat in self.numbered(events))

    def numbered(self, events: Iterable[Event]) -> Iterator[tuple[str, BeatView]]:
        """Like `follow`, each beat with the number of its event among these, from 1.

        Who won at baccarat comes after the last card and before what it decided: as ``6.1`` where
        that card is the event 6.
        """
        further_events = list(events)
        before_decision = _events_before_decision(further_events)
        won = False
        for number, event in enumerate(further_events, 1):
            if number - 1 == before_decision and PLAYER in self.scene.cards:
                won, self.scene = True, with_winner(self.scene)
                sentence = winner_in_words(self.scene)
                yield f"{before_decision}.1", BeatView("WinnerAnnounced", sentence, self.scene)
            before = self.scene
            if isinstance(event, CLEARED):
                self.round_events = []
            self.round_events.append(event)
            self.state = evolve(self.state, event)
            scene = self._scene(asks=number == len(further_events))
            self.scene = with_winner(scene) if won else scene
            say = self._announcement(event)
            if say or self.scene != before:
                position = max(0, getattr(event, "position", 0))
                spot = getattr(event, "wager", "")
                kind = type(event)
                notice = kind in NOTICES
                yield str(number), BeatView(kind.__name__, say, self.scene, position, spot, notice)

    @property
    def decided(self) -> tuple[DecidedWager, ...]:
        """The decided wagers of this round: a player's own, or those that the viewer sees."""
        plays = self._who.role is Role.PLAYER
        return self._decisions(self._who.name if plays else "")

    @property
    def ended(self) -> str:
        """How a round that is over ended, for those who had no wager in it."""
        scene = self.scene
        won = "" if scene.pocket is None else ball_in_words(scene.pocket, scene.color)
        won = won or winner_in_words(scene)
        if decided_wagers := self._decisions(""):
            words = sentence_to_watchers(decided_wagers)
        else:
            words = terminals_apart(self.state)
        return f"{won} {words}".strip()

    def _decisions(self, player: str) -> tuple[DecidedWager, ...]:
        who, rules = self._who, self.state.rules
        settlements = settlements_in(self.state, self.round_events)
        decided_wagers = decided(rules, self.titles, settlements, player)
        return tuple(wager for wager in decided_wagers if may_see_player(who, rules, wager.player))

    def _scene(self, *, asks: bool = True) -> SceneView:
        """The scene of the state; within a record nobody is asked yet."""
        state, who = self.state, self._who
        open_question = game_of(state.rules).flow.question(state) if asks else None
        has_terminals = state.rules.variation.has_terminals
        turn = (
            (0, 0)
            if open_question is None or has_terminals
            else (open_question.position, open_question.hand)
        )
        scene = scene_of(seen_by(who, state), who.name, turn, state.seats)
        terminals = terminals_of(who, state, self.round_events)
        return self._with_payouts(replace(scene, terminals=terminals))

    def _with_payouts(self, scene: SceneView) -> SceneView:
        """The scene with what was paid on decided wagers, until the table is cleared."""
        piles = {**scene.piles, **_press_piles(self.state)}
        rules = self.state.rules
        for event in self.round_events:
            if not isinstance(event, WagerSettled):
                continue
            if rules.variation.has_terminals and event.player != self._who.name:
                continue  # told with its terminal
            wager = decided_wager(self.state.rules, self.titles, event, event.paid)
            key = f"{wager.seat}/{wager.spot}"
            key += f"/{wager.hand}" if wager.hand else ""
            piles.pop(key, None)
            if wager.mood != "lost" and wager.paid:
                amount = format_dollars(wager.paid)
                piles[f"{key}/decided"] = PileView(wager.seat, wager.spot, amount, wager.mood)
        return replace(scene, piles=piles)

    def _announcement(self, event: Event) -> str:
        rules = self.state.rules
        fields: dict[str, Any] = public_event(event)
        if not may_see_player(self._who, rules, fields.get("player", self._who.name)):
            return ""
        if any(seat.own and seat.position == fields.get("position") for seat in self.scene.seats):
            fields = {"player": self._who.name, **fields}
        if isinstance(event, WagerSettled):
            return self._settlement_words(event)
        if isinstance(event, RoundSettled) and winner_in_words(self.scene):
            return ""  # said before the wagers were decided
        if isinstance(event, HoleCardTurned) and (turned := hole_card_in_words(self.scene)):
            return turned
        return announcement(
            type(event), fields, lambda name: self.titles.get(name, name), self._who.name
        )

    def _settlement_words(self, event: WagerSettled) -> str:
        wager = decided_wager(self.state.rules, self.titles, event, event.paid)
        name = "You" if event.player == self._who.name else event.player
        if wager.waits:
            won = f"{wager.title}, {wager.outcome}"
            return f"{won}: the payout waits for the floor ({wager.section})."
        verb = {
            "won": "win" if name == "You" else "wins",
            "lost": "lose" if name == "You" else "loses",
            "level": "get the wager back" if name == "You" else "gets the wager back",
        }[wager.mood]
        amount = f" {printed_dollars(abs(wager.net), short=True)}" if wager.net else ""
        outcome = "" if wager.outcome == wager.mood else f", {wager.outcome}"  # the verb says it
        return f"{name} {verb}{amount}: {wager.title}{outcome} ({wager.short_section})."


def _events_before_decision(events: Sequence[Event]) -> int | None:
    """How many events come before those that decide the round; None where it is not over."""
    if not any(isinstance(event, RoundSettled) for event in events):
        return None
    cards = [number for number, event in enumerate(events, 1) if isinstance(event, CardDealt)]
    first = cards[-1] if cards else 0
    settles = (WagerSettled, RoundSettled)
    return next(index for index in range(first, len(events)) if isinstance(events[index], settles))


def gathered(beats: Iterable[BeatView]) -> Iterator[BeatView]:
    """The beats, but another player's wagers that were placed one after the other as one beat."""

    def run_of(beat: BeatView) -> object:
        is_own_beat = any(seat.own and seat.position == beat.at for seat in beat.scene.seats)
        return beat.at if beat.what == "WagerPlaced" and not is_own_beat else beat

    for _, run in groupby(beats, run_of):
        several = list(run)
        last = several[-1]
        if len(several) == 1:
            yield last
            continue
        seat = next(seat for seat in last.scene.seats if seat.position == last.at)
        piles = (pile for pile in last.scene.piles.values() if pile.seat == last.at)
        units = sum(parse_dollars(pile.amount) for pile in piles)
        total = printed_dollars(units, short=True)
        yield replace(last, say=f"{seat.player} places {len(several)} wagers, {total} in all.")


def _press_piles(state: AnyTable) -> dict[str, PileView]:
    """Winnings that were pressed beside a Blackjack wager, on their area (§ 633c.11(e))."""
    if not isinstance(state, BlackjackState):
        return {}
    piles = {}
    for position, box in state.in_play():
        capped = sum(hand.capped for hand in box.hands)
        if capped:
            name = box.winnings_of + PRESS
            piles[f"{position}/{name}"] = PileView(position, name, format_dollars(capped))
    return piles


def reasons_of(viewed: ViewedTable) -> dict[tuple[int | str, int] | str, str]:
    """What decided the wagers of a round: points of hands, the counts of baccarat, the number."""
    scene, rules = viewed.scene, viewed.state.rules
    if scene.pocket is not None:
        return dict.fromkeys(SPOTS, f"{scene.pocket} {scene.color}")
    if {PLAYER, BANKER} <= set(scene.cards):
        return dict.fromkeys((area.name for area in areas(rules) if area.main), point_counts(scene))
    fees = {offered.slug: FEE for offered in rules.wagers if offered.data.fee}
    return fees | _points_of(scene)


def _points_of(scene: SceneView) -> dict[tuple[int | str, int] | str, str]:
    """What decided each hand in a player's words: ``20 against 21``.

    By seat and hand; at a hybrid table, where players share the cards of a position, by player and
    hand for those who see every terminal.
    """
    dealer = scene.cards.get(DEALER)
    if dealer is None or not dealer.total:
        return {}
    if COMMUNITY in scene.cards and scene.terminals:
        return {
            (terminal.player, hand.hand): hand_in_words(hand, terminal.dealer or dealer)
            for terminal in scene.terminals
            for hand in terminal.hands
        }
    own = next((seat.position for seat in scene.seats if seat.own), 0)
    return {
        (own if cards_view.seat < 0 else cards_view.seat, cards_view.hand): hand_in_words(
            cards_view, dealer
        )
        for key, cards_view in scene.cards.items()
        if cards_view.total and cards_view.hand and (cards_view.seat or key.startswith("own"))
    }
