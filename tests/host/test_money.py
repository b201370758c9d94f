"""Money has an owner: game accounts, what players bring to tables, and what verification finds."""

import pytest

from amounts import dollars
from host.live import PLAIN, VAULT, journal
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    LeaveSeat,
    PlaceWager,
)
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.core.table_state import GAME_ACCOUNTS
from upcard.engine.play import question
from upcard.host.bodies.account_entry import Act
from upcard.host.money.bridge import state_of
from upcard.host.money.cashier import Cashier
from upcard.host.money.statement import statement
from upcard.host.money.waiting_accounts import ALL_SECONDS, WaitingAccounts
from upcard.host.records.rebuild import rebuild
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of
from upcard.text.times import system_clock

MONEY = PLAIN.replace("positions = 3", "positions = 3\nbring_money = true")


def money_table(opened: Journal, submission: str = MONEY) -> TableHost:
    return TableHost(opened, submission, rules_of, CardSupply(VAULT, seeded_bits(1)))


def deposit(opened: Journal, name: str, amount: int) -> None:
    Cashier(opened).act(name, Act(what="deposit", amount=dollars(amount)), "cashier")


def play_round(table: TableHost, amount: int = 15) -> None:
    table.send(PlaceWager(1, "blackjack", dollars(amount), "ann"))
    table.send(CloseBets())
    while (asked := question(table.state)) is not None:
        table.send(asked.unanswered)
    table.send(ClearTable())


def test_money_goes_to_the_table_and_back_and_all_of_it_is_somewhere() -> None:
    with journal() as opened:
        table = money_table(opened)
        deposit(opened, "ann", 100)
        table.send(BringMoney(dollars(60), "ann"), key="k", actor="ann")
        table.send(BringMoney(dollars(60), "ann"), key="k", actor="ann")
        assert table.state.money_of("ann") == dollars(60)
        assert Cashier(opened).account("ann").balance == dollars(40)
        for _ in range(3):
            play_round(table)
        has = table.state.money_of("ann")
        verdict = verify(opened, rules_of)
        assert verdict.verified, verdict.first_difference
        table.send(LeaveSeat(1), actor="ann")
        assert table.state.money_of("ann") == 0
        assert Cashier(opened).account("ann").balance == dollars(40) + has
        assert -table.state.accounts[GAME_ACCOUNTS] == dollars(60) - has
        verdict = verify(opened, rules_of)
        assert verdict.verified, verdict.first_difference
        before = opened.shared(state_of("ann"))
        opened.save_shared({state_of("ann"): b"{}"})
        rebuild(opened)
        assert opened.shared(state_of("ann")) == before
        lines = list(statement(opened, Cashier(opened).account("ann")))
        whats = [line.entry.act.what for line in lines]
        assert whats == ["cashed out", "brought to table", "deposit"]
        assert [line.entry.number for line in lines] == [3, 2, 1]


def test_more_than_the_account_holds_is_not_brought() -> None:
    with journal() as opened:
        table = money_table(opened)
        deposit(opened, "ann", 10)
        with pytest.raises(RuleViolation, match=r"ann's account holds \$10.00, less than \$11.00"):
            table.send(BringMoney(dollars(11), "ann"), key="k", actor="ann")
        with pytest.raises(RuleViolation, match="less than"):  # the key keeps its refusal
            table.send(BringMoney(dollars(11), "ann"), key="k", actor="ann")
        table.send(BringMoney(dollars(10), "ann"), actor="ann")
        with pytest.raises(RuleViolation, match=r"ann has \$10 at this table; this takes \$15"):
            table.send(PlaceWager(1, "blackjack", dollars(15), "ann"))
        assert verify(opened, rules_of).verified


def test_a_row_that_was_changed_is_found() -> None:
    with journal() as opened:
        deposit(opened, "ann", 10)
        state = opened.shared(state_of("ann"))
        assert state is not None
        opened.save_shared(
            {state_of("ann"): state.replace(b'"balance":100000', b'"balance":900000')}
        )
        found = verify(opened, rules_of).first_difference
        assert found is not None
        assert "ann's game account differs" in found.message


def test_an_entry_with_another_time_than_its_record_is_found() -> None:
    """An earlier time would take a move out of the span of a loss limit."""
    with journal() as opened:
        early = Cashier(opened, lambda: system_clock() - 3_600_000_000)
        early.act("ann", Act(what="deposit", amount=dollars(1)), "cashier")
        found = verify(opened, rules_of).first_difference
        assert found is not None
        assert "time of a game account's entry is not that of its record" in found.message


def test_a_table_changes_from_chips_to_money_and_back_only_without_money() -> None:
    with journal() as opened:
        table = money_table(opened, PLAIN)
        play_round(table)
        with pytest.raises(RuleViolation, match="takes chips, not money"):
            table.send(BringMoney(dollars(1), "ann"))
        table.close()
        table = money_table(opened)
        assert table.state.money_of("ann") == 0
        deposit(opened, "ann", 10)
        table.send(BringMoney(dollars(10), "ann"))
        table.close()
        with pytest.raises(BadInput, match="they have to cash out"):
            money_table(opened, PLAIN)
        table = money_table(opened)
        table.send(CashOut("ann"))
        table.close()
        money_table(opened, PLAIN)
        assert verify(opened, rules_of).verified


def test_what_waits_for_a_second_person_is_followed() -> None:
    seconds = [0.0]
    with journal() as opened:
        cashier, reads = Cashier(opened), WaitingAccounts(opened, lambda: seconds[0])
        assert reads.now() == []
        deposit(opened, "bob", 5)
        large = Act(what="deposit", amount=dollars(2_000), waits=True)
        entry = cashier.act("ann", large, "cas")
        (waits,) = reads.now()
        assert (waits.name, waits.waiting[0].amount) == ("ann", dollars(2_000))
        assert reads.now() == [waits]
        assert [account.name for account in cashier.waiting()] == ["ann"]
        cashier.act("ann", Act(what="confirmation", of=entry.number), "max")
        assert reads.now() == cashier.waiting() == []
        cashier.act("ann", large, "cas")
        vars(reads)["_follower"].moved()  # a notice that is lost
        assert reads.now() == []
        seconds[0] = ALL_SECONDS
        assert [account.name for account in reads.now()] == ["ann"]
