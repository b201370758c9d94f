"""Decides a side wager for every seat of a dealt block, with the wager's own classifier."""

from collections.abc import Callable
from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.making import make_function
from upcard.compiled.native import Compile, Kernel, Raw, compiled
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
from upcard.wagers.facts import FOLDED, OF_A_HAND
from upcard.wagers.kit import WagerRule

_PLACE: Final = "cards, ints, number, seat, hand"


def name_of(wager: WagerRule) -> str:
    """The cache name of a wager's kernel."""
    classify = wager.classify
    kind = "seats" if OF_A_HAND.isdisjoint(wager.facts) else "hands"
    return f"simulation.{kind}.{classify.__module__}.{classify.__qualname__}"


def own_functions(wager: WagerRule) -> tuple[Callable[..., int], ...]:
    """The wager's own functions that its kernel calls."""
    held = (wager.hold.when,) if wager.hold is not None else ()
    steps = (wager.fold.step,) if wager.fold is not None else ()
    return (wager.classify, *held, *steps)


def deciding(wager: WagerRule, compile_: Compile = compiled) -> Kernel:
    """The kernel that counts a wager's outcomes, sums each batch's win, and notes outcomes."""
    facts: dict[str, Callable[..., int]] = {**FACTS, "classify": wager.classify}
    waits = always if wager.hold is None else wager.hold.when
    if wager.fold is not None:
        facts[FOLDED] = folded(wager.fold, waits)
    arguments = ", ".join(f"{fact}({_PLACE})" for fact in wager.facts)
    of_hand: RoundFact = make_function(f"lambda {_PLACE}: classify({arguments})", facts, __name__)
    of_seat = of_hand if OF_A_HAND.isdisjoint(wager.facts) else _best_of(of_hand)
    uses = (*READ, waits, *own_functions(wager), *facts.values(), of_hand, of_seat)
    return compile_(name_of(wager), lambda: _loops(of_seat), *uses, codes="Bq")


def _best_of(of_hand: RoundFact) -> RoundFact:
    """Of several hands, the best outcome counts, once; an outcome below 0 is returned as it is."""

    def best(cards: IntegerCells, ints: IntegerCells, number: int, seat: int, _hand: int) -> int:
        note = seat_note(ints, number, seat)
        at = ints[HANDS_LOG] + (note >> HANDS_SHIFT)
        outcome = 0
        for hand in range(note >> NUMBER_SHIFT & BYTE):
            of_this_hand = of_hand(cards, ints, number, seat, cards[at + hand] + 0)
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
