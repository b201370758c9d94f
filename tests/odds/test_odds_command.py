"""``upcard odds``: what it prints in its four forms, and what it refuses."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from upcard.cli.odds.command import odds
from upcard.rules.loader import RULEBOOK_DATE, all_wagers
from upcard.rules.violation import RuleViolation

Printed = pytest.CaptureFixture[str]


def printed(capsys: Printed, wager: str | None, **choices: Any) -> str:
    """Standard output; on standard error stands at most what was left out of everything."""
    odds(wager, **choices)
    out, err = capsys.readouterr()
    assert err == "" or (wager is None and err.startswith("Left out, without odds: "))
    return out


def test_what_lucky_numbers_add_is_left_to_the_configuration(capsys: Printed) -> None:
    """One line in place of the payouts that nobody said the frequency of (§ 617b.3(g))."""
    text = printed(capsys, "lightning-straight")
    assert "never" not in text
    assert "lucky number 49" not in text
    assert "--submission FILE" in text.splitlines()[-1]
    table = Path(__file__).parents[1] / "golden/rounds/submissions/lightning-roulette.toml"
    text = printed(capsys, "lightning-straight", submission=table)
    assert "lucky number 499" in text
    assert "--submission" not in text


def records(text: str) -> list[dict[str, Any]]:
    """The records of a document."""
    found: list[dict[str, Any]] = json.loads(text)["records"]
    return found


def test_json_is_a_list_of_records(capsys: Printed) -> None:
    found = records(printed(capsys, "royal-match-21", as_json=True))
    assert [(record["paytable"], record["decks"]) for record in found[:3]] == [
        ("A", 1),
        ("B", 1),
        ("C", 2),
    ]
    for record in found:
        assert sum(Fraction(row["probability"]) for row in record["outcomes"]) == 1


def test_json_of_everything(capsys: Printed) -> None:
    found = records(printed(capsys, None, every=True, decks=1, as_json=True))
    assert {record["decks"] for record in found} == {1}
    assert {"insurance", "house-money"} <= {record["wager"] for record in found}


def test_nothing_is_left_out_silently(capsys: Printed) -> None:
    """Every wager with a paytable in force is in the list, or named on standard error."""
    odds(every=True, as_json=True)
    out, err = capsys.readouterr()
    found = records(out)
    there = {(record["jurisdiction"], record["wager"]) for record in found}
    for rules in all_wagers():
        data = rules.data
        if rules.in_force(RULEBOOK_DATE):
            assert (data.jurisdiction, data.slug) in there or data.title in err
    for record in found:
        assert sum(Fraction(row["probability"]) for row in record["outcomes"]) == 1
        total = sum(row["combinations"] for row in record["outcomes"])
        for row in record["outcomes"]:
            assert Fraction(row["probability"]) == Fraction(row["combinations"], total)
        edge = 1 - sum(row["returns"] for row in record["outcomes"])
        assert record["house_edge"] == pytest.approx(edge, abs=1e-12)


def test_both_jurisdictions_unless_one_is_named(capsys: Printed) -> None:
    for named, expected in ((None, {"pa", "wa"}), ("wa", {"wa"}), ("pa", {"pa"})):
        text = printed(capsys, None, every=True, jurisdiction=named, decks=2, as_json=True)
        assert {record["jurisdiction"] for record in records(text)} == expected


def test_csv_has_a_row_for_each_outcome(capsys: Printed) -> None:
    text = printed(capsys, "insurance", decks=6, as_csv=True)
    win, lose = csv.DictReader(text.splitlines())
    assert (win["outcome"], win["combinations"], win["probability"]) == ("win", "96", "96/311")
    assert (win["pays"], win["section"]) == ("2 to 1", "58 Pa. Code § 633a.13(b)")
    assert (lose["outcome"], lose["returns"]) == ("lose", "0.0")
    assert (float(win["at_least"]), lose["at_least"]) == (96 / 311, "1.0")


def test_compare_ranks_by_house_edge(capsys: Printed) -> None:
    found = records(printed(capsys, "bet-the-set-21", compare=True, as_json=True))
    edges = [record["house_edge"] for record in found]
    assert edges == sorted(edges)
    lines = printed(capsys, "bet-the-set-21", compare=True).splitlines()
    ranks = [line.split()[:3] for line in lines if "§" in line]
    assert ranks[:3] == [["1", "A", "1"], ["2", "C", "8"], ["3", "C", "6"]]
    every = printed(capsys, None, every=True, compare=True, decks=6)
    assert "three-card-poker" in every


def test_a_ranking_as_csv_and_as_json(capsys: Printed) -> None:
    """One row for each paytable and number of decks, by rank; no outcomes."""
    rows = list(
        csv.DictReader(printed(capsys, "bet-the-set-21", compare=True, as_csv=True).splitlines())
    )
    found = records(printed(capsys, "bet-the-set-21", compare=True, as_json=True))
    assert [row["rank"] for row in rows] == [str(rank) for rank in range(1, len(found) + 1)]
    assert [record["rank"] for record in found] == list(range(1, len(found) + 1))
    assert (rows[0]["paytable"], rows[0]["decks"], rows[1]["paytable"]) == ("A", "1", "C")
    for row, record in zip(rows, found, strict=True):
        assert float(row["house_edge"]) == record["house_edge"]
        assert (row["paytable"], row["house_edge_at_meter"]) == (record["paytable"], "")


def test_a_ranking_goes_by_the_edge_at_the_meter(capsys: Printed) -> None:
    """§ 633c.3(i): eight decks keep more without the meter and less with it."""
    choices: dict[str, Any] = {"paytable": "1", "compare": True}
    slug = "match-the-dealer-progressive"
    plain = records(printed(capsys, slug, **choices, as_json=True))
    assert [record["decks"] for record in plain] == [6, 8]
    shown = records(printed(capsys, slug, **choices, meter=["20000"], as_json=True))
    assert [record["decks"] for record in shown] == [8, 6]
    lines = words(capsys, slug, **choices, meter=["20000"])
    assert lines[1] == "rank paytable decks house edge at the meter hits deviation section"
    assert "The house edge counts no meter." in lines


def test_what_stands_beside_a_wager_is_not_ranked(capsys: Printed) -> None:
    """§ 633c.14: a mystery meter has no edge of its own, alone it is listed."""
    every = records(printed(capsys, None, every=True, compare=True, as_json=True))
    assert "must-hit-by-mystery" not in {record["wager"] for record in every}
    alone = printed(capsys, "must-hit-by-mystery", compare=True)
    assert "A-1" in alone


def test_a_mystery_meter_has_no_cards_and_no_edge_of_its_own(capsys: Printed) -> None:
    """§ 633c.14(c)(4)."""
    lines = words(capsys, "must-hit-by-mystery", paytable="A-1")
    assert lines[1] == "paytable A-1, no cards"
    assert "adds 5.9988 % of the wager beside it" in lines
    assert not any(line.startswith("house edge") for line in lines)


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("width", [60, 80, 100, 140])
@pytest.mark.parametrize(
    ("wager", "choices"),
    [
        ("jackpot-party", {"paytable": "P20-B"}),
        ("axman", {"decks": 6}),
        ("match-the-dealer-progressive", {"jurisdiction": "wa", "paytable": "4b-1"}),
        ("royal-match-21", {"compare": True}),
    ],
)
def test_no_figure_is_cut_off_in_a_terminal(
    width: int, wager: str, choices: dict[str, Any], capsys: Printed, monkeypatch: Any
) -> None:
    """Names fold and columns go, but every outcome and every digit of the others is there."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    text = printed(capsys, wager, **choices)
    assert "…" not in text
    for record in records(printed(capsys, wager, **choices, as_json=True)):
        if "compare" in choices:
            assert f"{100 * record['house_edge']:.4f} %" in text
            continue
        for row in record["outcomes"]:
            assert f"{row['returns']:.6f}" in text
            assert row["outcome"].split("-")[0] in text
            assert all(word in text for word in row["pays"].split())
    table = [line for line in text.splitlines() if "lose" in line or "total" in line]
    assert width < 80 or max(map(len, table), default=0) <= width


def test_rows_stand_in_the_order_of_what_they_hand_back(capsys: Printed) -> None:
    """§ 633c.12(j): a flush with two kings pays what five of a kind with one does."""
    lines = words(capsys, "axman", decks=6)
    table = lines[4 : lines.index("lose 0.91946476 1.00000000 1.09 – 0.000000")]
    sums = [float(line.split(" to 1 ")[0].split()[-3]) for line in table]
    assert len(sums) == 27
    assert sums == sorted(sums)


def test_the_table_has_the_section_above_and_totals_below(capsys: Printed) -> None:
    text = printed(capsys, "royal-match-21", paytable="C", decks=6, amount="7.50")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    assert lines[:2] == ["Royal Match 21, 58 Pa. Code § 633a.13(f)(2)", "paytable C, 6 decks"]
    assert lines[2] == "outcome combinations probability or better 1 in N pays contribution"
    assert "royal match 144 0.00296809 0.00296809 336.92 30 to 1 0.092011" in lines
    assert "total 48,516 1 0.948182" in lines
    assert "hit frequency 24.7588 %, 1 in 4.04" in lines
    assert "house edge 5.1818 %" in lines
    assert "standard deviation 2.2248 for each unit wagered" in lines
    assert "expected loss $0.3886 on $7.50" in lines
    crown = "crown-treasure 1,000 for 1 where offered adds 0.8242 %: 38,304 of 4,647,347,640 deals"
    assert any(line.startswith(crown) for line in lines)
    assert lines[-1].startswith("Read as printed:")


def words(capsys: Printed, wager: str, **choices: Any) -> list[str]:
    text = printed(capsys, wager, **choices)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_meters_in_the_table(capsys: Printed) -> None:
    """§ 633c.2(i): the edge at one meter, the others at their seeds."""
    lines = words(capsys, "jackpot-party", paytable="P20-B", meter=["mega=61,234.50"])
    assert any(line.startswith("meter share mega 100% won 1 in 597,652.73") for line in lines)
    (edge,) = [line for line in lines if line.startswith("edge at the meter")]
    assert edge.endswith("at mega $61,234.50, major $5,000.00, minor $500.00")
    assert any(line.startswith("break-even mega $78,421.71 on a wager") for line in lines)
    assert "The edge counts no meter." in lines
    only = records(
        printed(capsys, "hit-and-run", decks=6, meter=["5000"], amount="5", as_json=True)
    )
    assert only[0]["house_edge_at_meter"] < only[0]["house_edge"]
    assert only[0]["options"] == {"wager": "5.00"}


def test_washingtons_figures_in_the_table(capsys: Printed) -> None:
    """WSGC Match the Dealer Blackjack, Table 4b."""
    slug, row = "match-the-dealer-progressive", "three-card-suited-match-with-up-or-down"
    choices = {"jurisdiction": "wa", "paytable": "4b-1-alt", "prize": [f"{row}=50"]}
    lines = words(capsys, slug, **choices)
    unset = f"The house sets what {row} pays: without --prize ROW=DOLLARS it counts as nothing."
    assert unset not in lines
    assert unset in words(capsys, slug, **{**choices, "prize": None})
    assert lines[1] == "paytable 4b-1-alt, 4 decks, jackpot rows alternate"
    assert "as Washington counts 24.2371 %; printed 24.24 %" in lines
    assert any("$50 and 2 for 1" in line for line in lines)


def test_the_play_is_named(capsys: Printed) -> None:
    """§ 633c.9(d)(1): the drawn card hangs on how the player plays."""
    lines = words(capsys, "blazing-7s", paytable="A", decks=6, third_card="draw")
    assert lines[1] == "paytable A, 6 decks, third card draw"
    assert any(line.startswith("Exact for this play: total-dependent") for line in lines)


def test_bonuses_in_the_table(capsys: Printed) -> None:
    lines = words(capsys, "buster-blackjack", paytable="E", decks=6)
    start = "B1: seven cards $1,000 where offered adds 0.1571 %"
    assert any(line.startswith(start) for line in lines)


def test_a_drawing_has_a_line_for_a_record_and_holds_24(capsys: Printed, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    printed(capsys, "jackpot-party", paytable="P1", plot=file, chart="ladder", as_json=True)
    root = ElementTree.parse(file).getroot()
    lines = [part for part in root.iter() if part.get("id", "").startswith("record-")]
    assert len(lines) == 1
    with pytest.raises(ValueError, match="A drawing holds 24 records"):
        odds("jackpot-party", plot=file)


GOLDEN = Path(__file__).parents[1] / "golden/rounds/submissions"


@pytest.mark.parametrize("value", ["card-by-card", "row-name"])
def test_a_submitted_reading_is_named(capsys: Printed, tmp_path: Path, value: str) -> None:
    file = tmp_path / "table.toml"
    text = (GOLDEN / "s633c-blackjack-match-a.toml").read_text(encoding="utf-8")
    table = "[wagers.blackjack-match]\n"
    assert table in text
    file.write_text(text.replace(table, f'{table}reading = "{value}"\n'), encoding="utf-8")
    printed_text = printed(capsys, "blackjack-match", submission=file)
    assert f" The reading is {value}." in printed_text
    assert "changes nothing" not in printed_text


@pytest.mark.parametrize("wager", ["bad-beat", "hit-and-run"])
def test_a_wager_for_1_that_is_not_collected_is_read_as_printed(
    capsys: Printed, wager: str
) -> None:
    text = printed(capsys, wager, decks=6)
    assert 'Read as printed: "N for 1" pays N in all, the stake included.' in text
    assert "stake is not returned" not in text
    beside = printed(capsys, wager, decks=6, reading=["stake_beside_meter=true"])
    assert "The stake is returned beside a share of the meter." in beside
    assert "stake is not returned" not in beside


def test_a_wager_that_is_collected_does_not_return_its_stake(capsys: Printed) -> None:
    assert "The stake is not returned." in printed(capsys, "jackpot-party", decks=6)


def test_the_note_says_that_the_other_reading_changes_nothing(capsys: Printed) -> None:
    text = printed(capsys, "lucky-ladies", decks=1, reading=["industry"])
    assert "The industry reading changes nothing here." in text
    assert "never" in text, "one deck has no pair of queens of hearts"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, "Name a wager"),
        ({"wager": "insurance", "every": True}, "--all takes no wager"),
        ({"every": True, "paytable": "A"}, "--all takes no wager"),
        ({"wager": "insurance", "as_csv": True, "as_json": True}, "--csv or --json"),
        ({"wager": "insurance", "reading": ["mine"]}, "'mine' is not a reading"),
        ({"wager": "insurance", "as_of": "29.6.2024"}, "'29.6.2024' is not a date"),
        ({"wager": "insurance", "amount": "0"}, r"A wager of \$0"),
        ({"wager": "insurance", "meter": ["1000"]}, "has no meter|these meters"),
        ({"wager": "insurance", "prize": ["1000"]}, "'1000' names no row"),
        ({"wager": "insurance", "third_card": "draw"}, "no third card"),
        ({"wager": "blazing-7s", "third_card": "hole"}, "'hole' is not a third card"),
        ({"wager": "insurance", "amount": "much"}, "not an amount of dollars"),
    ],
)
def test_choices_that_cannot_be_are_refused(choices: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        odds(**choices)


def test_a_date_before_the_paytables_is_refused() -> None:
    """§ 633a.13: the paytables are in force from 2014-11-08 on."""
    with pytest.raises(RuleViolation, match="no paytable in force on 2014-01-01"):
        odds("insurance", as_of="2014-01-01")
