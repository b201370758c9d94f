"""`upcard.wager`: a side wager of your own, from a classifier and what it pays."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from upcard.library.tabular.display import TitledTable
from upcard.rules.house import HOUSE_RULES
from upcard.rules.own_wager import NO_TEXT
from upcard.text.schemas import WAGER
from upcard.wagers.kit import needed_facts
from upcard.wagers.own.making import make_wager
from upcard.wagers.own.pays import OWN


@dataclass(frozen=True, slots=True, repr=False)
class Wager(TitledTable):
    """A side wager of your own: what functions of the library take where they take a wager's name.

    `toml` is its rule data: with its classifier in ``NAME.py`` beside it, it is a wager that
    ``--wagers`` finds.
    """

    _headers: ClassVar = ("outcome", "pays")

    slug: str
    title: str
    section: str
    facts: tuple[str, ...]
    outcomes: tuple[str, ...]
    pays: Mapping[str, str] = field(hash=False)
    settles: str
    stake_returned: bool
    toml: str

    def to_dict(self) -> dict[str, Any]:
        """The wager as data, with its schema."""
        names = ("title", "section", "facts", "outcomes", "pays", "settles", "stake_returned")
        return {"schema": WAGER, "wager": self.slug} | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        return self.slug

    def _title(self) -> str:
        return f"{self.title} ({self.slug}; {self.section}), settles at {self.settles}"

    def _lines(self) -> list[tuple[str, str]]:
        return [(outcome, self.pays.get(outcome, "–")) for outcome in reversed(self.outcomes)]


def wager(  # noqa: PLR0913 - what the rule data of a wager say
    name: str,
    classify: Callable[..., int],
    *,
    outcomes: Sequence[str],
    pays: Mapping[str, str],
    settles: str = "initial-deal",
    stake_returned: bool = True,
    title: str = "",
    section: str = NO_TEXT,
    pushes: Sequence[str] = (),
    decks: Sequence[int] = (),
    games: Sequence[str] = ("blackjack",),
) -> Wager:
    """A side wager of your own, which this process then knows by its name.

    `classify` is a function marked ``@upcard.kernel``; the names of its parameters are the facts
    that it needs (``first``, ``second``, ``upcard``, ``hole``, ``dealer_total`` …, see
    ``upcard.wagers.facts``), and it returns an index into `outcomes`, of which the first is
    ``lose``. `pays` are printed odds by outcome, such as ``"10 to 1"``; `pushes` are outcomes that
    return the stake. `settles` is the moment of settlement. `section` is any text that says where
    the wager is described. `decks` are the only numbers of decks, where not all may be used.

    The classifier is tried in a process of its own. Raises `BadInput` for a name or a function that
    cannot be used, and `RulebookError` for a classifier that raises, does not end or returns no
    index, and for `pays` that do not price exactly the winning outcomes.
    """
    data = {
        "title": title or name.replace("-", " ").title(),
        "slug": name,
        "jurisdiction": HOUSE_RULES,
        "section": section,
        "settles": settles,
        "stake_returned": stake_returned,
        "games": list(games),
    }
    table: dict[str, Any] = {"id": OWN, **({"decks": list(decks)} if decks else {})}
    table["pays"] = dict(pays)
    text = "\n".join([*_lines(data), "", "[[paytable]]", *_lines(table), ""])
    rules = make_wager(name, classify, tuple(outcomes), tuple(pushes), text)
    return Wager(
        name,
        rules.data.title,
        section,
        needed_facts(classify),
        tuple(outcomes),
        dict(pays),
        settles,
        stake_returned,
        text,
    )


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a TOML table: texts, truth values, lists, and tables of texts."""
    for key, value in table.items():
        yield f"{key} = {_toml(value)}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml(key)} = {_toml(part)}' for key, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
