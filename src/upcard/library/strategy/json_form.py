"""The JSON of ``upcard strategy``: what a solved game is, by names instead of numbers."""

from typing import Any

from upcard.exact.play.hands import ACE, TEN
from upcard.exact.strategy.chart import Departure, Kind
from upcard.exact.strategy.column import HandAction
from upcard.exact.strategy.dealer import blackjack_against_ace, dealer_outcomes, insurance
from upcard.exact.strategy.rules import NAMES, UPCARDS, HandRules
from upcard.exact.strategy.solve import Solution
from upcard.reports.strategy.words import TITLES, GameReport, Report, decks_of, in_words, pays


def form_of(report: GameReport) -> dict[str, Any]:
    """A report as data, with what details and variations add."""
    solution = report.solution
    form: dict[str, Any] = {
        "game": report.game.game,
        "rules": rules_form(solution),
        "decks": decks_of(solution),
        "composition": _by_upcard(dict(enumerate(solution.shoe))),
        "play": solution.play,
        "expected_value": report.game.expected_value,
        "standard_deviation": report.deviation,
        "method": "exact",
    }
    if report.game.lights:
        form["lights"] = {chart.light: _chart(chart) for chart in report.charts}
    else:
        form |= _chart(report.charts[0])
    if report.game.switching is not None:
        form["switch"] = report.game.switching.form()
    if report.details:
        form |= _details(report)
    return form


def _chart(report: Report) -> dict[str, Any]:
    form: dict[str, Any] = {kind: _entries(report, kind, otherwise=False) for kind in TITLES}
    form["otherwise"] = {kind: _entries(report, kind, otherwise=True) for kind in TITLES}
    form["exceptions"] = [exception_form(departure) for departure in report.departures]
    answers = report.solution.answers
    form["expected_value_by_upcard"] = _by_upcard(
        {upcard: answer.expected_value for upcard, answer in answers.items()}
    )
    return form


def rules_form(solution: Solution) -> dict[str, Any]:
    """The rules of play by name."""
    rules = solution.rules
    return {
        "soft_17": "hit" if rules.hits_soft_17 else "stand",
        "double": rules.double,
        "double_after_split": rules.double_after_split,
        "resplits": rules.resplits,
        "resplit_aces": rules.resplit_aces,
        "hit_split_aces": rules.hit_split_aces,
        "surrender": rules.surrender,
        "dealer_blackjack": rules.dealer_blackjack,
        "blackjack_pays": pays(rules),
        **_rules_of_variations(rules),
    }


def _rules_of_variations(rules: HandRules) -> dict[str, Any]:
    """The rules that only variations have."""
    odds = {
        "blackjack_one_color": rules.blackjack_one_color,
        "blackjack_against_21": rules.blackjack_against_21,
        "blackjack_against_22": rules.blackjack_against_22,
        "blackjack_tied": rules.blackjack_tied or None,
    }
    form: dict[str, Any] = {
        name: in_words(price) for name, price in odds.items() if price is not None
    }
    if rules.dealer_22 != "loses":
        form["dealer_22"] = rules.dealer_22
    if rules.shared_cards:
        form["shared_cards"] = True
    return form


def _by_upcard(of_values: dict[int, Any]) -> dict[str, Any]:
    return {NAMES[value]: of_values[value] for value in UPCARDS if value in of_values}


def _entries(report: Report, kind: Kind, *, otherwise: bool) -> dict[str, dict[str, HandAction]]:
    """Actions of one kind by line and upcard; `otherwise`, those to take where they are refused."""
    entries: dict[str, dict[str, HandAction]] = {}
    for line in report.lines:
        if line.kind == kind:
            actions = {
                upcard: cell.otherwise if otherwise else cell.action
                for upcard, cell in line.cells.items()
            }
            present = {upcard: action for upcard, action in actions.items() if action is not None}
            if present:
                entries[line.label] = _by_upcard(present)
    return entries


def exception_form(departure: Departure) -> dict[str, Any]:
    """A hand that departs from the chart."""
    return {
        "cards": [NAMES[value] for value in departure.values],
        "upcard": NAMES[departure.upcard],
        "action": departure.action,
        "chart": departure.chart,
        "gain": departure.gain,
    }


def _details(report: GameReport) -> dict[str, Any]:
    solution = report.solution
    dealer = {}
    for upcard in solution.answers:
        outcomes = dealer_outcomes(solution.rules, solution.shoe, upcard)
        dealer[upcard] = {outcome: float(chance) for outcome, chance in outcomes.items()}
    form: dict[str, Any] = {
        "effects_of_removal": _by_upcard(report.effects),
        "dealer": _by_upcard(dealer),
    }
    if solution.shoe[ACE]:
        form["insurance"] = float(insurance(solution.shoe))
    if solution.shoe[ACE] > 1 and solution.shoe[TEN]:
        kept = float(blackjack_against_ace(solution.rules, solution.shoe))
        form["blackjack_against_ace"] = {"kept": kept, "even_money": 1.0}
    return form
