"""Envy bonuses: several at once, never for a hand of one's own."""

from amounts import dollars
from upcard.progressives.envy import EnvyBonus, EnvyHand, EnvyWager, envy_bonuses, envy_for

TOP, SECOND = "ace-king-matching-suited-blackjacks", "matching-suited-blackjacks"
PRIZES = {TOP: dollars(3_000), SECOND: dollars(1_000)}
FIVE = dollars(5)


def _paid(bonuses: list[EnvyBonus]) -> list[tuple[int, int, int]]:
    """Position, position of the hand, dollars."""
    return [(bonus.position, bonus.of_position, bonus.amount // dollars(1)) for bonus in bonuses]


def _wagers(*players: str) -> list[EnvyWager]:
    return [EnvyWager(at, player, FIVE) for at, player in enumerate(players, start=1)]


def test_h_5_every_other_player_receives_one() -> None:
    bonuses = envy_bonuses(_wagers("a", "b", "c"), [EnvyHand(2, "b", TOP)], PRIZES, FIVE)
    assert _paid(bonuses) == [(1, 2, 3_000), (3, 2, 3_000)]
    assert bonuses[0] == EnvyBonus(1, "a", dollars(3_000), TOP, 2)


def test_h_5_several_at_once() -> None:
    hands = [EnvyHand(1, "a", TOP), EnvyHand(3, "c", SECOND)]
    bonuses = envy_bonuses(_wagers("a", "b", "c"), hands, PRIZES, FIVE)
    assert _paid(bonuses) == [(2, 1, 3_000), (3, 1, 3_000), (1, 3, 1_000), (2, 3, 1_000)]


def test_h_5_never_for_a_hand_of_one_s_own_at_another_box() -> None:
    hands = [EnvyHand(1, "a", SECOND)]
    assert _paid(envy_bonuses(_wagers("a", "a", "b"), hands, PRIZES, FIVE)) == [(3, 1, 1_000)]


def test_h_5_only_who_has_the_wager() -> None:
    hands = [EnvyHand(1, "a", SECOND), EnvyHand(2, "b", SECOND)]
    assert _paid(envy_bonuses([EnvyWager(2, "b", FIVE)], hands, PRIZES, FIVE)) == [(2, 1, 1_000)]


def test_k_a_dollar_brings_a_fifth() -> None:
    bonuses = envy_bonuses([EnvyWager(2, "b", dollars(1))], [EnvyHand(1, "a", TOP)], PRIZES, FIVE)
    assert _paid(bonuses) == [(2, 1, 600)]


def test_other_outcomes_bring_nothing() -> None:
    hands = [EnvyHand(1, "a", "player-blackjack")]
    assert envy_bonuses(_wagers("a", "b"), hands, PRIZES, FIVE) == []


def test_h_5_a_printed_prize_is_for_a_wager_of_5_dollars() -> None:
    assert [envy_for(dollars(1_000), dollars(wager)) for wager in (1, 5, 25)] == [
        dollars(200),
        dollars(1_000),
        dollars(5_000),
    ]
