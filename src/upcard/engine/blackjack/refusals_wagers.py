"""Why a wager is refused. 58 Pa. Code §§ 633a.6, 633a.8, 633a.7(g)(10)."""

from collections.abc import Callable
from typing import Any, Final

from upcard.engine.blackjack.state import Box, State
from upcard.engine.core import commands as c
from upcard.engine.core.citing import wrong
from upcard.engine.core.table_state import AnyTable
from upcard.engine.variations.switching import refuse_step
from upcard.games.blackjack import BLACKJACK_WAGER, insurance_limit
from upcard.games.table_rules import OfferedWager
from upcard.money.amount import format_dollars
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted
from upcard.wagers.kit import amount_section, refuse_amount, refuse_companions


def _dollars(units: int) -> str:
    return f"${format_dollars(units)}"


def refuse_chips(state: AnyTable, amount: int) -> RuleViolation | None:
    """Why an amount cannot be placed: it has to be made with chips."""
    chip = state.rules.smallest_chip
    if isinstance(amount, int) and amount > 0 and amount % chip == 0:
        return None
    return RuleViolation(
        "submission: table.smallest_chip",
        f"{_dollars(amount)} cannot be made with chips of {_dollars(chip)}.",
    )


def refuse_limits(
    amount: int, minimum: int, maximum: int, key: str, title: str
) -> RuleViolation | None:
    """Why an amount is outside the limits that the house set under a key of its submission."""
    if amount < minimum:
        return RuleViolation(
            f"submission: {key}.minimum",
            f"{title} is at least {_dollars(minimum)}; {_dollars(amount)} is too little.",
        )
    if amount > maximum:
        return RuleViolation(
            f"submission: {key}.maximum",
            f"{title} is at most {_dollars(maximum)}; {_dollars(amount)} is too much.",
        )
    return None


def patron(state: State, command: c.PlaceWager) -> str:
    """Who places a wager: the player named, else the one at that position."""
    return command.player or state.player_at(command.position)


def refuse_player(state: State, position: int, player: str) -> RuleViolation | None:
    """Why a player may not be at a position: it is another's, or the name is a number."""
    if not player:
        return None
    if player.isdecimal() and player != str(position):
        return wrong("633a.6(a)", f"Player {quoted(player)} has a position's number for a name.")
    owner = dict(state.seats).get(position, player)
    if owner != player:
        return wrong("633a.6(a)", f"Position {position} is {owner}'s.")
    return None


def _place_wager(state: State, command: c.PlaceWager) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if command.wager == BLACKJACK_WAGER:
        return _place_blackjack(state, command, box)
    if box is None:
        return wrong(
            "633a.6(d)",
            f"Position {command.position} has no Blackjack wager, which every other wager needs.",
        )
    offered = state.rules.offered(command.wager)
    if offered is None:
        return RuleViolation(
            f"submission: wagers.{command.wager}",
            f"This table does not offer the wager {quoted(command.wager)}.",
        )
    if command.player not in ("", box.player):
        return wrong("633a.6(a)", f"Position {command.position} is {box.player}'s.")
    if command.wager in box.wagers:
        return wrong("633a.6(c)", f"The {offered.data.title} wager is placed already.")
    present = frozenset(box.wagers)
    return (
        refuse_companions(offered.data, present)
        or _permitted(offered, command.amount)
        or refuse_chips(state, command.amount)
        or refuse_limits(
            command.amount,
            offered.minimum,
            offered.maximum,
            f"wagers.{command.wager}",
            offered.data.title,
        )
        or refuse_amount(offered.data, command.amount, box.blackjack)
        or refuse_step(state, command, box.blackjack)
    )


def _permitted(offered: OfferedWager, amount: int) -> RuleViolation | None:
    if not offered.amounts or amount in offered.amounts:
        return None
    section = amount_section(offered.data, offered.paytable, amount)
    allowed = " or ".join(_dollars(one) for one in offered.amounts)
    return RuleViolation(section, f"{offered.data.title} is {allowed}, not {_dollars(amount)}.")


def _place_blackjack(state: State, command: c.PlaceWager, box: Box | None) -> RuleViolation | None:
    if box is not None:
        return wrong("633a.6(c)", f"Position {command.position} has its Blackjack wager already.")
    player = patron(state, command)
    if state.admitted is not None and player not in state.admitted:
        return wrong(
            "633a.6(b)", f"Player {player} sat out a round and may wager again after the reshuffle."
        )
    sitting = refuse_player(state, command.position, command.player)
    if sitting is not None:
        return sitting
    limits = refuse_chips(state, command.amount) or refuse_limits(
        command.amount, state.rules.minimum, state.rules.maximum, "table", "The Blackjack wager"
    )
    return limits or refuse_step(state, command, command.amount) or _adjacent(state, command)


def _adjacent(state: State, command: c.PlaceWager) -> RuleViolation | None:
    """A player's boxes are adjacent, and as many as the submission says (§ 633a.6(f))."""
    player = patron(state, command)
    mine = [position for position, box in state.in_play() if box.player == player]
    if not mine:
        return None
    allowed = state.rules.adjacent_boxes
    if len(mine) >= allowed:
        boxes = "one box" if allowed == 1 else f"{allowed} adjacent boxes"
        return wrong("633a.6(f)", f"A player may wager on {boxes} in one round at this table.")
    if command.position not in (min(mine) - 1, max(mine) + 1):
        return wrong("633a.6(f)", "A player's boxes have to be adjacent.")
    return None


def _press(state: State, command: c.Press) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return wrong("633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to press.")
    amount = command.amount
    if amount in (None, box.winnings):
        return None
    most = _dollars(box.winnings)
    if not is_beside(state, box):
        return wrong(
            "633a.7(g)(10)(ii)(A)",
            f"{most} may be added to the Blackjack wager, no more and no less.",
        )
    if amount is not None and amount > box.winnings:
        return wrong("633c.11(e)", f"All or a portion of {most} may be capped, no more.")
    return refuse_chips(state, amount or 0)


def is_beside(state: State, box: Box) -> bool:
    """Whether winnings are added beside the Blackjack wager, in an area of their own."""
    offered = state.rules.offered(box.winnings_of)
    return offered is not None and offered.wager.press == "beside"


def _take(state: State, command: c.TakeWinnings) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return wrong("633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to take.")
    return None


def _asked(state: State, position: int) -> RuleViolation | None:
    box = state.boxes[position - 1]
    if box is None:
        return wrong("633a.8(a)", f"Position {position} has no Blackjack wager to insure.")
    if box.insurance is not None:
        return wrong("633a.8(a)", f"Position {position} has answered already.")
    return None


def _insure(state: State, command: c.Insure) -> RuleViolation | None:
    asked = _asked(state, command.position)
    if asked is not None or command.amount is None:
        return asked
    limit = insurance_limit(state.box(command.position).at_stake, state.rules.smallest_chip)
    if command.amount > limit:
        return wrong(
            "633a.8(b)",
            "Insurance is at most half of the Blackjack wager, or the next amount that chips "
            f"can make: here {_dollars(limit)}.",
        )
    return refuse_chips(state, command.amount)


def _decline(state: State, command: c.DeclineInsurance) -> RuleViolation | None:
    return _asked(state, command.position)


def _even_money(state: State, command: c.TakeEvenMoney) -> RuleViolation | None:
    asked = _asked(state, command.position)
    if asked is not None:
        return asked
    if not state.rules.blackjack.even_money:
        return RuleViolation(
            "submission: blackjack.even_money", "This table does not offer even money."
        )
    if not any(hand.blackjack for hand in state.box(command.position).hands):
        return wrong("633a.8(e)", "Even money is for a player who has Blackjack.")
    return None


WAGER_CHECKS: Final[dict[type[c.Command], Callable[[State, Any], RuleViolation | None]]] = {
    c.PlaceWager: _place_wager,
    c.Press: _press,
    c.TakeWinnings: _take,
    c.Insure: _insure,
    c.DeclineInsurance: _decline,
    c.TakeEvenMoney: _even_money,
}
