"""Every public name of `import upcard`: found lazily, and a second time as the first."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import upcard
from upcard.submission.check import Finding

FINDINGS: Final = [
    Finding("error", "table.decks", None, None, "601a.2", "No such number of decks.", ())
]
SHORT_SHOE: Final = {"A": 2, "6": 2, "8": 3, "10": 5}
TABLE: Final = "submissions/seven-seats.toml"


def _no_card() -> int:
    return 0


@upcard.kernel
def _pair(first: int, second: int) -> int:
    return 1 if first >> 2 == second >> 2 else 0


PAIR_PAYS: Final = {"pair": "11 to 1"}

CALLS: Final[dict[str, Callable[[], object]]] = {
    "BadInput": lambda: upcard.BadInput("no"),
    "DoesNotComply": lambda: upcard.DoesNotComply(FINDINGS),
    "RuleViolation": lambda: upcard.RuleViolation("§ 1", "no"),
    "Rules": lambda: upcard.Rules,
    "Table": lambda: upcard.Table(upcard.load(TABLE), seed=7),
    "UpcardError": lambda: upcard.UpcardError("no"),
    "kernel": lambda: upcard.kernel(_no_card),
    "blackjack": lambda: upcard.blackjack(soft_17="hit", surrender="early"),
    "distribution": lambda: upcard.distribution(upcard.load(TABLE), 10, simulated_rounds=100),
    "exposure": lambda: upcard.exposure("lucky-ladies", decks=6, shoes=100),
    "load": lambda: upcard.load(TABLE),
    "solve_pays": lambda: upcard.solve_pays("perfect-pairs", paytable="A", decks=6, edge="4%"),
    "wager": lambda: upcard.wager("a-pair", _pair, outcomes=("lose", "pair"), pays=PAIR_PAYS),
    "Wager": lambda: upcard.Wager,
    "meter_life": lambda: upcard.meter_life(upcard.load(TABLE).with_wagers("jackpot-party")),
    "odds": lambda: upcard.odds("lucky-ladies", decks=6).one(),
    "rulebook": upcard.rulebook,
    "shoe": lambda: upcard.shoe(6).without("Ks", "Qs", "5h"),
    "count": lambda: upcard.count("hi-lo"),
    "counter": lambda: upcard.counter(
        upcard.load(TABLE), "hi-lo", indices=False, rounds=100, seed=1
    ),
    "rounds": lambda: upcard.rounds(upcard.load(TABLE), rounds=100, seed=1),
    "simulate": lambda: upcard.simulate(upcard.load(TABLE), rounds=100, seed=1),
    "strategy": lambda: upcard.strategy(shoe=SHORT_SHOE, changes={"resplits": 0}),
}


@pytest.mark.parametrize("name", upcard.__all__)
def test_a_name_is_called_twice(name: str) -> None:
    first, second = CALLS[name](), CALLS[name]()
    assert type(first) is type(second)
    assert len(repr(second).splitlines()) <= 30


def test_importing_upcard_loads_nothing_else() -> None:
    script = (
        "import sys; before = set(sys.modules); import upcard; print(*set(sys.modules) - before)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    ours = [name for name in loaded.stdout.split() if name.startswith("upcard")]
    assert ours == ["upcard"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(upcard, "nothing")  # noqa: B009 - mypy knows that it is not there
    assert set(upcard.__all__) <= set(dir(upcard))


def test_the_stub_has_the_types_of_the_same_names() -> None:
    stub = Path(upcard.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    assert sorted(re.findall(r"import (\w+) as \1", stub)) == upcard.__all__
