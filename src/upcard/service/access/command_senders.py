"""Who may send which command to a table, by role and by the purpose of a device."""

from functools import cache
from typing import Final

from upcard.service.access.principal import Purpose, Role

OF_PLAYERS: Final = frozenset(
    {
        "SeatPlayer",
        "LeaveSeat",
        "CashOut",
        "PlaceWager",
        "DeclineCut",
        "CutCards",
        "Press",
        "TakeWinnings",
        "SwitchCards",
        "KeepCards",
        "Insure",
        "DeclineInsurance",
        "DeclineSurrender",
        "TakeEvenMoney",
        "Stand",
        "Hit",
        "DoubleDown",
        "SplitPair",
        "Surrender",
        "RefuseCard",
        "TakeMissedCard",
        "CallHandDead",
        "AnswerInsurance",
        "Decide",
    }
)
"""Commands of players at their own positions; a dealer may enter them for a player."""

OF_OWNERS: Final = frozenset({"BringMoney"})
"""Commands that take money from a game account: its owner alone sends them."""

OF_DEALERS: Final = frozenset(
    {
        "Shuffle",
        "InsertCoverCard",
        "LoadShoe",
        "ReplaceDealer",
        "CloseBets",
        "CollectProgressiveWagers",
        "ShowCoverCard",
        "SettleOptionalWagers",
        "CloseInsurance",
        "UseCardReader",
        "SettleHeldWagers",
        "PayBlackjack",
        "TurnHoleCard",
        "SettleRound",
        "VerifyHand",
        "ConfirmLight",
        "PayJackpot",
        "CompletePapers",
        "ClearTable",
        "ReceiveDecks",
        "InspectCards",
        "SpreadCards",
        "WashCards",
        "SpreadIdleCards",
        "StackCards",
        "FindFaceUpCard",
        "DrawInError",
        "ExposeCard",
        "OverdrawDealer",
        "MissDealerCard",
        "MissHand",
        "MissRequestedCard",
        "DealFromWrongSide",
        "MisuseCardReader",
        "ReportReaderFailure",
        "ReportShufflerJam",
        "ReportShufflerFailure",
        "CoverShuffler",
    }
)
"""The dealer's steps, at their own tables."""

OF_CHANCE: Final = frozenset(
    {
        "DealCard",
        "BurnCard",
        "DrawDeterminant",
        "ReshuffleDiscards",
        "AnnounceLuckyNumbers",
        "SpinWheel",
    }
)
"""Steps that bring a card or a number: the dealer takes them, the shoe or wheel has the result."""

CHANCE: Final = {
    "card": -1,
    "burned": -1,
    "magic_card": -1,
    "lucky_seat": 0,
    "numbers": None,
    "pocket": None,
}
"""The fields that chance decides, with the value that means "not given"."""

OF_FLOORPERSONS: Final = frozenset(
    {
        "PermitEntry",
        "OrderReshuffle",
        "OrderRecut",
        "ReturnProgressiveWager",
        "ReturnWagers",
        "ValidateJackpot",
        "VerifyInspection",
        "InspectCardReader",
        "RepairCardReader",
        "RepairShuffler",
    }
)
"""Commands that need a floorperson or above."""

OF_THE_ASSIGNED: Final = frozenset({"VerifyInspection", "InspectCardReader"})
"""Commands of the floorperson assigned to the table (§§ 633a.2(f), 633a.4(a), 633c.5(d), (i))."""

OF_MANAGERS: Final = OF_FLOORPERSONS - OF_THE_ASSIGNED
"""Commands that a manager may send, as a person above a floorperson."""

OF_DEVICES: Final[dict[Purpose, frozenset[str]]] = {
    Purpose.SHOE: frozenset(
        {
            "DealCard",
            "BurnCard",
            "DrawDeterminant",
            "ReshuffleDiscards",
            "ShowCoverCard",
            "FindFaceUpCard",
            "ExposeCard",
            "OverdrawDealer",
        }
    ),
    Purpose.WHEEL: frozenset({"AnnounceLuckyNumbers", "SpinWheel"}),
    Purpose.KEYPAD: OF_DEALERS | OF_PLAYERS,
    Purpose.BET_SENSOR: frozenset({"PlaceWager"}),
    Purpose.SIGN: frozenset(),
}
"""Commands that a device may post at its own table; a bet sensor, only progressive wagers."""


@cache
def chance_in(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a kind of command that hold cards or numbers, with their values for none."""
    return tuple(entry for entry in CHANCE.items() if hasattr(kind, entry[0]))


@cache
def commands_of(role: Role, purpose: Purpose | None) -> frozenset[str]:
    """The names of the commands that somebody of a role, or a device, may send."""
    match role:
        case Role.PLAYER:
            return OF_PLAYERS | OF_OWNERS
        case Role.DEALER:
            return OF_DEALERS | OF_PLAYERS
        case Role.FLOORPERSON:
            return OF_FLOORPERSONS | OF_DEALERS | OF_PLAYERS
        case Role.MANAGER:
            return OF_MANAGERS
        case Role.DEVICE:
            assert purpose is not None
            return OF_DEVICES[purpose]
    return frozenset()
