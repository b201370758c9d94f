"""What sign, rack card and form say of what only some games have."""

import pytest

from reports.paper_tables import (
    GAMES,
    base_of,
    facts,
    pairs,
    part,
    rows,
    sheets_of,
    source,
    source_from,
    words,
)
from upcard.reports.par.base_sheet import paid
from upcard.reports.rendering.paper import Facts
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.rack_card import rack_card
from upcard.reports.sheets.sign import payout_sign

SWITCH = "blackjack-switch"


@pytest.mark.parametrize("game", ["switch-hands", "blackjack-premium"])
def test_the_ante_is_told_as_a_part_of_the_wager_without_odds(game: str) -> None:
    """§ 633c.4(c): $1 for every $5; it is collected, so that the sign has no payouts of it."""
    sign = payout_sign(source(game))
    assert rows(sign, "Switch Hands ante") == []
    assert "$1 for every $5 of the Blackjack wager." in words(sign)
    form = pairs(submission_form(source(game)), "Wager: Switch Hands ante")
    assert form["Amounts"] == "$1 for every $5 of the Blackjack wager"
    assert not {"Minimum", "Maximum"} & form.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_in_short_has_a_subject_and_words(game: str) -> None:
    """No row with one empty cell."""
    assert all(fact.name and fact.value for fact in rules_in_short(source(game).table))


@pytest.mark.parametrize("game", GAMES)
def test_a_form_has_no_choice_of_another_jurisdiction(game: str) -> None:
    form = submission_form(source(game))
    said = [row[0] for part in form.parts for row in rows(form, part.heading)]
    assert not [what for what in said if what.startswith(("Washington: ", "Pennsylvania: "))]


@pytest.mark.parametrize(
    ("game", "chosen", "pays"),
    [
        (
            "switch-hands",
            '[switch_hands]\ntie_blackjack = "1 to 2"',
            ("Tied Blackjack after switching pays", "1 to 2", "58 Pa. Code § 633c.4(i)(2)(ii)"),
        ),
        (
            "blackjack-switch",
            '[switch]\nblackjack_pays = "industry"',
            ("Blackjack pays", "1 to 1", "58 Pa. Code § 633a.13(a)"),
        ),
    ],
)
def test_the_par_sheet_has_the_odds_in_force(
    game: str, chosen: str, pays: tuple[str, str, str]
) -> None:
    """§§ 633c.4(i)(2)(ii), 633a.12(a)(5)(i): as the sign has them."""
    table = source_from(f'[table]\nname = "A"\ngame = "{game}"\n{chosen}\n').table
    assert pays in [(fact.name, fact.value, fact.section) for fact in paid(table)]


@pytest.mark.parametrize(
    ("game", "cited"),
    [
        (
            "hybrid-blackjack",
            {
                "Community cards": "(q)",
                "Card of a double down": "(r)(2)",
                "No decision in time": "(p)(2)",
            },
        ),
        (
            "hybrid-blackjack-no-hole-card",
            {
                "Community cards": "(y)(4)",
                "Card of a double down": "(aa)(3)(i)",
                "No decision in time": "(z)",
            },
        ),
    ],
)
def test_a_hybrid_table_tells_its_own_rules(game: str, cited: dict[str, str]) -> None:
    """§ 633c.5: shared cards, a double's card, and what no decision means, with and without (w)."""
    sections = {fact.name: fact.section for fact in rules_in_short(source(game).table)}
    assert {name: sections[name] for name in cited} == {
        name: f"58 Pa. Code § 633c.5{part}" for name, part in cited.items()
    }
    form = submission_form(source(game))
    found = {
        row[0].partition(";")[0]: row[3]
        for name in ("The table", f"Rules of {source(game).title}", "Equipment")
        for row in rows(form, name)
    }
    assert found["Decks changed at least every (hours)"].endswith("633c.5(g)")
    height = "Height of the discard rack, or of its mark, in decks"
    assert found[height].endswith("633c.5(e)")
    no_action = "What the hand of a player who takes no action does"
    assert found[no_action].endswith(f"633c.5{cited['No decision in time']}")


def test_switch_tells_what_becomes_of_a_switched_blackjack() -> None:
    """§ 633a.12(a)(1), (5)(iii)-(v): on the rack card and, in the words of the sign, on that."""
    told = {fact.section.rpartition(" ")[2] for fact in rules_in_short(source(SWITCH).table)}
    assert {"633a.12(a)(1)"} | {f"633a.12(a)(5)({part})" for part in ("iii", "iv", "v")} <= told
    text = words(payout_sign(source(SWITCH)))
    assert "each of the two equal wagers" in text
    assert "lost to a dealer's Blackjack, and returned against a dealer's 21 or 22" in text
    assert "A dealer's 22 returns the wagers of hands not over 21." in text
    read = f'[table]\nname = "A"\ngame = "{SWITCH}"\n[switch]\ndealer_22 = "industry"\n'
    assert "other than a Blackjack, which wins." in words(payout_sign(source_from(read)))


@pytest.mark.parametrize("game", ["switch-hands", "blackjack-premium"])
def test_the_steps_of_a_wager_are_told(game: str) -> None:
    """§ 633c.4(b)."""
    assert "633c.4(b)" in {
        fact.section.rpartition(" ")[2] for fact in rules_in_short(source(game).table)
    }
    assert "in steps of $5." in words(payout_sign(source(game)))


def test_baccarat_tells_the_commission_and_the_returned_tie() -> None:
    """Ch. 631a: 19 to 20 is a commission of 5 % on even money; a tie returns both wagers."""
    text = words(payout_sign(source("baccarat")))
    assert "19 to 20 is even money less a commission of 5 %." in text
    assert text.count("Returned when the hands tie.") == 2
    values = {fact.name: fact.value for fact in rules_in_short(source("baccarat").table)}
    assert values["A tie"] == "wagers on the Player's Hand and the Banker's Hand are returned"


@pytest.mark.parametrize(
    ("game", "pays", "draws", "insurance"),
    [
        ("hybrid-blackjack", "(v)(1)", "(s)", "(v)(2)"),
        ("hybrid-blackjack-no-hole-card", "(ee)(2)", "(bb)(2)", "(ee)(1)"),
    ],
)
def test_a_hybrid_table_cites_its_own_section(
    game: str, pays: str, draws: str, insurance: str
) -> None:
    """§ 633c.5 has its own paragraphs on payouts, the dealer's draws and Insurance."""
    sections = {fact.name: fact.section for fact in rules_in_short(source(game).table)}
    assert sections["Blackjack pays"] == f"58 Pa. Code § 633c.5{pays}"
    assert sections["The dealer"] == f"58 Pa. Code § 633c.5{draws}"
    assert part(payout_sign(source(game)), "Insurance").section.endswith(f"633c.5{insurance}")


def test_without_a_hole_card_nobody_looks_for_a_blackjack() -> None:
    """§ 633c.5(aa), (dd): King's Bounty waits for the dealer's second card."""
    text = '[table]\nname = "A"\ngame = "hybrid-blackjack-no-hole-card"\n'
    card = rack_card(source_from(f"{text}[wagers.kings-bounty]\nmaximum = 25\n"))
    values = facts(card, "When optional wagers are paid and collected")
    when = values["King's Bounty"]
    assert when == (
        "after the first two cards; two kings of spades against a dealer's ten-value card or ace: "
        "when the dealer's second card is dealt"
    )
    assert "hole card" not in " ".join(values.values())


def test_a_fee_is_collected_and_pays_nothing() -> None:
    """§ 633c.4(c)."""
    when = facts(rack_card(source("switch-hands")), "When optional wagers are paid and collected")
    assert when["Switch Hands ante"] == "collected after the first two cards, pays nothing"


@pytest.mark.nightly
def test_form_and_sheet_name_a_paytable_alike() -> None:
    for game, slug, title in (
        ("baccarat", "baccarat-tie", "Tie"),
        ("blackjack", "perfect-pairs", "Perfect Pairs"),
    ):
        form = pairs(submission_form(source(game)), f"Wager: {title}")
        sheet = facts(sheets_of(game)[f"par-{slug}"], "The wager")
        assert sheet["Paytable"] == form["Paytable"]
    assert form["Paytable"] == "A"


def test_only_what_is_automated_says_so() -> None:
    """§ 633c.8(a): asked for Lucky Aces alone, told where a submission chose it."""
    what = "Fully automated electronic gaming table"
    assert what not in pairs(submission_form(source("blackjack")), "The table")
    text = '[table]\nname = "A"\nfully_automated = true\n'
    assert pairs(submission_form(source_from(text)), "The table")[what] == "yes"


@pytest.mark.nightly
def test_a_negative_edge_says_what_it_rests_on() -> None:
    """§ 633a.12(a)(5)(i), (v): two passages that the industry reads otherwise."""
    text = words(base_of(SWITCH))
    assert "the best play wins from the house in the long run" in text
    assert "rests on a Blackjack's payout and a dealer's 22, read as the section is worded" in text
    assert "from the house" not in words(base_of("switch-hands"))


def test_the_wheel_counts_in_figures() -> None:
    """§ 617b.3(d): no "one to 5"."""
    values = {fact.name: fact.value for fact in rules_in_short(source("lightning-roulette").table)}
    assert values["Lucky Numbers"].startswith("1 to 5 are selected")


@pytest.mark.nightly
def test_a_hybrid_table_has_words_for_one_position_and_for_its_wagers() -> None:
    """§ 633c.5(y): one position; (v)(3): a wager that wins, whose rows are all named."""
    sheet = base_of("hybrid-blackjack-no-hole-card")
    assert "One terminal" in facts(sheet, "Maximum exposure"), "any number shares the position"
    text = facts(sheet, "Exposure to counting")["Can a counter win?"]
    assert text.endswith("T-1 deals Hybrid Blackjack without a hole card")
    buzzer = sheets_of("hybrid-blackjack")["par-buzzer-beater"]
    assert "21 against a dealer's 21" in pairs(buzzer, "Outcomes")
    assert isinstance(part(buzzer, "Outcomes").blocks[0], Facts), "before the rows: no orphan line"
    assert "A house edge below zero" in words(buzzer)
    assert "A house edge below zero" not in words(sheets_of("blackjack")["par-perfect-pairs"])
