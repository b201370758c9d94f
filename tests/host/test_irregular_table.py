"""What goes wrong at a table on a journal: the sealed shoe follows, verify finds it in order."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.live import PLAIN, answer, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    Hit,
    OrderReshuffle,
    PlaceWager,
)
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import ExposeCard, FindFaceUpCard, MisuseCardReader
from upcard.engine.irregular.events import CardExposed
from upcard.engine.shoe.upkeep_commands import ReceiveDecks, SpreadIdleCards, TellTime
from upcard.host.scripts.robots import Robot
from upcard.host.seals.shoe_positions import cards_left
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.submission.compiling.text import rules_of

ROUND = (FindFaceUpCard(), PlaceWager(1, "blackjack", dollars(15)), CloseBets())
DOUBLE_SHOE = PLAIN + 'dealing = "double-shoe"\n'
CONTINUOUS = PLAIN + 'dealing = "continuous-shuffler"\n'


def asked_to_play(table: TableHost, commands: Sequence[Command]) -> None:
    """Rounds are begun with these commands until a player is asked for a decision."""
    for command in commands:
        table.send(command)
    while table.state.phase is not Phase.PLAYING:
        answer(table, [Robot(1, seeded_bits(1))])
        table.send(ClearTable())
        for command in commands:
            table.send(command)


@pytest.mark.parametrize("submission", [PLAIN, DOUBLE_SHOE, CONTINUOUS])
def test_cards_that_left_the_shoe_by_mistake_are_those_of_the_sealed_order(submission: str) -> None:
    with journal() as opened:
        table = host(opened, submission, seeded_bits(3))
        asked_to_play(table, ROUND)
        answered = table.send(ExposeCard())
        assert isinstance(answered.events[0], CardExposed)
        before = table.state
        table.close()
        again = host(opened, submission)
        assert again.state == before
        again.send(Hit(1))
        state = again.state
        assert isinstance(state, BlackjackState)
        assert state.box(1).hands[0].cards[-1] == answered.events[0].card
        answer(again, [Robot(1, seeded_bits(1))])
        again.send(ClearTable())
        again.send(OrderReshuffle())
        play(again, 5)
        assert verify(opened, rules_of).first_difference is None


def test_the_cards_left_are_all_but_those_that_are_seen_or_lie_apart() -> None:
    with journal() as opened:
        table = host(opened, PLAIN, seeded_bits(3))
        asked_to_play(table, ROUND)
        table.send(ExposeCard())
        state = table.state
        assert isinstance(state, BlackjackState)
        left = cards_left(state, 0)
        burned = state.stack.discards.count(-1)
        assert (len(left), burned) == (state.stack.remaining + burned, 1), "nobody saw it burned"
        assert left != cards_left(replace(state, faults=replace(state.faults, exposed=-1)), 0)


def test_a_round_that_is_called_off_and_new_decks_are_verified() -> None:
    with journal() as opened:
        table = host(opened, PLAIN + "\n[equipment]\nreader_reveals = true\n", seeded_bits(8))
        asked_to_play(table, ROUND)
        while table.state.cards_shown[0] >> 2 in (0, 9, 10, 11, 12):
            answer(table, [Robot(1, seeded_bits(1))])
            table.send(ClearTable())
            asked_to_play(table, ROUND)
        table.send(MisuseCardReader())
        assert table.state.phase is Phase.SETTLED
        table.send(ClearTable())
        table.send(TellTime(0, "2024-07-01"))
        table.send(ReceiveDecks())
        table.send(SpreadIdleCards())
        play(table, 3)
        assert verify(opened, rules_of).first_difference is None
