"""Connects tables and game accounts: a table's events are acts on the accounts of its players.

A record of a table that moves money locks the accounts concerned, as it locks meters, and holds
both sides: the events with the postings of the table, and the entries of the accounts. The
functions are pure; the caller keeps the accounts and locks them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from upcard.engine.core.events import Event
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.host.bodies.account_entry import AccountEntry, Act, EntryPlace
from upcard.host.money.account import GameAccount, decide, evolve
from upcard.journal.codec import encode, read_state

MOVES_MONEY: Final = (MoneyBrought, MoneyCashedOut)
"""The events of a table that move money between it and game accounts."""

_PREFIX: Final = "money/"
_STREAM: Final = "account/"


def state_of(account: str) -> str:
    """The name of the shared state that holds an account."""
    return _PREFIX + account


def account_of(state: str) -> str:
    """The account that a shared state holds, by the state's name."""
    return state.removeprefix(_PREFIX)


def is_money_state(name: str) -> bool:
    """Whether a shared state holds a game account."""
    return name.startswith(_PREFIX)


def account_stream(account: str) -> str:
    """The stream of what is done with an account away from the tables."""
    return _STREAM + account


def account_of_stream(stream: str) -> str:
    """The account whose stream this is, by the stream's name."""
    return stream.removeprefix(_STREAM)


def is_account_stream(stream: str) -> bool:
    """Whether a stream is a game account's."""
    return stream.startswith(_STREAM)


def decode_account(name: str, state: bytes | None) -> GameAccount:
    """An account from its shared state; an account that was never used is empty."""
    if state is None:
        return GameAccount(name=name)
    return read_state(state_of(name), state, GameAccount)


def encode_account(account: GameAccount) -> bytes:
    """The shared state of an account."""
    return encode(account)


def money_acts(table: str, events: Iterable[Event]) -> Iterator[tuple[str, Act]]:
    """The acts on game accounts that a table's events are, with the accounts' names."""
    for event in events:
        match event:
            case MoneyBrought(player=player, amount=amount):
                yield player, Act(what="brought to table", amount=amount, table=table)
            case MoneyCashedOut(player=player, amount=amount):
                yield player, Act(what="cashed out", amount=amount, table=table)


def apply_acts(
    accounts: Mapping[str, GameAccount],
    acts: Iterable[tuple[str, Act]],
    time: int,
    actor: str,
    place: EntryPlace,
) -> tuple[dict[str, GameAccount], tuple[AccountEntry, ...]]:
    """The accounts that the acts change, and their entries; raises `RuleViolation`."""
    after: dict[str, GameAccount] = {}
    entries = []
    for name, act in acts:
        account = after.get(name) or accounts.get(name) or GameAccount(name=name)
        entry = decide(account, act, time, actor)
        after[name] = evolve(account, entry, actor, place)
        entries.append(entry)
    return after, tuple(entries)
