"""The end of the wagers of a round: bonuses drawn, progressive wagers locked and collected.

58 Pa. Code §§ 633a.2(c), (d), 633a.6(c), 633a.7(o)(1), 633c.2(d), (f) and their like.
"""

from upcard.engine.blackjack.deal import deal_targets
from upcard.engine.blackjack.state import State
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.jackpots import events as j
from upcard.games.table_rules import OfferedWager


def close_bets(state: State, command: c.CloseBets) -> list[e.Event]:
    """No more bets: bonuses are drawn; progressive wagers are collected before the deal."""
    drawn: list[e.Event] = []
    if command.magic_card >= 0 or command.lucky_seat or state.magic_card >= 0 or state.lucky_seat:
        drawn = [e.BonusesDrawn(command.magic_card, command.lucky_seat)]
    if to_collect(state):
        return [*drawn, j.CollectionDue()]
    return [*drawn, *_deal_due(state)]


def collect(state: State, _command: c.CollectProgressiveWagers) -> list[e.Event]:
    """The counted value chips go into the table inventory container, from the dealer's right."""
    collected = [
        e.WagerCollected(position, offered.slug, amount)
        for position, offered, amount in sorted(to_collect(state), key=lambda one: -one[0])
    ]
    return [*collected, *_deal_due(state)]


def return_progressive_wager(state: State, command: c.ReturnProgressiveWager) -> list[e.Event]:
    """A wager that the system accepted, but for which no chip was counted, is no wager."""
    box = state.box(command.position)
    amount = box.wagers[command.wager]
    offered = state.rules.offered(command.wager)
    assert offered is not None, "a wager that was placed is offered"
    section = offered.data.collected
    return [
        e.WagerReturned(command.position, 0, command.wager, amount, box.player, section=section)
    ]


def _deal_due(state: State) -> list[e.Event]:
    kind = {"double-shoe": e.DeterminantDue, "from-the-hand": e.RemovalDue}.get(
        state.rules.dealing, e.BetsClosed
    )
    number = state.round + 1
    return [*_locked(state, number, late=False), kind(number, deal_targets(state))]


def lock_at_first_card(state: State) -> list[e.Event]:
    """The wagers that may be placed until the first card are locked by it (§ 633a.2(c), (d))."""
    return [] if cards_dealt(state) else _locked(state, state.round, late=True)


def _locked(state: State, number: int, *, late: bool) -> list[e.Event]:
    """The wagers that feed meters, from the dealer's left; `late` for those of the first card."""
    wagers = tuple(
        (position, offered.slug, box.wagers[offered.slug])
        for position, box in state.in_play()
        for offered in state.rules.wagers
        if offered.slug in box.wagers and offered.has_meter and stays_open(offered) is late
    )
    return [j.ProgressivesLocked(number, wagers)] if wagers else []


def to_collect(state: State) -> list[tuple[int, OfferedWager, int]]:
    """Position, wager and amount of all that is collected before the deal, from the left."""
    return [
        (position, offered, box.wagers[offered.slug])
        for position, box in state.in_play()
        for offered in state.rules.wagers
        if offered.data.collected and offered.slug in box.wagers
    ]


def cards_dealt(state: State) -> bool:
    """Whether the first card of the round lies on the table."""
    return any(box.hands[0].cards or box.spare for _, box in state.in_play())


def stays_open(offered: OfferedWager) -> bool:
    """Whether a wager may still be placed after "no more bets", until the first card.

    Not where a bonus is drawn for it when bets are closed: the draw would be known.
    """
    if offered.data.locks != "first-card" or offered.data.collected:
        return False
    return _drawn_facts(offered).isdisjoint(("magic_card", "lucky_seat"))


def bonus_facts(state: State) -> tuple[bool, tuple[int, ...]]:
    """Whether a Magic Card is to be drawn, and the seats of which one is to be selected."""
    magic, seats = False, []
    for position, box in state.in_play():
        for offered in state.rules.wagers:
            if offered.slug in box.wagers:
                asked = _drawn_facts(offered)
                magic |= "magic_card" in asked
                seats += [position] if "lucky_seat" in asked else []
    return magic, tuple(seats)


def _drawn_facts(offered: OfferedWager) -> set[str]:
    return {fact for bonus in offered.bonuses for fact in bonus.wager.facts}
