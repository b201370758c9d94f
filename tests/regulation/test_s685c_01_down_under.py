"""Down Under Blackjack: the reader's light, the vendor's rules, Match the Dealer on it."""

import pytest

from amounts import dollars
from submission.examples import findings_of
from tables import FedTable, kinds, of_kind, settled, table_rules
from upcard.cards.card import parse_card
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    DeclineInsurance,
    PlaceWager,
    SettleRound,
)
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.view import HIDDEN
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    CompletePapers,
    ConfirmLight,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.variations.down_under import HoleCardLit
from upcard.games.down_under import LIGHTS, light_of
from upcard.games.table_rules import TableRules

PROGRESSIVE = "match-the-dealer-progressive"


def down_under(wager: int = 1, two_large: str = "exposed") -> TableRules:
    offered = {PROGRESSIVE: {"wager": wager}}
    own = {"two_large": two_large}
    return table_rules(game="down-under-blackjack", wagers=offered, down_under=own)


def round_of(
    names: str, automations: Automation = UNTIL_CLEARED, two_large: str = "exposed"
) -> FedTable:
    table = FedTable(down_under(two_large=two_large), automations)
    table.wager(1, match_the_dealer_progressive=1)
    table.deal(names)
    return table


@pytest.mark.parametrize(
    ("names", "light"), [("2s 3h 4d 5c", "small"), ("6s 7h 8d 9c", "medium"), ("Ts Jh Ad", "large")]
)
def test_the_light(names: str, light: str) -> None:
    assert {LIGHTS[light_of(parse_card(name))] for name in names.split()} == {light}


def test_the_reader_is_used_in_every_round() -> None:
    table = round_of("Th 7s 9d 8c")
    (lit,) = of_kind(table.events, HoleCardLit)
    assert lit.light == view(table.state).light == "medium"
    assert view(table.state).dealer == ("7s", HIDDEN)
    assert table.state.phase is Phase.PLAYING


def test_two_large_cards_are_exposed_before_the_decisions() -> None:
    """The vendor's rule; the submission may leave it off."""
    table = round_of("Th Ah 6d Ad")
    assert view(table.state).dealer == ("Ah", HIDDEN)
    table.send(DeclineInsurance(1))
    assert view(table.state).dealer == ("Ah", "Ad")
    assert table.state.phase is Phase.PLAYING
    assert table.refuses(SettleRound()) == "58 Pa. Code ch. 685a"
    table.by_hand()
    assert table.refuses(DealCard(0)) == "58 Pa. Code ch. 685a"  # not before the players are done
    played = round_of("Th Ah 6d Ad", two_large="played")
    played.send(DeclineInsurance(1))
    assert view(played.state).dealer == ("Ah", HIDDEN)


def test_c_the_betting_area() -> None:
    """§ 685c.1(c): declared with the layout."""
    table = '[table]\nname = "D"\ngame = "down-under-blackjack"\n'
    findings = findings_of(f"{table}[wagers.{PROGRESSIVE}]\n[layout]\nwager_areas = false\n")
    assert [finding.field for finding in findings] == ["layout.wager_areas"]


def test_d_f_locked_counted_and_collected() -> None:
    """§ 685c.1(d)(2), § 685c.1(f)."""
    table = FedTable(down_under(), UNTIL_CLEARED & ~Automation.COLLECT)
    table.wager(1, match_the_dealer_progressive=1)
    table.wager(2)
    table.send(CloseBets())
    assert table.refuses(PlaceWager(2, PROGRESSIVE, dollars(1))) == "685c.1(d)(2)"
    assert table.refuses(CollectProgressiveWagers(2)) == "685c.1(f)"


def test_e_one_or_five_dollars_as_submitted() -> None:
    table = FedTable(down_under(wager=5))
    table.wager(1)
    for amount in (1, 2):
        assert table.refuses(PlaceWager(1, PROGRESSIVE, dollars(amount))) == "685c.1(e)"
    table.send(PlaceWager(1, PROGRESSIVE, dollars(5)))


def test_g_settled_before_any_further_card() -> None:
    table = round_of("Th 7s 9d 8c 2c")
    assert settled(table.events) == [(1, PROGRESSIVE, "lose", "1.00", "0.00")]
    (lost,) = of_kind(table.events, WagerSettled)
    assert lost.section == "58 Pa. Code § 685c.1(g)(1)"


def test_h_steps_of_a_payout() -> None:
    """§ 685c.1(h): the hand, the light, a floorperson, the payment, the papers."""
    table = round_of("As As As 9c", UNTIL_CLEARED & ~Automation.FLOOR)
    table.send(DeclineInsurance(1))
    told = [
        table.refuses(kind(1, PROGRESSIVE))
        for kind in (PayJackpot, CompletePapers, ValidateJackpot)
    ]
    assert told == ["685c.1(h)(1)"] * 3
    for kind in (
        VerifyHand,
        ConfirmLight,
        ValidateJackpot,
        PayJackpot,
        CompletePapers,
    ):
        table.send(kind(1, PROGRESSIVE))
    (paid,) = of_kind(table.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("1000.15"), "jackpot-slip")


def test_j_seed_and_increments() -> None:
    (offered,) = down_under(wager=5).wagers
    (meter,) = offered.meters
    assert (meter.seed, meter.increment, meter.secondary_increment) == (
        dollars(5_000),
        dollars(15),
        dollars(6),
    )


def test_no_vendors_rule_at_another_game() -> None:
    findings = findings_of('[table]\nname = "B"\n[down_under]\ndealer_22 = "bust"\n')
    assert [finding.field for finding in findings] == ["down_under.dealer_22"]
    plain = FedTable(table_rules())
    plain.wager(1)
    assert "HoleCardLit" not in kinds(plain.deal("Th 7s 9d 8c"))
