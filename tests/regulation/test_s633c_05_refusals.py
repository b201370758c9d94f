"""What a hybrid table refuses, with the subsection and the sentence."""

from typing import Any

from msgspec.structs import replace

from amounts import dollars
from tables import table_rules
from tables_of_hybrid import (
    HybridTable,
    hole_card_rules,
    no_hole_card_rules,
    with_hole_card,
    without_hole_card,
)
from upcard.engine.core.commands import (
    CloseBets,
    Command,
    DealCard,
    OrderReshuffle,
    PlaceWager,
    SettleOptionalWagers,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.roulette.commands import SpinWheel
from upcard.engine.shoe.upkeep_commands import RepairCardReader
from upcard.rules.loader import game_rules
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse

SECTION = "58 Pa. Code § 633c.5"
TABLE = '[table]\nname = "HB-01"\ngame = "{game}"\n{more}\n'


def told(table: HybridTable, command: Command) -> tuple[str, str]:
    """The section and the sentence of a refusal that changes nothing."""
    table.refuses(command)
    refused = table.flow.refusal(table.state, command)
    assert refused is not None
    return refused.section, refused.message


def found(game: str, more: str) -> list[tuple[str, str]]:
    """Rule and section of what a submission is refused for."""
    return [
        (finding.rule, finding.section)
        for finding in check(parse(TABLE.format(game=game, more=more)))[1]
    ]


def at(table: HybridTable, **changed: Any) -> HybridTable:
    """The table in another state."""
    table.state = replace(table.state, **changed)
    return table


def test_j_no_reshuffle_once_wagers_are_placed() -> None:
    table = with_hole_card()
    table.place("ann", 1, blackjack=10)
    assert told(table, OrderReshuffle()) == (
        f"{SECTION}(j)",
        "Wagers are placed: the round comes first.",
    )


def test_j_no_round_begins_with_a_shoe_that_may_not_hold_it() -> None:
    table = with_hole_card(Automation.SHOE)
    table.place("ann", 1, blackjack=10)
    short = at(table, stacks=(replace(table.state.stack, remaining=3),))
    sentence = "The shoe may not hold one more round: it has to be shuffled first."
    assert told(short, CloseBets()) == (f"{SECTION}(j)", sentence)
    assert told(short, PlaceWager(1, "blackjack", dollars(10), "bob")) == (
        f"{SECTION}(j)",
        sentence,
    )


def test_l_insurance_is_answered_by_who_has_a_wager() -> None:
    table = with_hole_card()
    table.place("ann", 1, blackjack=10)
    table.deal("Ts Ad 9h 8d")
    assert told(table, AnswerInsurance("bob", "insurance")) == (
        f"{SECTION}(l)",
        "Player 'bob' has no Blackjack wager in this round.",
    )


def test_x_a_decision_is_made_by_who_has_a_wager() -> None:
    table = without_hole_card()
    table.place("ann", blackjack=10)
    table.deal("Ts 6h 6d")
    assert told(table, Decide("bob", "hit")) == (
        f"{SECTION}(x)",
        "Player 'bob' has no Blackjack wager in this round.",
    )


def test_p_2_no_countdown_ends_while_nobody_is_asked() -> None:
    table = with_hole_card(Automation.ALL & ~Automation.READER)
    table.place("ann", 1, blackjack=10)
    table.deal("Ts 6h 9d 8c")
    table.answer("ann", "stand")
    assert told(table, EndCountdown()) == (
        f"{SECTION}(p)(2)",
        "No player is asked for anything now.",
    )


def test_z_no_countdown_ends_while_nobody_is_asked() -> None:
    table = without_hole_card(Automation.SHOE)
    table.place("ann", blackjack=10)
    table.send(CloseBets())
    for name in (9, 18, 27):
        table.send(DealCard(name))
    table.send(SettleOptionalWagers())
    table.answer("ann", "stand")
    assert told(table, EndCountdown()) == (f"{SECTION}(z)", "No player is asked for anything now.")


def test_r_1_a_blackjack_takes_no_decision() -> None:
    table = with_hole_card()
    table.place("ann", 1, blackjack=10)
    table.place("bob", 2, blackjack=10)
    table.deal("As 9h 6d Ks 7h 8c")
    assert told(table, Decide("ann", "hit")) == (
        f"{SECTION}(r)(1)",
        "A Blackjack takes no decision.",
    )


def test_s_no_card_without_a_hand_that_waits_for_it() -> None:
    """§ 633c.5(s), (bb): the dealer has 17 or more."""
    table = with_hole_card(Automation.ALL & ~Automation.SETTLE)
    table = at(with_hole_card(), phase=Phase.DRAWING)
    assert told(table, DealCard(0)) == (f"{SECTION}(s)", "No card is due now.")
    other = at(without_hole_card(), phase=Phase.PLAYING)
    assert told(other, DealCard(0)) == (f"{SECTION}(bb)", "No card is due now.")


def test_g_the_decks_are_changed_every_24_hours() -> None:
    """§ 633c.5(g): a table of the rulebook's own hours, and one that says them."""
    plain = check(parse(TABLE.format(game="hybrid-blackjack", more="")))[0]
    assert plain is not None
    assert compile_table(plain).deck_change_hours == 24
    assert found("hybrid-blackjack", "deck_change_hours = 24") == []
    refused = [("table.deck-change-hybrid", f"{SECTION}(g)")]
    assert found("hybrid-blackjack", "deck_change_hours = 25") == refused


def test_b_y_as_many_positions_as_the_text_has() -> None:
    """§§ 633c.5(b), 633c.5(y): three with a hole card, one without."""
    assert game_rules("hybrid-blackjack").positions == 3
    assert game_rules("hybrid-blackjack-no-hole-card").positions == 1
    assert ("hybrid.positions", f"{SECTION}(b)") in found("hybrid-blackjack", "positions = 2")
    beyond = found("hybrid-blackjack-no-hole-card", "positions = 2")
    assert [section for _, section in beyond] == [f"{SECTION}(y)"]


def test_what_another_game_has_is_refused_by_name() -> None:
    """§ 633a.7 has no wheel, § 633c.5 neither."""
    assert hole_card_rules().game != no_hole_card_rules().game
    section, sentence = told(with_hole_card(), SpinWheel(1))
    assert section == f"{SECTION}(l)"
    assert sentence.startswith("There is no spin-wheel in ")
    assert table_rules().game == "blackjack"


def test_d_the_reader_is_repaired_between_two_rounds() -> None:
    table = with_hole_card()
    broken = replace(table.state.faults, reader_failed=True)
    assert at(table, faults=broken).flow.refusal(table.state, RepairCardReader()) is None
    assert at(table, phase=Phase.PLAYING).refuses(RepairCardReader()) == f"{SECTION}(d)"
