"""Meters, dollars, prizes, bonuses and choices in the records of odds."""

from fractions import Fraction

import pytest

from amounts import dollars
from upcard.exact.meters import MeterLevel, break_even, meter_return
from upcard.exact.record import OddsRequest, ParRecord, as_json, records
from upcard.rules.violation import RuleViolation


def one(
    slug: str, paytable: str, decks: int, asked: OddsRequest | None = None, place: str | None = None
) -> ParRecord:
    record, *_ = records(slug, place, paytable, decks, request=asked or OddsRequest())
    return record


# Shares


def test_shares_by_level() -> None:
    """§ 633c.3(i): all of the meter for three aces of spades, a tenth for other suited matches."""
    record = one("match-the-dealer-progressive", "1", 6)
    chance = {row.outcome: row.probability for row in record.outcomes}
    all_of_it, tenth = record.shares
    assert all_of_it == MeterLevel("", 100, chance["two-suited-match-aces-of-spades"])
    assert tenth == MeterLevel("", 10, chance["two-suited-match-all-others"])
    assert tenth.expected == chance["two-suited-match-all-others"] / 10
    form = as_json(record)["meter_share"]
    assert form == {"100%": float(all_of_it.expected), "10%": float(tenth.expected)}


def test_what_an_outcome_is_worth_with_its_share_of_the_meter() -> None:
    """Units handed back of a unit wagered: shares of $12,000 beside a wager of $5."""
    asked = OddsRequest(wager_units=dollars(5), meters={"": dollars(12_000)})
    record = one("match-the-dealer-progressive", "1", 6, asked)
    worth = dict(zip([row.outcome for row in record.outcomes], record.worth(), strict=True))
    back = {row.outcome: row.back for row in record.outcomes}
    whole, tenth = "two-suited-match-aces-of-spades", "two-suited-match-all-others"
    assert worth[whole] - back[whole] == Fraction(12_000, 5)
    assert worth[tenth] - back[tenth] == Fraction(1_200, 5)
    assert all(worth[name] == back[name] for name in worth if name not in (whole, tenth))


def test_shares_by_meter() -> None:
    """§ 633c.2(i): mega, major and minor."""
    record = one("jackpot-party", "P20-B", 6)
    assert list(as_json(record)["meter_share"]) == ["mega 100%", "major 100%", "minor 100%"]
    assert list(as_json(record)["break_even_meter"]) == ["mega", "major", "minor"]


@pytest.mark.parametrize(
    ("slug", "paytable"),
    [("match-the-dealer-progressive", "2"), ("blackjack-match", "A"), ("hit-and-run", "standard")],
)
def test_at_the_break_even_meter_the_house_keeps_nothing(slug: str, paytable: str) -> None:
    record = one(slug, paytable, 6)
    (units,) = record.break_even_meters.values()
    won = sum((share.expected for share in record.shares), Fraction(0))
    assert won * units / record.wager_units == record.house_edge
    below = one(slug, paytable, 6, OddsRequest(meters={"": int(units)}))
    above = one(slug, paytable, 6, OddsRequest(meters={"": int(units) + 1}))
    assert below.house_edge_at_meter is not None
    assert above.house_edge_at_meter is not None
    assert below.house_edge_at_meter >= 0 > above.house_edge_at_meter


def test_break_even_of_one_meter_while_the_others_stay() -> None:
    shares = (MeterLevel("mega", 100, Fraction(1, 1000)), MeterLevel("mini", 50, Fraction(1, 10)))
    found = break_even(shares, {"mega": 0, "mini": 40_000}, Fraction(1, 4), 10_000)
    assert found == {"mega": Fraction(500_000), "mini": Fraction(50_000)}
    assert meter_return(shares, {"mega": 500_000, "mini": 40_000}, 10_000) == Fraction(1, 4)
    assert break_even(shares, {}, Fraction(0), 10_000) == {}


def test_the_edge_at_a_meter() -> None:
    """§ 633c.2(i): P20-B counts mega at what was asked, the others at their seeds."""
    asked = OddsRequest(meters={"mega": dollars(60_000)}, wager_units=dollars(5))
    record = one("jackpot-party", "P20-B", 6, asked)
    amounts = {"mega": 60_000, "major": 5_000, "minor": 500}
    assert record.meters == {name: dollars(amount) for name, amount in amounts.items()}
    paid = sum(share.expected * amounts[share.meter] for share in record.shares) / 5
    assert record.house_edge_at_meter == record.house_edge - paid
    assert as_json(record)["house_edge_at_meter"] == float(record.house_edge - paid)
    assert one("jackpot-party", "P20-B", 6).house_edge_at_meter is None


def test_a_meter_without_a_name_is_that_of_tables_with_one() -> None:
    """§ 633c.2(i): P1 has one meter, P20-B has three with names."""
    found = records("jackpot-party", decks=6, request=OddsRequest(meters={"": dollars(60_000)}))
    told = {record.paytable: record.house_edge_at_meter for record in found}
    assert told["P1"] is not None
    assert told["P20-B"] is None


def test_a_seed_that_is_a_multiple_of_the_wager() -> None:
    """§ 633c.3(i): 1,000 times the wager."""
    record = one("match-the-dealer-progressive", "1", 6, OddsRequest(wager_units=dollars(5)))
    assert record.meters == {"": dollars(5_000)}


def test_an_award_of_meter_and_odds_pays_both() -> None:
    """§ 633a.13(m)(1): the stake comes back with the odds; the meter counts beside them."""
    record = one("straight-jack", "standard", 6)
    six = record.outcomes[0]
    assert six.pays == "100% of meter and 200 to 1"
    assert six.back == 201
    assert [share.label for share in record.shares] == ["100%", "10%"]


def test_a_meter_alone_returns_no_stake() -> None:
    """§ 633c.9(f): of a wager whose stake is returned with fixed odds."""
    record = one("blazing-7s", "A", 6)
    assert record.stake_returned
    assert [row.back for row in record.outcomes] == [0, 0, 201, 26, 3, 0]


@pytest.mark.parametrize(
    ("slug", "asked", "words"),
    [
        ("insurance", OddsRequest(meters={"": 1}), "has no meter"),
        (
            "jackpot-party",
            OddsRequest(meters={"grand": 1}),
            "these meters: one without a name",
        ),
        ("lucky-ladies", OddsRequest(prizes={"any-20": 1}), 'prints "\\$" for no row'),
        ("insurance", OddsRequest(third_card="draw"), "no third card to choose"),
    ],
)
def test_choices_that_a_wager_does_not_have_are_refused(
    slug: str, asked: OddsRequest, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        records(slug, decks=6, request=asked)


# Dollars, prizes


@pytest.mark.parametrize("units", [None, dollars(5)])
def test_dollars_are_divided_by_the_wager(units: int | None) -> None:
    """§ 633c.6(e), (i): Super 4 takes $5 wagers."""
    record = one("super-4", "1-1", 6, OddsRequest(wager_units=units))
    rows = {row.outcome: row for row in record.outcomes}
    assert rows["straight"].pays == "$750"
    assert rows["straight"].back == dollars(750) / Fraction(units or dollars(5))
    assert record.fixed_return_to_1 == record.fixed_return_for_1 == record.fixed_return
    with pytest.raises(RuleViolation, match=r"633c\.6\(e\)"):
        one("super-4", "1-1", 6, OddsRequest(wager_units=dollars(25)))


def test_a_paytables_own_wager_comes_first() -> None:
    """§ 633c.2(i): P1 is for $5, P3 for $1, P7 for the smaller of its amounts."""
    with pytest.raises(RuleViolation, match=r"633c\.2\(i\)"):
        one("jackpot-party", "P1", 6, OddsRequest(wager_units=dollars(1)))
    assert one("jackpot-party", "P1", 6).wager_units == dollars(5)
    assert one("jackpot-party", "P3", 6).wager_units == dollars(1)
    assert one("jackpot-party", "P20-B", 6).wager_units == dollars(1)


def test_prizes_of_the_house() -> None:
    """WSGC Match the Dealer Blackjack, Attachment B: "$" counts nothing until it is configured.

    Then it ranks above all odds, and below the meters.
    """
    slug, row = "match-the-dealer-progressive", "three-card-suited-match-with-up-or-down"
    plain = one(slug, "4b-1-alt", 4, place="wa")
    priced = one(slug, "4b-1-alt", 4, OddsRequest(prizes={row: dollars(50)}), "wa")
    both = f"{row}-and-two-non-suited-matches"
    chance = sum(line.probability for line in plain.outcomes if line.outcome in (row, both))
    assert priced.fixed_return - plain.fixed_return == 50 * chance
    assert {line.outcome: line.pays for line in priced.outcomes}[both] == "$50 and 2 for 1"
    assert priced.house_edge_as_printed == plain.house_edge_as_printed
    assert as_json(plain)["prizes"] == {row: None}
    assert as_json(priced)["prizes"] == {row: "50.00"}
    worth = dict(zip((line.outcome for line in plain.outcomes), plain.worth(), strict=True))
    assert worth["four-card-suited-match"] > worth[row] > worth["one-suited-match-with-each"]
    paid = dict(zip((line.outcome for line in priced.outcomes), priced.worth(), strict=True))
    assert paid[row] == 50
    assert "prizes" not in as_json(one("perfect-pairs", "A", 6))


def test_a_row_that_a_choice_leaves_out_is_not_listed() -> None:
    """§ 633a.7(o)(1)(i): without the optional 20 there is no such row."""
    plain, any_20 = records("bad-beat", decks=6)
    assert "player-has-a-20" not in {row.outcome for row in plain.outcomes}
    assert "player-has-a-20" in {row.outcome for row in any_20.outcomes}
    assert plain.total * any_20.outcomes[0].combinations == (
        any_20.total * plain.outcomes[0].combinations
    )


# Conventions


def test_a_wager_collected_before_the_deal_returns_no_stake() -> None:
    """§§ 633c.2(f), 633c.3(f): both edges are told, whatever word the table prints."""
    for slug in ("jackpot-party", "match-the-dealer-progressive", "blackjack-match"):
        for record in records(slug):
            odds = [
                row for row in record.outcomes if " to " in row.pays and "meter" not in row.pays
            ]
            won = sum((row.probability for row in odds), Fraction(0))
            assert record.convention == "for-1"
            assert record.fixed_return == record.fixed_return_for_1
            assert record.fixed_return_to_1 - record.fixed_return_for_1 == won


def test_a_push_returns_the_stake() -> None:
    """§ 633c.5(v)(3): 21 against 21 is in no row of Buzzer Beater's table."""
    record = one("buzzer-beater", "standard", 6)
    pushed = {row.outcome: row for row in record.outcomes}["21-against-21-or-blackjack"]
    assert pushed.pays == "stake returned"
    assert pushed.back == 1
    assert record.method == "exact-under-strategy"
    assert as_json(record)["strategy"].startswith("total-dependent basic strategy")


# Bonuses, choices, readings


def test_bonuses_of_buster_blackjack() -> None:
    """§ 633c.13(i): the cash bonuses B1 and B2, of a $5 wager, count nothing in the edge."""
    record = one("buster-blackjack", "E", 6)
    found = {(bonus.option, bonus.won.outcome): bonus.won for bonus in record.bonuses}
    assert [pays.pays for pays in found.values()] == ["$8,000", "$1,000", "$5,000", "$1,000"]
    seven = found["B1", "seven-cards"]
    assert seven.returns == 200 * seven.probability
    assert (
        seven.probability
        < {row.outcome: row for row in record.outcomes}["seven-cards"].probability / 20
    )


def test_envy_is_paid_for_each_other_player() -> None:
    """§§ 633c.2(i), 633c.10(h)(5): printed for a $5 wager, a fifth of it for $1."""
    record = one("blackjack-match", "A", 6)
    best, other = record.bonuses
    assert (best.option, best.won.pays, other.won.pays) == ("envy", "$600", "$200")
    assert best.won.returns == 600 * record.outcomes[0].probability
    five = one("blackjack-match", "A", 6, OddsRequest(wager_units=dollars(5))).bonuses[0]
    assert (five.won.pays, five.won.returns) == ("$3,000", best.won.returns)
    assert as_json(record)["bonuses"][0]["each"] == "for each other player"
    wagerer = one("blackjack-match", "A", 6, OddsRequest(readings={"envy_from": "wagerer"}))
    assert wagerer.bonuses[0].each == "for each other player with the wager"
    assert wagerer.bonuses[0].won == best.won
    assert one("jackpot-party", "P1", 6).bonuses == ()


def test_the_magic_card() -> None:
    """§§ 633a.1, 633a.13(j)(1): any of 52 cards, so that two different cards match 2 of them."""
    record = one("bad-beat", "standard", 6)
    magic = record.bonuses[0]
    alike = Fraction(5, 311)
    assert magic.won.probability == Fraction(2 - alike, 52)
    assert magic.won.pays == "20 for 1"


def test_the_lucky_player() -> None:
    """§ 633a.13(j)(1): one of the seats with the wager, 5 for 1, for each number of them."""
    seats = [bonus for bonus in one("bad-beat", "standard", 6).bonuses if "lucky" in bonus.option]
    assert [bonus.won.returns for bonus in seats] == [Fraction(5, n) for n in range(1, 8)]
    assert seats[0].each == "with the wager at 1 seat"


def test_variants_of_a_paytable() -> None:
    """§§ 633a.7(o)(1)(i), 633c.9(h): each choice has its record, named in its options."""
    third = [record.options for record in records("blazing-7s", paytable="A", decks=6)]
    assert third == [{"third_card": "draw"}, {"third_card": "upcard"}]
    (upcard,) = records("blazing-7s", None, "A", 6, request=OddsRequest(third_card="upcard"))
    assert (upcard.options, upcard.method) == ({"third_card": "upcard"}, "exact")
    any_20 = [record.options for record in records("bad-beat", decks=6)]
    assert any_20 == [{"any_20": False}, {"any_20": True}]
    (alternate,) = records("match-the-dealer-progressive", "wa", "3a-1-alt")
    assert alternate.options == {"jackpot_rows": "alternate"}


def test_a_reading_of_the_text_changes_the_odds() -> None:
    """§ 633c.6(a): the trade pairs by rank; § 633c.10(a): two more readings of Blackjack Match."""
    text = one("super-4", "1-1", 6)
    trade = one("super-4", "1-1", 6, OddsRequest(reading="industry"))
    assert (text.reading, trade.reading) == ("text", "industry")
    assert trade.house_edge < text.house_edge
    plain = {row.outcome: row.combinations for row in trade.outcomes}
    party = {row.outcome: row.combinations for row in one("jackpot-party", "P1", 6).outcomes}
    assert plain["two-pair"] == party["two-pair"]
    for reading in ("card-by-card", "row-name"):
        record = one("blackjack-match", "A", 6, OddsRequest(reading=reading))
        assert record.reading == reading
        assert record.house_edge < one("blackjack-match", "A", 6).house_edge
    assert one("lucky-ladies", "standard", 6, OddsRequest(reading="industry")).reading == "text"


def test_at_least_is_a_distribution() -> None:
    for slug in ("jackpot-party", "axman", "in-between", "hit-and-run"):
        for record in records(slug, decks=6):
            levels = dict(zip(record.worth(), record.at_least(), strict=True))
            ordered = [levels[worth] for worth in sorted(levels)]
            assert ordered[0] == 1
            assert ordered == sorted(ordered, reverse=True)
    record = one("match-the-dealer-progressive", "3a-1", 4, place="wa")
    assert record.at_least()[0] == record.outcomes[0].probability, "its meter has no seed"
