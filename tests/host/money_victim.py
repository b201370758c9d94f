"""A process that moves money between an account and a table, to be killed in the middle of it."""

import os
from itertools import count

from amounts import dollars
from host import victim
from host.live import PLAIN, VAULT
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.host.bodies.account_entry import Act
from upcard.host.bodies.record_body import encode_body
from upcard.host.money import cashier as desk
from upcard.host.money.cashier import Cashier
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.journal.opening import open_journal
from upcard.submission.compiling.text import rules_of

MONEY = PLAIN.replace("positions = 3", "positions = 3\nbring_money = true")
POINTS = ("before-commit", "after-commit", "in-encoding", "at-the-desk")
DEPOSIT = dollars(100)


def run(place: str, acknowledged: int, seed: int, point: str, at: int) -> None:
    """Deposit, bring and cash out for ever, writing the key of each acknowledged act."""
    journal = open_journal(place, rules="0" * 64)
    table = TableHost(journal, MONEY, rules_of, CardSupply(VAULT, seeded_bits(seed)))
    if point == "at-the-desk":
        victim._patch(desk, "encode_body", encode_body, at)
    else:
        victim._arm(point, at)
    for number in count():
        key = f"{seed}-{number}"
        if number % 3 == 0:
            Cashier(journal).act("ann", Act(what="deposit", amount=DEPOSIT), "cas", key)
        elif number % 3 == 1:
            table.send(BringMoney(dollars(30), "ann"), key=key, actor="ann")
        else:
            table.send(CashOut("ann"), key=key, actor="ann")
        os.write(acknowledged, f"{key} {number} 0\n".encode())
