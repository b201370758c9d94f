"""Hybrid tables for the tests: rules, terminals, scripted rounds."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from amounts import dollars
from tables import cards, short
from tables_of_games import ALL_STEPS, FlowTable
from upcard.cards.card import names_of
from upcard.engine.core.commands import CloseBets
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.flow import FLOWS
from upcard.engine.hybrid.questions import question_of
from upcard.engine.hybrid.state import HybridState, new_table
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.dealing import Dealing
from upcard.games.hybrid import POSITIONS, WITH_HOLE_CARD, WITHOUT_HOLE_CARD, hybrid_rules
from upcard.games.offered_wager import OfferedBonus, OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars
from upcard.rules.loader import RULEBOOK_DATE
from upcard.wagers.catalogue import checked_rules, read_form
from upcard.wagers.catalogue import wager as wager_of
from upcard.wagers.kit import LOSE, WagerRule

SUBMISSIONS: Final = Path(__file__).parent / "golden" / "hybrid" / "submissions"
NO_HOLE_CARD_WAGERS: Final = ("royal-match-21", "bet-the-set-21", "kings-bounty")

Row = tuple[str, str, str, str]
"""Player, wager (with the hand's number after the first), outcome, dollars paid."""


# Rules


def offered(slug: str, chosen: Mapping[str, Any], decks: int) -> OfferedWager:
    """A wager of the rulebook as the submission offers it."""
    rules = checked_rules(slug)
    tables = rules.in_force(RULEBOOK_DATE, decks)
    paytable = next(table for table in tables if chosen.get("paytable", table.id) == table.id)
    readings = {
        key: chosen.get(key, reading.default) for key, reading in rules.data.readings.items()
    }
    found = wager_of(slug, "pa", read_form(rules.data, paytable.data.form, readings))
    awards = tuple(found.award(paytable, outcome) for outcome in found.outcomes)
    bonuses = []
    if chosen.get("crown_treasure") and found.bonus is not None:
        extra = WagerRule(slug, (LOSE, found.bonus.outcome), found.bonus.when)
        pays = paytable.awards[found.bonus.outcome]
        bonuses.append(OfferedBonus(extra, ((), pays), paytable.data.section))
    low, high = dollars(chosen.get("minimum", 1)), dollars(chosen.get("maximum", 1_000))
    return OfferedWager(
        found,
        rules.data,
        paytable,
        awards,
        low,
        high,
        bonuses=tuple(bonuses),
        readings=readings,
    )


def rules_of(submission: Mapping[str, Any]) -> TableRules:
    """The rules of a submission for one of the two hybrid games."""
    table, clock = submission["table"], submission.get("hybrid", {})
    game, decks = table.get("game", WITH_HOLE_CARD), table.get("decks", 6)
    at_countdown = clock.get("at_countdown", "stand")
    totals = () if at_countdown == "stand" else at_countdown
    wagers = [offered(slug, chosen, decks) for slug, chosen in submission["wagers"].items()]
    limit = table.get("aggregate_limit")
    return TableRules(
        name=table.get("name", "HY-01"),
        game=game,
        jurisdiction="pa",
        as_of=RULEBOOK_DATE,
        decks=decks,
        dealing=Dealing(table.get("dealing", "shoe")),
        positions=POSITIONS[game],
        minimum=dollars(table.get("minimum", 5)),
        maximum=dollars(table.get("maximum", 2_000)),
        smallest_chip=dollars(table.get("smallest_chip", "0.50")),
        aggregate_limit=None if limit is None else dollars(limit),
        blackjack=BlackjackRules(**submission.get("blackjack", {})),
        insurance=offered("insurance", {}, decks),
        wagers=tuple(sorted(wagers, key=lambda one: one.data.order)),
        variation=hybrid_rules(game, decks, clock.get("countdown_seconds", 20), totals),
    )


def hole_card_rules(
    blackjack: Mapping[str, Any] | None = None, unprovided: str = "returned", **table: Any
) -> TableRules:
    """A table with a hole card that offers Buzzer Beater, by a reading of § 633c.5(u)."""
    wagers: dict[str, Any] = {"buzzer-beater": {"unprovided": unprovided}}
    return rules_of({"table": table, "blackjack": blackjack or {}, "wagers": wagers})


def no_hole_card_rules(
    hybrid: Mapping[str, Any] | None = None,
    wagers: Mapping[str, Any] | None = None,
    **table: Any,
) -> TableRules:
    """A table without a hole card that offers its three side wagers."""
    chosen = {slug: {} for slug in NO_HOLE_CARD_WAGERS} if wagers is None else wagers
    named = {"game": WITHOUT_HOLE_CARD, **table}
    return rules_of({"table": named, "hybrid": hybrid or {}, "wagers": chosen})


def submitted(name: str) -> TableRules:
    """The rules of one of the submissions of the golden rounds."""
    return rules_of(tomllib.loads((SUBMISSIONS / name).read_text(encoding="utf-8")))


# Tables


class HybridTable(FlowTable[HybridState]):
    """A hybrid table, and terminals at it that are named by their players."""

    def __init__(self, rules: TableRules, automations: Automation = ALL_STEPS) -> None:
        super().__init__(FLOWS[rules.game], new_table(rules), automations)

    def place(self, player: str, position: int = 1, **wagers: int | str) -> None:
        """Wagers of a player, the Blackjack wager first."""
        for name, amount in wagers.items():
            self.wager(position, name.replace("_", "-"), amount, player)

    def deal(self, names: str = "") -> list[Event]:
        """No more bets, then these cards as far as they go."""
        self.feed(names)
        return self.send(CloseBets())

    def feed(self, names: str) -> list[Event]:
        """More cards for the steps that wait for them."""
        start = len(self.events)
        self.cards += cards(names)
        self.run()
        return self.events[start:]

    def answer(self, player: str, *answers: str) -> list[Event]:
        """A player's answers to what they are asked: `hit`, `double=10`, `insurance`."""
        start = len(self.events)
        for answer in answers:
            word, equals, amount = answer.partition("=")
            asked = question_of(self.state, player)
            assert asked is not None, f"{player} is not asked: {answer}"
            self.send(asked.every(dollars(amount) if equals else None)[word])
        return self.events[start:]

    def decide(self, player: str, decision: Any, amount: int | None = None) -> Decide:
        """The command of a decision, for what is refused."""
        return Decide(player, decision, amount)

    def play(self, answers: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Ask everybody until the round is settled; the countdown answers for the silent.

        Returns the answers that nobody asked for.
        """
        left = {player: list(words) for player, words in answers.items()}
        while self.state.asked:
            for player in [player for player, words in left.items() if words]:
                if question_of(self.state, player) is not None:
                    self.answer(player, left[player].pop(0))
            if self.state.asked and not self._will_answer(left):
                self.send(EndCountdown())
        return {player: words for player, words in left.items() if words}

    def _will_answer(self, left: Mapping[str, Sequence[str]]) -> bool:
        return any(
            words and question_of(self.state, player) is not None for player, words in left.items()
        )

    def insure(self, player: str, answer: Any = "insurance", amount: int | None = None) -> None:
        """An answer to the offer of Insurance."""
        self.send(AnswerInsurance(player, answer, amount))

    def held(self, player: str) -> list[str]:
        """The cards of a player's hands."""
        course = self.state.hands_of(self.state.terminals[player])
        return [" ".join(names_of(hand.cards)) for hand in course.hands]

    def dealer(self, player: str) -> str:
        """The dealer's cards against a player."""
        course = self.state.hands_of(self.state.terminals[player])
        return " ".join(names_of(self.state.dealer_against(course)))


def rows(events: Sequence[Event]) -> list[Row]:
    """What was settled, in order."""
    return [
        (
            event.player,
            f"{event.wager}/{event.hand}" if event.hand > 1 else event.wager,
            event.outcome,
            format_dollars(event.paid),
        )
        for event in events
        if isinstance(event, WagerSettled)
    ]


def sections(events: Sequence[Event]) -> list[str]:
    """The sections under which it was settled, in short form."""
    return [short(event.section) for event in events if isinstance(event, WagerSettled)]


def with_hole_card(automations: Automation = ALL_STEPS, **table: Any) -> HybridTable:
    """A table with a hole card, its shoe ready where the steps are automatic."""
    return HybridTable(hole_card_rules(**table), automations)


def without_hole_card(automations: Automation = ALL_STEPS, **choices: Any) -> HybridTable:
    """A table without a hole card."""
    return HybridTable(no_hole_card_rules(**choices), automations)
