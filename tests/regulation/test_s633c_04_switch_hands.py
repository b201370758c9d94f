"""Switch Hands and Blackjack Premium: an ante, two more cards, the switch, other odds."""

from fractions import Fraction

import pytest

from amounts import dollars
from submission.examples import findings_of
from tables import (
    FedTable,
    answer_all,
    dealt,
    kinds,
    of_kind,
    settled,
    short,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import CloseBets, DoubleDown, KeepCards, PlaceWager, SwitchCards
from upcard.engine.core.events import CardDealt, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.engine.play import question
from upcard.engine.variations.switching import CardsKept, CardsSwitched
from upcard.exact.strategy.variations.switch_hands import rule_changes
from upcard.games.premium import PremiumRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.money.amount import format_dollars
from upcard.money.odds import PaidOdds
from upcard.rules.loader import game_rules
from upcard.submission.fields import fields_of
from upcard.submission.games.premium import PremiumKeys

ANTE = "switch-hands-ante"


def hands(names: str, game: str = "switch-hands", ante: int = 3, **own: object) -> FedTable:
    table = FedTable(table_rules(game=game, switch_hands=own))
    table.wager(1, **({"switch_hands_ante": ante} if ante else {}))
    table.deal(names)
    return table


def test_a_the_layout() -> None:
    """§ 633c.4(a): the ante's area is one of the wagers' areas, which are declared."""
    head = '[table]\nname = "H"\ngame = "switch-hands"\n'
    findings = findings_of(f"{head}[wagers.perfect-pairs]\n[layout]\nwager_areas = false\n")
    assert [finding.field for finding in findings] == ["layout.wager_areas"]


def test_b_five_dollar_increments() -> None:
    head = '[table]\nname = "H"\ngame = "switch-hands"\n'
    findings = findings_of(f"{head}minimum = 12\n")
    assert [(finding.field, finding.section) for finding in findings] == [
        ("table.minimum", "58 Pa. Code § 633c.4(b)")
    ]
    table = FedTable(table_rules(game="switch-hands"))
    assert table.refuses(PlaceWager(1, "blackjack", dollars("17.50"))) == "633c.4(b)"


def test_c_one_dollar_for_every_five() -> None:
    table = FedTable(table_rules(game="switch-hands"))
    table.wager(1, 20)
    assert table.refuses(CloseBets()) == "633c.4(c)"
    for amount in (3, 5):
        assert table.refuses(PlaceWager(1, ANTE, dollars(amount))) == "633c.4(c)"
    table.send(PlaceWager(1, ANTE, dollars(4)))
    table.send(CloseBets())
    chips = '[table]\nname = "H"\ngame = "switch-hands"\nsmallest_chip = 5\n'
    assert [finding.section for finding in findings_of(chips)] == ["58 Pa. Code § 633c.4(c)"]


def test_d_e_two_cards_face_down_before_the_hand() -> None:
    """§ 633c.4(d), § 633c.4(e): nobody sees them."""
    table = hands("2c 3c Th 7s 9d Tc")
    assert dealt(table.events)[:3] == [(1, 0, "2c"), (1, 0, "3c"), (1, 1, "Th")]
    assert [event.face_up for event in of_kind(table.events, CardDealt)[:2]] == [False, False]
    assert table.state.phase is Phase.SWITCHING
    assert view(table.state, "1").boxes[0].switch_cards == (HIDDEN, HIDDEN)


def test_f_kept_and_discarded_unexposed() -> None:
    """§ 633c.4(f)(1)."""
    table = hands("2c 3c Th 7s 9d Tc")
    (kept,) = of_kind(table.send(KeepCards(1)), CardsKept)
    assert kept.discarded == (parse_card("2c"), parse_card("3c"))
    assert table.state.stack.discards[-2:] == kept.discarded
    assert table.state.box(1).spare == ()


def test_f_switched_and_turned_over() -> None:
    """§ 633c.4(f)(2)."""
    table = hands("Kh Qd Th 7s 6d Tc")
    (switched,) = of_kind(table.send(SwitchCards(1)), CardsSwitched)
    assert switched.discarded == (parse_card("Th"), parse_card("6d"))
    assert view(table.state).boxes[0].hands[0].cards == ("Kh", "Qd")
    assert view(table.state).boxes[0].hands[0].total == 20


def test_f_counterclockwise_before_the_card_reader() -> None:
    """§ 633c.4(f): from the dealer's right."""
    table = FedTable(table_rules(game="switch-hands"))
    table.wager(1, switch_hands_ante=3)
    table.wager(2, switch_hands_ante=3)
    table.deal("2c 2d 3c 3d 4c 4d Ts 5c 5d 9c")
    assert table.refuses(KeepCards(1)) == "633c.4(f)"
    table.send(KeepCards(2))
    after = kinds(table.send(KeepCards(1)))
    assert after.index("SwitchClosed") < after.index("CardReaderDue")


def test_g_optional_wagers_after_the_switch() -> None:
    """§ 633c.4(g): on the hand that is played."""
    table = FedTable(table_rules(game="switch-hands", wagers={"perfect-pairs": {}}))
    table.wager(1, switch_hands_ante=3, perfect_pairs=5)
    assert settled(table.deal("Kh Kh Th 7s 6d Tc")) == []
    rows = settled(table.send(SwitchCards(1)))
    assert rows[0][:3] == (1, "perfect-pairs", "perfect-pair")


def test_h_surrender_double_and_split_on_either_hand() -> None:
    for names, answer in (("Kh Qd 8h 7s 8d Tc", "keep"), ("8h 8d Kh 7s Qd Tc", "switch")):
        table = hands(names)
        table.send(SwitchCards(1) if answer == "switch" else KeepCards(1))
        asked = question(table.state)
        assert asked is not None
        assert set(asked.answers) == {"hit", "stand", "double", "split", "surrender"}


@pytest.mark.parametrize(
    ("premium", "switched", "names", "odds"),
    [
        (False, True, "Ah Kd", PaidOdds(2)),
        (False, True, "As Ks", PaidOdds(2)),
        (False, True, "As Kd", PaidOdds(3, 2)),
        (False, False, "Ah Kd", PaidOdds(3, 2)),
        (True, False, "Ah Kd", PaidOdds(2)),
        (True, True, "As Kc", PaidOdds(2)),
        (True, None, "Ah Kd", PaidOdds(3, 2)),
    ],
)
def test_i_o_blackjack_odds(
    premium: bool, switched: bool | None, names: str, odds: PaidOdds
) -> None:
    """§ 633c.4(i), § 633c.4(o): one color pays 2 to 1 to who switched; at Premium to who anted."""
    first, second = (parse_card(name) for name in names.split())
    rules = PremiumRules() if premium else SwitchHandsRules()
    found = rules.blackjack_odds(first, second, switched, PaidOdds(3, 2))
    assert found == odds


@pytest.mark.parametrize(
    ("rules", "switched", "odds"),
    [
        (SwitchHandsRules(), True, None),
        (SwitchHandsRules(tie_pays=True), True, PaidOdds(1, 2)),
        (SwitchHandsRules(tie_pays=True), False, None),
        (PremiumRules(), None, PaidOdds(1, 2)),
        (PremiumRules(tie_without_ante=False), None, None),
        (PremiumRules(tie_without_ante=False), False, PaidOdds(1, 2)),
        (PremiumRules(tie_without_ante=False), True, PaidOdds(1, 2)),
    ],
)
def test_i_o_tied_blackjacks(
    rules: SwitchHandsRules, switched: bool | None, odds: PaidOdds | None
) -> None:
    """§ 633c.4(i)(2)(ii), § 633c.4(o): 1 to 2 as submitted, or for everyone at Premium."""
    assert rules.tie_odds(switched) == odds


def test_j_the_two_cards_after_the_hands() -> None:
    table = hands("Th 7s 9d Tc 2c 3c", cards="after")
    assert dealt(table.events)[-2:] == [(1, 0, "2c"), (1, 0, "3c")]
    assert table.state.dealer != ()


def test_k_premium_without_an_ante_is_blackjack() -> None:
    table = hands("Th 7s 9d Tc", "blackjack-premium", ante=0)
    assert table.state.phase is Phase.PLAYING
    assert table.refuses(SwitchCards(1)) == "633c.4(k)"
    assert table.refuses(KeepCards(1)) == "633c.4(k)"
    assert table.state.box(1).switched is None


@pytest.mark.parametrize(
    ("reading", "ante", "paid", "section"),
    [
        ("1 to 2", 0, "22.50", "633c.4(o)"),
        ("push", 0, "15.00", "633a.7(q)"),
        ("1 to 2", 3, "22.50", "633c.4(o)"),
        ("push", 3, "22.50", "633c.4(o)"),
    ],
)
def test_k_o_a_tied_blackjack_without_an_ante(
    reading: str, ante: int, paid: str, section: str
) -> None:
    """§ 633c.4(k): chapter 633a returns it; (o) pays 1 to 2, and names the ante in its end alone.

    With an ante both readings pay.
    """
    rules = table_rules(game="blackjack-premium", switch_hands={"tie_without_ante": reading})
    table = FedTable(rules)
    table.wager(1, **({"switch_hands_ante": ante} if ante else {}))
    table.deal(("2c 3c " if ante else "") + "Ah Ks Kd Ad")
    if ante:
        table.send(KeepCards(1))
    answer_all(table.table)
    (tied,) = [event for event in of_kind(table.events, WagerSettled) if event.wager == "blackjack"]
    assert (format_dollars(tied.paid), short(tied.section)) == (paid, section)


def test_k_the_reading_is_the_game_s_and_the_submission_s() -> None:
    """Only a Premium table has it."""
    reading = game_rules("blackjack-premium").readings["tie_without_ante"]
    assert fields_of(PremiumKeys)["tie_without_ante"].default == reading.default
    assert reading.section == "58 Pa. Code § 633c.4(k)"
    head = '[table]\nname = "H"\ngame = "switch-hands"\n[switch_hands]\n'
    (told,) = findings_of(f'{head}tie_without_ante = "push"\n')
    assert told.field == "switch_hands.tie_without_ante"


def test_k_the_exact_value_of_play_without_an_ante() -> None:
    """§ 633c.4(k), (o): `upcard strategy` reads it as the table does."""
    for pays, odds in ((True, Fraction(1, 2)), (False, Fraction(0))):
        rules = PremiumRules(tie_without_ante=pays)
        assert rule_changes(rules, switched=None)["blackjack_tied"] == odds
        assert rule_changes(rules, switched=False)["blackjack_tied"] == Fraction(1, 2)


def test_k_beside_a_position_with_an_ante() -> None:
    table = FedTable(table_rules(game="blackjack-premium"))
    table.wager(1)
    table.wager(2, switch_hands_ante=3)
    table.deal("2c 3c Th 9h 7s 9d 8d Tc")
    assert table.state.phase is Phase.SWITCHING
    assert table.refuses(SwitchCards(1)) == "633c.4(k)"
    table.send(KeepCards(2))
    assert table.refuses(SwitchCards(2)) == "633c.4(f)"


def test_l_the_ante_stays_until_the_cards_are_dealt() -> None:
    table = hands("2c 3c Th 7s 9d Tc", "blackjack-premium")
    order = kinds(table.events)
    last = len(order) - 1 - order[::-1].index("CardDealt")
    assert order.index("WagerSettled") > last
    assert order.index("WagerSettled") < order.index("SwitchOffered")
    (ante,) = of_kind(table.events, WagerSettled)
    assert (ante.wager, ante.paid, ante.section) == (ANTE, 0, "58 Pa. Code § 633c.4(l)")


def test_m_premium_settles_optional_wagers_first() -> None:
    """§ 633c.4(m): on the two face-up cards; for Switch Hands § 633c.4(g) says otherwise."""
    table = FedTable(table_rules(game="blackjack-premium", wagers={"perfect-pairs": {}}))
    table.wager(1, switch_hands_ante=3, perfect_pairs=5)
    rows = settled(table.deal("Kh Qd 8h 7s 8h Tc"))
    assert rows[0][:3] == (1, "perfect-pairs", "perfect-pair")


def test_n_decisions_on_the_switch_hand() -> None:
    table = hands("5h 6d Th 7s 6d Tc 9c", "blackjack-premium")
    table.send(SwitchCards(1), DoubleDown(1))
    assert settled(table.events)[-1] == (1, "blackjack", "win", "30.00", "60.00")
