"""Decides a side wager for every seat of a dealt block, with the wager's own classifier."""

from collections.abc import Callable, Mapping
from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.native import Compile, Kernel, Raw, compiled, is_cached_code
from upcard.compiled.simulation.codes import (
    BYTE,
    HANDS_SHIFT,
    NUMBER_OF_ROUND,
    NUMBER_SHIFT,
    SEAT_SHIFT,
)
from upcard.compiled.simulation.facts import FACTS, READ, RoundFact, always, folded, seat_note
from upcard.compiled.simulation.fields import (
    BATCHES_DEALT,
    ENDS,
    HANDS_LOG,
    NOTED,
    OUTCOMES_NOTED,
    SEATS,
    UNKNOWN_OUTCOME,
    WAGER_COUNTS,
    WAGER_NETS,
    WAGER_OUTCOMES,
    WAGER_PAYS,
    WAGER_WINS,
)
from upcard.compiled.text_functions import function_of_text
from upcard.wagers.facts import FOLDED, OF_A_HAND
from upcard.wagers.kit import WagerRule

_PLACE: Final = "cards, ints, number, seat, hand"


def outcome_kernel(wager: WagerRule, compile_: Compile = compiled) -> Kernel:
    """The kernel that counts a wager's outcomes, sums each batch's win, and notes outcomes."""
    facts = _facts_of(wager)
    of_hand = _hand_outcome(wager, facts)
    of_seat = _best_of(of_hand) if _is_of_a_hand(wager) else of_hand
    uses = (*READ, *_own_functions(wager), *facts.values(), of_hand, of_seat)
    return compile_(_name_of(wager), lambda: _loops(of_seat), *uses, codes="Bq")


def is_decided_by_cached_code(wager: WagerRule) -> bool:
    """Whether the kernel of `outcome_kernel` is cached."""
    return is_cached_code(
        _name_of(wager), *_own_functions(wager), _hand_outcome(wager, _facts_of(wager))
    )


def _name_of(wager: WagerRule) -> str:
    classify = wager.classify
    kind = "hands" if _is_of_a_hand(wager) else "seats"
    return f"simulation.{kind}.{classify.__module__}.{classify.__qualname__}"


def _is_of_a_hand(wager: WagerRule) -> bool:
    return not OF_A_HAND.isdisjoint(wager.facts)


def _own_functions(wager: WagerRule) -> tuple[Callable[..., int], ...]:
    """The wager's own functions that its kernel calls."""
    steps = (wager.fold.step,) if wager.fold is not None else ()
    return (wager.classify, _waits(wager), *steps)


def _waits(wager: WagerRule) -> Callable[[int, int, int], int]:
    return always if wager.hold is None else wager.hold.when


def _facts_of(wager: WagerRule) -> Mapping[str, RoundFact]:
    if wager.fold is None:
        return FACTS
    return {**FACTS, FOLDED: folded(wager.fold, _waits(wager))}


def _hand_outcome(wager: WagerRule, facts: Mapping[str, RoundFact]) -> RoundFact:
    """The outcome of a hand of a seat, by these facts."""
    arguments = ", ".join(f"{fact}({_PLACE})" for fact in wager.facts)
    names = {**facts, "classify": wager.classify}
    return function_of_text(f"lambda {_PLACE}: classify({arguments})", names, __name__)


def _best_of(of_hand: RoundFact) -> RoundFact:
    """Of several hands, the best outcome counts, once; an outcome below 0 is returned as it is."""

    def best(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
        note = seat_note(ints, number, seat)
        cards_at = ints[HANDS_LOG] + (note >> HANDS_SHIFT)
        outcome = 0
        for hand in range(note >> NUMBER_SHIFT & BYTE):
            of_this_hand = of_hand(cards, ints, number, seat, cards[cards_at + hand] + 0)
            if of_this_hand < 0:
                return of_this_hand
            outcome = max(outcome, of_this_hand)
        return outcome

    return best


def _loops(of_seat: Callable[..., int]) -> Raw:
    """Loop over the batches of a block, their rounds and the seats."""

    def loops(cards: IntegerCells, ints: IntegerCells) -> None:
        counts, pays, outcomes = ints[WAGER_COUNTS], ints[WAGER_PAYS], ints[WAGER_OUTCOMES]
        end = noted = 0
        for batch in range(ints[BATCHES_DEALT]):
            begin, end = end, ints[ints[ENDS] + batch]
            net = 0
            for number in range(begin, end):
                for seat in range(ints[SEATS]):
                    outcome = of_seat(cards, ints, number, seat, 0)
                    if outcome < 0 or outcome >= outcomes:
                        ints[UNKNOWN_OUTCOME] = outcome
                        continue
                    ints[counts + outcome] += 1
                    net += ints[pays + outcome]
                    if ints[WAGER_WINS] > 0:
                        place = ints[WAGER_WINS] + number * ints[SEATS] + seat
                        ints[place] = ints[pays + outcome]
                    if ints[pays + outcomes + outcome] == 1:
                        word = number << NUMBER_OF_ROUND | seat << SEAT_SHIFT | outcome
                        ints[ints[NOTED] + noted] = word
                        noted += 1
            ints[ints[WAGER_NETS] + batch] = net
        ints[OUTCOMES_NOTED] = noted

    return loops
