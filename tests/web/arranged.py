"""A floor with arranged shoes, served in a process of its own: `python -m web.arranged PORT`.

The cards of a table lie in the shoe in the order that is written here, so that a page can be
played to a known end. Everything else is what `upcard serve` serves.
"""

import random
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import uvicorn

from amounts import dollars
from nightly import NIGHTLY
from upcard.bootstrap import application
from upcard.cards.card import new_decks, parse_card
from upcard.engine.core.steps import Automation
from upcard.engine.shoe.decide import MINIMUM_CUT
from upcard.games.table_rules import TableRules
from upcard.host.seals.installation import open_installation
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalError
from upcard.rules.digest import rules_digest
from upcard.service.access.directory import Account
from upcard.service.access.first_accounts import open_first_accounts
from upcard.service.access.principal import Role
from upcard.service.demonstration import served_submissions
from upcard.service.journal_address import JournalAddress
from upcard.service.pace import Pace
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.service.tables.automations import AUTOMATIC
from upcard.submission.compiling.text import rules_of

PASSWORD: Final = "correct horse battery"
PLAYERS: Final = ("alice", "bob")
PACE: Final = Pace(betting=1.2, robot=0.05, pause=0.6)
PLAY_MONEY: Final = dollars(1_000)
TWO_PERSONS_ABOVE: Final = dollars(1_000)

BURNED: Final = "3c"

Second = Callable[[Account], None]
SignIn = Callable[..., Account]
Learn = Callable[[TableRules], object]


def blackjack(
    name: str,
    *more: str,
    game: str = "blackjack",
    jurisdiction: str = "pa",
    maximum: int = 500,
) -> str:
    """A small six-deck table."""
    head = f"""
[table]
name = "{name}"
jurisdiction = "{jurisdiction}"
game = "{game}"
as_of = 2024-06-29
decks = 6
dealing = "shoe"
positions = 3
minimum = 10
maximum = {maximum}
smallest_chip = "0.50"
"""
    return head + "\n".join(more)


MATCHES: Final = """
[wagers.match-the-dealer]
minimum = 1
maximum = 100

[wagers.match-the-dealer-down]
minimum = 1
maximum = 100

[wagers.match-the-dealer-progressive]
wager = 1
seed = 10000
increment = "20%"
"""

SIDE_WAGERS: Final = """
[wagers.perfect-pairs]
paytable = "A"
minimum = 1
maximum = 100

[wagers.lucky-ladies]
minimum = 1
maximum = 25
"""

RESPLITS: Final = """
[blackjack]
resplits = 3
"""

PRESSED: Final = """
[wagers.trilux-deluxe]
minimum = 5
maximum = 100
"""

PROGRESSIVE: Final = """
[wagers.match-the-dealer-progressive]
paytable = "1"
wager = 5
"""

TABLES: Final[tuple[tuple[str, str, Automation, bool], ...]] = (
    # Alone: a pair that is split, one hand doubled; then an ace and Insurance; then a Blackjack.
    (
        blackjack("T-SOLO", SIDE_WAGERS),
        "8h 6d 8h Tc  3s Td 9c 9s "  # 8 8 against 6: split, 8+3 doubled to 21, 8+9 stands
        "9c As 7d Kd "  # 16 against an ace: insured, the dealer has Blackjack
        "Ah 9d Kh 8c",
        AUTOMATIC,
        False,
    ),
    # Eights against a six: four hands.
    (blackjack("T-SPLITS", RESPLITS, SIDE_WAGERS), "8h 6d 8s Tc 8d 8c Td", AUTOMATIC, True),
    # Two players, dealt by a person: who closes the wagers.
    (blackjack("T-TWO", SIDE_WAGERS), "Th 9h Tc  7d 8s Kd", AUTOMATIC, True),
    # Two aces of spades against the dealer's: the whole progressive.
    (blackjack("T-JACKPOT", PROGRESSIVE), "As As As 9d", AUTOMATIC, True),
    # The dealer counts the chips of progressive wagers.
    (blackjack("T-COUNT", PROGRESSIVE), "As As As 9d", AUTOMATIC & ~Automation.COLLECT, True),
    # Every step by hand.
    (blackjack("T-STEPS"), "Th 9h 8c 9d", Automation.SHOE, True),
    # By keys: 4 and 9, a five, 18 against 17.
    (blackjack("T-KEYS"), "4h Th 9c 7d 5c", AUTOMATIC, False),
    # Three eights win: their winnings are pressed beside the Blackjack wager.
    (blackjack("T-PRESS", PRESSED), "8h 8d 8c Tc", AUTOMATIC, False),
    (blackjack("T-HANDS", game="switch-hands"), "Th 9h 5d 6c Tc 7d", AUTOMATIC, True),
    (blackjack("T-REFUSED"), "Th 9h", AUTOMATIC, True),
    # Chips are drawn again under a finger.
    (blackjack("T-DRAWN"), "Th 9h", AUTOMATIC, True),
    # Interrupted in mid-round; several hands that stand.
    (blackjack("T-LOST"), "Th 9h 4c 9d 2s", AUTOMATIC, False),
    # Washington's game: both cards match the upcard in suit and rank.
    (
        blackjack(
            "T-MATCH",
            MATCHES,
            game="match-the-dealer-blackjack",
            jurisdiction="wa",
            maximum=300,
        ),
        "8h 8h 8h 9d",
        AUTOMATIC,
        True,
    ),
    (blackjack("T-MONEY", "bring_money = true"), "Th 9h 4c 9d 2s", AUTOMATIC, True),
)

LEARNT: Final = "BA-03"
"""The table whose expected win the floor page tells by day."""

FULL_DISK: Final = "the disk is full"
FAULTY: Final = "a fault of upcard"
"""Passwords with which signing in fails."""


class Arranged:
    """Bits that put the next shuffle into a wanted order, and are random otherwise."""

    def __init__(self) -> None:
        self._random = random.Random(8)
        self._planned: deque[int] = deque()

    def __call__(self, width: int) -> int:
        """What was planned, else random."""
        return self._planned.popleft() if self._planned else self._random.getrandbits(width)

    def plan(self, decks: int, cards: Sequence[int]) -> None:
        """The next shuffle of so many decks and its least cut bring these cards, in order."""
        now = new_decks(decks)
        wanted = list(now)
        for card in cards:
            wanted.remove(card)
        wanted[MINIMUM_CUT:MINIMUM_CUT] = cards
        for last in range(len(now) - 1, 0, -1):
            chosen = now.index(wanted[last], 0, last + 1)
            self._planned.append(chosen)
            now[last], now[chosen] = now[chosen], now[last]
        self._planned.append(0)  # the cut: as near to the top as it may be


def parsed(cards: str) -> list[int]:
    """The burn card, then these."""
    return [parse_card(name) for name in (BURNED, *cards.split())]


def failing(sign_in: SignIn) -> SignIn:
    """Signing in that fails with two passwords, by a refusal of the journal and by a fault."""

    def tried(name: str, password: str, where: str, *second: Second) -> Account:
        if password == FULL_DISK:
            raise JournalError("The disk is full.")
        if password == FAULTY:
            raise ZeroDivisionError
        return sign_in(name, password, where, *second)

    return tried


def learning_little(learn: Learn) -> Learn:
    """A step of learning for one table's wagers: for those of all it takes 20 s of a processor."""

    def learnt(rules: TableRules) -> object:
        return learn(rules) if rules.name == LEARNT else None

    return learnt


def build(folder: Path) -> TableServer:
    """The floor: the arranged tables, and those of the demonstration without robots."""
    bits, place = Arranged(), str(folder / "floor.journal")
    settings = Settings(
        pace=PACE,
        two_persons_above=TWO_PERSONS_ABOVE,
        demonstration=True,
        separate_duties=False,
        with_factor=frozenset(),
        journal_at=JournalAddress(place),
    )
    journal = open_journal(place, rules=rules_digest())
    server = TableServer(
        journal, open_installation(folder / "installation.key"), rules_of, settings, bits
    )
    open_first_accounts(server.accounts, must_change=False)
    for name in PLAYERS:
        server.accounts.open(name, Role.PLAYER, PASSWORD, "the tests")
    server.money_desk.give_play_money(PLAY_MONEY, "the tests")
    vars(server.accounts)["sign_in"] = failing(server.accounts.sign_in)
    if not NIGHTLY:
        for step in ("learn_edges", "learn"):
            vars(server.takings_book)[step] = learning_little(getattr(server.takings_book, step))
    for text, cards, automations, attended in TABLES:
        bits.plan(6, parsed(cards))
        server.open([text], "the tests", automations=automations)
        name = server.floor.tables[-1]
        server.croupiers[name].attended = attended
    server.open(served_submissions(), "the tests")
    return server


def main(port: int, folder: Path) -> None:
    """Serve until the process is ended."""
    config = uvicorn.Config(
        application(build(folder)),
        host="127.0.0.1",
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
