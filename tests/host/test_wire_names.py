"""The names on the wire: the tags by which journals know commands, events, facts and notes.

A journal that was written once is read for ever: a tag is added here, none is changed or removed.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Final

import pytest

from upcard.engine.core.subclasses import subclasses_of
from upcard.engine.tagged_types import command_types, event_types
from upcard.host.bodies import audit_notes as notes
from upcard.progressives import events as meter_events
from upcard.progressives import facts

COMMANDS: Final = """
AnnounceLuckyNumbers AnswerInsurance BringMoney BurnCard CallHandDead CashOut ClearTable CloseBets
CloseInsurance CollectProgressiveWagers CompletePapers ConfirmLight CoverShuffler CutCards
DealCard DealFromWrongSide Decide DeclineCut DeclineInsurance DeclineSurrender DoubleDown
DrawDeterminant DrawInError DrawnCard EndCountdown ExposeCard FindFaceUpCard HandStep Hit
InsertCoverCard InspectCardReader InspectCards Insure JackpotStep KeepCards LeaveSeat LoadShoe
MissDealerCard MissHand MissRequestedCard MisuseCardReader OrderRecut OrderReshuffle
OverdrawDealer PayBlackjack PayJackpot PermitEntry PlaceWager Press ReceiveDecks RecordAwards
RecordMystery RefuseCard RepairCardReader RepairShuffler ReplaceDealer ReportReaderFailure
ReportShufflerFailure ReportShufflerJam ReshuffleDiscards ReturnProgressiveWager ReturnWagers
SeatPlayer SettleHeldWagers SettleOptionalWagers SettleRound ShowCoverCard Shuffle SpinWheel
SplitPair SpreadCards SpreadIdleCards StackCards Stand Surrender SwitchCards TakeEvenMoney
TakeMissedCard TakeWinnings TellTime TurnHoleCard UseCardReader ValidateJackpot VerifyHand
VerifyInspection WashCards
"""

EVENTS: Final = """
AwardsClaimed AwardsDetermined BallRested BetsClosed BonusesDrawn BurnNotRequired CardBurned
CardDealt CardDrawnInError CardExposed CardReaderDue CardReaderFailed CardReaderInspected
CardReaderMisused CardReaderRepaired CardRefused CardsCut CardsInspected CardsKept CardsLoaded
CardsRemoved CardsShuffled CardsSpread CardsStacked CardsSwitched CardsTurned CardsWashed
CollectionDue CountdownEnded CoverCardAppeared CoverCardInserted CutDeclined DealerBlackjack
DealerCardMissed DealerOverdrawn DealerReplaced DecisionMade DecksReceived DeterminantDrawn
DeterminantDue DiscardsReshuffled EntryPermitted ExposedCardDiscarded FaceUpCardFound
HandCalledDead HandMissed HandVerified HoleCardLit HoleCardTurned IdleCardsSpread
InspectionVerified InsuranceClosed InsuranceDeclined InsuranceOffered InsurancePlaced
InsuranceWaived JackpotEvent JackpotPaid JackpotValidated LightConfirmed LuckyNumbersAnnounced
MissedCardTaken MoneyBrought MoneyCashedOut MysteryAwarded NoDealerBlackjack PapersCompleted
PlayStarted PlayerLeft PlayerSeated PointCountsAnnounced PreparedDecksReceived PressOffered
ProgressivesLocked RecutOrdered RemovalDue RequestedCardMissed ReshuffleDue ReshuffleOrdered
RoundSettled ShufflerCovered ShufflerFailed ShufflerJammed ShufflerRepaired SurrenderOffered
SwitchClosed SwitchOffered TableCleared TimeTold WagerCollected WagerPlaced WagerReturned
WagerSettled WinningsPressed WinningsTaken WrongSideDealt
"""

METER_EVENTS: Final = """
Awarded Contributed MeterOpened MysteryHit ParametersChanged ParametersSubmitted Reseeded
RoundClosed SecretVoided SeedRestored TableJoined TableLeft
"""

FACTS: Final = """
Closed Joined Left Locked Opened Submitted Voided Won
"""

NOTES: Final = """
ControlsInForce Noticed Repeated SessionBegun SessionEnded SessionsUsed SubmissionApproved
SubmissionFiled SubmissionPutInForce SubmissionScheduled SubmissionWithdrawn
"""


def tagged(module: ModuleType) -> list[type]:
    """The structs of a module that carry a tag."""
    own = [
        member
        for member in vars(module).values()
        if getattr(member, "__module__", "") == module.__name__
    ]
    return [kind for kind in own if getattr(kind, "__struct_config__", None) and tag_of(kind)]


def tag_of(kind: type) -> str | int | None:
    tag: str | int | None = kind.__struct_config__.tag  # type: ignore[attr-defined]
    return tag


@pytest.mark.parametrize(
    ("frozen", "kinds"),
    [
        (COMMANDS, command_types()),
        (EVENTS, event_types()),
        (METER_EVENTS, subclasses_of(meter_events.MeterEvent)),
        (FACTS, tagged(facts)),
        (NOTES, tagged(notes)),
    ],
    ids=["commands", "events", "meter events", "facts", "notes"],
)
def test_the_tags_are_those_of_every_journal(frozen: str, kinds: Iterable[type]) -> None:
    assert sorted(str(tag_of(kind)) for kind in kinds) == frozen.split()
