"""The questions to players at a Blackjack table, with the answers that the rules allow."""

from upcard.cards.card import value_of
from upcard.engine.blackjack.deal import due_target
from upcard.engine.blackjack.early_surrender import DeclineSurrender, undecided
from upcard.engine.blackjack.state import BlackjackState, turn
from upcard.engine.core import commands as c
from upcard.engine.core.money import offered
from upcard.engine.core.parts import Check
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import DEFAULT_ANSWERS, AskedHand, PlayerQuestion
from upcard.engine.irregular import commands as ci
from upcard.engine.irregular.decide import due_choice
from upcard.engine.variations.lookup import hooks_of


def question(state: BlackjackState, refusal: Check) -> PlayerQuestion | None:
    """The next question, in the order in which the dealer asks; None when no player is asked.

    `refusal` is the game's; an answer that it refuses is not offered.

    Insurance and even money are asked clockwise from the dealer's left (§ 633a.8), pressing when
    the winnings are paid (§ 633a.7(g)(10)), decisions at each hand's turn, and the choice for a
    missed hand after all others (§ 633a.14(g), (i)).
    """
    if state.faults.reader_failed:
        return None
    choice = due_choice(state)
    if choice is not None:
        return _question(state, refusal, "missed-card", *choice)
    if state.phase is Phase.INSURING:
        for position, box in state.in_play():
            if box.insurance is None:
                return _question(state, refusal, "insurance", position, 0)
        return None
    if state.phase is Phase.SURRENDERING:
        return _question(state, refusal, "surrender", undecided(state)[0], 1)
    if state.phase is Phase.SWITCHING:
        return _question(state, refusal, "switch", hooks_of(state).waiting(state)[0], 0)
    if state.phase in (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK):
        for position, box in state.from_the_right():
            if box.winnings:
                return _question(state, refusal, "press", position, 0)
    current = turn(state)
    if current is None or due_target(state) is not None:
        return None
    if state.box(current[0]).hands[current[1] - 1].blackjack:
        return None
    return _question(state, refusal, "decision", *current)


def asked_hand(state: BlackjackState, asked: PlayerQuestion) -> AskedHand:
    """The hand that a decision is about."""
    hand = state.box(asked.position).hands[asked.hand - 1]
    return AskedHand(hand.cards, hand.total, value_of(state.dealer[0]))


def candidates(kind: str, position: int, amount: int | None = None) -> dict[str, c.Command]:
    """Every answer to a kind of question, allowed or not; `amount` is for `WITH_AMOUNT`."""
    if kind == "insurance":
        return {
            "insurance": c.Insure(position, amount),
            "even-money": c.TakeEvenMoney(position),
            "no-insurance": c.DeclineInsurance(position),
        }
    if kind == "surrender":
        return {
            "surrender": c.Surrender(position),
            "no-surrender": DeclineSurrender(position),
        }
    if kind == "switch":
        return {"switch": c.SwitchCards(position), "keep": c.KeepCards(position)}
    if kind == "press":
        return {"press": c.Press(position, amount), "take": c.TakeWinnings(position)}
    if kind == "missed-card":
        return {"take-card": ci.TakeMissedCard(position), "dead-hand": ci.CallHandDead(position)}
    return {
        "hit": c.Hit(position),
        "stand": c.Stand(position),
        "double": c.DoubleDown(position, amount),
        "split": c.SplitPair(position),
        "surrender": c.Surrender(position),
        "refuse-card": ci.RefuseCard(position),
    }


def every_answer(position: int, amount: int | None = None) -> dict[str, c.Command]:
    """Every answer to any question, by its word; no two kinds of question share a word."""
    return {
        word: command
        for kind in DEFAULT_ANSWERS
        for word, command in candidates(kind, position, amount).items()
    }


def _question(
    state: BlackjackState, refusal: Check, kind: str, position: int, hand: int
) -> PlayerQuestion:
    allowed = offered(
        state,
        state.box(position).player,
        lambda amount: candidates(kind, position, amount),
        lambda command: refusal(state, command),
    )
    return PlayerQuestion(kind, position, hand, allowed)
