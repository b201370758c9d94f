"""Hundreds of terminals at one table, each deciding for himself; and what each of them sees."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.naive_hybrid import with_hole_card as naive_with_hole_card
from engine.naive_hybrid import without_hole_card as naive_without_hole_card
from engine.test_hybrid_walk import happened
from tables_of_hybrid import HybridTable, hole_card_rules, no_hole_card_rules, with_hole_card
from upcard.cards.card import names_of
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.hybrid.questions import question_of
from upcard.engine.hybrid.view import layout_view, terminal_view
from upcard.engine.play import refusal
from upcard.engine.views import Viewer, view_for
from upcard.games.table_rules import TableRules


def play(table: HybridTable, players: list[str], random: Random) -> None:
    """A round in which everybody answers at random, in a random order."""
    for number, player in enumerate(players):
        position = 1 + number % table.state.rules.positions
        table.place(player, position, blackjack=random.choice((5, 10, 25)))
    table.cards = [random.randrange(52) for _ in range(60)]
    table.send(CloseBets())
    while table.state.asked:
        random.shuffle(players)
        for player in players:
            while (asked := question_of(table.state, player)) is not None:
                table.send(asked.answers[random.choice(sorted(asked.answers))])
    assert table.state.phase == "settled"


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("rules", "count"), [(hole_card_rules(), 500), (no_hole_card_rules(), 2_000)]
)
def test_everybody_is_paid_for_his_own_decisions(rules: TableRules, count: int) -> None:
    """§ 633c.5(l), (q), (y): on shared cards, against the naive reading of the text."""
    table, random = HybridTable(rules), Random(7)
    players = [f"terminal {number}" for number in range(count)]
    for _ in range(3):
        start = len(table.events)
        play(table, players, random)
        state = table.state
        community, dealer = names_of(state.community), names_of(state.dealer)
        wagered, paid = happened(table.events[start:])
        assert len(wagered) == count
        for name, player in wagered.items():
            initial = names_of(state.cards[state.terminals[name].position - 1])
            if state.has_hole_card:
                back = naive_with_hole_card(initial, dealer, community, player)
            else:
                back = naive_without_hole_card(initial, dealer[0], community, player)
            assert paid[name] == back
        assert sum(state.accounts.values()) == 0
        assert state.accounts["layout"] == 0
        table.send(ClearTable())
        assert not table.state.terminals


def test_who_decided_alike_shares_one_course() -> None:
    """A terminal keeps decisions, not cards: equal ones lead to one and the same hands."""
    table = with_hole_card()
    for number in range(100):
        table.place(f"terminal {number}", blackjack=10)
    table.deal("8s 6h 8d 9c")
    for number in range(100):
        table.answer(f"terminal {number}", "split" if number % 2 else "hit")
    table.feed("2c")
    courses = {id(table.state.hands_of(terminal)) for terminal in table.state.terminals.values()}
    assert len(courses) == 2


def test_what_a_terminal_shows() -> None:
    table = with_hole_card()
    table.place("ann", 2, blackjack=10, buzzer_beater=5)
    table.place("bob", 2, blackjack=500)
    table.deal("8s Ah 8d 9c")
    table.answer("bob", "insurance")
    table.answer("ann", "insurance=2.50")
    seen = terminal_view(table.state, "ann")
    assert (seen.position, seen.wagers, seen.insurance) == (2, {"buzzer-beater": "5.00"}, None)
    assert (seen.account, seen.asked) == ("-17.50", 1)
    assert (seen.dealer, seen.layout.dealer) == (("Ah", "??"), ("Ah", "??"))
    assert seen.layout.dealer_total is None
    assert [position.players for position in seen.layout.positions] == [0, 2, 0]
    table.answer("ann", "split")
    table.answer("bob", "hit")
    table.feed("3c")
    hands = [(hand.cards, hand.total) for hand in terminal_view(table.state, "ann").hands]
    assert hands == [(("8s", "3c"), 11), (("8d", "3c"), 11)]
    assert terminal_view(table.state, "bob").hands[0].wager == "500.00"


def test_who_has_no_wager_sees_the_layout() -> None:
    table = with_hole_card()
    table.place("ann", blackjack=10)
    table.deal("8s 6h 8d 9c")
    seen = terminal_view(table.state, "cleo")
    assert (seen.layout, seen.hands, seen.position) == (layout_view(table.state), (), None)
    table.answer("ann", "stand")
    table.feed("5c")
    assert layout_view(table.state).dealer == ("6h", "9c", "5c")
    assert layout_view(table.state).dealer_total == 20
    assert layout_view(table.state).asked == 0


def test_the_dealer_s_cards_are_a_player_s_own_without_a_hole_card() -> None:
    table = HybridTable(no_hole_card_rules())
    for player in ("ann", "bob"):
        table.place(player, blackjack=10)
    table.deal("Ts 6h 5d")
    table.answer("ann", "stand")
    table.answer("bob", "hit")
    table.feed("2c")
    assert terminal_view(table.state, "ann").dealer == ("6h", "2c")
    assert terminal_view(table.state, "bob").dealer == ("6h",)
    assert layout_view(table.state).community == ("2c",)


def test_a_dealer_is_not_shown_whose_turn_it_is_where_players_decide_on_terminals() -> None:
    """§ 633c.5(c)."""
    table = with_hole_card()
    table.place("ann", 2, blackjack=10)
    table.deal("8s Ah 8d 9c")
    assert question_of(table.state, "ann") is not None
    service = view_for(table.state, Viewer.DEALER).service
    assert service is not None
    assert service.turn is None


def test_a_terminal_permits_only_the_amounts_that_its_table_permits() -> None:
    rules = hole_card_rules()
    (beater,) = rules.wagers
    some = replace(beater, amounts=(beater.minimum, 2 * beater.minimum))
    table = HybridTable(replace(rules, wagers=(some,)))
    table.place("ann", blackjack=25)
    refused = refusal(table.state, PlaceWager(1, some.slug, 3 * some.minimum, "ann"))
    assert refused is not None
    assert " or " in refused.message
    assert refusal(table.state, PlaceWager(1, some.slug, 2 * some.minimum, "ann")) is None
