"""The shoe, from the shuffle to the burn card. 58 Pa. Code §§ 633a.5, 633a.7(a)-(c).

The sections are those of Blackjack; other games that have the steps lend them (`Part.lent`).
"""

from typing import Final

from upcard.engine.core.commands import (
    BurnCard,
    CutCards,
    DeclineCut,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    ReplaceDealer,
    Shuffle,
)
from upcard.engine.core.events import (
    BurnNotRequired,
    CardBurned,
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardInserted,
    DealerReplaced,
    ReshuffleOrdered,
)
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.shoe.decide import HANDLERS
from upcard.engine.shoe.evolve import FOLDS
from upcard.engine.shoe.refusals import CHECKS, refuse_shuffler


def _shuffle(state: AnyShoeTable) -> Step | None:
    return (Automation.SHOE, Shuffle) if refuse_shuffler(state) is None else None


def _cut_step(state: AnyShoeTable) -> Step:
    return (Automation.CUT if state.cut_offers else Automation.SHOE, CutCards)


PART: Final = Part(
    name="shoe",
    phases={
        (Phase.SHUFFLING, CardsShuffled): Phase.CUTTING,
        (Phase.SHUFFLING, CardsLoaded): Phase.BURNING,
        (Phase.CUTTING, CardsCut): Phase.COVERING,
        (Phase.COVERING, CoverCardInserted): Phase.LOADING,
        (Phase.LOADING, CardsLoaded): Phase.BURNING,
        (Phase.BURNING, CardBurned): Phase.WAGERING,
        (Phase.BURNING, BurnNotRequired): Phase.WAGERING,
        (Phase.BURNING, ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.WAGERING, DealerReplaced): Phase.BURNING,
        (Phase.WAGERING, ReshuffleOrdered): Phase.SHUFFLING,
    },
    allowed={
        Shuffle: Allowed((Phase.SHUFFLING,), "633a.5(a)", "The cards are not shuffled now."),
        DeclineCut: Allowed((Phase.CUTTING,), "633a.5(b)", "No cut is offered now."),
        CutCards: Allowed((Phase.CUTTING,), "633a.5(b)", "The cards are not cut now."),
        InsertCoverCard: Allowed(
            (Phase.COVERING,), "633a.5(d)", "The cover card is not placed now."
        ),
        LoadShoe: Allowed((Phase.LOADING,), "633a.7(a)", "There is no stack to put into the shoe."),
        BurnCard: Allowed(
            (Phase.BURNING, Phase.REMOVING), "633a.7(c)", "No card is to be removed now."
        ),
        ReplaceDealer: Allowed((Phase.WAGERING,), "633a.7(c)", "A round is under way."),
        OrderReshuffle: Allowed(
            (Phase.WAGERING, Phase.BURNING),
            "633a.5(f)",
            "The cards may be reshuffled after a round of play, not during it.",
        ),
    },
    checks=CHECKS,
    handlers=HANDLERS,
    folds=FOLDS,
    steps={
        Phase.SHUFFLING: _shuffle,
        Phase.CUTTING: _cut_step,
        Phase.COVERING: (Automation.SHOE, InsertCoverCard),
        Phase.LOADING: (Automation.SHOE, LoadShoe),
        Phase.BURNING: (Automation.SHOE, BurnCard),
    },
)
