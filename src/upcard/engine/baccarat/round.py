"""A round of baccarat from the wagers to the payoff. 58 Pa. Code § 631b.7, ch. 631a."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.engine.baccarat.events import PLAYERS_HAND, PointCountsAnnounced
from upcard.engine.baccarat.shoe import CHAPTER
from upcard.engine.baccarat.state import BaccaratState, due_target, initial_targets
from upcard.engine.core.boxes import (
    BOX_FOLDS,
    collect_then_pay,
    find_offered,
    place_wager,
    refuse_wager,
    settlement_of,
)
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    PlaceWager,
    SettleOptionalWagers,
    SettleRound,
)
from upcard.engine.core.events import BetsClosed, CardDealt, Event, RoundSettled, WagerSettled
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.shoe_rounds import begin_round, reshuffle
from upcard.engine.core.steps import Automation, card_or
from upcard.games.baccarat import MAX_CARDS, PLAYER, betting_areas, point_count
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.rules.loader import wager_rules
from upcard.rules.violation import RuleViolation
from upcard.wagers.kit import Moment

MAJESTIC: Final = "58 Pa. Code § 631b.7"

# Refusals


def find_area(rules: TableRules, name: str) -> OfferedWager | RuleViolation:
    """The wager that a table offers under the name of an area (§ 631b.7(b))."""
    areas = betting_areas()
    on_hands = [area for area, spot in areas.items() if spot.wager == name and area != name]
    if on_hands:
        data = wager_rules(name).data
        return RuleViolation(
            data.section, f"{data.title} is placed on a hand, as {' or '.join(on_hands)}."
        )
    return find_offered(rules, areas[name].wager if name in areas else name)


_refuse_wager: Final = refuse_wager(CHAPTER, find_area)


def _refuse_short_shoe(state: BaccaratState) -> RuleViolation | None:
    """Why no round may begin, or None: the source texts have no rule for a shoe that runs out."""
    if not state.is_short:
        return None
    return RuleViolation(
        CHAPTER,
        f"A round takes up to {MAX_CARDS} cards and the shoe holds {state.stack.remaining}: "
        "it has to be reshuffled.",
    )


def _refuse_place_wager(state: BaccaratState, command: PlaceWager) -> RuleViolation | None:
    return _refuse_short_shoe(state) or _refuse_wager(state, command)


def _refuse_close_bets(state: BaccaratState, _command: CloseBets) -> RuleViolation | None:
    return _refuse_short_shoe(state)


def _refuse_deal_card(state: BaccaratState, command: DealCard) -> RuleViolation | None:
    if due_target(state) is None:
        return RuleViolation(CHAPTER, "No card is due now.")
    if not 0 <= command.card < DECK_SIZE:
        return RuleViolation(CHAPTER, f"{command.card} is no card of a deck.")
    return None


def _refuse_settle_optional_wagers(
    state: BaccaratState, _command: SettleOptionalWagers
) -> RuleViolation | None:
    if state.targets:
        return RuleViolation(f"{MAJESTIC}(c)", "The initial cards are not all dealt.")
    return None


def _refuse_settle_round(state: BaccaratState, _command: SettleRound) -> RuleViolation | None:
    target = due_target(state)
    if target is None:
        return None
    whose = "Player's" if target[0] == PLAYERS_HAND else "Banker's"
    return RuleViolation(CHAPTER, f"The {whose} Hand takes a third card first.")


# Decisions


def _close_bets(state: BaccaratState, _command: CloseBets) -> list[Event]:
    return [BetsClosed(state.round + 1, initial_targets())]


def _deal_card(state: BaccaratState, command: DealCard) -> list[Event]:
    target = due_target(state)
    assert target is not None
    return [CardDealt(*target, command.card)]


def _settle_optional_wagers(state: BaccaratState, _command: SettleOptionalWagers) -> list[Event]:
    """The dealer announces both Point Counts and settles Majestic Match (§ 631b.7(c))."""
    announced = PointCountsAnnounced(point_count(state.player), point_count(state.banker))
    return [announced, *collect_then_pay(_settle_wagers(state, Moment.INITIAL_DEAL))]


def _settle_round(state: BaccaratState, _command: SettleRound) -> list[Event]:
    return [*collect_then_pay(_settle_wagers(state, Moment.LAST_DEALER_CARD)), RoundSettled()]


def _settle_wagers(state: BaccaratState, moment: Moment) -> Iterator[WagerSettled]:
    """The settlements of the wagers of a moment, from the dealer's right."""
    for position, box in state.from_the_right():
        for name, area in betting_areas().items():
            if name in box.undecided:
                offered = state.rules.wager(area.wager)
                if offered.moment is moment:
                    index = _outcome_of(state, offered, area.hand)
                    yield settlement_of(position, name, box, offered, index)


def _outcome_of(state: BaccaratState, offered: OfferedWager, hand: int) -> int:
    cards = state.player if hand == PLAYER else state.banker
    return offered.wager.decided(*[FACTS[fact](state, cards) for fact in offered.facts])


FACTS: Final[dict[str, Callable[[BaccaratState, tuple[int, ...]], int]]] = {
    "first": lambda _state, cards: cards[0],
    "second": lambda _state, cards: cards[1],
    "player_total": lambda state, _cards: point_count(state.player),
    "dealer_total": lambda state, _cards: point_count(state.banker),
}
"""The facts for classifiers, by the names in `wagers.facts`; `cards` are those wagered on."""


# State changes


def _card_dealt(state: BaccaratState, event: CardDealt) -> BaccaratState:
    stack = replace(state.stack, remaining=state.stack.remaining - 1)
    dealt = replace(state, targets=state.targets[1:], stacks=state.with_stack(stack))
    if event.position == PLAYERS_HAND:
        return replace(dealt, player=(*state.player, event.card))
    return replace(dealt, banker=(*state.banker, event.card))


PART: Final = Part(
    name="round",
    phases={
        (Phase.WAGERING, BetsClosed): Phase.DEALING,
        (Phase.DEALING, PointCountsAnnounced): Phase.DRAWING,
        (Phase.DRAWING, RoundSettled): Phase.SETTLED,
    },
    allowed={
        PlaceWager: Allowed(
            (Phase.WAGERING,),
            CHAPTER,
            "Wagers are placed before the first card of a round is dealt.",
        ),
        CloseBets: Allowed((Phase.WAGERING,), CHAPTER, "Wagers are closed already."),
        DealCard: Allowed((Phase.DEALING, Phase.DRAWING), CHAPTER, "No card is due now."),
        SettleOptionalWagers: Allowed(
            (Phase.DEALING,),
            f"{MAJESTIC}(c)",
            "Majestic Match wagers are settled right after the initial cards.",
        ),
        SettleRound: Allowed(
            (Phase.DRAWING,), CHAPTER, "Wagers are settled when all cards are dealt."
        ),
    },
    checks={
        PlaceWager: _refuse_place_wager,
        CloseBets: _refuse_close_bets,
        DealCard: _refuse_deal_card,
        SettleOptionalWagers: _refuse_settle_optional_wagers,
        SettleRound: _refuse_settle_round,
    },
    handlers={
        PlaceWager: place_wager,
        CloseBets: _close_bets,
        DealCard: _deal_card,
        SettleOptionalWagers: _settle_optional_wagers,
        SettleRound: _settle_round,
    },
    folds={**BOX_FOLDS, BetsClosed: begin_round, CardDealt: _card_dealt},
    steps={
        Phase.WAGERING: reshuffle,
        Phase.DEALING: card_or(due_target, (Automation.SETTLE, SettleOptionalWagers)),
        Phase.DRAWING: card_or(due_target, (Automation.SETTLE, SettleRound)),
    },
)
