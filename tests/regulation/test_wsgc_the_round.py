"""Match the Dealer Blackjack at the table: what Washington leaves to the house."""

from datetime import date

import pytest

from amounts import dollars
from submission.examples import findings_of
from tables import MANUAL, FedTable, cards, compiled, of_kind, rules_from, settled
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    DealCard,
    DeclineInsurance,
    PlaceWager,
    Stand,
)
from upcard.engine.core.events import HOLE, UPCARD, CardDealt
from upcard.engine.core.jackpot_events import AwardsClaimed, JackpotPaid
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.games.table_rules import TableRules
from upcard.rules.loader import game_rules
from upcard.submission.check import check_together
from upcard.submission.read import parse

WSGC = "WSGC Match the Dealer Blackjack"
TABLE = '[table]\nname = "W-01"\ngame = "match-the-dealer-blackjack"\n'
BONUS = "[wagers.match-the-dealer]\n[wagers.match-the-dealer-down]\n"
PROGRESSIVE = '[wagers.match-the-dealer-progressive]\nwager = 1\nseed = 10000\nincrement = "15%"\n'


def washington(table: str = "", rest: str = BONUS) -> TableRules:
    return rules_from(TABLE + table + rest)


def found(table: str, rest: str = "") -> list[tuple[str, str]]:
    return [(finding.field, finding.section) for finding in findings_of(TABLE + table + rest)]


def test_the_name_and_the_game_are_a_complete_submission() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003)."""
    rules = washington(rest="")
    assert (rules.jurisdiction, rules.maximum) == ("wa", dollars(300))
    assert found('jurisdiction = "pa"\n')[0] == (
        "table.jurisdiction",
        f"{WSGC}, Rules and Dealing Procedures (v003)",
    )


def test_wagering_limits() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): $300, WAC 230-15-140.

    WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v002) says the same.
    """
    assert found("maximum = 301\n") == [("table.maximum", "WAC 230-15-140")]
    assert found("", "[wagers.match-the-dealer]\nmaximum = 500\n") == [
        ("wagers.match-the-dealer.maximum", "WAC 230-15-140")
    ]
    assert found("maximum = 300\n", "[wagers.match-the-dealer]\nmaximum = 300\n") == []


@pytest.mark.parametrize("key", ["deal_order", "down_card_checked", "system_version"])
def test_no_other_state_leaves_these_to_the_house(key: str) -> None:
    value = {"deal_order": "players-first", "down_card_checked": "at-settlement"}.get(key, "v002")
    findings = findings_of(f'[table]\nname = "P"\n{key} = "{value}"\n')
    assert [finding.field for finding in findings] == [f"table.{key}"]


def test_the_down_card_beside_the_up_card() -> None:
    """WSGC Match the Dealer Blackjack, Table 1; WSGC Match the Dealer Blackjack, Table 6."""
    assert found("", "[wagers.match-the-dealer-down]\n") == [
        ("wagers.match-the-dealer-down", f"{WSGC}, Table 1")
    ]
    assert found("", BONUS) == []


def test_the_down_card_wager_needs_the_base_wager_alone() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): either bonus wager."""
    table = FedTable(washington())
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    table.send(PlaceWager(1, "match-the-dealer-down", dollars(5)))
    table.deal("Th 7s 9d Tc")
    table.send(Stand(1))
    assert ("match-the-dealer-down", "unsuited-match") in [
        row[1:3] for row in settled(table.events)
    ]
    alone = FedTable(washington())
    assert alone.refuses(PlaceWager(1, "match-the-dealer-down", dollars(5))) is not None


def test_a_mandated_down_card_wager_stands_by_itself() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    bonus = "[wagers.match-the-dealer]\n[wagers.match-the-dealer-down]\nmandatory = true\n"
    assert found("", bonus) == []


@pytest.mark.parametrize(
    "text",
    [
        "positions = 9\n",
        "card_reader = false\n",
        "deck_change_hours = 48\n",
        "[layout]\ncertificate_holder = false\n",
        "[layout]\nwager_areas = false\n" + BONUS,
        "[equipment]\ndrop_box = false\n",
        "[equipment]\ncover_cards = 0\n",
        "[equipment]\ndiscard_rack_decks = 2\n",
    ],
)
def test_duties_that_the_text_does_not_name_are_notes(text: str) -> None:
    """Never an error that cites the Commission's paper; in Pennsylvania each is one."""
    findings = findings_of(TABLE + text)
    assert findings
    for finding in findings:
        assert finding.severity == "note"
        assert finding.section.startswith("58 Pa. Code §")
        assert finding.message.startswith("Assumed: ")
    assert compiled(parse(TABLE + text)).jurisdiction == "wa"
    here = findings_of('[table]\nname = "P"\n' + text.partition("[wagers")[0])
    assert {finding.severity for finding in here} <= {"error"}


def test_what_the_text_names_stays_an_error() -> None:
    """WSGC Match the Dealer Blackjack, Table 5c: the house sets and displays its prize."""
    five_c = PROGRESSIVE + 'paytable = "5c-1"\nprizes = { two-suited-matches = 250 }\n'
    findings = findings_of(TABLE + "[layout]\nprizes_displayed = false\n" + five_c)
    assert [(finding.field, finding.severity) for finding in findings] == [
        ("layout.prizes_displayed", "error")
    ]


def test_the_limit_is_dated_and_the_house_may_name_another() -> None:
    """WAC 230-15-140: $300 at the time of the approval; another amount needs its citation."""
    (limit,) = game_rules("match-the-dealer-blackjack").wager_limits
    assert (limit.amount, limit.section) == ("$300", "WAC 230-15-140")
    assert limit.effective == date(2019, 7, 23)
    assert game_rules("match-the-dealer-blackjack").wager_limit(date(2019, 7, 22)) is None
    other = 'state_limit = 500\nstate_limit_citation = "WAC 230-15-140 (2024)"\n'
    assert found("maximum = 500\n" + other) == []
    assert found("maximum = 501\n" + other) == [("table.maximum", "WAC 230-15-140 (2024)")]
    assert found("state_limit = 500\n") == [("table.state_limit", "WAC 230-15-140")]
    assert found('state_limit_citation = "WAC"\n') == [
        ("table.state_limit_citation", "WAC 230-15-140")
    ]
    down_under = '[table]\nname = "D"\ngame = "down-under-blackjack"\njurisdiction = "wa"\n'
    assert findings_of(down_under + "maximum = 500\n" + other) == []
    (refused,) = findings_of('[table]\nname = "P"\nstate_limit = 500\n')
    assert refused.rule == "game.has-no-such-choice"


def test_down_under_is_not_played_with_system_v002() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    down_under = '[table]\nname = "D"\ngame = "down-under-blackjack"\njurisdiction = "wa"\n'
    (refused,) = findings_of(down_under + 'system_version = "v002"\n')
    assert (refused.severity, refused.field) == ("error", "table.system_version")
    assert refused.section.startswith(f"{WSGC}, Progressive Rules")
    assert findings_of(down_under + 'system_version = "v003"\n') == []


def test_v002_is_not_linked_with_down_under() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v002)."""
    link = PROGRESSIVE + 'paytable = "8c-1"\nlink = "pit-1"\n'
    old = parse(TABLE + 'system_version = "v002"\n' + link)
    down_under = '[table]\nname = "D"\ngame = "down-under-blackjack"\njurisdiction = "wa"\n'
    told = check_together([old, parse(down_under + link)])[1]
    assert [(finding.rule, finding.severity) for finding in told] == [("linked.by-v003", "error")]
    assert told[0].section == f"{WSGC}, Progressive Rules and Dealing Procedures (v002)"
    new = parse(TABLE + link)
    assert check_together([new, parse(down_under + link)])[1] == []
    other = parse(TABLE.replace("W-01", "W-02") + 'system_version = "v002"\n' + link)
    assert [
        finding for finding in check_together([old, other])[1] if finding.severity == "error"
    ] == []


def test_mandated_wagers() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003).

    WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v002) likewise.
    """
    for version in ("v003", "v002"):
        rules = washington(
            f'system_version = "{version}"\n', "[wagers.match-the-dealer]\nmandatory = true\n"
        )
        table = FedTable(rules)
        table.wager(1)
        section = f"{WSGC}, Progressive Rules and Dealing Procedures ({version})"
        assert table.refuses(CloseBets()) == section
        table.send(PlaceWager(1, "match-the-dealer", dollars(5)))
        table.deal("Th 7s 9d Tc")
        assert table.state.phase is Phase.PLAYING
    assert found("", PROGRESSIVE + "mandatory = true\n")[0][0].endswith(".mandatory")


@pytest.mark.parametrize(
    ("order", "dealt"),
    [
        ("up-card-first", [1, 2, UPCARD, 1, 2, HOLE]),
        ("down-card-first", [1, 2, HOLE, 1, 2, UPCARD]),
        ("players-first", [1, 2, 1, 2, UPCARD, HOLE]),
    ],
)
def test_the_house_determines_the_order(order: str, dealt: list[int]) -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): one card down."""
    table = FedTable(washington(f'deal_order = "{order}"\n'))
    table.wager(1)
    table.wager(2)
    table.by_hand()
    table.send(CloseBets())
    names = ["2c", "3c", "4c", "5c", "6c", "7c"]
    for place, name in zip(dealt, names, strict=True):
        table.send(DealCard(*cards(name)))
        shown = view(table.state).dealer
        if place == HOLE:
            assert name not in shown
        if place == UPCARD:
            assert shown[0] == name
    went = [event.position for event in of_kind(table.events, CardDealt)]
    assert went == dealt
    assert view(table.state).dealer[1:] == (HIDDEN,)


def test_when_the_down_card_is_checked() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): exposed, or settled."""
    order = {}
    for moment in ("when-exposed", "at-settlement"):
        table = FedTable(washington(f'down_card_checked = "{moment}"\n'))
        table.wager(1, match_the_dealer=5, match_the_dealer_down=5)
        table.deal("Th 7s 9d Tc")
        order[moment] = [row[1] for row in settled(table.send(Stand(1)))]
    assert order["when-exposed"] == ["match-the-dealer-down", "blackjack"]
    assert order["at-settlement"] == ["blackjack", "match-the-dealer-down"]


def test_the_version_of_the_progressive_system() -> None:
    """WSGC Match the Dealer Blackjack, Attachment A: v003 or higher.

    WSGC Match the Dealer Blackjack, Attachment D: v002 or higher.
    """
    old = 'system_version = "v002"\n'
    for paytable, version, told in (("3c-1", old, True), ("8c-1", old, False), ("8c-1", "", False)):
        wanted = [("wagers.match-the-dealer-progressive.paytable", f"{WSGC}, Table 3c")]
        told_of = found(version, PROGRESSIVE + f'paytable = "{paytable}"\n')
        assert told_of == (wanted if told else [])
    (offered,) = washington(old, PROGRESSIVE).wagers
    assert offered.paytable.id == "8c-1"


def test_prizes_are_set_and_displayed() -> None:
    """WSGC Match the Dealer Blackjack, Tables 3-5: "$" is the house's, a fixed sum or odds."""
    five = PROGRESSIVE + 'paytable = "5c-1"\n'
    field = "wagers.match-the-dealer-progressive.prizes"
    assert found("", five) == [(field, f"{WSGC}, Table 5c")]
    assert found("", PROGRESSIVE + "prizes = { two-suited-matches = 5 }\n") == [
        (field, f"{WSGC}, Table 3c")
    ]
    for prize, pays in (("250", "$250"), ('"12.50"', "$12.50"), ('"250 for 1"', "250 for 1")):
        (offered,) = washington(rest=five + f"prizes = {{ two-suited-matches = {prize} }}\n").wagers
        index = offered.wager.outcomes.index("two-suited-matches")
        assert [str(pay) for pay in offered.awards[index]] == [pays]
    assert [
        finding.message for finding in findings_of(TABLE + five + 'prizes = { x = "much" }\n')
    ] != []


def test_a_prize_from_the_meter_is_a_claim() -> None:
    """WSGC Match the Dealer Blackjack, Attachment C: paid out of the jackpot or by the house."""
    five = PROGRESSIVE + 'paytable = "5c-1"\nprizes_paid = "meter"\n'
    table = FedTable(washington(rest=five + "prizes = { two-suited-matches = 250 }\n"))
    table.wager(1, match_the_dealer_progressive=1)
    table.deal("Kd Kd Kd 5c 9c")
    table.send(Stand(1))
    (claimed,) = of_kind(table.events, AwardsClaimed)
    assert [(claim.percent, claim.prize) for claim in claimed.claims] == [(0, dollars(250))]
    (paid,) = of_kind(table.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(250), "jackpot-slip")


def test_prizes_of_the_whole_meter_leave_the_next_winner_a_seed() -> None:
    """WSGC Match the Dealer Blackjack, Attachment C: in sequence, and nobody is paid nothing.

    300.30 on the meter: 300 to position 1; it shows 300 again, and so after position 2.
    """
    choices = 'paytable = "5c-1"\nseed = 300\nreseed = 300\nprizes_paid = "meter"\n'
    plain = PROGRESSIVE.replace("seed = 10000\n", "")
    rules = washington(rest=plain + choices + "prizes = { two-suited-matches = 300 }\n")
    table = FedTable(rules)
    for position in (1, 2):
        table.wager(position, match_the_dealer_progressive=1)
    table.deal("Kd Kd Kd Kd Kd 5c 9c")
    table.send(Stand(1), Stand(2))
    assert [event.amount for event in of_kind(table.events, JackpotPaid)] == [dollars(300)] * 2
    (meter,) = table.meters.values()
    assert (meter.amount, meter.hits, meter.house_paid) == (dollars(300), 0, 0)
    table.send(ClearTable())
    table.wager(1, match_the_dealer_progressive=1)
    table.deal("As As As As 9c")
    table.send(DeclineInsurance(1), Stand(1))
    paid = of_kind(table.events, JackpotPaid)[-1]
    assert paid.amount == dollars("300.15"), "100%: four suited aces"


def test_a_prize_from_the_meter_is_not_above_the_seed() -> None:
    """WSGC Match the Dealer Blackjack, Table 5c: the meter starts with less than it would pay."""
    field, table_5c = "wagers.match-the-dealer-progressive.prizes", f"{WSGC}, Table 5c"
    five = PROGRESSIVE + 'paytable = "5c-1"\n'
    for paid, seeds, prize, complies in (
        ("meter", "", "10000", True),
        ("meter", "", "10000.01", False),
        ("meter", "reseed = 500\n", "500.01", False),
        ("meter", "", "10001 for 1", False),
        ("house", "", "10000.01", True),
    ):
        text = (
            f'{five}{seeds}prizes_paid = "{paid}"\nprizes = {{ two-suited-matches = "{prize}" }}\n'
        )
        assert found("", text) == ([] if complies else [(field, table_5c)]), (paid, prize)


@pytest.mark.parametrize(("wager", "told"), [(1, []), (5, ["W-01 takes $1.00, not $5.00."])])
def test_linked_tables_take_the_same_wager(wager: int, told: list[str]) -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)."""
    text = TABLE + PROGRESSIVE + 'link = "BANK"\n'
    other = text.replace("W-01", "W-02").replace("wager = 1", f"wager = {wager}")
    first, second = check_together([parse(text), parse(other)])
    wrong = [finding for finding in second if finding.severity == "error"]
    assert not [finding for finding in first if finding.severity == "error"]
    assert [finding.message.partition(": ")[2] for finding in wrong] == told
    assert all(finding.section.startswith(WSGC) for finding in wrong)


def test_tables_that_are_not_linked_take_what_they_like() -> None:
    """Another wager is another meter's matter."""
    text = TABLE + PROGRESSIVE
    other = text.replace("W-01", "W-02").replace("wager = 1", "wager = 5")
    told = check_together([parse(text), parse(other)])
    assert not [finding for findings in told for finding in findings if finding.severity == "error"]


def test_the_base_game_is_cited_in_washingtons_rules() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003) adopt it."""
    table = FedTable(washington(), MANUAL)
    assert table.refuses(CloseBets()) == f"{WSGC}, Rules and Dealing Procedures (v003)"
