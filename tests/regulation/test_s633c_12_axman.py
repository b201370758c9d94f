"""AxMan: the dealer's cards as a poker hand, with a wild king of diamonds that multiplies."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("axman")
RULES = checked_rules("axman")
(TABLE,) = RULES.paytables
SECTION = "58 Pa. Code § 633c.12"


def made(dealer: str, player: str = "2c 3c") -> str:
    """What the dealer's cards make for a player's initial two."""
    assert WAGER.fold is not None
    state = WAGER.fold.start
    for card in cards(dealer):
        state = WAGER.fold.step(state, card)
    return WAGER.outcomes[WAGER.classify(*cards(player), state)]


def test_a_six_and_eight_decks_alone() -> None:
    assert TABLE.data.decks == (6, 8)
    for decks in (1, 2, 4, 5):
        assert refuse_decks(RULES.data, TABLE, decks) is not None
    assert RULES.data.section == f"{SECTION}(a)"


def test_b_area() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_e_settles_after_the_blackjack_wagers() -> None:
    data = RULES.data
    assert (data.settles, data.settlement) == ("after-blackjack", f"{SECTION}(e)")
    assert WAGER.fold is not None
    assert WAGER.fold.of == "dealer"
    assert data.stake_returned


@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("2s 3h 4d 5c 6h", "straight"),  # all five
        ("2s 2h 3d 3c 4h 5h", "lose"),  # 5 4 3 3 and one two
        ("2s 2h 2d 3c 4h 5s", "lose"),
        ("2s 2h 2d 2c 3h 4s", "three-of-a-kind"),
        ("As 2s 3h 4d 5c 2h", "straight"),  # ace, 5, 4, 3 and one two
        ("As Ah 2h 2d 2c 2s 9h", "two-pair"),  # aces, 9 and two of the twos
    ],
)
def test_f_six_or_more_cards(dealer: str, hand: str) -> None:
    """The five highest, the ace high."""
    assert made(dealer) == hand


def test_f_a_tie_at_the_fifth_place_goes_the_players_way() -> None:
    assert made("4s 4h 5h 6h 9h Th") == "flush"
    assert made("4h 4s 5h 6h 9h Th") == "flush"
    assert made("4s 4c 5h 6h 9h Th") == "lose"
    assert made("2s 5h 6h 9h Th 4h") == "flush"


@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("Jh Js", "jacks-or-better-pair"),
        ("Th Ts", "lose"),
        ("Ah As 5c", "jacks-or-better-pair"),
        ("3h 3s 4c 4d", "two-pair"),
        ("3h 3s 3c", "three-of-a-kind"),
        ("2h 2s 2c 2d", "four-of-a-kind"),
        ("2h 4h 6h 8h", "lose"),
        ("2h 3s 4h 5c", "lose"),
    ],
)
def test_g_less_than_five_cards(dealer: str, hand: str) -> None:
    assert made(dealer) == hand


@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("3h 3s 3c 2d 2h", "full-house"),
        ("2h 3s 4h 5c 6d", "straight"),
        ("As 2s 3h 4d 5c", "straight"),
        ("2h 4h 5h 3h 7h", "flush"),
        ("2h 4h 5h 3h 6h", "straight-flush"),
        ("2h 2s 2c 2d 2h", "five-of-a-kind"),
        ("2h 2h 2h 2h 2h", "five-of-a-kind"),  # suited, and paid as the better
        ("2h 2h 3h 3h 3h", "flush"),  # a suited full house pays as a flush
        ("2h 2h 2h 2h 3h", "flush"),
    ],
)
def test_h_five_cards(dealer: str, hand: str) -> None:
    assert made(dealer) == hand


def test_i_less_than_a_pair_of_jacks_loses() -> None:
    assert made("Ts 9h 8d") == "lose"
    assert made("2s 2h 8d") == "lose"
    assert RULES.data.collects == f"{SECTION}(i)"


@pytest.mark.parametrize(
    ("dealer", "hand"),
    [
        ("Kd Js", "jacks-or-better-pair"),
        ("As Kd", "jacks-or-better-pair"),  # a Blackjack
        ("Kd 9s", "lose"),
        ("Kd 6s 6h", "three-of-a-kind"),
        ("Kd 3s Kd", "three-of-a-kind"),
        ("2s 3h 5c 6d Kd", "straight"),
        ("As 2h 3c 4d Kd", "straight"),  # low, with the five
        ("2d 3d 5d 6d Kd", "straight-flush"),  # it keeps its suit
        ("2h 3h 5h 6h Kd", "straight"),
        ("2d 3d 5d 7d Kd", "flush"),
        ("2s 2h 3c 3d Kd", "full-house"),
        ("2s 2h 2c 3d Kd", "four-of-a-kind"),
        ("2s 2h 2c 2d Kd", "five-of-a-kind"),
        ("2s 2h 3c 4d 4s Kd", "three-of-a-kind"),  # the king, 4 4 3 and a two
        ("As 2h 3c 4d 5s Kd", "straight"),  # the king among ace, 5, 4 and 3
    ],
)
def test_j_the_king_of_diamonds_is_wild(dealer: str, hand: str) -> None:
    assert made(dealer) == hand


def test_j_the_players_kings_of_diamonds_multiply() -> None:
    assert made("Jh Js", "Kd 5c") == "jacks-or-better-pair-2x"
    assert made("Jh Js", "5c Kd") == "jacks-or-better-pair-2x"
    assert made("Jh Js", "Kd Kd") == "jacks-or-better-pair-5x"
    assert made("Th Ts", "Kd Kd") == "lose"
    pays = {times: WAGER.award(TABLE, f"two-pair-{times}x") for times in (2, 5)}
    assert [str(pay) for times in pays for pay in pays[times]] == ["24 to 1", "60 to 1"]


def test_k_one_paytable_in_its_own_order() -> None:
    assert TABLE.data.section == f"{SECTION}(k)"
    assert TABLE.data.pays == {
        "straight-flush": "1000 to 1",
        "five-of-a-kind": "500 to 1",
        "flush": "200 to 1",
        "straight": "100 to 1",
        "four-of-a-kind": "50 to 1",
        "full-house": "30 to 1",
        "three-of-a-kind": "20 to 1",
        "two-pair": "12 to 1",
        "jacks-or-better-pair": "5 to 1",
    }
    assert tuple(reversed(TABLE.data.pays)) == WAGER.outcomes[1:10]


def test_l_a_pair_of_jacks_queens_kings_or_aces() -> None:
    for rank in "JQKA":
        assert made(f"{rank}s {rank}h 2c") == "jacks-or-better-pair"
    for rank in "23456789T":
        assert made(f"{rank}s {rank}h") == "lose"


def test_k_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert len(RULES.in_force(date(2024, 5, 25))) == 1
