"""The legal actions of a player now, in words of the rule: open places, answers, cut, seats."""

from collections import Counter
from typing import Any

import msgspec

from upcard.engine.core.commands import (
    Command,
    CutCards,
    DeclineCut,
    PlaceWager,
    TakeEvenMoney,
    tag_of,
)
from upcard.engine.core.events import DecisionMade, InsurancePlaced, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import WITH_AMOUNT
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import apply, question_of, refusal
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.host.keys import keys_of
from upcard.money.amount import format_dollars, parse_dollars, printed_dollars
from upcard.rules.violation import RuleViolation
from upcard.service.access.command_senders import CHANCE
from upcard.service.access.principal import Principal, Role
from upcard.service.stage.scene import seen_by
from upcard.service.stage.setting import SpotView
from upcard.wagers.limits import least_amount


class AnswerView(msgspec.Struct, frozen=True):
    """A permitted answer: its words, its key, and the command that gives it."""

    name: str
    words: str
    key: str
    command: dict[str, Any]
    in_part: bool = False


class AskView(msgspec.Struct, frozen=True):
    """The question to the viewer, and its permitted answers."""

    kind: str
    words: str
    position: int
    hand: int
    answers: tuple[AnswerView, ...]


class LegalView(msgspec.Struct, frozen=True, kw_only=True):
    """What the viewer may do; `open` is whether wagers are taken.

    `closed` says, by position and by ``position/spot``, why no wager may be placed there now.
    """

    plays: bool = False
    open: bool = False
    closed: dict[str, str] = {}
    ask: AskView | None = None
    cut: AnswerView | None = None
    decline: AnswerView | None = None
    leave: tuple[int, ...] = ()


def legal_for(state: AnyTable, who: Principal, spots: tuple[SpotView, ...]) -> LegalView:
    """What `who` may do at a table now."""
    if who.role is not Role.PLAYER:
        return LegalView()
    open_question = question_of(state, who.name)
    ask = None
    if open_question is not None:
        keys = keys_of(open_question.every())
        answers = tuple(
            _answer(
                name,
                command,
                keys[name],
                in_part=name in WITH_AMOUNT,
                after=_consequence(open_question.kind, state, who, open_question.position, command),
            )
            for name, command in open_question.answers.items()
        )
        ask = AskView(
            open_question.kind,
            open_question.words,
            open_question.position,
            open_question.hand,
            answers,
        )
    cut, decline = _cut_answers(state, who)
    is_open = state.phase == Phase.WAGERING
    return LegalView(
        plays=True,
        open=is_open and ask is None,
        closed=closed_places(state, who, spots) if is_open else {},
        ask=ask,
        cut=cut,
        decline=decline,
        leave=_idle_seats(state, who) if is_open else (),
    )


def command_as_json(command: Command) -> dict[str, Any]:
    """A command as it is sent: amounts in dollars, what is left open left out.

    What chance decides is left open too, such as the card that a dealer exposed.
    """
    form: dict[str, Any] = {"type": tag_of(type(command))}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if value is not None and name not in CHANCE:
            form[name] = format_dollars(value) if name == "amount" else value
    return form


def _consequence(
    kind: str, state: AnyTable, who: Principal, position: int, command: Command
) -> str:
    """What an answer leads to, in words, where the question does not tell it."""
    if kind == "switch":
        return _totals_after(state, who, position, command)
    return _money_after(state, command) if kind in ("insurance", "decision") else ""


def _money_after(state: AnyTable, command: Command) -> str:
    """What an answer costs on top of the wager, or even money wins, in words; "" for neither."""
    if getattr(command, "amount", None) is not None:
        return ""  # the answer says it
    events = apply(state, command)[1]
    costs = (InsurancePlaced, DecisionMade)
    cost = sum(event.amount for event in events if isinstance(event, costs))
    won = sum(event.paid - event.wagered for event in events if isinstance(event, WagerSettled))
    if cost:
        return f" for {printed_dollars(cost, short=True)}"
    if won > 0 and isinstance(command, TakeEvenMoney):
        return f": win {printed_dollars(won, short=True)}"
    return ""


def _totals_after(state: AnyTable, who: Principal, position: int, command: Command) -> str:
    """The totals of a position's hands after a command, in words: ``: 14 and 18``."""
    seen = seen_by(who, apply(state, command)[0])
    hands = [
        hand for box in getattr(seen, "boxes", ()) if box.position == position for hand in box.hands
    ]
    totals = [str(hand.total) for hand in hands if hand.total is not None]
    return f": {' and '.join(totals)}" if totals else ""


def _answer(
    name: str, command: Command, key: str, *, in_part: bool = False, after: str = ""
) -> AnswerView:
    words = name.replace("-", " ").capitalize() + after
    amount = getattr(command, "amount", None)
    if in_part and amount is not None:
        words += f" for {printed_dollars(amount, short=True)}"
    return AnswerView(name, words, key, command_as_json(command), in_part)


def closed_places(state: AnyTable, who: Principal, spots: tuple[SpotView, ...]) -> dict[str, str]:
    """Why no wager may be placed, by position, or by position and spot where others are open."""
    closed: dict[str, str] = {}
    for position in range(1, state.rules.positions + 1):
        after, why = _with_main(state, who, position)
        if why is not None:
            closed[str(position)] = _refusal_in_words(who, why)
            continue
        refusals: dict[str, str] = {}
        open_spots = 0
        for spot in spots:
            if not spot.wager:
                continue
            if spot.name == BLACKJACK_WAGER and after is not state:  # it was placed above
                open_spots += 1
                continue
            least = _least_at(after, who, position, spot)
            refused = refusal(after, PlaceWager(position, spot.name, least, who.name))
            if refused is not None and not _is_companion(state.rules, spot, refused):
                refusals[f"{position}/{spot.name}"] = _refusal_in_words(who, refused)
            else:
                open_spots += 1
        reasons = Counter(refusals.values()).most_common(1)
        players = {box.player for number, box in state.in_play() if number == position}
        others = bool(players) and who.name not in players
        if reasons and not open_spots and (others or reasons[0][1] == len(refusals)):
            closed[str(position)] = reasons[0][0]  # one reason closes the whole place
        else:
            closed |= refusals
    return closed


def _least_at(state: AnyTable, who: Principal, position: int, spot: SpotView) -> int:
    """The smallest amount of a spot with the player's Blackjack wager at a position, in units."""
    least = parse_dollars(spot.minimum)
    offered = state.rules.offered(spot.wager)
    if offered is None or not spot.part_of_main:
        return least
    boxes = (
        box for number, box in state.in_play() if number == position and box.player == who.name
    )
    return least_amount(offered.data, least, next((box.blackjack for box in boxes), 0))


def _refusal_in_words(who: Principal, violation: RuleViolation) -> str:
    """A refusal as this player reads it: it may begin with what the player has."""
    words = in_players_words(violation)
    return words.replace(f"{who.name} has", "You have", 1) if words.startswith(who.name) else words


def _with_main(
    state: AnyTable, who: Principal, position: int
) -> tuple[AnyTable, RuleViolation | None]:
    """The table with a Blackjack wager of the player at a position, or why there may be none."""
    if not state.rules.has_blackjack_wager:
        return state, None
    if any(number == position and box.player == who.name for number, box in state.in_play()):
        return state, None
    main = PlaceWager(position, BLACKJACK_WAGER, state.rules.minimum, who.name)
    refused = refusal(state, main)
    return (state, refused) if refused is not None else (apply(state, main)[0], None)


def _is_companion(rules: TableRules, spot: SpotView, violation: RuleViolation) -> bool:
    """Whether a wager is refused only for want of another, which the slip may hold."""
    offered = rules.offered(spot.wager)
    if offered is None or not offered.data.needs:
        return False
    return violation.section == offered.data.needs_section


def in_players_words(violation: RuleViolation) -> str:
    """A refusal as a player reads it, with its section where a rule is the reason."""
    section = violation.section
    if section.startswith("submission:"):
        return violation.message
    return f"{violation.message.removesuffix('.')} ({section.removeprefix('58 Pa. Code ')})."


def _idle_seats(state: AnyTable, who: Principal) -> tuple[int, ...]:
    playing = {position for position, _ in state.in_play()}
    return tuple(
        number for number, name in state.seats if name == who.name and number not in playing
    )


def _cut_answers(state: AnyTable, who: Principal) -> tuple[AnswerView | None, AnswerView | None]:
    """The cut, if it is offered to the viewer now (§ 633a.5(c)), and declining it."""
    if state.phase != "cutting" or not state.cut_offers:
        return None, None
    position = state.cut_offers[0]
    if (position, who.name) not in state.seats:
        return None, None
    cut = CutCards(position, state.rules.shoe_size // 2)
    return (
        AnswerView("cut", "Cut the cards", "x", command_as_json(cut)),
        AnswerView("decline", "Decline", "n", command_as_json(DeclineCut(position))),
    )
