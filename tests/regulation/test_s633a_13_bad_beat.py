"""Bad Beat: a 20 against the dealer's 21, the optional 20 and the two bonuses."""

from datetime import date

import pytest

from tables import BLACKJACK_GAMES, cards, play_script, table_rules
from upcard.rules.meter_schema import MeterData
from upcard.wagers.bad_beat import lucky_player_bonus, magic_card_bonus
from upcard.wagers.catalogue import checked_rules, wager

WAGER = wager("bad-beat")
ANY_20 = wager("bad-beat", form="any-20")
RULES = checked_rules("bad-beat")
TABLES = {table.id: table.data for table in RULES.paytables}
SECTION = "58 Pa. Code § 633a.13"


@pytest.mark.parametrize(
    ("player", "dealer", "count", "row"),
    [
        (20, 21, 2, "blackjack"),
        (20, 21, 3, "21-with-three-cards"),
        (20, 21, 4, "21-with-four-cards"),
        (20, 21, 5, "21-with-five-cards"),
        (20, 21, 6, "21-with-six-cards"),
        (20, 21, 7, "21-with-seven-or-more-cards"),
        (20, 21, 9, "21-with-seven-or-more-cards"),
        (19, 21, 2, "lose"),
        (21, 21, 7, "lose"),
    ],
)
def test_j_a_20_against_a_21(player: int, dealer: int, count: int, row: str) -> None:
    """§ 633a.7(o)(1)(i)."""
    assert WAGER.outcomes[WAGER.classify(player, dealer, count, 0)] == row
    assert ANY_20.outcomes[ANY_20.classify(player, dealer, count, 0)] == row


@pytest.mark.parametrize("dealer", [17, 18, 19, 20, 22, 26])
def test_j_an_optional_20_against_anything(dealer: int) -> None:
    """§ 633a.7(o)(1)(i): where the submission chooses it."""
    assert WAGER.classify(20, dealer, 3, 0) == 0
    assert ANY_20.outcomes[ANY_20.classify(20, dealer, 3, 0)] == "player-has-a-20"
    assert ANY_20.classify(19, dealer, 3, 0) == 0


@pytest.mark.parametrize("form", ["", "any-20"])
@pytest.mark.parametrize(("dealer", "count"), [(21, 2), (21, 5), (18, 3)])
def test_o_1_a_surrendered_20_is_no_hand_any_more(form: str, dealer: int, count: int) -> None:
    """§ 633a.9(a): its cards were collected; by the other reading it counts as any 20."""
    out = wager("bad-beat", form=form)
    within = wager("bad-beat", form=f"{form}-surrendered-in".removeprefix("-"))
    assert out.classify(20, dealer, count, 1) == 0
    assert within.classify(20, dealer, count) == out.classify(20, dealer, count, 0)
    assert "surrendered" not in within.facts


@pytest.mark.parametrize(("first", "second"), [("7c", "Ks"), ("Ks", "7c"), ("Ks", "Qs")])
def test_o_1_the_best_hand_of_a_split_decides_it_once(first: str, second: str) -> None:
    """§ 633a.7(o)(1)(i): a 20 in either hand loses to a dealer's 21 with three cards."""
    rules = table_rules(wagers={"bad-beat": {}})
    cards_dealt = f"Th Kc Td 5s {first} {second} 6h"
    script = f"cards {cards_dealt}\nwager 1 blackjack 15, bad-beat 1\ndecide 1 split stand stand\n"
    (played,) = play_script(rules, script)
    assert "refused" not in played
    settled = [
        settlement["outcome"]
        for settlement in played["settlements"]
        if settlement["wager"] == "bad-beat"
    ]
    assert settled == ["21-with-three-cards"]


def test_j_magic_card_and_lucky_player() -> None:
    """§ 633a.1: one of the first two cards matches the card drawn; the seat was drawn."""
    assert magic_card_bonus(*cards("Kh 2c Kh")) == 1
    assert magic_card_bonus(*cards("2c Kh Kh")) == 1
    assert magic_card_bonus(*cards("Kd 2c Kh")) == 0
    assert (lucky_player_bonus(1), lucky_player_bonus(0)) == (1, 0)
    options = dict.fromkeys(("magic_card", "lucky_player"), "58 Pa. Code § 633a.7(o)(1)(ii)")
    assert RULES.data.options == {"any_20": "58 Pa. Code § 633a.7(o)(1)(i)"} | options


def test_j_1_paytable() -> None:
    assert TABLES["standard"].pays == {
        "21-with-seven-or-more-cards": "100% of meter",
        "21-with-six-cards": "1,000 for 1",
        "21-with-five-cards": "100 for 1",
        "21-with-four-cards": "50 for 1",
        "21-with-three-cards": "25 for 1",
        "blackjack": "10 for 1",
        "player-has-a-20": "1 for 1",
    }
    assert TABLES["magic-card"].pays == {"magic-card-bonus": "20 for 1"}
    assert TABLES["lucky-player"].pays == {"lucky-player-bonus": "5 for 1"}
    assert {table.section for table in TABLES.values()} == {f"{SECTION}(j)(1)"}
    assert {table.decks for table in TABLES.values()} == {(1, 2, 4, 5, 6, 8)}
    assert not RULES.data.stake_returned


def test_j_2_a_seed_of_5000_at_least() -> None:
    assert TABLES["standard"].meters == {"": MeterData(seed="$5,000")}
    assert RULES.data.progressive


def test_j_settles_with_the_dealers_hand() -> None:
    """§§ 633a.2(c), 633a.6(e)(8), 633a.7(o)(1)."""
    data = RULES.data
    assert data.section == "58 Pa. Code § 633a.6(e)(8)"
    assert (data.settles, data.settlement) == ("last-dealer-card", "58 Pa. Code § 633a.7(o)(1)")
    assert data.collects == "58 Pa. Code § 633a.7(o)"
    assert (data.locks, data.lock_out) == ("first-card", "58 Pa. Code § 633a.2(c)")
    assert data.games == BLACKJACK_GAMES
    assert data.effective == date(2014, 2, 1)


def test_j_holds_from_the_day_of_the_amendment() -> None:
    assert RULES.in_force(date(2014, 11, 7)) == ()
    assert len(RULES.in_force(date(2014, 11, 8))) == 1
    for name in ("magic-card", "lucky-player"):
        assert RULES.bonus(name, date(2014, 11, 7)) is None
        assert RULES.bonus(name, date(2014, 11, 8)) is not None
