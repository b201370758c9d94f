"""The whole life of a round: from a phase, by an event, to the next phase.

An event that is not listed leaves the phase as it is. A round begins and ends in WAGERING,
or passes through the shuffle when the cover card has come (§ 633a.7(e)).
"""

from enum import StrEnum
from typing import Final

from upcard.engine.core import events as e
from upcard.engine.irregular import events as ei
from upcard.engine.jackpots import events as j
from upcard.engine.shoe import upkeep_events as eu
from upcard.engine.variations import events as s


class Phase(StrEnum):
    """Where the table stands."""

    INSPECTING = "inspecting"
    VERIFYING = "verifying"
    SPREADING = "spreading"
    WASHING = "washing"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    COVERING = "covering"
    LOADING = "loading"
    BURNING = "burning"
    WAGERING = "wagering"
    COLLECTING = "collecting"
    REMOVING = "removing"
    DETERMINING = "determining"
    DEALING = "dealing"
    SWITCHING = "switching"
    PRESSING = "pressing"
    INSURING = "insuring"
    PEEKING = "peeking"
    PEEKED = "peeked"
    PRESSING_AFTER_PEEK = "pressing-after-peek"
    PLAYING = "playing"
    DRAWING = "drawing"
    SETTLED = "settled"


PHASES: Final[dict[tuple[Phase, type[e.Event]], Phase]] = {
    # New decks, and cards of a table without players (§§ 633a.4, 633a.5(g))
    (Phase.SHUFFLING, eu.DecksReceived): Phase.INSPECTING,
    (Phase.WAGERING, eu.DecksReceived): Phase.INSPECTING,
    (Phase.WAGERING, eu.PreparedDecksReceived): Phase.SHUFFLING,
    (Phase.INSPECTING, eu.CardsInspected): Phase.VERIFYING,
    (Phase.VERIFYING, eu.InspectionVerified): Phase.SPREADING,
    (Phase.SPREADING, eu.CardsSpread): Phase.WASHING,
    (Phase.WAGERING, eu.IdleCardsSpread): Phase.WASHING,
    (Phase.WASHING, eu.CardsWashed): Phase.SHUFFLING,
    (Phase.WASHING, eu.CardsStacked): Phase.SHUFFLING,
    # The shoe (§§ 633a.5, 633a.7(c))
    (Phase.SHUFFLING, e.CardsShuffled): Phase.CUTTING,
    (Phase.SHUFFLING, e.CardsLoaded): Phase.BURNING,
    (Phase.CUTTING, e.CardsCut): Phase.COVERING,
    (Phase.COVERING, e.CoverCardInserted): Phase.LOADING,
    (Phase.LOADING, e.CardsLoaded): Phase.BURNING,
    (Phase.CUTTING, ei.ShufflerJammed): Phase.SHUFFLING,
    (Phase.COVERING, eu.RecutOrdered): Phase.CUTTING,
    (Phase.LOADING, eu.RecutOrdered): Phase.CUTTING,
    (Phase.BURNING, e.CardBurned): Phase.WAGERING,
    (Phase.BURNING, e.BurnNotRequired): Phase.WAGERING,
    (Phase.BURNING, e.ReshuffleOrdered): Phase.SHUFFLING,
    # Wagers (§ 633a.6)
    (Phase.WAGERING, e.DealerReplaced): Phase.BURNING,
    (Phase.WAGERING, e.ReshuffleOrdered): Phase.SHUFFLING,
    (Phase.WAGERING, ei.ShufflerJammed): Phase.SHUFFLING,
    (Phase.WAGERING, e.BetsClosed): Phase.DEALING,
    (Phase.WAGERING, e.DeterminantDue): Phase.DETERMINING,
    (Phase.WAGERING, e.RemovalDue): Phase.REMOVING,
    # Progressive wagers are counted and collected (§ 633c.2(f))
    (Phase.WAGERING, j.CollectionDue): Phase.COLLECTING,
    (Phase.COLLECTING, e.BetsClosed): Phase.DEALING,
    (Phase.COLLECTING, e.DeterminantDue): Phase.DETERMINING,
    (Phase.COLLECTING, e.RemovalDue): Phase.REMOVING,
    (Phase.REMOVING, e.CardBurned): Phase.DEALING,
    (Phase.DETERMINING, e.DeterminantDrawn): Phase.DEALING,
    # The deal and the optional wagers (§ 633a.7(f), (g))
    (Phase.DEALING, e.PressOffered): Phase.PRESSING,
    (Phase.PRESSING, e.WinningsPressed): Phase.DEALING,
    (Phase.PRESSING, e.WinningsTaken): Phase.DEALING,
    # Blackjack Switch, Switch Hands (§§ 633a.12(a)(4), 633c.4(f), (l))
    (Phase.DEALING, s.SwitchOffered): Phase.SWITCHING,
    (Phase.SWITCHING, s.SwitchClosed): Phase.DEALING,
    (Phase.DEALING, e.InsuranceOffered): Phase.INSURING,
    (Phase.DEALING, e.CardReaderDue): Phase.PEEKING,
    (Phase.DEALING, e.PlayStarted): Phase.PLAYING,
    # The card reader (§§ 633a.7(h), 633a.8)
    (Phase.INSURING, e.InsuranceClosed): Phase.PEEKING,
    (Phase.PEEKING, e.NoDealerBlackjack): Phase.PEEKED,
    (Phase.PEEKING, e.DealerBlackjack): Phase.DRAWING,
    (Phase.PEEKED, e.PressOffered): Phase.PRESSING_AFTER_PEEK,
    (Phase.PRESSING_AFTER_PEEK, e.WinningsPressed): Phase.PEEKED,
    (Phase.PRESSING_AFTER_PEEK, e.WinningsTaken): Phase.PEEKED,
    (Phase.PEEKED, e.PlayStarted): Phase.PLAYING,
    # The players, the dealer, the payoff (§ 633a.7(i)-(r))
    (Phase.PLAYING, e.HoleCardTurned): Phase.DRAWING,
    (Phase.DRAWING, e.RoundSettled): Phase.SETTLED,
    # No cards are left anywhere, or the hole card is known (§ 633a.14(f), (j))
    (Phase.DEALING, e.RoundSettled): Phase.SETTLED,
    (Phase.PLAYING, e.RoundSettled): Phase.SETTLED,
    (Phase.REMOVING, e.RoundSettled): Phase.SETTLED,
    # The discard rack (§ 633a.7(s))
    (Phase.SETTLED, e.TableCleared): Phase.WAGERING,
    (Phase.SETTLED, e.ReshuffleDue): Phase.SHUFFLING,
}


def next_phase(phase: Phase, event: e.Event) -> Phase:
    """The phase after an event."""
    return PHASES.get((phase, type(event)), phase)


def diagram() -> str:
    """The table as a Mermaid state diagram, for the documentation."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.SHUFFLING}"]
    lines += [f"    {was} --> {now}: {event.__name__}" for (was, event), now in PHASES.items()]
    return "\n".join(lines).replace("pressing-after-peek", "pressing_after_peek")
