"""Irregularities that cannot have happened: an empty shoe, cards that are due, players who wait."""

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import MANUAL, SHOE, FedTable, cards, of_kind, refused, round_of, short, table_rules
from upcard.cards.card import parse_card
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import (
    BurnCard,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    Hit,
    InsertCoverCard,
    LoadShoe,
    ReplaceDealer,
    ReturnWagers,
    Shuffle,
    Stand,
    TurnHoleCard,
)
from upcard.engine.core.events import WagerReturned
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    CoverShuffler,
    DrawInError,
    ExposeCard,
    FindFaceUpCard,
    MissDealerCard,
    MissHand,
    MisuseCardReader,
    OverdrawDealer,
    RefuseCard,
    RepairShuffler,
    ReportShufflerFailure,
    ReportShufflerJam,
)
from upcard.engine.play import apply


def dealing(names: str, positions: int = 2) -> FedTable:
    """A table with wagers of 15 at which these cards are dealt and the next one is due."""
    table = FedTable(automations=SHOE)
    for position in range(1, positions + 1):
        table.wager(position)
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    return table


def emptied(state: BlackjackState) -> BlackjackState:
    return replace(state, stacks=tuple(replace(stack, remaining=0) for stack in state.stacks))


def told(state: BlackjackState, command: Command) -> tuple[str, str]:
    violation = refused(state, command)
    return short(violation.section), violation.message


def test_a_no_card_lies_face_up_in_an_empty_shoe() -> None:
    empty = emptied(dealing("9h").state)
    assert told(empty, FindFaceUpCard(5)) == ("633a.14(a)", "The shoe is empty.")


def test_b_no_card_is_drawn_from_an_empty_shoe() -> None:
    empty = emptied(dealing("9h").state)
    assert told(empty, DrawInError()) == ("633a.14(b)", "The shoe is empty.")


def test_c_no_card_is_exposed_before_the_initial_two_are_dealt() -> None:
    state = dealing("9h 9c").state
    sentence = "The initial two cards are not dealt to each player."
    assert told(state, ExposeCard(5)) == ("633a.14(c)", sentence)


def test_c_an_exposed_card_comes_from_a_shoe_that_has_cards() -> None:
    table = round_of("9h 7s 8h Td")
    table.by_hand()
    assert told(emptied(table.state), ExposeCard(5)) == ("633a.14(c)", "The shoe is empty.")
    table.send(ExposeCard(5))
    sentence = "A card lies exposed already: it comes first."
    assert told(table.state, ExposeCard(6)) == ("633a.14(c)", sentence)


def test_c_a_card_that_is_due_is_no_error() -> None:
    table = round_of("5h 7s 8h Td")
    table.by_hand()
    table.send(Hit(1))
    sentence = "A card is due: it is dealt, not drawn in error."
    assert told(table.state, ExposeCard(5)) == ("633a.14(c)", sentence)


def test_c_the_players_accept_or_refuse_in_their_turn() -> None:
    table = round_of("9h 9c 7s 8h 8c Td", positions=2)
    table.by_hand()
    assert told(table.state, RefuseCard(1)) == (
        "633a.14(c)",
        "No exposed card is to be accepted or refused.",
    )
    table.send(ExposeCard(5))
    assert refused(table.state, RefuseCard(2)).section.endswith("633a.7(i)")


def test_d_a_dealer_who_has_to_draw_draws_no_card_by_accident() -> None:
    """§ 633a.14(d)."""
    table = round_of("9h 7s 9d 5d")
    table.by_hand()
    table.send(Stand(1), TurnHoleCard())
    sentence = "A card is due: it is dealt, not drawn by accident."
    assert told(table.state, OverdrawDealer(5)) == ("633a.14(d)", sentence)
    table.send(DealCard(parse_card("8d")))
    assert told(emptied(table.state), OverdrawDealer(5)) == ("633a.14(d)", "The shoe is empty.")


@pytest.mark.parametrize("names", ["", "9h 9c 7s"])
def test_e_g_the_card_is_missed_where_it_is_due(names: str) -> None:
    """§§ 633a.14(e), 633a.14(g)."""
    state = dealing(names).state
    assert told(state, MissDealerCard()) == (
        "633a.14(e)",
        "The next card is not the dealer's own.",
    )
    dealers = dealing("9h 9c").state
    assert told(dealers, MissHand()) == (
        "633a.14(g)",
        "The next card is not due to a player's hand.",
    )


def test_f_the_wagers_go_back_from_the_dealer_s_right() -> None:
    """§ 633a.14(f): when no card is left to complete the round."""
    state = emptied(dealing("9h 9c").state)
    after, events = apply(state, ReturnWagers())
    returned = of_kind(events, WagerReturned)
    assert [(event.position, event.amount, short(event.section)) for event in returned] == [
        (2, dollars(15), "633a.14(f)"),
        (1, dollars(15), "633a.14(f)"),
    ]
    assert after.accounts["layout"] == 0
    assert after.phase is Phase.SETTLED


def test_f_no_wager_goes_back_while_there_are_cards() -> None:
    assert told(dealing("9h 9c").state, ReturnWagers()) == (
        "633a.14(f)",
        "The round can be completed: there are cards.",
    )


def test_f_a_dealer_is_replaced_with_cards_to_go_on() -> None:
    """§§ 633a.14(f), 633a.7(c): the new dealer's first card is removed, and a round is dealt."""
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    assert told(emptied(table.state), BurnCard(0)) == (
        "633a.14(f)",
        "The shoe is empty: the discards have to be reshuffled.",
    )
    table.send(BurnCard(0))
    assert told(emptied(table.state), ReplaceDealer()) == (
        "633a.14(f)",
        "There is no card left to remove.",
    )


def test_l_no_shuffler_jams_where_there_is_none() -> None:
    """§ 633a.14(l)."""
    table = FedTable(automations=MANUAL)
    assert told(table.state, ReportShufflerJam()) == (
        "633a.14(l)",
        "No automated card shuffling device is used at this table.",
    )


def test_m_a_device_that_deals_is_repaired_before_the_next_round() -> None:
    """§ 633a.14(m): there is no other way to shuffle at this table."""
    table = FedTable(table_rules(dealing="continuous-shuffler"), SHOE)
    table.wager(1)
    table.send(ReportShufflerFailure())
    assert told(table.state, CloseBets()) == (
        "633a.14(m)",
        "The device that deals and reshuffles is out of order.",
    )
    table.send(CoverShuffler())
    assert told(table.state, CloseBets())[0] == "633a.14(m)"
    table.send(RepairShuffler(), CloseBets())


def test_j_a_hole_card_that_was_shown_is_not_read() -> None:
    """§ 633a.14(j): the card reader is misused before the hole card is turned."""
    table = round_of("9h 7s 8h Td")
    table.send(Stand(1))
    assert len(table.state.dealer) == 2
    assert told(table.state, MisuseCardReader()) == (
        "633a.14(j)",
        "No hole card goes into the card reader by mistake now.",
    )
