"""Match the Dealer progressive at Down Under Blackjack: § 633c.3 again."""

from upcard.rules.sections import find
from upcard.wagers.catalogue import priced, wager

DATA = priced("match-the-dealer-progressive").data
SECTION = "58 Pa. Code § 685c.1"


def test_a_the_same_six_combinations() -> None:
    assert len(wager("match-the-dealer-progressive").outcomes) == 7


def test_b_six_or_eight_decks() -> None:
    assert {table.decks for table in DATA.paytable} == {(6,), (8,)}


def test_e_offered_at_down_under_blackjack() -> None:
    others = ("blackjack-switch", "switch-hands", "blackjack-premium")
    assert DATA.games == ("blackjack", *others, "down-under-blackjack")
    assert DATA.game_sections == {"down-under-blackjack": f"{SECTION}(e)"}
    assert find(DATA.game_sections["down-under-blackjack"]).cite == f"{SECTION}(e)"
    assert DATA.limits is not None
    assert DATA.limits.amounts == ("$1", "$5")


def test_i_the_same_twenty_paytables() -> None:
    """§ 633c.3(i): the transcription fails where the two sections print different tables."""
    assert [table.id for table in DATA.paytable] == [str(number) for number in range(1, 11)] * 2


def test_j_the_same_seed_and_rates() -> None:
    meters = {table.meters[""] for table in DATA.paytable}
    (meter,) = meters
    figures = (meter.seed, meter.increment, meter.secondary_increment)
    assert figures == ("1,000× the wager", "15%", "6%")
