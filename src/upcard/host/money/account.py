"""A player's game account: what may be done with it, and the entry that follows. Pure functions.

An `Act` is asked for; `decide` refuses it or gives the `AccountEntry` that a record holds; `evolve`
gives the account after an entry. Times are microseconds since the epoch, amounts units.
"""

import msgspec
from msgspec.structs import replace

from upcard.engine.core.money import BRING_MONEY
from upcard.host.bodies.account_entry import AccountEntry, Act, EntryPlace, LimitKind, What
from upcard.host.money.limits import (
    LimitKey,
    LimitSetting,
    changed_limit,
    in_force,
    limit_key,
    refuse_play,
)
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation
from upcard.text.times import DAY, WEEK


class WaitingAct(msgspec.Struct, frozen=True):
    """A deposit or withdrawal that waits for a second person, and who asked for it.

    `number` is that of its entry.
    """

    number: int
    what: What
    amount: int
    by: str


class GameAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A game account after some of its entries.

    `tables` are those at which the player has money, since `session`. `moves` are the transfers of
    the last week: time, and units brought (negative for what was cashed out). `waiting` are acts
    that a second person has to confirm.
    """

    name: str
    number: int = 0
    balance: int = 0
    tables: tuple[str, ...] = ()
    session: int = 0
    moves: tuple[tuple[int, int], ...] = ()
    limits: dict[LimitKey, LimitSetting] = {}
    waiting: tuple[WaitingAct, ...] = ()
    last: EntryPlace | None = None

    def waiting_for(self, number: int) -> WaitingAct | None:
        """What waits under the number of its entry; None if nothing does."""
        return next((act for act in self.waiting if act.number == number), None)


def money_refusal(message: str) -> RuleViolation:
    """A refusal under the setting by which players bring money."""
    return RuleViolation(BRING_MONEY, message)


def decide(account: GameAccount, act: Act, time: int, actor: str) -> AccountEntry:
    """The entry that follows from an act; raises `RuleViolation`, in one sentence."""
    if act.what not in {"limit", "confirmation"} and act.amount <= 0:
        raise money_refusal("An amount is more than nothing.")
    if act.what == "limit":
        assert act.kind is not None, "it is a limit's"
        key = limit_key(act.setter, act.kind)
        changed_limit(account.limits.get(key), act.kind, act.setter, act.value, act.since, time)
    elif act.what == "confirmation":
        waiting = account.waiting_for(act.of)
        if waiting is None:
            raise money_refusal(
                f"Nothing with the number {act.of} waits at {account.name}'s account."
            )
        if waiting.by == actor:
            raise money_refusal(f"Somebody other than {actor} has to confirm this {waiting.what}.")
        _require_covered(account, waiting.what, waiting.amount)
    elif act.what == "brought to table":
        refuse_play(account.name, account.limits, account.session, time)
        _require_covered(account, act.what, act.amount)
        _within_losses(account, act.amount, time)
    else:
        _require_covered(account, act.what, act.amount)
    number = account.number + 1
    entry = AccountEntry(account=account.name, number=number, at=time, act=act, before=account.last)
    return replace(entry, balance=account.balance + change_of(account, entry))


def _require_covered(account: GameAccount, movement: What, amount: int) -> None:
    if movement in ("withdrawal", "brought to table") and amount > account.balance:
        raise money_refusal(
            f"{account.name}'s account holds {printed_dollars(account.balance)}, less than "
            f"{printed_dollars(amount)}."
        )


def _within_losses(account: GameAccount, amount: int, time: int) -> None:
    """Money that is brought may be lost: what was brought and not cashed out counts as loss."""
    spans: tuple[tuple[LimitKind, int, str], ...] = (
        ("loss-day", DAY, "a day"),
        ("loss-week", WEEK, "a week"),
    )
    for kind, span, name in spans:
        limit = in_force(account.limits, kind, time)
        lost = sum(units for moved_at, units in account.moves if moved_at > time - span)
        if limit is not None and lost + amount > limit:
            allowed = max(0, limit - lost)
            raise money_refusal(
                f"{account.name}'s loss limit is {printed_dollars(limit)} {name}: at most "
                f"{printed_dollars(allowed)} can be brought now."
            )


def change_of(account: GameAccount, entry: AccountEntry) -> int:
    """Units that an entry adds to the account's balance."""
    act = entry.act
    what, amount = act.what, act.amount
    if what == "confirmation":
        waiting = account.waiting_for(act.of)
        assert waiting is not None, "it was decided"
        what, amount = waiting.what, waiting.amount
    if act.waits or what == "limit":
        return 0
    return amount if what in ("deposit", "cashed out") else -amount


def evolve(account: GameAccount, entry: AccountEntry, actor: str, place: EntryPlace) -> GameAccount:
    """The account after an entry of the record at `place`, which `actor` asked for."""
    act = entry.act
    after = replace(account, number=entry.number, balance=entry.balance, last=place)
    if act.waits:
        waiting = WaitingAct(entry.number, act.what, act.amount, actor)
        return replace(after, waiting=(*account.waiting, waiting))
    if act.what == "confirmation":
        others = tuple(other for other in account.waiting if other.number != act.of)
        return replace(after, waiting=others)
    if act.what == "limit":
        assert act.kind is not None, "it is a limit's"
        key = limit_key(act.setter, act.kind)
        setting = changed_limit(
            account.limits.get(key), act.kind, act.setter, act.value, act.since, entry.at
        )
        return replace(after, limits={**account.limits, key: setting})
    if act.what in ("brought to table", "cashed out"):
        return _account_after(after, act, entry.at)
    return after


def _account_after(account: GameAccount, act: Act, time: int) -> GameAccount:
    brought = act.what == "brought to table"
    units = act.amount if brought else -act.amount
    moves = (*(move for move in account.moves if move[0] > time - WEEK), (time, units))
    others = tuple(table for table in account.tables if table != act.table)
    tables = (*others, act.table) if brought else others
    session = (account.session if account.tables else time) if tables else 0
    return replace(account, moves=moves, tables=tables, session=session)
