"""What PAR sheets say of card counting: the figures of ``upcard exposure``."""

import pytest

from reports.paper_tables import facts, sheets_of, source_from
from upcard.analysis.exposure.wagers import exposure_of
from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.reports.par.base_sheet import base_sheet
from upcard.reports.par.counting import counting
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.paper import Facts, Words
from upcard.simulation.games.family import DEEPEST


def counted(record: ParRecord) -> dict[str, str]:
    """The facts of a sheet on counting, by name."""
    found = counting(record)
    assert found is not None
    assert isinstance(found.blocks[0], Facts)
    return {fact.name: fact.value for fact in found.blocks[0].facts}


def test_the_best_count_is_that_which_follows_the_cards_best() -> None:
    """Lucky Ladies: tags by rank and suit, as the command ranks them."""
    values = counted(records("lucky-ladies", None, None, 6)[0])
    assert values["Best count"] == ("whole tags from −2 to 2 by rank and suit, correlation 0.9782")


@pytest.mark.parametrize("decks", [6, 8])
def test_s633c_09_blazing_7s_is_counted_as_the_command_counts(decks: int) -> None:
    record = records("blazing-7s", None, "B", decks)[0]
    values = counted(record)
    of_command = exposure_of(record, penetrations=(DEEPEST,), shoes=0)
    assert of_command.best_count is not None
    won = f"Yes: {of_command.best_count.win_per_100:.4f} units in 100 rounds"
    assert values["Can a counter win?"].startswith(won)
    assert values["Can a counter win?"].endswith("meters at their seeds")
    assert values["Removal that hurts players most"].startswith("7 of diamonds: −")


@pytest.mark.parametrize(
    ("slug", "answer"),
    [
        ("bad-beat", "No, in practice: "),
        ("straight-jack", "No, in practice: "),
        ("buzzer-beater", "Yes, by forecast: 20.6186 units in 100 rounds"),
    ],
)
def test_a_wager_that_the_hand_decides_has_its_effects_and_a_forecast(
    slug: str, answer: str
) -> None:
    """The sheet draws no shoes; how often whole tags place the wager is exact."""
    values = counted(records(slug, None, None, 6)[0])
    assert values["Can a counter win?"].startswith(answer)
    assert "Best count" in values


def test_s633a_08_the_sheet_of_insurance_says_that_its_figures_follow_an_ace() -> None:
    """What is won in 100 rounds is of all rounds; odds and deviation are given an ace."""
    sheet = sheets_of("blackjack")["par-insurance"]
    unit = facts(sheet, "The wager")["Figures are for"]
    assert unit.startswith("one unit wagered where the dealer shows an ace; ")
    headings = {block.heading for block in sheet.parts}
    assert "Result of a player after 1,000 Insurance wagers" in headings
    answer = facts(sheet, "Exposure to counting")["Can a counter win?"]
    assert "of all rounds, where the dealer shows an ace and the true count is above" in answer
    share = float(answer.split("place it in ")[1].split(" %")[0])
    assert share < 100 / 13


@pytest.mark.parametrize(
    ("sheet", "matter"),
    [
        ("par-perfect-pairs", {"Played with"}),
        ("par-insurance", {"Played with", "Blackjack wager", "Insurance", "Even money"}),
    ],
)
def test_rules_that_do_not_matter_to_a_wager_are_not_on_its_sheet(
    sheet: str, matter: set[str]
) -> None:
    """Two cards decide: no rule of doubling down, splitting or drawing changes the odds."""
    assert facts(sheets_of("blackjack")[sheet], "Rules assumed").keys() <= matter


def test_the_true_count_of_a_trigger_is_as_the_sheet_defines_it() -> None:
    """§ 633a.13(b): less its mean and by deck left, the count finds Insurance above 0 exactly.

    Tens are a third of the unseen cards then; by the count alone every shoe would be above 2.56.
    """
    record = records("insurance", None, None, 6)[0]
    exposure = exposure_of(record, penetrations=(DEEPEST,), shoes=0)
    best = exposure.best_count
    assert best is not None
    (count,) = [each for each in exposure.counts if each.name == best.name]
    tags, cards, tens = count.tags, 6 * 52, 6 * 16
    low, ten = tags[0], tags[-1]
    mean = sum(tags) / len(tags)
    decided = 0
    for seen in range(6, cards - 78, 6):
        left = cards - seen
        for tens_seen in range(min(seen, tens) + 1):
            if seen - tens_seen > cards - tens:
                continue
            counted_tags = low * (seen - tens_seen) + ten * tens_seen
            true_count = (counted_tags - mean * seen) / (left / 52)
            win = 3 * (tens - tens_seen) / (left - 1) - 1
            if abs(win) > 0.01:
                assert (true_count > best.trigger) == (win > 0), (seen, tens_seen)
                decided += 1
    assert decided > 1_000
    part = counting(record)
    assert part is not None
    assert isinstance(part.blocks[1], Words)
    assert "less its mean for as many cards" in part.blocks[1].text


def test_no_count_helps_against_a_continuous_shuffler() -> None:
    """§ 633a.5(h): the cards of each round are taken back before wagers are placed again."""
    text = (
        '[table]\nname = "T"\ndealing = "continuous-shuffler"\n'
        '[wagers.royal-match-21]\npaytable = "E"\n'
    )
    made = source_from(text)
    sheet = {paper.name: paper for paper in par_sheets(made)}["par-royal-match-21"]
    for paper in (sheet, base_sheet(made)):
        (answer,) = facts(paper, "Exposure to counting").values()
        assert answer.startswith("No: a continuous shuffler takes the cards")
    (many,) = [each for each in base_sheet(made).parts if each.heading == "Results of many rounds"]
    assert "cover card" not in str(many)
