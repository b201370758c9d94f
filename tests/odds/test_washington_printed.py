"""Every house advantage and win frequency that Washington printed, from the data, exactly.

The enumerator is this file's own: it deals the player's two cards and the dealer's two by type,
and weighs each deal by the ways in which so many decks make it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import floor
from operator import itemgetter

import pytest

from upcard.money.odds import PaidOdds
from upcard.rules.loader import wager_rules
from upcard.rules.schema import Paytable
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

PROGRESSIVE = "match-the-dealer-progressive"
BONUS = ("match-the-dealer", "match-the-dealer-down")
INCREMENTS = Fraction(21, 100)
"""What every progressive table's figure counts for the meter: 15% and 6% of the wager."""

CARDS = range(52)
DEALT = ("first", "second", "upcard", "hole")


def rank(card: int) -> int:
    return card // 4


def near_deals() -> Iterator[tuple[int, int, int, int]]:
    """Every deal of types in which a dealer's card has the rank of one of the player's."""
    for first, second in combinations_with_replacement(CARDS, 2):
        near = [card for card in CARDS if rank(card) in (rank(first), rank(second))]
        far = [card for card in CARDS if card not in near]
        for upcard in near:
            for hole in CARDS:
                yield first, second, upcard, hole
        for upcard in far:
            for hole in near:
                yield first, second, upcard, hole


Pattern = tuple[bool, int, int]


@cache
def tally(slug: str, form: str) -> Counter[tuple[int, Pattern]]:
    """How many deals of types give each value, by what their number of ways depends on."""
    found = wager(slug, "wa", form)
    pick = itemgetter(*(DEALT.index(fact) for fact in found.facts))

    def seen() -> Iterator[tuple[int, Pattern]]:
        for deal in near_deals():
            first, second, upcard, hole = deal
            gone_up = (first == upcard) + (second == upcard)
            gone_hole = (first == hole) + (second == hole) + (upcard == hole)
            yield found.classify(*pick(deal)), (first == second, gone_up, gone_hole)

    return Counter(seen())


@cache
def chances(slug: str, form: str, decks: int) -> dict[str, Fraction]:
    """The probability of each winning outcome."""
    found = wager(slug, "wa", form)
    ways: Counter[str] = Counter()
    for (value, (same, gone_up, gone_hole)), deals in tally(slug, form).items():
        player = decks * (decks - 1) // 2 if same else decks * decks
        dealer = max(0, decks - gone_up) * max(0, decks - gone_hole)
        ways[found.outcomes[value]] += deals * player * dealer
    cards = 52 * decks
    total = cards * (cards - 1) // 2 * (cards - 2) * (cards - 3)
    return {name: Fraction(ways[name], total) for name in found.outcomes[1:]}


def odds(found: WagerRule, paytable: Paytable, outcome: str) -> Fraction:
    """What an outcome's printed rows pay in fixed odds; shares of the meter and "$" are none."""
    rows = found.composed.get(outcome, (outcome,))
    pays = [pay for row in rows for pay in paytable.awards[row] if isinstance(pay, PaidOdds)]
    return sum((Fraction(pay.win, pay.stake) for pay in pays), Fraction(0))


def house_advantage(slug: str, paytable: Paytable, decks: int) -> Fraction:
    found = wager(slug, "wa", paytable.data.form)
    likely = chances(slug, paytable.data.form, decks)
    paid = sum(
        (chance * odds(found, paytable, outcome) for outcome, chance in likely.items()), Fraction(0)
    )
    if slug == PROGRESSIVE:
        return 1 - paid - INCREMENTS
    return 1 - sum(likely.values()) - paid


def rounded(number: Fraction, places: int) -> str:
    whole, rest = divmod(floor(number * 10**places + Fraction(1, 2)), 10**places)
    return f"{whole}.{rest:0{places}d}"


TABLES = [
    (slug, paytable, decks)
    for slug in (*BONUS, PROGRESSIVE)
    for paytable in wager_rules(slug, "wa").paytables
    for decks in paytable.data.decks
]
IDS = [f"{slug}-{paytable.id}-{decks}" for slug, paytable, decks in TABLES]


def test_there_are_over_170_figures() -> None:
    """The alternates print none of their own: they replace two rows of a table that has one."""
    printed = [paytable for slug, paytable, _ in TABLES if not paytable.id.endswith("-alt")]
    assert len(printed) == 21 * 8 + 2 * 7
    assert all(paytable.data.printed_house_edge for paytable in printed)


@pytest.mark.nightly(but=6)
@pytest.mark.parametrize(("slug", "paytable", "decks"), TABLES, ids=IDS)
def test_house_advantage(slug: str, paytable: Paytable, decks: int) -> None:
    advantage = house_advantage(slug, paytable, decks)
    assert f"{rounded(100 * advantage, 2)}%" == paytable.data.printed_house_edge


@pytest.mark.parametrize(
    ("slug", "paytable", "decks"), [case for case in TABLES if case[0] in BONUS]
)
def test_win_frequency(slug: str, paytable: Paytable, decks: int) -> None:
    """WSGC Match the Dealer Blackjack, Table 2; Table 7 prints the same."""
    won = sum(chances(slug, "", decks).values(), Fraction(0))
    printed = f"{rounded(100 * won, 1)}%, 1 in {rounded(1 / won, 1)} hands"
    assert printed == paytable.data.printed_win_frequency


@pytest.mark.parametrize("slug", [*BONUS, PROGRESSIVE])
def test_what_shares_no_rank_loses(slug: str) -> None:
    """The deals that the enumeration leaves out."""
    forms = {paytable.data.form for paytable in wager_rules(slug, "wa").paytables}
    for form in sorted(forms):
        found = wager(slug, "wa", form)
        for first, second in combinations_with_replacement(CARDS, 2):
            far = [card for card in CARDS if rank(card) not in (rank(first), rank(second))]
            for hole in far[:: len(far) // 5]:
                facts = {"first": first, "second": second, "upcard": far[hole % 7], "hole": hole}
                assert found.classify(*[facts[fact] for fact in found.facts]) == 0


def test_both_cards_pay_twice_what_one_does() -> None:
    """Tables 4b to 4e and 9 print the figures of Tables 3 and 8: half the pays, two cards."""
    tables = {paytable.id: paytable for paytable in wager_rules(PROGRESSIVE, "wa").paytables}
    for one, both in (("3a", "4b"), ("3b", "4c"), ("3c", "4d"), ("3d", "4e"), ("8a", "9a")):
        for number in range(1, 9):
            up, each = tables[f"{one}-{number}"], tables[f"{both}-{number}"]
            (decks,) = up.data.decks
            assert each.data.decks == (decks,)
            assert house_advantage(PROGRESSIVE, up, decks) == house_advantage(
                PROGRESSIVE, each, decks
            )


def test_a_jackpot_on_one_card_leaves_the_other_cards_row() -> None:
    """WSGC Match the Dealer Blackjack, Tables 4b, 4c, 4d and 4e: otherwise most would not fit."""
    missed = 0
    for paytable in wager_rules(PROGRESSIVE, "wa").paytables:
        (decks,) = paytable.data.decks
        if paytable.data.form == "both":
            mixed = "two-suited-matches-with-up-or-down-and-two-non-suited-matches"
            kept = odds(wager(PROGRESSIVE, "wa", "both"), paytable, mixed)
            lost = chances(PROGRESSIVE, "both", decks)[mixed] * kept
            advantage = house_advantage(PROGRESSIVE, paytable, decks) + lost
            missed += f"{rounded(100 * advantage, 2)}%" != paytable.data.printed_house_edge
    assert missed == 50


def test_four_of_a_rank_forfeits_its_fixed_pays() -> None:
    """WSGC Match the Dealer Blackjack, Table 4a: otherwise not one of the eight would fit."""
    likely = chances(PROGRESSIVE, "both", 2)
    both = wager(PROGRESSIVE, "wa", "both")
    fixed = [name for name in likely if "with-up-" not in name]
    tables = [
        table
        for table in wager_rules(PROGRESSIVE, "wa").paytables
        if table.data.form == "two-decks"
    ]
    assert len(tables) == 8
    for paytable in tables:
        paid = sum((likely[name] * odds(both, paytable, name) for name in fixed), Fraction(0))
        advantage = 1 - paid - INCREMENTS
        assert f"{rounded(100 * advantage, 2)}%" != paytable.data.printed_house_edge
