"""The shoe, from the shuffle to the discard rack. 58 Pa. Code §§ 633a.5, 633a.7(c)-(e), (s)."""

from typing import Final

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.parts import Part
from upcard.engine.core.phases import CARDS_DEALT, Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.shoe import steps
from upcard.engine.shoe.evolve import FOLDS
from upcard.engine.shoe.refusals import CHECKS, refuse_shuffler


def _shuffle(state: BlackjackState) -> Step | None:
    return (Automation.SHOE, c.Shuffle) if refuse_shuffler(state) is None else None


def _cut_step(state: BlackjackState) -> Step:
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
        (Phase.DETERMINING, e.DeterminantDrawn): Phase.DEALING,
        (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
        (Phase.SETTLED, e.ReshuffleDue): Phase.SHUFFLING,
    },
    allowed={
        c.Shuffle: ((Phase.SHUFFLING,), "633a.5(a)", "The cards are not shuffled now."),
        c.DeclineCut: ((Phase.CUTTING,), "633a.5(b)", "No cut is offered now."),
        c.CutCards: ((Phase.CUTTING,), "633a.5(b)", "The cards are not cut now."),
        c.InsertCoverCard: ((Phase.COVERING,), "633a.5(d)", "The cover card is not placed now."),
        c.LoadShoe: ((Phase.LOADING,), "633a.7(a)", "There is no stack to put into the shoe."),
        c.BurnCard: ((Phase.BURNING, Phase.REMOVING), "633a.7(c)", "No card is to be removed now."),
        c.ReplaceDealer: ((Phase.WAGERING,), "633a.7(c)", "A round is under way."),
        c.OrderReshuffle: (
            (Phase.WAGERING, Phase.BURNING),
            "633a.5(f)",
            "The cards may be reshuffled after a round of play, not during it.",
        ),
        c.DrawDeterminant: (
            (Phase.DETERMINING,),
            "633a.7(d)(1)",
            "No determinant card is to be drawn now.",
        ),
        c.ShowCoverCard: (
            (*CARDS_DEALT, Phase.BURNING, Phase.WAGERING, Phase.REMOVING, Phase.DETERMINING),
            "633a.7(e)",
            "The cover card comes only where a card is drawn.",
        ),
        c.ReshuffleDiscards: (
            (*CARDS_DEALT, Phase.REMOVING),
            "633a.14(f)",
            "The discards are reshuffled only when a round cannot be completed.",
        ),
        c.ClearTable: (
            (Phase.SETTLED,),
            "633a.7(s)",
            "Cards are removed when all wagers are settled.",
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
        c.DrawDeterminant: steps.draw_determinant,
        c.ShowCoverCard: steps.show_cover_card,
        c.ReshuffleDiscards: steps.reshuffle_discards,
        c.ClearTable: steps.clear_table,
    },
    folds=FOLDS,
    steps={
        Phase.SHUFFLING: _shuffle,
        Phase.CUTTING: _cut_step,
        Phase.COVERING: (Automation.SHOE, c.InsertCoverCard),
        Phase.LOADING: (Automation.SHOE, c.LoadShoe),
        Phase.BURNING: (Automation.SHOE, c.BurnCard),
        Phase.DETERMINING: (Automation.DEAL, c.DrawDeterminant),
        Phase.SETTLED: (Automation.CLEAR, c.ClearTable),
    },
)
