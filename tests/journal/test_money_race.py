"""Two journals at one balance in one PostgreSQL: nothing is paid twice, the sum is exact.

By day they are two connections of this process, at night two processes.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context

from amounts import dollars
from nightly import NIGHTLY
from upcard.host.bodies.account_entry import Act
from upcard.host.money.cashier import Cashier
from upcard.host.verification.verify import verify
from upcard.journal.opening import open_journal
from upcard.rules.violation import RuleViolation
from upcard.submission.compiling.text import rules_of

RULES = "0" * 64


def two() -> Executor:
    if NIGHTLY:
        return ProcessPoolExecutor(2, get_context("spawn"))
    return ThreadPoolExecutor(2)


def withdrawn(place: str, times: int) -> int:
    """How many withdrawals of $10 of one journal were paid."""
    paid = 0
    with closing(open_journal(place, rules=RULES)) as journal:
        cashier = Cashier(journal)
        for _ in range(times):
            try:
                cashier.act("ann", Act(what="withdrawal", amount=dollars(10)), "cas")
            except RuleViolation:
                continue
            paid += 1
    return paid


def test_two_journals_pay_no_more_than_the_balance(schemas: Iterator[str]) -> None:
    place = next(schemas)
    with closing(open_journal(place, rules=RULES)) as journal:
        Cashier(journal).act("ann", Act(what="deposit", amount=dollars(155)), "cas")
        with two() as both:
            paid = list(both.map(withdrawn, [place] * 2, [12] * 2))
        assert sum(paid) == 15, paid
        assert Cashier(journal).account("ann").balance == dollars(5)
        verdict = verify(journal, rules_of)
        assert verdict.verified, verdict.first_difference
