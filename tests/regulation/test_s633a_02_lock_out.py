"""The lock-out of the progressive wagers of chapter 633a: with the first card."""

import pytest

from amounts import dollars
from tables import SHOE, FedTable, kinds, of_kind, table_rules
from upcard.engine.core.commands import CloseBets, DealCard, DrawDeterminant, PlaceWager
from upcard.engine.core.jackpot_events import ProgressivesLocked
from upcard.engine.core.phases import Phase
from upcard.engine.jackpots.commands import CollectProgressiveWagers

SECTION = {"bad-beat": "633a.2(c)", "hit-and-run": "633a.2(d)(2)", "straight-jack": "633a.2(d)(2)"}
SLUGS = pytest.mark.parametrize("slug", SECTION)


def closed(wagers: dict[str, dict[str, object]], **table: object) -> FedTable:
    """Two players with Blackjack wagers, and no more bets."""
    found = FedTable(table_rules(wagers=wagers, **table), SHOE)
    found.wager(1)
    found.wager(2)
    return found


@SLUGS
def test_d_a_wager_until_the_dealer_begins_dealing(slug: str) -> None:
    """§§ 633a.2(c), 633a.2(d)(2): accepted after "no more bets", refused after a card."""
    table = closed({slug: {}})
    table.send(CloseBets(), PlaceWager(2, slug, dollars(5)))
    assert table.refuses(PlaceWager(2, slug, dollars(5))) == "633a.6(c)"
    assert table.refuses(PlaceWager(3, slug, dollars(5))) == "633a.6(d)"
    assert kinds(table.send(DealCard(8))) == ["ProgressivesLocked", "CardDealt"]
    assert table.refuses(PlaceWager(1, slug, dollars(5))) == SECTION[slug]
    assert table.state.locked == ((2, slug, dollars(5)),)


@SLUGS
def test_d_the_fact_comes_once(slug: str) -> None:
    """§§ 633a.2(c), 633a.2(d): with the first card and no other."""
    table = closed({slug: {}})
    table.send(PlaceWager(1, slug, dollars(5)), CloseBets())
    assert of_kind(table.events, ProgressivesLocked) == []
    for card in (8, 12, 24, 28, 32, 36):
        table.send(DealCard(card))
    (locked,) = of_kind(table.events, ProgressivesLocked)
    assert (locked.round, locked.wagers) == (table.state.round, ((1, slug, dollars(5)),))


def test_d_beside_a_wager_that_is_locked_with_no_more_bets() -> None:
    """Two systems, two moments: § 633c.2(d)(2) locks at once, § 633a.2(d)(2) with the card."""
    table = closed({"jackpot-party": {"wager": 5}, "straight-jack": {}})
    table.send(PlaceWager(1, "jackpot-party", dollars(5)), CloseBets())
    assert table.state.phase is Phase.COLLECTING
    assert table.refuses(PlaceWager(2, "jackpot-party", dollars(5))) == "633c.2(d)(2)"
    table.send(PlaceWager(2, "straight-jack", dollars(5)), CollectProgressiveWagers(1))
    table.send(PlaceWager(1, "straight-jack", dollars(5)), DealCard(8))
    assert [event.wagers for event in of_kind(table.events, ProgressivesLocked)] == [
        ((1, "jackpot-party", dollars(5)),),
        ((1, "straight-jack", dollars(5)), (2, "straight-jack", dollars(5))),
    ]


def test_c_bad_beat_with_a_drawn_bonus_is_locked_by_the_draw() -> None:
    """§§ 633a.1, 633a.2(c): the Magic Card and the lucky seat are not known when one wagers."""
    table = closed({"bad-beat": {"lucky_player": True}})
    table.send(PlaceWager(1, "bad-beat", dollars(5)))
    events = table.send(CloseBets(lucky_seat=1))
    assert kinds(events) == ["BonusesDrawn", "ProgressivesLocked", "BetsClosed"]
    assert table.refuses(PlaceWager(2, "bad-beat", dollars(5))) == "633a.2(c)"


def test_c_no_chips_are_counted_for_bad_beat() -> None:
    """§ 633a.2(c): it is wagered by the electronic wagering system."""
    table = closed({"bad-beat": {}})
    table.send(PlaceWager(1, "bad-beat", dollars(5)))
    assert kinds(table.send(CloseBets())) == ["BetsClosed"]


def test_d_a_double_shoe_s_determinant_may_be_the_first_card() -> None:
    """§§ 633a.2(d)(2), 633a.7(d)(2): of its own side it is dealt, and locks."""
    table = closed({"straight-jack": {}}, dealing="double-shoe")
    table.send(CloseBets(), PlaceWager(1, "straight-jack", dollars(5)))
    ace_of_hearts, side = 1, table.state.rules.red_side
    events = table.send(DrawDeterminant(ace_of_hearts, side))
    assert kinds(events) == ["DeterminantDrawn", "ProgressivesLocked", "CardDealt"]
    assert table.refuses(PlaceWager(2, "straight-jack", dollars(5))) == "633a.2(d)(2)"
