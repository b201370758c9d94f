"""The program that tries a wager from outside, in a process of its own; see `wagers.own.trial`.

It reads a task as JSON, and prints why the wager is refused: one sentence, or nothing.
"""

import base64
import json
import os
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from threading import Event, Thread
from time import monotonic, process_time
from typing import Any, Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.text_functions import function_of_text
from upcard.rules.external import external_wagers
from upcard.text.errors import UpcardError
from upcard.text.words import quoted, shortened
from upcard.wagers.catalogue import forms_in
from upcard.wagers.kit import Classifier, WagerRule, needed_facts
from upcard.wagers.own.arguments import arguments
from upcard.wagers.own.packing import pack, unpack
from upcard.wagers.own.trial import TIMED_OUT

UNORDERED: Final = (("first", "second"), ("third", "fourth"))
"""The facts that the exact odds count as pairs without an order."""

CLOCK: Final = 6
"""A busy machine may take this many times as long."""

CLASSIFY: Final = "classify"
_YES_OR_NO: Final = 2


def main() -> None:
    """Read the task from standard input, and print the verdict."""
    task = json.load(sys.stdin)
    answer, sys.stdout = sys.stdout, sys.stderr  # what the wager's own code prints is no verdict
    done = Event()
    Thread(target=_watch, args=(task["seconds"], done), daemon=True).start()
    answer.write(verdict(task, done.set))
    answer.flush()
    os._exit(0)  # threads that the wager's code started do not keep the process


def _watch(seconds: float, done: Event) -> None:
    """End the process after `seconds` of processor time, or `CLOCK` times as long by the clock."""
    started = monotonic()
    while not done.wait(0.05):
        if process_time() > seconds or monotonic() - started > CLOCK * seconds:
            os._exit(TIMED_OUT)


class TrialRefused(Exception):
    """Why a wager is refused, in one sentence."""


@dataclass(frozen=True, slots=True)
class TriedFunction:
    """A function, the values of its facts one call after the other, and what it returned."""

    function: Classifier
    given: "array[int]"
    found: "array[int]"


def verdict(task: dict[str, Any], done_in_python: Callable[[], None]) -> str:
    """Why a wager is refused; empty where it is not."""
    try:
        functions = [
            _try_function(*parts) for wager in _wagers(task) for parts in _functions(wager)
        ]
        done_in_python()
        for function in functions:
            _compare(function)
    except (TrialRefused, UpcardError) as error:
        return str(error)
    return ""


def _wagers(task: dict[str, Any]) -> list[WagerRule]:
    """The wagers of a task: the forms in a module, or one that was packed."""
    if "packed" in task:
        (classify,) = unpack(base64.b64decode(task["packed"]), task["module"])
        return [WagerRule(task["slug"], tuple(json.loads(task["outcomes"])), classify)]
    external_wagers()  # makes the folders a package
    try:
        module = import_module(task["module"])
    except Exception as error:
        raise TrialRefused(f"its module raises {_words(error)}.") from None
    return list(forms_in(module, task["slug"]).values())


def _functions(wager: WagerRule) -> Iterator[tuple[WagerRule, Classifier, int]]:
    """Every function of a wager's facts, and the number of its values."""
    yield wager, wager.classify, len(wager.outcomes)
    held = wager.hold.when if wager.hold is not None else None
    bonus = wager.bonus.when if wager.bonus is not None else None
    for function in (held, bonus, wager.offered_when, wager.extra_card, wager.lost_first):
        if function is not None:
            yield wager, function, _YES_OR_NO


def _try_function(wager: WagerRule, function: Classifier, values: int) -> TriedFunction:
    """Call a function with its arguments; raises `TrialRefused` where it is none of a wager."""
    names = needed_facts(function)
    given, results = array("q"), array("q")
    pairs = [
        (names.index(one), names.index(other))
        for one, other in UNORDERED
        if {one, other} <= {*names}
    ]
    call: tuple[int, ...] = ()
    pack(function)
    try:
        for call in arguments(names, wager.fold):
            value = function(*call)
            if type(value) is not int:
                raise _refusal(names, call, f"is {quoted(value)}, no whole number")
            if not 0 <= value < values:
                known = f"0 to {values - 1}"
                raise _refusal(names, call, f"is {value}, no index into its outcomes ({known})")
            for one, other in pairs:
                swapped = function(*_with_exchanged(call, one, other))
                if swapped != value:
                    reason = f"is {value}, and {swapped} with the two cards exchanged"
                    raise _refusal(names, call, f"{reason}, whose order is not known")
            given.extend(call)
            results.append(value)
    except TrialRefused:
        raise
    except Exception as error:
        raise _refusal(names, call, f"raises {_words(error)}") from None
    return TriedFunction(function, given, results)


def _with_exchanged(call: tuple[int, ...], one: int, other: int) -> list[int]:
    values = list(call)
    values[one], values[other] = call[other], call[one]
    return values


def _compare(tried: TriedFunction) -> None:
    """Raise `TrialRefused` for a function that does not compile, or to one of other values."""
    from upcard.compiled.native import machine_code  # noqa: PLC0415 - LLVM, for what passed in Python

    names = needed_facts(tried.function)
    cells = ", ".join(f"data[{len(names)} * number + {place}]" for place in range(len(names)))
    text = f"lambda data, number: function({cells})"
    value_of = function_of_text(text, {"function": tried.function}, __name__)
    calls = len(tried.found)

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        for number in range(calls):
            out[number] = value_of(data, number)

    values = array("q", bytes(8 * calls))
    try:
        _, kernel = machine_code(loops, tried.function, value_of)
    except Exception as error:
        raise TrialRefused(f"it cannot be compiled: {_reason(error)}") from None
    kernel(tried.given, values)
    for number, (value, other) in enumerate(zip(tried.found, values, strict=True)):
        if value != other:
            call = tried.given[number * len(names) : (number + 1) * len(names)]
            raise _refusal(names, call, f"is {value} in Python and {other} compiled")


def _reason(error: Exception) -> str:
    """The line of a compiler's message that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reasons = [line for line in lines if not line.startswith(("Failed in", "During:", "File "))]
    return shortened((reasons or [type(error).__name__])[0].rstrip(".")) + "."


def _refusal(names: tuple[str, ...], call: Iterable[int], reason: str) -> TrialRefused:
    arguments_in_words = ", ".join(
        f"{name}={value}" for name, value in zip(names, call, strict=False)
    )
    return TrialRefused(f"{CLASSIFY}({arguments_in_words}) {reason}.")


def _words(error: Exception) -> str:
    return shortened(f"{type(error).__name__}: {error}".rstrip(": ."))


if __name__ == "__main__":
    main()
