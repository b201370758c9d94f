"""`upcard.load` and `upcard.blackjack`: the rules of a table, from a submission that complies."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from upcard.games.blackjack import DoubleChoice
from upcard.games.table_rules import TableRules
from upcard.library.dollars import Dollars
from upcard.library.tabular.display import html_table
from upcard.rules.house import HOUSE_RULES
from upcard.rules.user_files import SUBMISSION, read_user_file
from upcard.rules.violation import BadInput
from upcard.text.errors import UpcardError
from upcard.text.schemas import RULES
from upcard.text.words import quoted

if TYPE_CHECKING:
    from upcard.library.wagers import Wager
    from upcard.submission.check import Finding

WagerKeys: TypeAlias = Mapping[str, object]
"""The keys of one wager in a submission, such as ``{"paytable": "A", "minimum": 5}``."""

Offered: TypeAlias = (
    "Sequence[str | Wager] | Mapping[str, WagerKeys] | Mapping[Wager, WagerKeys] "
    "| Mapping[str | Wager, WagerKeys]"
)
"""Wagers that a table offers, by name or as objects: with defaults, or with keys of their own."""


class DoesNotComply(UpcardError):
    """A Rules Submission that does not comply. `findings` has every finding, errors first."""

    def __init__(self, findings: "list[Finding]") -> None:
        self.findings = sorted(findings, key=lambda finding: finding.severity != "error")
        first = self.findings[0]
        more = sum(finding.severity == "error" for finding in findings) - 1
        others = f" (and {more} more)" if more else ""
        super().__init__(
            f"The submission does not comply: {first.field}: {first.message} ({first.section})"
            f"{others}"
        )
        self.section = first.section


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of one table, checked: what every function of the library takes as `rules`.

    `text` is the Rules Submission (TOML); `table` what it compiles to. The server's own pages make
    one of a table that is open, whose text they do not need: it is empty there.
    """

    text: str
    table: TableRules

    def with_wagers(self, *wagers: "str | Wager") -> "Rules":
        """These rules with further side wagers offered, by name or as objects of `upcard.wager`.

        Each has the defaults of a Rules Submission: the first paytable for the table's decks, and
        the limits of the table. One that is offered already stays as it is. Raises `DoesNotComply`
        for a wager that may not be offered at this table.
        """
        offered_slugs = {offered.slug for offered in self.table.wagers}
        slugs = [slug for slug in dict.fromkeys(map(str, wagers)) if slug not in offered_slugs]
        sections = "".join(f"\n[wagers.{dumps(slug)}]\n" for slug in slugs)
        return rules_of_text(self.text + sections) if sections else self

    def to_dict(self) -> dict[str, Any]:
        """The submission as data, with its schema."""
        return {"schema": RULES, **_data_of(self.text)}

    def _repr_html_(self) -> str:
        data = _data_of(self.text)
        rows = [
            (name, key, value)
            for name, keys in data.items()
            if isinstance(keys, dict)
            for key, value in _flat(keys)
        ]
        return html_table(("", "choice", "value"), rows, repr(self))

    def __repr__(self) -> str:
        table = self.table
        wagers = ", ".join(offered.slug for offered in table.wagers) or "none"
        return (
            f"{table.name}: {table.game} ({table.jurisdiction}), {table.decks} decks, "
            f"{table.positions} positions; side wagers: {wagers}"
        )


def load(path: str | Path) -> Rules:
    """The rules of a Rules Submission's file.

    Raises `DoesNotComply` with its findings, and `BadInput` for a file that cannot be read.
    """
    return rules_of_text(read_user_file(Path(path), SUBMISSION))


def rules_of_text(text: str) -> Rules:
    """The rules of a Rules Submission's text; raises as `load` does."""
    from upcard.submission.check import check  # noqa: PLC0415 - takes a while, and some need none
    from upcard.submission.compiling.rules import compile_table  # noqa: PLC0415 - as above
    from upcard.submission.read import parse  # noqa: PLC0415 - as above

    submission, findings = check(parse(text))
    if submission is None or any(finding.severity == "error" for finding in findings):
        raise DoesNotComply(findings)
    return Rules(text, compile_table(submission))


def _data_of(text: str) -> dict[str, Any]:
    """The data of a Rules Submission's text."""
    from upcard.submission.read import parse  # noqa: PLC0415 - as in `rules_of_text`

    return parse(text).data


def blackjack(  # noqa: PLR0913 - the rules that a house sets
    *,
    decks: int = 6,
    soft_17: Literal["stand", "hit"] = "stand",
    peek: bool = True,
    without_peek: Literal["all", "original"] = "all",
    double: DoubleChoice = "any",
    das: bool = True,
    surrender: Literal["none", "late", "early"] = "late",
    resplits: int = 2,
    resplit_aces: bool = False,
    split_aces: Literal["play", "one-card"] = "play",
    blackjack_pays: str = "3:2",
    dealer_22: Literal["bust", "push"] = "bust",
    tens: bool = True,
    even_money: bool = True,
    wagers: Offered = (),
    name: str = "house",
    minimum: Dollars = 15,
    maximum: Dollars = 2_000,
    positions: int = 7,
    **table: object,
) -> Rules:
    """A table of Blackjack by a house's own rules, for which no State's text is claimed.

    `soft_17` is what the dealer does with one. Without a `peek` there is no hole card: the dealer's
    second card comes when all hands are played, and a Blackjack takes all wagers or the original
    ones (`without_peek`). `double` names the totals on which two cards double, `das` whether split
    hands do, with ``any-with-21`` on a 21 too. A pair is split `resplits` more times. Decks without
    `tens` have 48 cards each, with their jacks, queens and kings. `wagers` are names of the
    rulebook's wagers, or a mapping from names to their keys; a wager of `upcard.wager` stands for
    its name. `table` are further keys of ``[table]``, such as `dealing`.

    `Rules.text` is the submission that a file would have. Raises `DoesNotComply` with its findings,
    and `BadInput` for a value that a submission cannot have.
    """
    play = {
        "soft_17": soft_17,
        "peek": peek,
        "double": double,
        "das": das,
        "surrender": surrender,
        "resplits": resplits,
        "resplit_aces": resplit_aces,
        "split_aces": split_aces,
        "blackjack_pays": blackjack_pays,
        "dealer_22": dealer_22,
        "tens": tens,
        "even_money": even_money,
    }
    if not peek:
        play["without_peek"] = without_peek
    first = {"name": name, "jurisdiction": HOUSE_RULES, "decks": decks, "positions": positions}
    tables: dict[str, Mapping[str, object]] = {
        "table": {**first, "minimum": minimum, "maximum": maximum, **table},
        "blackjack": play,
    }
    offered = wagers if isinstance(wagers, Mapping) else {wager: {} for wager in wagers}
    tables |= {f"wagers.{_key(str(wager))}": keys for wager, keys in offered.items()}
    return rules_of_text("\n\n".join("\n".join(_lines(*part)) for part in tables.items()) + "\n")


def _flat(keys: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """The choices of a table of a submission, those of its own tables with their name in front."""
    for key, value in keys.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value).lower() if isinstance(value, bool) else value


def _lines(table: str, keys: Mapping[str, object]) -> Iterator[str]:
    """The lines of one table of a TOML file."""
    yield f"[{table}]"
    yield from (f"{_key(key)} = {_toml(value)}" for key, value in keys.items())


def _key(name: str) -> str:
    """A key of a TOML file, in quotes where it needs them."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else dumps(name)


def _toml(value: object) -> str:
    """A value of a TOML file; `BadInput` for one that a submission cannot have."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return dumps(format(value, "f"))
    if isinstance(value, str):
        return dumps(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_toml(part)}' for key, part in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    raise BadInput(
        f"{quoted(value)} cannot stand in a submission: amounts are whole numbers, text such as "
        '"7.50" or Decimal.'
    )
