"""What results show in a notebook: tables, and the chart of a distribution."""

from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

import upcard
from documents import check_document
from library.test_public_names import CALLS
from upcard.analysis.rounds.results import ResultDistribution
from upcard.library.distribution.chart import LOST, WON, svg

SHOWN = sorted(set(CALLS) - {"BadInput", "DoesNotComply", "RuleViolation", "Rules", "UpcardError"})
NO_RESULTS = {"Wager", "kernel", "shoe"}


@pytest.mark.parametrize("name", [name for name in SHOWN if name not in NO_RESULTS])
def test_every_result_shows_itself_as_html(name: str) -> None:
    found = CALLS[name]()
    shown = found._repr_html_()  # type: ignore[attr-defined]
    assert "<table>" in shown or "<svg" in shown
    assert shown.count("<tr>") == shown.count("</tr>")


def test_a_risk_and_a_table_with_cards_show_their_figures() -> None:
    rules = upcard.blackjack()
    risk = upcard.simulate(rules, rounds=1_000, seed=1).risk(bankroll=500)
    assert "volatility index" in risk._repr_html_()
    check_document(risk.to_dict())
    table = upcard.Table(rules, seed=7)
    table.bet(1, blackjack=15)
    table.deal()
    shown = table._repr_html_()
    (hand,) = table.to_dict()["positions"][0]["hands"]
    assert all(card in shown for card in hand["cards"])


def test_the_chart_has_a_bar_for_each_result_on_light_and_dark_pages() -> None:
    chances = np.array([0.5, 0.25, 0.25])
    drawn = svg(ResultDistribution(1, Fraction(-1), Fraction(1), chances, 0.0, Fraction(1)))
    tree = ElementTree.fromstring(drawn)
    bars = [element for element in tree if element.tag.endswith("rect")]
    assert [bar.get("fill") for bar in bars] == [LOST, LOST, WON]
    heights = [float(bar.get("height", "0")) for bar in bars]
    assert heights[0] == pytest.approx(2 * heights[1], rel=0.01)
    texts = [element for element in tree if element.tag.endswith("text")]
    assert {text.get("fill") for text in texts} == {"currentColor"}
    assert any("ahead: 25.00%" in (text.text or "") for text in texts)
