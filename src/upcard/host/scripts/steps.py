"""The steps of dealer and floorperson that a script may give, and when each is taken."""

from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec

from upcard.engine.core.commands import (
    Command,
    OrderReshuffle,
    PermitEntry,
    ReplaceDealer,
    ShowCoverCard,
    name_of,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular.commands import (
    HOUSE_COMMANDS,
    CallHandDead,
    MisuseCardReader,
    ReportShufflerJam,
    TakeMissedCard,
)
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    CompletePapers,
    ConfirmLight,
    JackpotStep,
    PayJackpot,
    ReturnProgressiveWager,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    OrderRecut,
    ReceiveDecks,
    SpreadIdleCards,
    VerifyInspection,
)
from upcard.text.words import is_number, quoted

_KINDS: Final[tuple[type[Command], ...]] = (
    PermitEntry,
    ReplaceDealer,
    OrderReshuffle,
    ShowCoverCard,
    CollectProgressiveWagers,
    ReturnProgressiveWager,
    VerifyHand,
    ConfirmLight,
    ValidateJackpot,
    PayJackpot,
    CompletePapers,
    *HOUSE_COMMANDS,
    TakeMissedCard,
    CallHandDead,
    ReceiveDecks,
    InspectCards,
    VerifyInspection,
    SpreadIdleCards,
    OrderRecut,
    InspectCardReader,
)

STEPS: Final = {name_of(kind): kind for kind in _KINDS}
"""The steps that a script may give, by the commands' names."""

_TOO_EARLY: Final[dict[type[Command], Phase]] = {
    MisuseCardReader: Phase.DEALING,
    ReportShufflerJam: Phase.SHUFFLING,
}
"""Phases in which the rules allow a step but a script without a moment does not mean it yet.

The card reader is used when the optional wagers are settled (§ 633a.7(g), (h)); a device jams while
it shuffles. All other steps wait until the shoe is ready for a round.
"""

Counted = Literal["cards", "answers"]


class ScriptMoment(NamedTuple):
    """The moment after a number of the round's cards, or of its players' answers."""

    number: int
    counted: Counted


class ScriptStep(msgspec.Struct, frozen=True):
    """A step of the dealer or a floorperson; without `after` it is taken as soon as allowed.

    A `JackpotStep` at position 0 is for the first payout that waits for it.
    """

    command: Command
    after: ScriptMoment | None = None

    @property
    def name(self) -> str:
        """The step's name."""
        return name_of(type(self.command))

    def is_time(self, state: AnyTable, counts: dict[Counted, int]) -> bool:
        """Whether the step's moment has come; it is then taken once the rules allow it."""
        if self.after is not None:
            return counts[self.after.counted] >= self.after.number
        return state.phase != _TOO_EARLY.get(type(self.command), Phase.BURNING)


def parse_step(words: list[str]) -> ScriptStep:
    """Parse a step such as `miss-hand 2 after 4 cards`; raises ``ValueError`` if it is not one.

    The words after the name are the command's fields, in their order.
    """
    text = " ".join(words)
    index = words.index("after") if "after" in words else len(words)
    name, *values = " ".join(words[:index]).replace("=", " ", 1).split() or [""]
    if name not in STEPS:
        raise ValueError(f"{quoted(name)} is not a step; there are {', '.join(STEPS)}.")
    kind = STEPS[name]
    moment = _moment(text, words[index + 1 :]) if index < len(words) else None
    if issubclass(kind, JackpotStep) and not values:
        return ScriptStep(kind(0, ""), moment)
    fields = _fields(kind)
    fields_needed = sum(field.required for field in fields)
    if not fields_needed <= len(values) <= len(fields):
        raise _not_a_step(text, kind)
    pairs = zip(fields, values, strict=False)
    try:
        command = kind(**{field.name: _value(field, word) for field, word in pairs})
    except ValueError:
        raise _not_a_step(text, kind) from None
    return ScriptStep(command, moment)


def _fields(kind: type[Command]) -> list[msgspec.structs.FieldInfo]:
    """The fields that a script gives for a step; a step's card is among the script's cards."""
    return [field for field in msgspec.structs.fields(kind) if field.name != "card"]


def _value(field: msgspec.structs.FieldInfo, word: str) -> Any:
    if field.type is bool:
        if word != _flag(field):
            raise ValueError(word)
        return not field.default
    if field.type is str:
        return word
    number = int(word) if is_number(word) else -1
    if number < (1 if field.name in ("position", "hand") else 0):
        raise ValueError(word)
    return number


def _flag(field: msgspec.structs.FieldInfo) -> str:
    """The word in a script that sets a boolean field to the opposite of its default."""
    word = field.name.replace("_", "-")
    return f"not-{word}" if field.default else word


def _not_a_step(text: str, kind: type[Command]) -> ValueError:
    usage = name_of(kind)
    for field in _fields(kind):
        word = _flag(field) if field.type is bool else field.name.upper()
        is_needed = field.required and not issubclass(kind, JackpotStep)
        usage += f" {word}" if is_needed else f" [{word}]"
    return ValueError(f"{quoted(text)} is not a step; it is written {usage}.")


def _moment(text: str, words: list[str]) -> ScriptMoment:
    match words:
        case [count, noun] if is_number(count):
            for moment in get_args(Counted):
                if noun in (moment, moment[:-1]):
                    return ScriptMoment(int(count), moment)
    raise ValueError(
        f"{quoted(text)} has no moment; it is written after 3 cards, or after 2 answers."
    )
