"""Tables on journals for the tests of the host: submissions, vaults, robots that play."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from upcard.cards.card import parse_card
from upcard.cards.shuffle import Bits, live_bits, seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.submission.compiling.text import rules_of

INSTALLATION = Installation(bytes(range(32)))
VAULT = Vault(INSTALLATION)

PLAIN = """
[table]
name = "BJ-01"
game = "blackjack"
decks = 6
positions = 3
"""

PROGRESSIVE = """
[table]
name = "BJ-02"
game = "blackjack"
decks = 6
positions = 3

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
must_hit_by = "A-5"

[wagers.blackjack-match]
paytable = "A"
wager = 5
envy = true

[wagers.perfect-pairs]
"""

MYSTERY_BITS = 14
"""How many bits the secret value of configuration A-5 takes: 15,001 whole cents."""


def lowest_secret(seed: int) -> Bits:
    """Bits under which every mystery value is the smallest, so that every contribution hits."""
    bits = seeded_bits(seed)
    return lambda width: 0 if width == MYSTERY_BITS else bits(width)


JACKPOTS = ("Kd Ad Qd Jd", "Ks As Qs Js")
"""Rounds of one player against a dealer's Blackjack: 100% of mega, then of major (§ 633c.2(i))."""


def stacking(*rounds: str) -> Callable[[Sequence[int], Bits], list[int]]:
    """A shuffle of six decks that deals these rounds again and again, once cut at ten cards."""

    def stacked(cards: Sequence[int], _bits: Bits) -> list[int]:
        first = [parse_card("2c")]
        for _ in range(5):
            first += [parse_card(name) for text in rounds for name in text.split()]
        rest = Counter(cards)
        rest.subtract(first)
        others = list(rest.elements())
        return [*others[:10], *first, *others[10:]]

    return stacked


stacked = stacking(*JACKPOTS)
"""A shuffle that deals the rounds of `JACKPOTS`."""


@contextmanager
def journal(place: str = "memory:") -> Iterator[Journal]:
    opened = open_journal(place, rules="0" * 64)
    try:
        yield opened
    finally:
        opened.close()


def host(
    opened: Journal, submission: str = PROGRESSIVE, bits: Bits = live_bits, vault: Vault = VAULT
) -> TableHost:
    return TableHost(opened, submission, rules_of, CardSupply(vault, bits))


def play(table: TableHost, rounds: int, seed: int = 1) -> None:
    """Robots at every seat play so many rounds."""
    bits = seeded_bits(seed)
    robots = [Robot(position, bits) for position in range(1, table.rules.positions + 1)]
    for _ in range(rounds):
        bet(table, robots)
        answer(table, robots)
        table.send(ClearTable())


def bet(table: TableHost, robots: list[Robot]) -> None:
    for robot in robots:
        for command in robot.wagers(table.rules):
            table.send(command)
    table.send(CloseBets())


def answer(table: TableHost, robots: list[Robot], most: int = 1_000) -> None:
    """Answer what is asked, at most so many times."""
    for _ in range(most):
        asked = question(table.state)
        if asked is None:
            return
        table.send(robots[asked.position - 1].answer(table.state, asked))
