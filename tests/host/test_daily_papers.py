"""The papers of a day, from the journal: what a table and its meters did, and jackpot slips."""

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from amounts import dollars
from host.live import PROGRESSIVE, answer, host, journal, play, stacked, stacking
from reports.paper_tables import LIGHTNING
from upcard.analysis.diff import house_edges
from upcard.cards.shuffle import seeded_bits
from upcard.cli.journal.daily import daily
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import ValidateJackpot
from upcard.engine.jackpots.steps import floor_step
from upcard.host.daily.heading import head_of
from upcard.host.daily.meter_day import MeterDay, meter_days
from upcard.host.daily.meters_shown import meters_shown, of_jackpot, slips_by_meter
from upcard.host.daily.persons import titles_of
from upcard.host.daily.sheets import meter_statement, table_statement
from upcard.host.daily.slips import jackpot_slip
from upcard.host.daily.table_day import (
    STEPS,
    TableDay,
    WagerTotals,
    days_of,
    needs_slip,
    slip_number,
    table_day,
)
from upcard.host.scripts.robots import Robot
from upcard.journal.journal import Journal
from upcard.reports.filing import Filing
from upcard.reports.rendering.figures import money
from upcard.reports.rendering.paper import Facts, Paper, PaperTable, Words
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Role
from upcard.submission.compiling.text import rules_of
from upcard.text.words import with_minus

ROUNDS = 2
PLAYER = Robot(1, seeded_bits(1))
COUNTED = "Count at the beginning"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> tuple[TableDay, list[MeterDay], TableDay]:
    """A table's day with two royal flushes, its meters' day, and the table's day before."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        table = host(opened, bits=lambda _width: 0)
        for _ in range(ROUNDS):
            table.send(PlaceWager(1, "blackjack", dollars(15)))
            table.send(PlaceWager(1, "jackpot-party", dollars(5)))
            table.send(CloseBets())
            answer(table, [PLAYER] * 3)
            table.send(ClearTable())
        today = next(days_of(opened, "BJ-02"))
        before = table_day(opened, "BJ-02", today - timedelta(days=1))
        return table_day(opened, "BJ-02", today), meter_days(opened, today), before


@pytest.fixture
def with_envy(monkeypatch: pytest.MonkeyPatch) -> TableDay:
    """One round of two players: a royal flush in diamonds, and 5-9 against a Blackjack.

    Position 1 holds K-Q of diamonds with A-J of diamonds at the dealer.
    """
    dealt = stacking("Kd 5c Ad Qd 9c Jd")
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", dealt)
    with journal() as opened:
        play_for_envy(opened)
        (today,) = days_of(opened, "BJ-02")
        return table_day(opened, "BJ-02", today)


def play_for_envy(opened: Journal) -> None:
    """Two players' round with envy bonuses."""
    offered = PROGRESSIVE.replace('must_hit_by = "A-5"', "envy = true")
    table = host(opened, offered, bits=lambda _width: 0)
    for position, stake in ((1, dollars(15)), (2, dollars(20))):
        table.send(PlaceWager(position, "blackjack", stake))
        table.send(PlaceWager(position, "jackpot-party", dollars(5)))
    table.send(CloseBets())
    answer(table, [PLAYER] * 3)
    table.send(ClearTable())


def rows(paper: Paper, heading: str) -> list[tuple[str, ...]]:
    (part,) = [part for part in paper.parts if part.heading == heading]
    return [row for block in part.blocks if isinstance(block, PaperTable) for row in block.rows]


def totals(paper: Paper, heading: str) -> tuple[str, ...]:
    (part,) = [part for part in paper.parts if part.heading == heading]
    return next(block.total for block in part.blocks if isinstance(block, PaperTable))


def lines(paper: Paper) -> list[str]:
    """What has a line to be written on beside the inventory."""
    (part,) = [part for part in paper.parts if part.heading == "Inventory"]
    return [fact.name for block in part.blocks if isinstance(block, Facts) for fact in block.facts]


def facts(paper: Paper, *names: str) -> list[str]:
    """The values of facts of these names in a paper."""
    found = {
        fact.name: fact.value
        for part in paper.parts
        for block in part.blocks
        if isinstance(block, Facts)
        for fact in block.facts
    }
    return [found[name] for name in names]


def test_a_day_balances(played: tuple[TableDay, list[MeterDay], TableDay]) -> None:
    """Double entry: the accounts' changes sum to zero, and the inventory has what wagers left."""
    found, _, before = played
    assert found.rounds == ROUNDS
    assert sum(found.accounts.values()) == 0
    assert before.rounds == 0
    assert before.submission == ""
    statement = table_statement(found, rules_of(PROGRESSIVE))
    day, _, which = statement.subtitle.partition(", ")
    assert day == found.day.isoformat()
    assert which.startswith("the calendar day from 00:00 to 24:00 UTC, not local time")
    kinds = {row[0] for row in rows(statement, "Wagers")}
    assert {"Blackjack wager", "Jackpot Party"} <= kinds
    paid = rows(statement, "Progressive payouts")
    assert paid[0][2:5] == ("Jackpot Party", "Must-Hit-By Mystery meter", "a jackpot slip")


def test_each_wager_s_count_and_dollars(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """$15 and $5 twice: § 633c.2(i) P20-B, a mystery of $100.05 in each round.

    100% of mega is $25,000.35 with 7% of $5, 100% of major $5,000.70 with 7% of two times $5.
    """
    statement = table_statement(played[0], rules_of(PROGRESSIVE))
    assert rows(statement, "Wagers") == [
        ("Blackjack wager", "2", "$30.00", "$0.00", "$30.00"),
        ("Jackpot Party", "2", "$10.00", "$30,201.15", "−$30,191.15"),
    ]


def test_the_theoretical_win_stands_beside_what_the_house_won(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """A house edge of 1 % on $30 and of 20 % on $10: what is won is not what was to be expected."""
    found, rules = played[0], rules_of(PROGRESSIVE)
    edges = {"blackjack": 0.01, "jackpot-party": 0.2}
    statement = table_statement(found, rules, edges=edges)
    assert [row[-2:] for row in rows(statement, "Wagers")] == [
        ("$30.00", "$0.30"),
        ("−$30,191.15", "$2.00"),
    ]
    assert totals(statement, "Wagers")[-1] == "$2.30"
    known = table_statement(found, rules, edges={"blackjack": 0.01})
    assert [row[-1] for row in rows(known, "Wagers")] == ["$0.30", "–"]


def test_doubles_and_splits_are_no_initial_wagers() -> None:
    """The house edge is of the initial wager: what was placed, not what was decided."""
    with journal() as opened:
        play(host(opened), 6)
        found = table_day(opened, "BJ-02", next(days_of(opened, "BJ-02")))
    assert set(found.placed) <= {*found.wagers, "insurance"}
    for slug, units in found.placed.items():
        assert 0 < units <= found.wagers[slug].wagered, slug


def test_house_edges_are_those_of_the_other_papers() -> None:
    """§ 633a.8: Insurance of six decks, 95 non-tens of 311 cards against 2 to 1."""
    edges = house_edges(rules_of('[table]\nname = "T"\ndecks = 6\n[wagers.lucky-ladies]\n'))
    assert edges.keys() == {"blackjack", "lucky-ladies", "insurance"}
    assert edges["insurance"] == pytest.approx(1 - 3 * 96 / 311)


def test_a_slip_has_its_amount_in_words(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    slip = jackpot_slip(played[0].jackpots[0], rules_of(PROGRESSIVE))
    assert facts(slip, "Amount", "Amount in words") == [
        "$100.05",
        "One hundred dollars and 05/100",
    ]


def test_the_statement_has_hold_inventory_and_names(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """$40 wagered, $30,201.15 paid; a progressive payout from the inventory is reimbursed."""
    found, _, before = played
    bare = table_statement(found, rules_of(PROGRESSIVE))
    assert facts(bare, "Certificate holder", "Licensed facility") == ["not given", "not given"]
    hold = with_minus(f"{100 * (40 - 30_201.15) / 40:.2f} %")
    assert facts(bare, "Hold") == [
        f"{hold} of what was wagered; the drop is not in the journal",
    ]
    change = found.accounts["table-inventory"]
    assert (before.opening, found.opening) == (0, 0)
    assert rows(bare, "Inventory") == [
        ("Change by wagers before, from the first record", "$0.00"),
        ("Change by wagers of this day", money(change)),
    ]
    assert lines(bare) == [COUNTED, "Fills", "Credits", "Count at the end", "Drop"]
    named = table_statement(found, rules_of(PROGRESSIVE), Filing("Example Casino", revision="2"))
    assert facts(named, "Certificate holder") == ["Example Casino"]
    assert "Revision 2, effective date not given" in named.head.filed
    empty = table_statement(TableDay("BJ-02", before.day), rules_of(PROGRESSIVE))
    assert facts(empty, "Hold") == ["no wagers; the drop is not in the journal"]


def test_a_count_that_is_given_opens_the_inventory(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """$25,000 in the tray: the statement has no line for that count, and goes on from it."""
    found = played[0]
    counted = table_statement(found, rules_of(PROGRESSIVE), count=dollars(25_000))
    change = found.accounts["table-inventory"]
    assert rows(counted, "Inventory") == [
        (COUNTED, "$25,000.00"),
        ("Change by wagers of this day", money(change)),
    ]
    assert totals(counted, "Inventory") == (
        "At the end, before fills and credits",
        money(dollars(25_000) + change),
    )
    assert lines(counted) == ["Fills", "Credits", "Count at the end", "Drop"]


def test_the_inventory_of_a_day_goes_on_from_the_day_before() -> None:
    with journal() as opened:
        play(host(opened), 2)
        today = next(days_of(opened, "BJ-02"))
        on_it, after = (table_day(opened, "BJ-02", today + timedelta(days)) for days in (0, 1))
    assert after.opening == on_it.opening + on_it.accounts["table-inventory"]
    assert after.accounts.get("table-inventory", 0) == 0


def test_the_spots_of_a_wheel_are_one_line_for_each_wager() -> None:
    """In the order of the other papers with their titles, not spot by spot as they were settled."""
    day = TableDay("LR-01", date(2024, 7, 1))
    for spot, units in (("red", dollars(1)), ("split-1-2", dollars(2)), ("split-2-3", dollars(3))):
        day.wagers[spot] = WagerTotals(1, units, 0)
    rules = rules_of(f'[table]\nname = "LR-01"\ngame = "lightning-roulette"\n{LIGHTNING}')
    assert rows(table_statement(day, rules), "Wagers") == [
        ("Two numbers", "2", "$5.00", "$0.00", "$5.00"),
        ("Red, black, odd, even, low, high", "1", "$1.00", "$0.00", "$1.00"),
    ]


def test_papers_of_a_day_name_the_submission_in_force(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """By the digest of its text; a journal has no filing, so nothing else is said of it."""
    found, meters, _ = played
    rules = rules_of(PROGRESSIVE)
    line = f"submission sha256 {sha256(PROGRESSIVE.encode()).hexdigest()}"
    slip = jackpot_slip(found.jackpots[0], rules)
    for paper in (table_statement(found, rules), slip):
        assert paper.head.filed == f"Revision not given, effective date not given, {line}"
    assert meter_statement(meters, "2026-11-23", head_of(rules)).head.filed == ""


def test_an_envy_bonus_is_no_wager_and_is_paid_once(with_envy: TableDay) -> None:
    """§ 633c.2(i) P20-B: $25,000.70 to position 1; 5 to 1 and an envy bonus of $3,000 to 2."""
    totals = {
        slug: (of_wager.count, of_wager.wagered, of_wager.paid)
        for slug, of_wager in sorted(with_envy.wagers.items())
    }
    assert totals == {
        "blackjack": (2, dollars(35), 0),
        "jackpot-party": (2, dollars(10), dollars("25000.70") + dollars(25) + dollars(3_000)),
    }
    rules = rules_of(PROGRESSIVE)
    slips = [jackpot_slip(jackpot, rules) for jackpot in with_envy.jackpots]
    assert [facts(slip, "Position", "Player", "Amount") for slip in slips] == [
        ["2", "2", "$25.00"],
        ["1", "1", "$25,000.70"],
        ["2", "2", "$3,000.00"],
    ]
    assert [facts(slip, "Stake", "Pays", "Paid by") for slip in slips] == [
        ["$5.00", "5 to 1", "the table inventory"],
        ["$5.00", "100 % of the Mega meter", "a jackpot slip"],
        ["none", "an envy bonus, for the hand of position 1", "the table inventory"],
    ]


def test_a_slip_names_the_cards_by_which_it_was_won(
    with_envy: TableDay, played: tuple[TableDay, list[MeterDay], TableDay]
) -> None:
    """§ 633c.2(h)(1): the hand can be verified from the paper; no hand wins a mystery meter."""
    rules = rules_of(PROGRESSIVE)
    (own, meter, envy) = (jackpot_slip(each, rules) for each in with_envy.jackpots)
    ace_jack = "ace of diamonds and jack of diamonds"
    assert facts(own, "Player's cards", "Dealer's cards") == [
        "5 of clubs and 9 of clubs",
        ace_jack,
    ]
    assert facts(meter, "Player's cards") == ["king of diamonds and queen of diamonds"]
    assert facts(envy, "Won by", "Cards of position 1") == [
        "Envy bonus: Royal flush (ace to jack) in diamonds",
        "king of diamonds and queen of diamonds",
    ]
    for paid in played[0].jackpots:
        slip = jackpot_slip(paid, rules)
        names = {
            fact.name
            for part in slip.parts
            for block in part.blocks
            if isinstance(block, Facts)
            for fact in block.facts
        }
        assert ("Player's cards" in names) == (paid.outcome != "mystery-bonus")


def test_s633c_14_c_1_a_slip_of_a_mystery_names_the_wager_that_qualified(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """The winner had placed $5: no stake of the mystery itself, but not none."""
    mystery = next(each for each in played[0].jackpots if each.outcome == "mystery-bonus")
    slip = jackpot_slip(mystery, rules_of(PROGRESSIVE))
    assert facts(slip, "Qualifying wager") == ["Jackpot Party, $5.00"]


def test_payouts_name_their_wager_and_those_with_a_slip_come_first(with_envy: TableDay) -> None:
    listed = rows(table_statement(with_envy, rules_of(PROGRESSIVE)), "Progressive payouts")
    assert {row[2] for row in listed} == {"Jackpot Party"}
    assert [row[0] for row in listed] == ["BJ-02-1-2", "BJ-02-1-1", "BJ-02-1-3"]


def test_a_slip_has_the_meter_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    """§ 633c.2(i) P20-B: the whole meter is won, and shows its reset amount after it."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        table = host(opened, bits=lambda _width: 0)
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        table.send(PlaceWager(1, "jackpot-party", dollars(5)))
        table.send(CloseBets())
        answer(table, [PLAYER] * 3)
        table.send(ClearTable())
        (today,) = days_of(opened, "BJ-02")
        found, shown = table_day(opened, "BJ-02", today), meters_shown(opened, today)
        meters = meter_days(opened, today)
    hand = next(each for each in found.jackpots if each.outcome.startswith("royal-flush"))
    mystery = next(each for each in found.jackpots if each.outcome == "mystery-bonus")
    rules = rules_of(PROGRESSIVE)
    party = rules.offered("jackpot-party")
    assert party is not None
    (mega,) = [meter for meter in party.meters if meter.name == "jackpot-party/mega"]
    slip = jackpot_slip(hand, rules, shown=of_jackpot(hand, shown))
    assert facts(slip, "Amount", "Meter before", "Meter after") == [
        "$25,000.35",
        "$25,000.35",
        money(mega.reseed),
    ]
    of_mystery = party.mystery
    assert of_mystery is not None
    assert mystery.amount is not None
    slip = jackpot_slip(mystery, rules, shown=of_jackpot(mystery, shown))
    before, after = facts(slip, "Meter before", "Meter after")
    assert (before, after) == (money(mystery.amount), money(of_mystery.reseed))

    slips = slips_by_meter([hand], shown)
    statement = meter_statement(meters, str(today), head_of(rules), slips=slips)
    told = {
        each.heading: block.text
        for each in statement.parts
        for block in each.blocks
        if isinstance(block, Words)
    }
    number = slip_number(hand)
    assert told["Jackpot Party, Mega meter: BJ-02"] == f"Jackpot slips of its awards: {number}."


def test_only_what_is_not_paid_at_once_has_a_slip(
    with_envy: TableDay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # the shoe is still stacked as for the fixture
    """§ 633c.2(h)(4): a payout from the inventory is a row of the statement alone."""
    assert [needs_slip(paid) for paid in with_envy.jackpots] == [False, True, False]
    statement = table_statement(with_envy, rules_of(PROGRESSIVE))
    (of_payouts,) = [part for part in statement.parts if part.heading == "Progressive payouts"]
    (table,) = of_payouts.blocks
    assert isinstance(table, PaperTable)
    assert table.columns[0].heading == "Payout"
    assert len(table.rows) == len(with_envy.jackpots)
    place = str(tmp_path / "floor.journal")
    with journal(place) as opened:
        play_for_envy(opened)
        today = next(days_of(opened, "BJ-02"))
    daily(place, date=today.isoformat(), out=tmp_path / "day")
    capsys.readouterr()
    slips = sorted(path.name for path in (tmp_path / "day").glob("jackpot-*.html"))
    assert slips == ["jackpot-BJ-02-1-2.html"]


def test_every_slip_has_lines_to_sign(with_envy: TableDay) -> None:
    """A payout from the inventory needs no papers; who keeps its slip signs it all the same."""
    fixed, meter, _envy = [jackpot_slip(each, rules_of(PROGRESSIVE)) for each in with_envy.jackpots]
    assert [row[0] for row in rows(fixed, "Signatures")] == ["Prepared by", "Checked by"]
    assert [row[0] for row in rows(meter, "Hand pay")] == ["Player", "Attendant", "Floorperson"]


def test_a_meter_s_day_leads_from_its_opening_to_its_closing(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    _, meters, _ = played
    assert meters
    for of_day in meters:
        assert of_day.opening + of_day.contributed + of_day.seeded - of_day.paid == of_day.closing
        assert (
            of_day.reserve_opening + of_day.reserved - of_day.reserve_used == of_day.reserve_closing
        )
    assert sum(meter.contributed for meter in meters) > 0
    paper = meter_statement(meters, "2026-11-23", head_of(rules_of(PROGRESSIVE)))
    headings = [part.heading for part in paper.parts]
    of_party = [
        heading.split(":")[0] for heading in headings if heading.startswith("Jackpot Party")
    ]
    assert of_party == [f"Jackpot Party, {meter} meter" for meter in ("Mega", "Major", "Minor")]
    assert "Jackpot Party, Mega meter: BJ-02" in headings


def test_a_slip_has_the_steps_that_were_signed(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """§ 633c.2(h): verified, light confirmed, validated, paid, papers completed."""
    found, _, _ = played
    hands = [jackpot.outcome for jackpot in found.jackpots if jackpot.outcome.startswith("royal")]
    assert hands == ["royal-flush-diamonds", "royal-flush-other-suit"]
    for jackpot in found.jackpots:
        slip = jackpot_slip(jackpot, rules_of(PROGRESSIVE))
        steps = rows(slip, "Signed")
        assert [step[0] for step in steps] == list(STEPS.values())
        paid = next(step for step in steps if step[0] == "Paid")
        assert paid[2].startswith(found.day.isoformat())
        assert paid[3] == "58 Pa. Code § 633c.2(h)(4)" or jackpot.outcome == "mystery-bonus"
        assert jackpot.amount is not None
        by_hand = "Hand pay" in [part.heading for part in slip.parts]
        assert by_hand == (jackpot.source == "jackpot-slip"), "the dealer pays from the inventory"
        papers = next(step for step in steps if step[0] == "Papers completed")
        assert by_hand or papers[1] == "not required"


def test_a_slip_names_the_persons_who_took_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """§ 633c.2(h)(1)-(4): the dealer and a floorperson, with titles; number, date and player."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        accounts = Accounts(opened)
        for name, role in (("L. Chen", Role.FLOORPERSON), ("dealer", Role.DEALER)):
            accounts.open(name, role, "correct horse battery", "the first start")
        table = host(opened, bits=lambda _width: 0)
        table.automate(UNTIL_CLEARED & ~Automation.FLOOR)
        table.send(PlaceWager(1, "blackjack", dollars(15), player="A. Patron"), actor="A. Patron")
        table.send(
            PlaceWager(1, "jackpot-party", dollars(5), player="A. Patron"), actor="A. Patron"
        )
        table.send(CloseBets(), actor="dealer")
        answer(table, [PLAYER] * 3)
        while (step := floor_step(table.state)) is not None:
            table.send(step, actor="L. Chen" if isinstance(step, ValidateJackpot) else "dealer")
        (today,) = days_of(opened, "BJ-02")
        found, titles = table_day(opened, "BJ-02", today), titles_of(opened, today)
    by_hand = next(each for each in found.jackpots if each.outcome == "royal-flush-diamonds")
    slip = jackpot_slip(by_hand, rules_of(PROGRESSIVE), titles=titles)
    assert {row[0]: row[1] for row in rows(slip, "Signed")} == {
        "Hand verified": "dealer",
        "Light of the progressive system confirmed": "dealer",
        "Payout validated": "L. Chen, floorperson",
        "Paid": "dealer",
        "Papers completed": "dealer",
    }
    paid = {row[0]: row[1] for row in rows(slip, "Hand pay")}
    assert paid["Player"] == "A. Patron"
    assert paid["Floorperson"] == "L. Chen, floorperson"
    assert paid["Attendant"].startswith("____"), "nobody has signed as one"
    number, date_of, player = facts(slip, "Slip number", "Date", "Player")
    assert number == f"BJ-02-1-{by_hand.number}"
    assert date_of.startswith(f"{today.isoformat()}, ")
    assert slip.subtitle == f"No. {number}, {today.isoformat()}"
    assert player == "A. Patron"


def test_a_step_that_the_table_takes_is_signed_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer who closes the wagers does not verify the hand that the table settles then."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        table = host(opened, bits=lambda _width: 0)
        table.send(PlaceWager(1, "blackjack", dollars(15)), actor="A. Patron")
        table.send(PlaceWager(1, "jackpot-party", dollars(5)), actor="A. Patron")
        table.send(CloseBets(), actor="M. Rossi")
        (today,) = days_of(opened, "BJ-02")
        found = table_day(opened, "BJ-02", today)
    assert found.jackpots
    for jackpot in found.jackpots:
        slip = jackpot_slip(jackpot, rules_of(PROGRESSIVE))
        assert {row[1] for row in rows(slip, "Signed")} <= {
            "the table, automatically",
            "not signed: the table, automatically",
            "not required",
        }
        (validated,) = [row[1] for row in rows(slip, "Signed") if row[0] == "Payout validated"]
        of_floorperson = {"not signed: the table, automatically", "not required"}
        assert validated in of_floorperson, "§ 633c.2(h)(3): a floorperson or above"


def test_the_command_writes_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "floor.journal")
    with journal(place) as opened:
        play(host(opened), 1)
        today = next(days_of(opened, "BJ-02"))
    out = tmp_path / "day"
    daily(place, date=today.isoformat(), out=out, count=["BJ-02=25,000"])
    capsys.readouterr()
    assert "$25,000.00" in (out / "daily-BJ-02.html").read_text(encoding="utf-8")
    for text, why in (("BJ-02", "is no count such as"), ("BJ-9=1", "has no table 'BJ-9'")):
        with pytest.raises(BadInput, match=why):
            daily(place, date=today.isoformat(), out=out, count=[text])
    assert (out / "daily-BJ-02.pdf").read_bytes().startswith(b"%PDF")
    assert "At the beginning" in (out / "daily-meters.html").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="No table of this journal was open on 2020-01-01 or before"):
        daily(place, date="2020-01-01", out=out)
