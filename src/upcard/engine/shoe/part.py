"""The shoe, from the shuffle to the burn card. 58 Pa. Code §§ 633a.5, 633a.7(a)-(c).

The sections are those of Blackjack; other games that have the steps lend them (`Part.lent`).
"""

from typing import Final

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.shoe import steps
from upcard.engine.shoe.evolve import FOLDS
from upcard.engine.shoe.refusals import CHECKS, refuse_shuffler


def _shuffle(state: AnyShoeTable) -> Step | None:
    return (Automation.SHOE, c.Shuffle) if refuse_shuffler(state) is None else None


def _cut_step(state: AnyShoeTable) -> Step:
    return (Automation.CUT if state.cut_offers else Automation.SHOE, c.CutCards)


PART: Final = Part(
    name="shoe",
    phases={
        (Phase.SHUFFLING, e.CardsShuffled): Phase.CUTTING,
        (Phase.SHUFFLING, e.CardsLoaded): Phase.BURNING,
        (Phase.CUTTING, e.CardsCut): Phase.COVERING,
        (Phase.COVERING, e.CoverCardInserted): Phase.LOADING,
        (Phase.LOADING, e.CardsLoaded): Phase.BURNING,
        (Phase.BURNING, e.CardBurned): Phase.WAGERING,
        (Phase.BURNING, e.BurnNotRequired): Phase.WAGERING,
        (Phase.BURNING, e.ReshuffleOrdered): Phase.SHUFFLING,
        (Phase.WAGERING, e.DealerReplaced): Phase.BURNING,
        (Phase.WAGERING, e.ReshuffleOrdered): Phase.SHUFFLING,
    },
    allowed={
        c.Shuffle: Allowed((Phase.SHUFFLING,), "633a.5(a)", "The cards are not shuffled now."),
        c.DeclineCut: Allowed((Phase.CUTTING,), "633a.5(b)", "No cut is offered now."),
        c.CutCards: Allowed((Phase.CUTTING,), "633a.5(b)", "The cards are not cut now."),
        c.InsertCoverCard: Allowed(
            (Phase.COVERING,), "633a.5(d)", "The cover card is not placed now."
        ),
        c.LoadShoe: Allowed(
            (Phase.LOADING,), "633a.7(a)", "There is no stack to put into the shoe."
        ),
        c.BurnCard: Allowed(
            (Phase.BURNING, Phase.REMOVING), "633a.7(c)", "No card is to be removed now."
        ),
        c.ReplaceDealer: Allowed((Phase.WAGERING,), "633a.7(c)", "A round is under way."),
        c.OrderReshuffle: Allowed(
            (Phase.WAGERING, Phase.BURNING),
            "633a.5(f)",
            "The cards may be reshuffled after a round of play, not during it.",
        ),
    },
    checks=CHECKS,
    handlers={
        c.Shuffle: steps.shuffle,
        c.DeclineCut: steps.decline_cut,
        c.CutCards: steps.cut_cards,
        c.InsertCoverCard: steps.insert_cover_card,
        c.LoadShoe: steps.load_shoe,
        c.BurnCard: steps.burn_card,
        c.ReplaceDealer: steps.replace_dealer,
        c.OrderReshuffle: steps.order_reshuffle,
    },
    folds=FOLDS,
    steps={
        Phase.SHUFFLING: _shuffle,
        Phase.CUTTING: _cut_step,
        Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
        Phase.LOADING: (Automation.SHOE, c.LoadShoe),
        Phase.BURNING: (Automation.SHOE, c.BurnCard),
    },
)
