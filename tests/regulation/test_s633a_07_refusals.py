"""What is refused in the course of a round, and who comes first."""

import pytest
from msgspec.structs import replace

from tables import MANUAL, SHOE, FedTable, cards, refused, round_of, short, table_rules
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    LoadShoe,
    ShowCoverCard,
    Shuffle,
    TakeWinnings,
)
from upcard.engine.core.events import CardsCut, CardsLoaded, TableCleared
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import ExposeCard, FindFaceUpCard
from upcard.engine.play import apply, question
from upcard.engine.roulette.commands import SpinWheel


def told(table: FedTable, command: Command) -> tuple[str, str]:
    """The section (short) and the sentence of a refusal."""
    violation = refused(table.state, command)
    return short(violation.section), violation.message


def test_a_command_of_another_game_is_none_of_blackjack() -> None:
    """§ 633a.7: no wheel is spun in a round of Blackjack."""
    assert told(FedTable(), SpinWheel(1)) == ("633a.7", "There is no spin-wheel in Blackjack.")


def test_e_the_cover_card_comes_once() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), ShowCoverCard())
    assert told(table, ShowCoverCard()) == (
        "633a.7(e)",
        "The cover card of this shoe has come already.",
    )


def test_f_no_card_while_a_player_decides() -> None:
    table = round_of("9h 7s 8h Td")
    assert told(table, DealCard(0)) == ("633a.7(f)", "No card is due now.")


def test_g_10_winnings_are_offered_from_the_dealer_s_right() -> None:
    """§ 633a.7(g)(10)(ii): of two winners the one farther to the right answers first."""
    table = FedTable(table_rules(wagers={"house-money": {}}))
    table.wager(1, house_money=5)
    table.wager(2, house_money=5)
    table.deal("8h 9c 7s 8d 9d Td")
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.position) == ("press", 2)
    table.send(TakeWinnings(2))
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.position) == ("press", 1)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (CloseBets(magic_card=5), "No Magic Card is drawn in this round."),
        (CloseBets(lucky_seat=1), "The lucky position is one with a Bad Beat wager."),
    ],
)
def test_o_1_ii_no_bonus_without_the_wager(command: Command, sentence: str) -> None:
    """§ 633a.7(o)(1)(ii)."""
    table = FedTable(table_rules(wagers={"bad-beat": {"magic_card": True, "lucky_player": True}}))
    table.wager(1)
    assert told(table, command) == ("633a.7(o)(1)(ii)", sentence)


def test_s_the_cards_that_were_not_played_are_removed_from_the_right() -> None:
    """§ 633a.7(s): hands, then the cards beside them, then the dealer's."""
    table = FedTable(table_rules(game="blackjack-premium"))
    table.wager(1, switch_hands_ante=3)
    table.wager(2, switch_hands_ante=3)
    table.deal("2c 2d 3c 3d Tc Td Ks 9c 9d As")
    over = replace(table.state, phase=Phase.SETTLED, targets=())
    (cleared,) = [
        event for event in apply(over, ClearTable())[1] if isinstance(event, TableCleared)
    ]
    assert cleared.cards == tuple(cards("Td 9d Tc 9c 2d 3d 2c 3c Ks As"))


@pytest.mark.parametrize("command", [FindFaceUpCard(52), ExposeCard(52)])
def test_a_deck_has_52_cards(command: Command) -> None:
    """§ 633a.3(a): a card that is found or exposed is one of them."""
    table = round_of("9h 7s 8h Td")
    table.by_hand()
    assert told(table, command) == ("633a.3(a)", "There is no card 52 in a deck.")


def test_no_cut_of_cards_that_a_device_keeps() -> None:
    """§ 633a.5(b): nothing is cut at a continuous shuffler; at any other table it is."""
    device = FedTable(table_rules(dealing="continuous-shuffler"), MANUAL)
    loaded = device.send(Shuffle())
    assert [type(event) for event in loaded] == [CardsLoaded]
    by_hand = FedTable(automations=MANUAL)
    by_hand.send(Shuffle())
    assert told(by_hand, LoadShoe())[0] == "633a.7(a)"
    assert [type(event) for event in by_hand.send(CutCards(0, 20))] == [CardsCut]
