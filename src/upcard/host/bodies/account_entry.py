"""An entry of a game account, as a record holds it, and the act that it carries out.

Times are microseconds since the epoch, amounts units.
"""

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal[
    "deposit", "withdrawal", "confirmation", "brought to table", "cashed out", "limit"
]

LimitKind: TypeAlias = Literal["loss-day", "loss-week", "session", "exclusion"]
"""Losses in units, of 24 hours and of 7 days; a session in seconds; the end of an exclusion.

The end is in microseconds since the epoch.
"""

Setter: TypeAlias = Literal["house", "player"]


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something asked of a game account.

    A deposit or withdrawal that `waits` is done when somebody else confirms it; `of` is the number
    of the entry that a confirmation is about. A limit has its `kind`, who sets it (`setter`), its
    `value` (None: no limit), and from when it holds if it is looser (`since`).
    """

    what: What
    amount: int = 0
    table: str = ""
    waits: bool = False
    of: int = 0
    kind: LimitKind | None = None
    setter: Setter = "house"
    value: int | None = None
    since: int = 0


class EntryPlace(msgspec.Struct, frozen=True):
    """The record that holds an entry: its stream, and its position there."""

    stream: str
    position: int


class AccountEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One change of a game account, as a record holds it.

    `number` counts the entries of the account from 1, `balance` is what the account holds after it,
    `before` is where the previous entry stands.
    """

    account: str
    number: int
    at: int
    act: Act
    balance: int = 0
    before: EntryPlace | None = None
