"""How the wagers of chapter 633c stand in the round, where their own files do not say it."""

from datetime import date

import pytest

from amounts import dollars
from tables import (
    FedTable,
    findings,
    kinds,
    of_kind,
    round_of,
    settled,
    short,
    submission,
    table_rules,
)
from upcard.engine.core.commands import (
    DoubleDown,
    Hit,
    PlaceWager,
    Press,
    SplitPair,
    Stand,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, CardDealt, WagerCollected, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.rules.loader import wager_rules
from upcard.submission.check import check
from upcard.submission.read import parse

LUCK_2022 = """
[table]
name = "BJ-01"
as_of = 2022-01-01
decks = {decks}
[wagers.upcard-luck]
"""


def test_the_cards_are_dealt_as_always_once_the_wagers_lie() -> None:
    """§ 633c.1(c): the deal of § 633a.7 follows the wagers, Perfect Pairs among them."""
    table = FedTable(table_rules(wagers={"perfect-pairs": {"paytable": "A"}}))
    table.wager(1, perfect_pairs=5)
    events = table.deal("9h 7s 9d Td")
    dealt = [(event.position, event.face_up) for event in of_kind(events, CardDealt)]
    assert dealt == [(1, True), (UPCARD, True), (1, True), (HOLE, False)]
    assert settled(events) == [(1, "perfect-pairs", "colored-pair", "5.00", "65.00")]


def test_the_round_goes_on_after_top_3() -> None:
    """§ 633c.7(f): the reader, the players and the dealer follow."""
    rules = table_rules(wagers={"three-card-poker": {}, "top-3": {}})
    table = FedTable(rules)
    table.wager(1, three_card_poker=5, top_3=5)
    events = table.deal("9h Ts 8h 7d")
    names = kinds(events)
    assert names.index("CardReaderDue") > max(
        index for index, name in enumerate(names) if name == "WagerSettled"
    )
    assert names[-1] == "PlayStarted"


AUTOMATED = table_rules(wagers={"lucky-aces": {}}, fully_automated=True)


def test_lucky_aces_is_placed_like_any_wager_of_its_area() -> None:
    """§ 633c.8(c): after the Blackjack wager, before the deal."""
    table = FedTable(AUTOMATED)
    assert table.refuses(PlaceWager(1, "lucky-aces", dollars(5))) == "633a.6(d)"
    table.wager(1, lucky_aces=5)
    assert table.state.box(1).wagers == {"lucky-aces": dollars(5)}


def test_the_dealer_draws_after_lucky_aces() -> None:
    """§ 633c.8(f): settled when the hole card is turned, before the dealer's next card."""
    table = FedTable(AUTOMATED)
    table.wager(1, lucky_aces=5)
    table.deal("9h 7s 9d As 5c 8c")
    names = kinds(table.send(Stand(1)))
    assert names[1:4] == ["HoleCardTurned", "WagerSettled", "RoundSettled"] or names[1:3] == [
        "HoleCardTurned",
        "WagerSettled",
    ]
    drawn = FedTable(AUTOMATED)
    drawn.wager(1, lucky_aces=5)
    drawn.deal("9h 6s 9d Ts 2c")
    names = kinds(drawn.send(Stand(1)))
    assert names[1:4] == ["HoleCardTurned", "WagerSettled", "CardDealt"]


def test_blazing_7s_waits_for_the_whole_deal() -> None:
    """§ 633c.9(c): the deal of § 633a.7 comes first, and nothing is collected before it."""
    table = FedTable(table_rules(wagers={"blazing-7s": {"wager": 5}}))
    table.wager(1, blazing_7s=5)
    events = table.deal("7h 5s 9d Td")
    assert kinds(events)[0] == "BetsClosed"
    assert settled(events) == []
    assert table.state.box(1).wagers == {"blazing-7s": dollars(5)}


def test_players_decide_after_blackjack_match() -> None:
    """§ 633c.10(l): settled after the peek, then the players' decisions begin."""
    table = FedTable(table_rules(wagers={"blackjack-match": {"wager": 5}}))
    table.wager(1, blackjack_match=5)
    names = kinds(table.deal("9h Ts 8h 7d"))
    assert names[-3:] == ["NoDealerBlackjack", "WagerSettled", "PlayStarted"]
    assert table.state.phase is Phase.PLAYING


TRILUX = table_rules(wagers={"trilux-deluxe": {}}, smallest_chip=1)


def test_a_double_matches_the_wager_and_the_cap_and_no_more() -> None:
    """§ 633c.11(g): with winnings of 40 capped on a wager of 15."""
    table = FedTable(TRILUX)
    table.wager(1, trilux_deluxe=5)
    table.deal("6c 4h 5d Td 9h 3c")
    table.send(Press(1))
    assert table.refuses(DoubleDown(1, dollars(56))) == "633a.10(a)"
    table.send(DoubleDown(1, dollars(55)))
    assert table.state.accounts["layout"] == 0


def test_a_split_matches_the_wager_and_the_cap() -> None:
    """§ 633c.11(g): the second hand bears as much as the first."""
    table = FedTable(TRILUX)
    table.wager(1, trilux_deluxe=2)
    table.deal("8c 8h 8d Td 3c 9h 6s")
    table.send(Press(1), SplitPair(1))
    assert [(hand.wager, hand.capped) for hand in table.state.box(1).hands] == [
        (dollars(15), dollars(30)),
        (dollars(15), dollars(30)),
    ]


@pytest.mark.parametrize(
    ("section", "slug"), [("633c.12(c)", "axman"), ("633c.13(d)", "buster-blackjack")]
)
def test_any_amount_within_the_table_limits(section: str, slug: str) -> None:
    assert short(wager_rules(slug).data.section).startswith(section[:7])
    rules = table_rules(wagers={slug: {"minimum": 15, "maximum": 2000}})
    for amount in (15, 137, 2000):
        table = FedTable(rules)
        table.wager(1)
        table.send(PlaceWager(1, slug, dollars(amount)))
        assert table.state.box(1).wagers == {slug: dollars(amount)}


def test_axman_within_the_table_limits() -> None:
    """§ 633c.12(c): beyond the table's maximum the house's own limit refuses it."""
    table = FedTable(table_rules(wagers={"axman": {}}, maximum=500))
    table.wager(1)
    assert table.refuses(PlaceWager(1, "axman", dollars(501))) == "submission: wagers.axman.maximum"


def test_buster_within_the_table_limits() -> None:
    """§ 633c.13(d): beyond the table's maximum the house's own limit refuses it."""
    table = FedTable(table_rules(wagers={"buster-blackjack": {}}, maximum=500))
    table.wager(1)
    refused = table.refuses(PlaceWager(1, "buster-blackjack", dollars(501)))
    assert refused == "submission: wagers.buster-blackjack.maximum"


def test_axman_follows_the_settled_blackjack_wagers() -> None:
    """§ 633c.12(d): the round is played and the Blackjack wagers are settled first."""
    table = FedTable(table_rules(wagers={"axman": {}}))
    table.wager(1, axman=15)
    table.deal("9h Jd 9d Jc")
    assert [row[1] for row in settled(table.send(Stand(1)))] == ["blackjack", "axman"]


@pytest.mark.parametrize(
    ("slug", "section"),
    [
        ("jackpot-party", "633c.2(d)(2)"),
        ("match-the-dealer-progressive", "633c.3(d)(2)"),
        ("super-4", "633c.6(d)(2)"),
        ("blazing-7s", "633c.9(a)(2)"),
        ("blackjack-match", "633c.10(d)(2)"),
        ("bad-beat", "633a.2(c)"),
        ("hit-and-run", "633a.2(d)(2)"),
        ("straight-jack", "633a.2(d)(2)"),
    ],
)
def test_the_system_locks_a_progressive_wager_out(slug: str, section: str) -> None:
    table = FedTable(table_rules(wagers={slug: {}}))
    table.wager(1)
    table.deal("9h 6s 9d Td")
    assert table.refuses(PlaceWager(1, slug, dollars(5))) == section


def test_progressive_wagers_are_in_the_inventory_before_the_first_card() -> None:
    """§ 633c.2(f): collected when no more bets are taken; § 633a.13(m)'s wager is not."""
    rules = table_rules(wagers={"jackpot-party": {"wager": 5}, "straight-jack": {}})
    table = FedTable(rules)
    table.wager(1, jackpot_party=5, straight_jack=5)
    events = table.deal("9h 6s 9d Td")
    assert kinds(events)[:4] == [
        "CollectionDue",
        "WagerCollected",
        "ProgressivesLocked",
        "BetsClosed",
    ]
    assert [event.wager for event in of_kind(events, WagerCollected)] == ["jackpot-party"]


BUSTER = table_rules(wagers={"buster-blackjack": {"paytable": "A"}})


def test_buster_is_settled_when_the_round_was_played() -> None:
    """§ 633c.13(e): nothing before the dealer's hand is complete."""
    table = FedTable(BUSTER)
    table.wager(1, buster_blackjack=15)
    assert settled(table.deal("9h 6s 9d Td Kc")) == []
    rows = settled(table.send(Stand(1)))
    assert rows[0] == (1, "buster-blackjack", "three-cards", "15.00", "45.00")


def test_the_dealer_draws_although_every_hand_is_over_21() -> None:
    """§ 633c.13(f): a live Buster wager makes the draw matter; without it nobody draws."""
    table = FedTable(BUSTER)
    table.wager(1, buster_blackjack=15)
    table.deal("9h 6s 9d Td Kc 3c 9s")
    table.send(Hit(1))
    assert len(table.state.dealer) == 3
    alone = round_of("9h 6s 9d Td Kc", BUSTER)
    alone.send(Hit(1))
    assert len(alone.state.dealer) == 2


def test_no_more_bets_ends_upcard_luck() -> None:
    """§ 633c.15(e): and § 633b.15(e) before it."""
    table = FedTable(table_rules(wagers={"upcard-luck": {}}))
    table.wager(1)
    table.deal("9h 6s 9d Td Kc")
    assert table.refuses(PlaceWager(1, "upcard-luck", dollars(5))) == "633a.6(c)"


def _luck_2022() -> FedTable:
    return FedTable(table_rules(wagers={"upcard-luck": {}}, as_of=date(2022, 1, 1)))


def test_the_temporary_text_has_the_same_combinations() -> None:
    """§ 633b.15(a): upcard 2 to 7 and a total of 9 to 11, 18 to 20 or a Blackjack."""
    for names, outcome in {
        "5h 7s 6d Td": "9-10-or-11",
        "Th 2s 9d Td": "18-19-or-20",
        "Ah 3s Kd Td": "blackjack",
        "Th 8s 9d 9c": "lose",
        "Th 2s 4d Tc": "lose",
    }.items():
        table = _luck_2022()
        table.wager(1, upcard_luck=5)
        assert settled(table.deal(names))[0][2] == outcome


def test_the_temporary_text_has_the_same_limit() -> None:
    """§ 633b.15(d): at most the Blackjack wager."""
    table = _luck_2022()
    table.wager(1)
    assert table.refuses(PlaceWager(1, "upcard-luck", dollars("15.50"))).endswith("15(d)")
    table.send(PlaceWager(1, "upcard-luck", dollars(15)))


def test_the_temporary_text_ends_with_no_more_bets() -> None:
    """§ 633b.15(e): nothing is placed after the first card."""
    table = _luck_2022()
    table.wager(1)
    table.deal("9h 6s 9d Td")
    assert table.refuses(PlaceWager(1, "upcard-luck", dollars(5))) == "633a.6(c)"


def test_the_temporary_text_settles_before_further_cards() -> None:
    """§ 633b.15(f): with the optional wagers of the initial deal, by its own paytable."""
    table = _luck_2022()
    table.wager(1, upcard_luck=5)
    events = table.deal("5h 7s 6d Td")
    (row,) = of_kind(events, WagerSettled)
    assert short(row.section) == "633b.15(g)"
    assert kinds(events)[-1] == "PlayStarted"
    for decks in (4, 6, 8):
        assert check(parse(LUCK_2022.format(decks=decks)))[1] == []


def test_lucky_aces_needs_a_table_that_no_dealer_holds_in_the_hand() -> None:
    """§ 633c.8(a): a fully automated table is not dealt from the hand."""
    found = findings(
        submission(
            dealing="from-the-hand", decks=1, fully_automated=True, wagers={"lucky-aces": {}}
        )
    )
    assert ("table.fully_automated", "633a.12(b)") in found


def test_a_busted_dealer_pays_buster() -> None:
    """§§ 633c.13(g), 633c.13(h): over 21 it is paid, else collected."""
    rules = table_rules(wagers={"buster-blackjack": {"paytable": "A"}})
    over = FedTable(rules)
    over.wager(1, buster_blackjack=15)
    over.deal("9h 7s 8h 9d Kc")
    over.send(Stand(1))
    (row,) = [row for row in settled(over.events) if row[1] == "buster-blackjack"]
    assert row[2] != "lose"
    assert dollars(row[4]) > dollars(15)
    under = round_of("9h 7s 8h Td", rules)
    assert under.refuses(PlaceWager(1, "buster-blackjack", dollars(15))) == "633a.6(c)"


@pytest.mark.parametrize("slug", ["jackpot-party", "super-4", "blackjack-match"])
def test_what_counts_the_dealer_s_blackjack_waits_for_the_card_reader(slug: str) -> None:
    """§§ 633c.2(h), 633c.6(h), 633c.10(h): nothing is settled before the reader is used."""
    table = FedTable(table_rules(wagers={slug: {"wager": 5}}), Automation.ALL & ~Automation.READER)
    table.wager(1, **{slug.replace("-", "_"): 5})
    assert settled(table.deal("9h Ts 8d 7d")) == []
    assert table.state.phase is Phase.PEEKING
    after = settled(table.send(UseCardReader()))
    assert [row[1] for row in after] == [slug]
