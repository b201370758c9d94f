"""A lost installation key: the floor gives up what cannot be opened, and says so in the journal."""

import pytest

from host.live import PLAIN, PROGRESSIVE, VAULT, answer, bet, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CutCards, InsertCoverCard, LoadShoe, Shuffle
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.views import RoleView, Viewer, view_for
from upcard.host.bodies.record_body import decode_body
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import SealBroken, Vault
from upcard.host.seals.shoe_positions import cards_left
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.submission.compiling.text import rules_of

OTHER = Vault(Installation(b"o" * 32))
DEALINGS = ("shoe", "double-shoe", "automated-shuffler", "continuous-shuffler", "from-the-hand")


def submission(dealing: str) -> str:
    text = PROGRESSIVE if dealing != "from-the-hand" else PROGRESSIVE.split("[wagers")[0]
    decks = "2" if dealing == "from-the-hand" else "6"
    return text.replace("decks = 6", f'decks = {decks}\ndealing = "{dealing}"')


def surveillance(table: TableHost) -> RoleView:
    """All that anybody sees of a table: no card that lies face down."""
    return view_for(table.state, Viewer.SURVEILLANCE)


def in_mid_round(opened: Journal, text: str) -> TableHost:
    table = host(opened, text, seeded_bits(11))
    play(table, 3)
    robots = [Robot(position, seeded_bits(2)) for position in (1, 2, 3)]
    bet(table, robots)
    answer(table, robots, most=2)
    return table


def unseen(table: TableHost, side: int) -> list[int]:
    """The cards of a side that nobody has seen, by its sealed order: burned, or left; sorted."""
    shoe = table._table.shoe
    side_cards = shoe._side_cards(side)
    return sorted([*side_cards.unseen(shoe._order(side_cards)), *shoe.remaining(side)])


@pytest.mark.parametrize("dealing", DEALINGS)
def test_the_cards_that_are_left_are_those_that_nobody_has_seen(dealing: str) -> None:
    with journal() as opened:
        table = in_mid_round(opened, submission(dealing))
        for side in range(table.rules.sides):
            assert cards_left(table.state, side) == unseen(table, side)


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("dealing", DEALINGS)
def test_the_floor_gives_up_what_cannot_be_opened_and_the_round_goes_on(dealing: str) -> None:
    text = submission(dealing)
    with journal() as opened:
        table = in_mid_round(opened, text)
        before, head, as_surveyed = table.state, opened.head(table.stream), surveillance(table)
        left = [cards_left(before, side) for side in range(table.rules.sides)]
        table.close()
        again = TableHost(
            opened,
            text,
            rules_of,
            CardSupply(OTHER, seeded_bits(5)),
            OpeningTerms(void_by="floor ann"),
        )
        hidden = [card for card in table._table._face_down if card.lies(before)]
        assert surveillance(again) == as_surveyed
        (record,) = opened.records(again.stream, head.position)
        body = decode_body(record.body)
        secrets = 1 if "jackpot" in text else 0
        assert len(body.voided) == table.rules.sides + secrets + len(hidden)
        assert hidden
        assert {given_up.by for given_up in body.voided} == {"floor ann"}
        left_now = [cards_left(again.state, side) for side in range(again.rules.sides)]
        assert [unseen(again, side) for side in range(again.rules.sides)] == left_now
        assert [len(cards) for cards in left_now] == [len(cards) for cards in left]
        answer(again, [Robot(position, seeded_bits(2)) for position in (1, 2, 3)])
        again.send(ClearTable())
        play(again, 12)
        assert verify(opened, rules_of).first_difference is None


@pytest.mark.parametrize("lost", [0, 1])
def test_one_side_of_a_double_shoe_is_given_up_alone(lost: int) -> None:
    """Each side is shuffled under another installation's key, and one of these keys is lost."""
    text = PLAIN.replace("decks = 6", 'decks = 6\ndealing = "double-shoe"')
    keys = (VAULT, OTHER)
    with journal() as opened:
        for key in keys:
            by_hand = TableHost(
                opened,
                text,
                rules_of,
                CardSupply(key),
                OpeningTerms(automations=UNTIL_CLEARED & ~Automation.SHOE),
            )
            for step in (Shuffle, CutCards, InsertCoverCard, LoadShoe):
                by_hand.take_step(step)
            by_hand.close()
        head = opened.head(by_hand.stream)
        again = TableHost(
            opened, text, rules_of, CardSupply(keys[1 - lost]), OpeningTerms(void_by="floor ann")
        )
        record = next(opened.records(again.stream, head.position))
        voided = [given_up.item for given_up in decode_body(record.body).voided]
        assert voided == [f"table/BJ-01/shoe/{lost + 1}"]
        play(again, 3)
        assert verify(opened, rules_of).first_difference is None


def play_on(table: TableHost) -> None:
    answer(table, [Robot(position, seeded_bits(2)) for position in (1, 2, 3)])
    table.send(ClearTable())
    play(table, 30)


def test_without_the_floors_word_nothing_is_given_up() -> None:
    with journal() as opened:
        table = in_mid_round(opened, PROGRESSIVE)
        head = opened.head("table/BJ-02")
        table.close()
        again = TableHost(opened, PROGRESSIVE, rules_of, CardSupply(OTHER))
        with pytest.raises(SealBroken, match="another installation key"):
            play_on(again)
        again.close()
        right = TableHost(
            opened, PROGRESSIVE, rules_of, CardSupply(VAULT), OpeningTerms(void_by="floor ann")
        )
        assert opened.head("table/BJ-02").position >= head.position
        assert not any(decode_body(record.body).voided for record in opened.all_records())
        assert verify(opened, rules_of).verified
        right.close()


def test_what_can_be_opened_is_not_given_up_though_the_floor_says_so() -> None:
    with journal() as opened:
        in_mid_round(opened, PROGRESSIVE).close()
        head = opened.heads()
        TableHost(
            opened, PROGRESSIVE, rules_of, CardSupply(VAULT), OpeningTerms(void_by="floor ann")
        ).close()
        assert opened.heads() == head
