"""Game accounts as a service: cashiers, limits, statements; who may do what, and two persons."""

import msgspec

from upcard.engine.core.commands import Command, PlaceWager
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.host.bodies.account_entry import AccountEntry, Act, LimitKind, Setter
from upcard.host.money.account import GameAccount
from upcard.host.money.cashier import Cashier
from upcard.host.money.limits import (
    LimitKey,
    LimitSetting,
    is_stricter,
    limit_key,
    refuse_play,
    setter_and_kind,
)
from upcard.host.money.lines import in_words
from upcard.money.amount import format_dollars
from upcard.rules.violation import BadInput, UnknownName
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Forbidden, Principal, Role
from upcard.text.times import to_the_minute


def require_may_wager(cashier: Cashier, state: AnyTable, command: Command) -> None:
    """Raise `RuleViolation` for a wager of a player who is excluded, or whose session is over.

    Decisions in a round under way stay permitted. At a table that takes chips nothing is checked.
    """
    if not (state.rules.bring_money and isinstance(command, PlaceWager)):
        return
    player = command.player or state.player_at(command.position)
    account = cashier.account(player)
    refuse_play(player, account.limits, account.session, cashier.now)


def require_kept_accounts(rules: TableRules, accounts: Accounts) -> None:
    """Raise `BadInput` for a table to which players bring money, where their accounts are not."""
    if rules.bring_money and not accounts.kept_here:
        raise BadInput(
            f"Players bring money to table {rules.name}, and the first worker has their accounts: "
            "serve the floor with one worker, or on PostgreSQL."
        )


class MoneyDesk:
    """Deposits, withdrawals and limits, for people who may do them (`Action`).

    A deposit or withdrawal of `two_persons_above` units or more waits for a second person; None
    switches this off. A player's own limit becomes looser `delay` microseconds after it was asked
    for; with None it never does.
    """

    def __init__(
        self,
        cashier: Cashier,
        accounts: Accounts,
        two_persons_above: int | None,
        delay: int | None,
    ) -> None:
        self.cashier, self._accounts = cashier, accounts
        self._above, self._delay = two_persons_above, delay

    def account(self, name: str) -> GameAccount:
        """A player's game account; raises `UnknownName` if there is no such player."""
        account = self._accounts.directory.accounts.get(name)
        if account is None or account.role is not Role.PLAYER:
            raise UnknownName(f"There is no player {name}.")
        return self.cashier.account(name)

    def deposit(self, who: Principal, name: str, units: int, key: str = "") -> AccountEntry:
        """Money that a player pays in; it waits where it takes a second person."""
        self.account(name)
        act = Act(what="deposit", amount=units, waits=self._takes_two(units))
        return self.cashier.act(name, act, who.name, _own(who, key))

    def withdraw(self, who: Principal, name: str, units: int, key: str = "") -> AccountEntry:
        """Money that is paid out to a player; it waits where it takes a second person."""
        self.account(name)
        act = Act(what="withdrawal", amount=units, waits=self._takes_two(units))
        return self.cashier.act(name, act, who.name, _own(who, key))

    def confirm(self, who: Principal, name: str, number: int, key: str = "") -> AccountEntry:
        """Do what waits under a number; raises `Forbidden` for the person who asked for it."""
        waiting = self.account(name).waiting_for(number)
        if waiting is not None and waiting.by == who.name:
            raise Forbidden(f"Somebody other than {who.name} has to confirm this {waiting.what}.")
        act = Act(what="confirmation", of=number)
        return self.cashier.act(name, act, who.name, _own(who, key))

    def limit(
        self, who: Principal, name: str, kind: LimitKind, value: int | None, key: str = ""
    ) -> AccountEntry:
        """Set a limit, as the player or for the house; None removes it."""
        account = self.account(name)
        setter: Setter = "player" if who.role is Role.PLAYER else "house"
        before = account.limits.get(limit_key(setter, kind))
        now = self.cashier.now
        was = None if before is None else before.value_at(now)
        looser = setter == "player" and not is_stricter(kind, was, value)
        in_force = now + self._delay if looser and self._delay is not None else 0
        act = Act(what="limit", kind=kind, setter=setter, value=value, since=in_force)
        return self.cashier.act(name, act, who.name, _own(who, key))

    def give_play_money(self, units: int, actor: str, only: str = "") -> None:
        """Put play money into the account of each player, once, however often it is called.

        With `only` the others are left as they are.
        """
        for account in self._accounts.directory.accounts.values():
            if account.role is Role.PLAYER and not account.closed and only in ("", account.name):
                act = Act(what="deposit", amount=units)
                self.cashier.act(account.name, act, actor, "play money")

    def _takes_two(self, units: int) -> bool:
        return self._above is not None and units >= self._above


def _own(who: Principal, key: str) -> str:
    return f"{who.name}/{key}" if key else ""


# What is shown


class WaitingOut(msgspec.Struct, frozen=True):
    """A deposit or withdrawal that waits for a second person; dollars."""

    number: int
    what: str
    amount: str
    by: str


class LimitOut(msgspec.Struct, frozen=True):
    """A limit: who set it, its kind, its value now and later, in words; "" for no limit."""

    setter: str
    kind: str
    value: str
    later: str = ""
    since: str = ""


class MoneyOut(msgspec.Struct, frozen=True):
    """A game account: what it holds in dollars, the tables with money of the player, limits."""

    account: str
    balance: str
    tables: tuple[str, ...]
    waiting: tuple[WaitingOut, ...]
    limits: tuple[LimitOut, ...]


def money_out(account: GameAccount, now: int) -> MoneyOut:
    """A game account as it is shown."""
    waiting = [
        WaitingOut(act.number, act.what, format_dollars(act.amount), act.by)
        for act in account.waiting
    ]
    limits = [_limit_out(key, setting, now) for key, setting in sorted(account.limits.items())]
    return MoneyOut(
        account.name,
        format_dollars(account.balance),
        account.tables,
        tuple(waiting),
        tuple(limits),
    )


def _limit_out(key: LimitKey, setting: LimitSetting, now: int) -> LimitOut:
    setter, kind = setter_and_kind(key)
    value = in_words(kind, setting.value_at(now))
    if setting.since > now:
        later = in_words(kind, setting.later) or "no limit"
        return LimitOut(setter, kind, value, later, to_the_minute(setting.since))
    return LimitOut(setter, kind, value)
