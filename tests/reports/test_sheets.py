"""Sign, rack card, layout, form and expected hold say what the submission and the text say."""

from fractions import Fraction
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from reports.paper_tables import (
    GAMES,
    MANY_WAGERS,
    drawings,
    facts,
    notes,
    pairs,
    part,
    rows,
    source,
    source_from,
    words,
)
from upcard.analysis.meters.long_run import long_run_edge
from upcard.layout.areas import LETTERS, LayoutArea, areas
from upcard.reports.award_words import award_in_words
from upcard.reports.choice_words import AT_TERMINALS, form_label
from upcard.reports.felt.seats import felt
from upcard.reports.names import language
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.paper import Facts, PaperTable, Words
from upcard.reports.sheets.applicable_choices import applies
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.hold_notes import hold_notes
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.layout_sheet import felt_file, layout_sheet
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign, printed_awards
from upcard.rules.loader import all_wagers
from upcard.submission.describing.explain import all_choices
from upcard.submission.game_choices import is_asked

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> list[str]:
    """The texts of a drawing."""
    return [
        "".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")
    ]


# Layout


def test_s633a_02_b_areas_and_inscriptions() -> None:
    """§ 633a.2(b)(2)–(15): an area for each offered wager, its section beside it."""
    layout = layout_sheet(source_from(MANY_WAGERS))
    cited = {
        row[1]: row[2].removeprefix("58 Pa. Code § ")
        for row in rows(layout, "Areas of each position")
    }
    assert cited["Blackjack wager"] == "633a.2(b)(2)"
    assert cited["Lucky Ladies Twenty Point Bonus"] == "633a.2(b)(4)"
    assert cited["Match-the-Dealer"] == "633a.2(b)(5)"
    assert cited["In Between"] == "633a.2(b)(6)"
    assert cited["Royal Match 21"] == "633a.2(b)(7)"
    assert cited["Bet the Set 21"] == "633a.2(b)(8)"
    assert cited["King's Bounty"] == "633a.2(b)(9)"
    assert cited["Three Card Poker"] == "633a.2(b)(11)"
    assert cited["House Money"] == "633a.2(b)(14)"
    assert cited["TriLux Deluxe Press"] == "633c.11(b)"
    lines = pairs(layout, "Inscriptions")
    assert lines["Blackjack pays 3 to 2"].endswith("633a.2(b)(3)(i)")
    assert lines["Insurance pays 2 to 1"].endswith("633a.2(b)(3)(ii)")
    assert lines["Dealer shall draw to 16 and stand on all 17s"].endswith("633a.2(b)(3)(iii)")


@pytest.mark.parametrize("positions", range(1, 8))
def test_every_area_is_drawn_before_every_position(positions: int) -> None:
    """§ 633a.2(a): up to seven; each area's letter stands as often as there are positions."""
    table = source_from(MANY_WAGERS.replace("positions = 7", f"positions = {positions}"))
    texts = drawn(drawings(layout_sheet(table))[0].svg)
    for area in areas(table.table):
        assert texts.count(area.key) == positions
    assert [text for text in texts if text.isdecimal()] == [str(n + 1) for n in range(positions)]


@pytest.mark.parametrize("positions", [1, 5, 7])
def test_a_table_that_offers_everything_can_be_drawn(positions: int) -> None:
    """Chapters 633a and 633c together: no area is left out, none lies over another."""
    table = replace(source("blackjack").table, positions=positions)
    slugs = [rules.data for rules in all_wagers() if "blackjack" in rules.data.games]
    every = [LayoutArea("A", "Blackjack wager", "", main=True)]
    every += [
        LayoutArea(key, data.title, data.section)
        for key, data in zip(LETTERS[1:], slugs, strict=False)
    ]
    assert len(every) > 20
    drawing = felt(table, every, (), ("name",))
    texts = drawn(drawing)
    for area in every:
        assert texts.count(area.key) == positions
    first = ElementTree.fromstring(drawing).find(f"{SVG}g")
    assert first is not None
    rings = [
        [float(element.get(key, "")) for key in ("cx", "cy", "r")]
        for element in first.iter(f"{SVG}circle")
    ]
    for one, other in combinations(rings, 2):
        assert dist(one[:2], other[:2]) >= one[2] + other[2]


def test_blackjack_switch_has_two_areas() -> None:
    """§ 633a.2(b)(10)(i), (ii)."""
    found = rows(layout_sheet(source("blackjack-switch")), "Areas of each position")
    assert [row[2].rpartition(" ")[2] for row in found] == [
        "633a.2(b)(10)(i)",
        "633a.2(b)(10)(i)",
        "633a.2(b)(10)(ii)",
    ]


def test_switch_hands_areas_and_inscriptions() -> None:
    """§ 633c.4(a)(1)–(3)."""
    layout = layout_sheet(source("switch-hands"))
    sections = {row[2] for row in rows(layout, "Areas of each position")}
    assert {"58 Pa. Code § 633c.4(a)(1)", "58 Pa. Code § 633c.4(a)(2)"} <= sections
    lines = pairs(layout, "Inscriptions")
    assert lines["Ante $1 for every $5 bet"] == "58 Pa. Code § 633c.4(a)(1)"
    texts = {text.lower() for text in drawn(drawings(layout)[0].svg)}
    for text, _, stands, letters in rows(layout, "Inscriptions"):
        assert (text.lower() in texts) == (stands == "drawn on an arc around the dealer")
        assert (letters == "–") == (stands == "not drawn: in each area C")


@pytest.mark.parametrize("game", ["blackjack", "baccarat", "lightning-roulette"])
def test_a_layout_has_the_odds_that_are_inscribed(game: str) -> None:
    """§ 633a.2(b)(15): those of every wager, unless a sign has them."""
    cells = pairs(layout_sheet(source(game)), "Payout odds")
    told = {wager: cell.replace("\N{NO-BREAK SPACE}", " ") for wager, cell in cells.items()}
    if game == "baccarat":
        assert told["Banker's Hand"] == "19 to 20"
        assert told["Tie"].endswith("8 to 1")
        return
    table = source(game).table
    paid = [wager for wager in table.wagers if printed_awards(wager)]
    assert len(told) == len(paid) + 2 * table.has_blackjack_wager
    if game == "blackjack":
        assert told["Perfect Pairs"].endswith("Mixed pair: 6 to 1")
        signed = '[table]\nname = "A"\n[layout]\npayouts = "sign"\n'
        headings = [part.heading for part in layout_sheet(source_from(signed)).parts]
        assert "Payout odds" not in headings


def test_hybrid_boxes() -> None:
    """§ 633c.5(b)(2)–(4): three boxes for players, one for the dealer, a community box."""
    layout = layout_sheet(source("hybrid-blackjack"))
    texts = drawn(drawings(layout)[0].svg)
    assert {"position 1", "position 2", "position 3", "dealer", "community"} <= set(texts)
    assert [row[1][-4:] for row in rows(layout, "Boxes on the layout")] == [
        f")({number})" for number in range(1, 5)
    ]


@pytest.mark.parametrize("game", ["hybrid-blackjack", "hybrid-blackjack-no-hole-card"])
def test_the_devices_of_a_hybrid_table_are_drawn_and_listed(game: str) -> None:
    """§ 633c.5(d), (e), (f), (j); a continuous shuffler needs no discard rack."""
    layout = layout_sheet(source(game))
    found = pairs(layout, "Devices at the dealer's side")
    section = "58 Pa. Code § 633c.5"
    own_devices = {name: cited.removeprefix(section) for name, cited in found.items()}
    assert [own_devices.pop(name) for name in ("Drop box", "Tip box")] == [
        "58 Pa. Code § 633a.2(e)"
    ] * 2
    assert own_devices == {
        "Card reader": "(d)",
        "Discard rack": "(e)",
        "Shuffler": "(f)",
        "Dealing shoe": "(j)",
    }
    values = pairs(layout, "Told by the game rules icon")
    assert values["Insurance pays 2 to 1"].endswith("633c.5(c)(2)")
    assert {name.lower() for name in found} <= set(drawn(drawings(layout)[0].svg))
    text = f'[table]\nname = "A"\ngame = "{game}"\ndealing = "continuous-shuffler"\n'
    text += '[equipment]\nhybrid_discard_rack = "continuous-shuffler"\n'
    without = layout_sheet(source_from(text))
    assert "discard rack" not in drawn(drawings(without)[0].svg)


def test_a_limit_that_is_not_there_is_on_no_paper() -> None:
    """§§ 633a.13(o), 633a.2(b)(16): only where a wager has limited rows, and there is a limit."""
    for made, asked in ((source("blackjack"), False), (source("blackjack-premium"), True)):
        table = pairs(submission_form(made), "The table")
        assert ("Most paid to all winning hands of a round for a limited top row" in table) == asked
        declared = pairs(layout_sheet(made), "What the submission declares of the layout")
        assert not any(line.startswith("The aggregate payout limit") for line in declared)


def test_boxes_without_a_hole_card() -> None:
    """§ 633c.5(w), (y): (b) does not apply; the cards of all players, the dealer, the community."""
    found = rows(layout_sheet(source("hybrid-blackjack-no-hole-card")), "Boxes on the layout")
    assert [row[1] for row in found] == [f"58 Pa. Code § 633c.5(y)({part})" for part in (1, 2, 4)]


def test_the_wheel_has_every_number_twice() -> None:
    """§ 617b.3(a): 37 compartments, and as many numbers on the layout; each in its color."""
    layout = layout_sheet(source("lightning-roulette"))
    texts = drawn(drawings(layout)[0].svg)
    for number in range(37):
        assert texts.count(str(number)) == 2
    fills = [
        element.get("fill")
        for element in ElementTree.fromstring(drawings(layout)[0].svg).iter(f"{SVG}path")
    ]
    assert sorted(fills.count(fill) for fill in set(fills) - {"none"}) == [1, 18, 18]


def test_majestic_match_has_an_area_for_either_hand() -> None:
    """§ 631b.7(a)."""
    found = rows(layout_sheet(source("baccarat")), "Areas of each position")
    assert [row[1] for row in found if row[2].endswith("631b.7(a)")] == [
        "Majestic Match, Player's Hand",
        "Majestic Match, Banker's Hand",
    ]


def test_the_layout_has_what_is_declared_to_scale() -> None:
    """§§ 633a.2(e), (f), 633a.12(b)(2): devices as declared; a file in millimeters for the felt."""
    text = '[table]\nname = "A"\ndealing = "continuous-shuffler"\n'
    text += '[equipment]\ntip_box = "approved-location"\n'
    drawn = felt_file(source_from(text))
    for there in ("continuous shuffler", "card reader", "drop box", "tip box", "500 mm"):
        assert f">{there}<" in drawn
    assert "dealing shoe" not in drawn
    width = float(drawn.partition('width="')[2].partition("mm")[0])
    units = float(drawn.partition('viewBox="0 0 ')[2].partition(" ")[0])
    assert width / units == pytest.approx(2_100 / 1_140, abs=0.001), "the felt is 2,100 mm across"


# Sign and rack card

AGAINST_21 = "Blackjack against a dealer's 21 of three or more cards"
TIED_BLACKJACK = "Blackjack against a dealer's Blackjack"
SWITCHED = ", after switching hands"


@pytest.mark.parametrize("game", GAMES)
def test_the_sign_has_every_wager_with_what_it_pays(game: str) -> None:
    """§ 633a.2(b)(15): the payout odds of all wagers offered."""
    sign, card = payout_sign(source(game)), rack_card(source(game))
    for offered in source(game).table.wagers:
        title = source(game).short(offered.data.title)
        for paper in (sign, card):
            if any(each.heading == title for each in paper.parts):
                own = rows(paper, title)
                assert len(own) >= len(printed_awards(offered)) > 0 or not offered.awards[1:]
            else:  # one row of a table of such wagers
                (award,) = printed_awards(offered).values()
                assert pairs(paper, "Other wagers")[title] == award_in_words(award, language())


def test_wagers_of_one_row_share_a_table() -> None:
    """A wheel has seven: their limits and their section stand once."""
    sign = payout_sign(source("lightning-roulette"))
    assert [each.heading for each in sign.parts] == ["Straight wager", "Other wagers"]
    (table,) = part(sign, "Other wagers").blocks
    assert isinstance(table, PaperTable)
    assert table.columns[0].heading == "$15 to $2,000"
    assert part(sign, "Other wagers").section == "58 Pa. Code § 617a.4"
    assert table.rows[0] == ("Two numbers", "17 to 1")
    assert len(table.rows) == 7
    baccarat = [each.heading for each in payout_sign(source("baccarat")).parts]
    assert baccarat[:2] == ["Player's Hand", "Banker's Hand"], "each has a word of its own"


def test_the_sign_pays_from_the_best_down() -> None:
    sign = payout_sign(source("blackjack"))
    assert rows(sign, "Perfect Pairs") == [
        ("Perfect pair: the same rank and suit", "25 to 1"),
        ("Colored pair: the same rank and color, different suits", "12 to 1"),
        ("Mixed pair: the same rank, different colors", "6 to 1"),
    ]
    assert rows(sign, "Insurance") == [("The dealer has a Blackjack", "2 to 1")]
    assert ("Royal flush (ace to jack) in diamonds", "$3,000") in rows(sign, "Jackpot Party"), (
        "an envy bonus"
    )


@pytest.mark.parametrize(
    ("any_20", "last"),
    [
        ("true", "Player's 20 against any other hand"),
        ("false", "Player's 20 against a dealer's Blackjack"),
    ],
)
def test_the_sign_has_an_optional_row_where_it_is_offered(any_20: str, last: str) -> None:
    """§ 633a.13(j)(1): a 20 against any hand is optional."""
    text = f'[table]\nname = "A"\n[wagers.bad-beat]\nincrement = "5%"\nany_20 = {any_20}\n'
    text += "seed = 5000\nreseed = 5000\n"
    assert rows(payout_sign(source_from(text)), "Bad Beat")[-1][0] == last


@pytest.mark.parametrize(("game", "there"), [("blackjack", True), ("blackjack-switch", False)])
def test_s633a_12_a_4_a_form_asks_of_surrender_only_where_it_is_offered(
    game: str, there: bool
) -> None:
    """§ 633a.12(a)(4): no surrender at Blackjack Switch."""
    text = f'[table]\nname = "A"\ngame = "{game}"\n[wagers.bad-beat]\nincrement = "5%"\n'
    form = submission_form(source_from(f"{text}seed = 5000\nreseed = 5000\n"))
    told = [row[0] for row in rows(form, "Wager: Bad Beat")]
    assert any(name.startswith("Whether a surrendered") for name in told) is there


@pytest.mark.parametrize(
    ("game", "chosen", "there", "not_there"),
    [
        (
            "blackjack",
            "[blackjack]\neven_money = false",
            "Any other winning hand",
            "Even money: a Blackjack, chosen when the dealer shows an ace",
        ),
        ("blackjack-switch", "", AGAINST_21, TIED_BLACKJACK),
        (
            "blackjack-switch",
            '[switch]\nblackjack_pays = "industry"',
            "Blackjack",
            AGAINST_21,
        ),
        ("switch-hands", "", f"Blackjack of one color{SWITCHED}", f"{TIED_BLACKJACK}{SWITCHED}"),
        (
            "switch-hands",
            '[switch_hands]\ntie_blackjack = "1 to 2"',
            f"{TIED_BLACKJACK}{SWITCHED}",
            TIED_BLACKJACK,
        ),
        ("blackjack-premium", "", "Blackjack of one color, with an ante", "Blackjack of one color"),
    ],
)
def test_the_sign_has_what_the_table_pays(
    game: str, chosen: str, there: str, not_there: str
) -> None:
    """§§ 633a.8(e), 633a.12(a)(5)(i), 633c.4(i)(2)(ii): by the submission's choices."""
    table = source_from(f'[table]\nname = "A"\ngame = "{game}"\n{chosen}\n')
    paid = {row[0]: row[1] for row in rows(payout_sign(table), "Blackjack wager")}
    assert there in paid
    assert not_there not in paid
    assert paid["Blackjack"] == ("1 to 1" if "industry" in chosen else "3 to 2")


def test_two_equal_wagers_are_in_the_headline() -> None:
    """§ 633a.12(a)(1): the limits hold for each hand."""
    switch = source("blackjack-switch")
    for paper in (payout_sign(switch), rack_card(switch)):
        assert paper.subtitle == "Two equal wagers, each $15 to $2,000"
        (table, *_) = part(paper, "Blackjack wager").blocks
        assert isinstance(table, PaperTable)
        assert table.columns[0].heading == paper.subtitle
    own = payout_sign(source("blackjack")).subtitle
    assert own == "Blackjack wager from $15 to $2,000", "side wagers have limits of their own"
    assert AGAINST_21 in pairs(layout_sheet(switch), "Payout odds")["Blackjack wager"]


def test_the_payout_limit_is_told() -> None:
    """§ 633a.2(b)(16)."""
    text = '[table]\nname = "T-3"\naggregate_limit = 100000\n[wagers.lucky-ladies]\nmaximum = 25\n'
    table = source_from(text)
    assert "$100,000" in words(payout_sign(table))
    lines = pairs(layout_sheet(table), "Inscriptions")
    limit = "$100,000 in all for the hands of a round that win the top row"
    assert f"Payout limit of Lucky Ladies Twenty Point Bonus: {limit}" in lines
    assert not any("per hand" in line for line in lines), "the hands share it: § 633a.13(o)"
    posted = source_from(text + '[layout]\npayout_limit = "generic"\n')
    lines = pairs(layout_sheet(posted), "Inscriptions")
    assert "This game is subject to the posted payout limit" in lines
    signed = source_from(text + '[layout]\npayout_limit = "sign"\n')
    assert not any("limit" in line for line in pairs(layout_sheet(signed), "Inscriptions"))


# Form


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_every_choice_of_the_game(game: str) -> None:
    form = submission_form(source(game))
    said = [row[0].lower() for part in form.parts for row in rows(form, part.heading)]
    for choice in all_choices():
        table, _, key = choice.field.partition(".")
        if table != "wagers" and is_asked(source(game).submission, table, key):
            label = form_label(choice.field, choice.summary.rstrip("."), source(game).table)
            if key == "smallest_chip" and source(game).table.variation.has_terminals:
                label = AT_TERMINALS
            shown = label.lower() in said
            assert shown == applies(source(game), choice.field), "only what the table has"
    assert {
        f"Wager: {source(game).short(wager.data.title)}" for wager in source(game).table.wagers
    } <= {part.heading for part in form.parts}


def test_the_form_tells_what_stands_by_default() -> None:
    form = submission_form(source("blackjack"))
    table = {row[0]: row[1:] for row in rows(form, "The table")}
    assert table["Table"] == ("T-1", "chosen", "58 Pa. Code § 601a.2")
    assert table["Largest Blackjack wager"][:2] == ("$2,000", "by default")
    pairs = {row[0]: row[1:] for row in rows(form, "Wager: Perfect Pairs")}
    assert pairs["Paytable"] == ("A", "chosen", "58 Pa. Code § 633c.1(e)")
    assert pairs["Minimum"] == ("$5", "chosen", "58 Pa. Code § 633c.1(b)")
    assert pairs["Maximum"] == ("$100", "chosen", "58 Pa. Code § 633c.1(b)")
    by_paytable = ("by the paytable", "58 Pa. Code § 633c.1(e)")
    for row, odds in (("Perfect", "25"), ("Colored", "12"), ("Mixed", "6")):
        assert pairs[f"Pays: {row} pair"] == (f"{odds} to 1", *by_paytable)
    game = {row[0]: row[1] for row in rows(form, "Paid by the rules of the game")}
    assert game["Blackjack wager: Blackjack"] == "3 to 2"
    assert game["Insurance: The dealer has a Blackjack"] == "2 to 1"
    party = {row[0]: row[1:] for row in rows(form, "Wager: Jackpot Party, Mega meter")}
    assert party["Seed"][:2] == ("$25,000", "by the paytable")
    assert party["Part of each wager that is added"][2] == "58 Pa. Code § 633c.2(i)"
    party = {row[0]: row[1:] for row in rows(form, "Wager: Jackpot Party")}
    assert party["Amounts"][2] == "58 Pa. Code § 633c.2(e)", "no row is without its section"
    assert all(row[3] for each in form.parts for row in rows(form, each.heading) if len(row) > 3)


def test_a_long_section_of_most_rows_stands_in_the_heading() -> None:
    """Washington's: each row would have it in two lines."""
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
    )
    form = submission_form(source_from(text))
    assert form.subtitle.endswith("with the section of each or of its heading")
    assert part(form, "The table").section.startswith("WSGC Match the Dealer Blackjack, Rules")
    found = {row[0]: row[1:] for row in rows(form, "The table")}
    assert found["Decks"] == ("6", "chosen"), "a value alone"
    assert "Other sections. Decks: WSGC Match the Dealer Blackjack, Table 2" in words(form)
    assert found["Betting positions"] == ("7", "by default"), "no column that is mostly empty"
    assert "(v003) behind a title: the version of the progressive system" in words(form)


READ = """
[table]
name = "A"
[wagers.blackjack-match]
paytable = "A"
wager = 5
envy = true
envy_from = "{envy_from}"
awards_together = "within-meter"
"""


@pytest.mark.nightly
def test_papers_tell_the_readings_in_force() -> None:
    """§§ 633c.10(h)(5), (i): the form, the PAR sheet and the sign."""
    everybody = "Envy bonus: to every other player with the wager"
    for envy_from, read, heading in (
        ("holder", "yes", everybody),
        (
            "wagerer",
            "no: that player has to have placed it",
            f"{everybody}, if the winner has it too",
        ),
    ):
        made = source_from(READ.format(envy_from=envy_from))
        form = rows(submission_form(made), "Wager: Blackjack Match")
        told = {value: section for _, value, by, section in form if by != "by default"}
        assert told[read] == "58 Pa. Code § 633c.10(h)(5)"
        assert told["no: they share what the meter has"] == "58 Pa. Code § 633c.10(i)"
        (sheet,) = [
            sheet for sheet in par_sheets(made) if sheet.name.startswith("par-blackjack-match")
        ]
        found = facts(sheet, "How it was found")
        assert found["Reading of the text"] == "as the section is worded"
        assert {read, "no: they share what the meter has"} <= set(found.values())
        blocks = part(payout_sign(made), "Blackjack Match").blocks
        titles = [block.columns[0].heading for block in blocks if isinstance(block, PaperTable)]
        assert heading in titles


def test_the_form_has_what_follows_from_other_choices() -> None:
    """§§ 633a.2(h), 633a.3(c), (d): what a double shoe needs, where the file does not say."""
    text = '[table]\nname = "T-1"\ndecks = 4\ndealing = "double-shoe"\n'
    form = submission_form(source_from(text))
    found = {row[0]: row[1:3] for name in ("The table", "Equipment") for row in rows(form, name)}
    values = {what.partition(";")[0]: value for what, value in found.items()}
    assert values["Decks changed at least every (hours)"] == (
        "24",
        "by default",
    )
    assert values["Cover cards"] == ("2", "by default")
    assert values["Colors of the cards' backs"] == ("2", "by default")
    height = "Height of the discard rack, or of its mark, in decks"
    assert values[height] == ("4", "by default")


def test_the_form_s_shuffler_is_that_of_a_shoe_and_batches() -> None:
    """§ 633a.3(b): not that of hand-dealt games, nor one that reshuffles by itself."""
    text = '[table]\nname = "T-1"\ndecks = 6\ndealing = "automated-shuffler"\n'
    form = submission_form(source_from(text))
    assert pairs(form, "The table")["Dealt"] == ("from a shoe, with an automated shuffler")
    cited = {row[0].partition(",")[0]: row[3] for row in rows(form, "Equipment")}
    assert cited["Automated shuffling device"] == "58 Pa. Code § 633a.3(b)"
    assert "The device that reshuffles and counts was tested and approved" not in cited


def test_the_form_cites_the_game_s_own_rules() -> None:
    """§ 633a.6(a) on chips is Blackjack's."""
    form = submission_form(source("baccarat"))
    table = {row[0]: row[3] for row in rows(form, "The table")}
    of_most = part(form, "The table").section
    assert (table["Smallest chip"] or of_most) == "58 Pa. Code § 601a.2"


# Expected hold


def test_hold_is_edge_times_wager_times_rounds() -> None:
    """Perfect Pairs keeps 19/311: of $10 in each of 60 rounds $36.66."""
    sheet = hold_sheet(source("blackjack"))
    found = {row[0]: row for row in rows(sheet, "Perfect Pairs")}
    assert list(found) == ["$5", "$10", "$25", "$50", "$100"]
    assert found["$10"][4] == f"${float(Fraction(19, 311) * 600):.2f}"
    assert found["$100"][1] == f"{100 * 19 / 311:.3f} %"
    typical = [row for row in rows(sheet, "Blackjack wager") if "±" in row[1]]
    assert typical, "a simulated edge stands with its error"
    assert not any("." in cell for row in typical[2:] for cell in row[2:]), "no cents of it"


@pytest.mark.nightly
def test_hold_of_two_equal_wagers_is_by_the_wager_on_each() -> None:
    """§ 633a.12(a)(1): $15 to $2,000 on each of two hands, both of which are held from."""
    switch = source("blackjack-switch")
    sheet = hold_sheet(switch)
    table = next(
        block for block in part(sheet, "Blackjack wager").blocks if isinstance(block, PaperTable)
    )
    assert table.columns[0].heading == "Wager on each of two hands"
    sizes = [row[0] for row in table.rows]
    assert sizes == ["$15", "$30", "$75", "$150", "$300", "$2,000"]
    held = float(table.rows[0][4].replace("−", "-").replace("$", ""))
    assert held == pytest.approx(-switch.base.expected_value * 2 * 15 * 60, abs=0.01)
    averages = pairs(sheet, "A table, 60 rounds an hour")
    assert averages["Blackjack, best play"] == "2 × $30"
    assert averages["All wagers, best play"] == "$70"
    text = words(sheet)
    assert "Dollars held in an hour by the seats in play, each with the average wager," in text
    assert (
        "Figures below zero: the house loses in the long run on Blackjack, best play; Blackjack, "
        "typical play; All wagers, best play."
    ) in text, "all wagers by the typical play are not told from zero"
    assert "It rests on a Blackjack's payout and a dealer's 22, read as the section" in text


def test_hold_of_a_meter_counts_what_it_pays_in_the_long_run() -> None:
    table = source("blackjack")
    (record,) = [record for record in table.records if record.wager == "jackpot-party"]
    (row,) = rows(hold_sheet(table), "Jackpot Party")
    edge = long_run_edge(record, table.offered(record))
    assert edge < record.house_edge
    assert row[1] == f"{float(100 * edge):.3f} %"


def test_rounded_figures_say_so_where_they_stand() -> None:
    """Five seats are not five times a rounded seat; exact figures need no such word."""
    said = "rounded, each to the digits that its error allows"
    simulated, exact = (hold_sheet(source(game)) for game in ("blackjack", "baccarat"))
    (told, *_) = simulated.parts[0].blocks
    assert isinstance(told, Words)
    assert said in told.text
    assert said not in words(exact)


def test_the_sheet_speaks_only_of_what_the_table_has() -> None:
    """A table without meters, envy and mysteries needs no words on them."""
    plainest = notes(hold_sheet(source("baccarat")))
    for absent in ("meter", "Envy", "Mystery", "additional payouts", "loses"):
        assert absent not in plainest
    every = notes(hold_sheet(source("blackjack")))
    assert "Insurance" not in plainest
    assert "the average is the second smallest size" in plainest
    assumed = ("Insurance: not counted", "Assumed, not measured: rounds an hour")
    mystery = "Mystery meters: counted in the edge"
    for there in ("Meters: as they pay", "Envy bonuses: counted", mystery, *assumed):
        assert there in every


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ("[wagers.royal-match-21]\ncrown_treasure = true\n", "; ranges too"),
        ('[wagers.perfect-pairs]\npaytable = "A"\n', ""),
    ],
)
def test_the_hold_says_whether_ranges_count_additional_payouts(chosen: str, told: str) -> None:
    """§ 633a.13(f): each crown is a Royal Match, so the deviation with it is exact."""
    table = source_from(f'[table]\nname = "T"\n{chosen}')
    (block,) = hold_notes(table, simulated=False).blocks
    assert isinstance(block, Facts)
    counted = [fact.value for fact in block.facts if fact.name == "Additional payouts"]
    assert counted == (["counted in the edge" + told] if told else [])
