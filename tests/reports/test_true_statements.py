"""What a paper says of a table is true of that table, and cites the section that says it."""

import pytest

from reports.paper_tables import (
    base_of,
    drawings,
    facts,
    papers_of,
    part,
    rows,
    source,
    source_from,
    words,
)
from upcard.analysis.counters.linear_counts import counts_of
from upcard.games.blackjack import insurance_limit
from upcard.reports.felt.devices import devices_of
from upcard.reports.par.dealt_rounds import typical_play
from upcard.reports.par.largest_win import largest_wager
from upcard.reports.par.wager_sizes import sizes_of
from upcard.reports.rendering.paper import Facts, PaperTable
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource

PARTY = '[table]\nname = "T"\n[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\nenvy = '


def paid(made: PaperSource) -> dict[str, str]:
    """The section of each row that the rules of a table's game pay, as its form cites it."""
    found = rows(submission_form(made), "Paid by the rules of the game")
    return {row[0]: row[-1] for row in found}


def test_s633a_08_e_even_money_has_a_section_of_its_own() -> None:
    cited = paid(source("blackjack"))
    assert cited["Blackjack wager: Any other winning hand"] == "58 Pa. Code § 633a.13(a)"
    assert cited["Blackjack wager: Even money"] == "58 Pa. Code § 633a.8(e)"


def test_s633c_04_i_a_tie_is_cited_by_the_paragraph_that_pays_it() -> None:
    text = '[table]\nname = "T"\ngame = "switch-hands"\n[switch_hands]\ntie_blackjack = "1 to 2"\n'
    cited = paid(source_from(text))
    tied = "Blackjack wager: Blackjack against a dealer's Blackjack, after switching hands"
    assert cited[tied] == "58 Pa. Code § 633c.4(i)(2)(ii)"


def test_the_heading_of_a_sign_cites_all_that_it_pays() -> None:
    game = payout_sign(source("blackjack")).parts[0]
    assert game.section == "58 Pa. Code § 633a.13(a); 58 Pa. Code § 633a.8(e)"


def test_odds_that_a_table_does_not_pay_stand_on_no_paper() -> None:
    without = source_from('[table]\nname = "T"\n[blackjack]\neven_money = false\n')
    assert "even-money" not in without.table.pays
    assert "Even money" not in {fact.name for fact in rules_in_short(without.table)}


def test_s633c_05_b_2_terminals_may_share_a_position() -> None:
    told = facts(base_of("hybrid-blackjack"), "Maximum exposure")
    shared = "; more terminals may share a position"
    assert told["One terminal at each position"].endswith(shared)
    assert shared in told["Worst round of the table"]
    assert "All 7 positions" in facts(base_of("blackjack"), "Maximum exposure")
    assert "terminal" not in str(facts(base_of("blackjack"), "Maximum exposure"))


def test_one_position_has_no_upper_bound() -> None:
    told = facts(base_of("hybrid-blackjack-no-hole-card"), "Maximum exposure")
    assert "bound" not in told["One terminal"]


def test_s633a_09_a_typical_player_is_said_to_surrender_only_where_that_is_offered() -> None:
    assert "never surrenders" in typical_play(source("blackjack").table)
    assert "surrender" not in typical_play(source("blackjack-switch").table)


def test_of_counts_that_fit_alike_the_simpler_is_the_best() -> None:
    """Effects by rank alone: no count by suit fits them better than by an error of rounding."""
    for scale in (1.0, 1 / 3, 0.1, 1e-3):
        effects = [scale * (1 if card < 20 else -1) for card in range(40)] + [0.0] * 12
        best = [count.name for count in counts_of(effects) if not count.published]
        assert best == ["linear", "ranks-1"], scale


def test_s633a_05_h_a_continuous_shuffler_loads_no_shoe_and_keeps_no_batch() -> None:
    dealing = 'dealing = "continuous-shuffler"\ndecks = 6\n'
    made = source_from(f'[table]\nname = "T"\n{dealing}')
    choices = {row[0] for row in rows(submission_form(made), "Equipment")}
    assert not [choice for choice in choices if "loads" in choice or "batch" in choice]


def test_s633a_02_g_every_table_with_seats_has_a_discard_rack() -> None:
    for dealing in ("shoe", "continuous-shuffler"):
        made = source_from(f'[table]\nname = "T"\ndealing = "{dealing}"\ndecks = 6\n')
        assert "discard rack" in [device.name for device in devices_of(made.table)]


def test_s633c_05_bb_1_a_dealers_blackjack_takes_the_original_wager_alone() -> None:
    by_name = {
        fact.name: fact for fact in rules_in_short(source("hybrid-blackjack-no-hole-card").table)
    }
    told = by_name["Dealer's Blackjack"]
    assert "original wager" in told.value
    assert told.section == "58 Pa. Code § 633c.5(bb)(1)"
    card = papers_of("hybrid-blackjack-no-hole-card")["rack-card"]
    parts = [block for part in card.parts for block in part.blocks if isinstance(block, Facts)]
    assert "Dealer's Blackjack" in {fact.name for block in parts for fact in block.facts}


@pytest.mark.parametrize("envy", ["true", "false"])
def test_s633c_02_i_whose_hands_bring_envy_bonuses_is_told_where_they_are_paid(envy: str) -> None:
    made = source_from(PARTY + envy)
    told = [row[0] for row in rows(submission_form(made), "Wager: Jackpot Party")]
    assert any("brings the envy bonus" in row for row in told) == (envy == "true")


def test_only_a_whole_meter_counts_as_a_jackpot() -> None:
    told = facts(papers_of("down-under-blackjack")["progressive-cash-flow"], "How to read it")
    assert "only 100 % counts as a jackpot" in told["Awards of a percentage"]


def test_s633a_08_b_insurance_is_in_chips() -> None:
    """Half of $25 is $12.50, which chips of $5 cannot make: $15 may be wagered, never $12.50."""
    text = (
        '[table]\nname = "T"\ndealing = "from-the-hand"\ndecks = 2\nminimum = 25\nmaximum = 125\n'
        "smallest_chip = 5\n"
    )
    made = source_from(text)
    sizes = sizes_of(made.table, made.table.insurance)
    assert [units // 10_000 for units in sizes] == [15, 25, 65]
    assert largest_wager(made.table, made.table.insurance) == insurance_limit(1_250_000, 50_000)
    (heading, *_) = part(payout_sign(made), "Insurance").blocks
    assert isinstance(heading, PaperTable)
    assert "the next amount that can be wagered" in heading.columns[0].heading


@pytest.mark.parametrize(
    ("dealing", "decks", "cited"),
    [
        ("shoe", 6, {"Colors of the cards' backs": "633a.3(a)", "Cover cards": "633a.3(a)"}),
        (
            "continuous-shuffler",
            6,
            {"Colors of the cards' backs": "633a.3(a)", "Automated shuffling device": "633a.5(h)"},
        ),
        (
            "automated-shuffler",
            6,
            {
                "Colors of the cards' backs": "633a.3(b)(2)",
                "Automated shuffling device": "633a.3(b)",
            },
        ),
        ("double-shoe", 4, {"Colors of the cards' backs": "633a.3(c)", "Cover cards": "633a.3(c)"}),
        ("from-the-hand", 2, {"Automated shuffling device": "633a.12(b)(2)"}),
    ],
)
def test_s633a_03_equipment_is_cited_by_the_way_of_dealing(
    dealing: str, decks: int, cited: dict[str, str]
) -> None:
    made = source_from(f'[table]\nname = "T"\ndealing = "{dealing}"\ndecks = {decks}\n')
    form = {row[0]: row[-1] for row in rows(submission_form(made), "Equipment")}
    assert {name: form[name] for name in cited} == {
        name: f"58 Pa. Code § {section}" for name, section in cited.items()
    }


@pytest.mark.parametrize(
    ("dealing", "decks", "section"),
    [("shoe", 6, "(a)"), ("automated-shuffler", 6, "(b)"), ("double-shoe", 4, "(c)")],
)
def test_s633a_03_decks_are_cited_by_the_way_of_dealing(
    dealing: str, decks: int, section: str
) -> None:
    made = source_from(f'[table]\nname = "T"\ndealing = "{dealing}"\ndecks = {decks}\n')
    table = {row[0]: row[-1] for row in rows(submission_form(made), "The table")}
    assert table["Decks"] == f"58 Pa. Code § 633a.3{section}"


def test_s633a_07_m_how_the_dealer_draws() -> None:
    by_name = {fact.name: fact.section for fact in rules_in_short(source("blackjack").table)}
    assert by_name["The dealer"] == "58 Pa. Code § 633a.7(m)"


def test_s633a_12_a_what_switch_does_not_offer_is_cited_by_its_own_rules() -> None:
    by_name = {fact.name: fact for fact in rules_in_short(source("blackjack-switch").table)}
    assert by_name["Surrender"].value == "not offered"
    assert by_name["Surrender"].section == source("blackjack-switch").table.game_data.section


def test_a_game_whose_rules_are_not_all_among_the_sources_says_so() -> None:
    said = "are not among the sources"
    table = papers_of("match-the-dealer-blackjack")
    for name in ("submission-form", "layout", "par-blackjack"):
        assert said in words(table[name]), name
    assert "Reading of the text" not in facts(table["par-blackjack"], "How it was found")
    assert said not in words(papers_of("blackjack")["par-blackjack"])


def test_washingtons_meters_are_cited_by_washingtons_rules() -> None:
    made = source_from(
        '[table]\nname = "T"\ngame = "match-the-dealer-blackjack"\nmaximum = 300\n'
        '[wagers.match-the-dealer-progressive]\npaytable = "3c-1"\nwager = 5\nseed = 10000\n'
        'reseed = 10000\nincrement = "15%"\nlimit = 90000\n'
    )
    sections = {
        row[-1]
        for heading in made.table.wagers
        for row in rows(submission_form(made), f"Wager: {heading.data.title}, meter")
    }
    assert sections
    assert not [section for section in sections if "Pa. Code" in section]


def test_s633a_02_e_a_hybrid_table_has_its_drop_box_drawn() -> None:
    layout = papers_of("hybrid-blackjack")["layout"]
    listed = {row[0] for row in rows(layout, "Devices at the dealer's side")}
    assert {"Drop box", "Tip box"} <= listed
    (drawing,) = drawings(layout)
    assert ">drop box<" in drawing.svg
    assert ">tip box<" in drawing.svg


def test_s633c_05_k_wagers_at_a_terminal_are_no_chips() -> None:
    table = {
        row[0]: row[-1]
        for row in rows(papers_of("hybrid-blackjack")["submission-form"], "The table")
    }
    assert table["Smallest unit of a wager at a terminal"] == "58 Pa. Code § 633c.5(k)"
    assert "Smallest chip" not in table
